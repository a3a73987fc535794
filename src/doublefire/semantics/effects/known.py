"""Tools by their real names: what coding agents and agent frameworks ship, and the shapes of generic tools.

The names are those of Claude Code, Codex, Gemini CLI, OpenHands, SWE-agent, Inspect, Cursor, VS Code, Cline, goose,
Kiro, smolagents, ADK and the reference MCP servers, squeezed to letters and digits. What is not here goes by its verb.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.prefixes import is_generic_wrapper, split_name
from doublefire.semantics.effects.words import squeezed, word_set, words_of


@dataclass(frozen=True, slots=True)
class Known:
    """What a tool of a known name does when its arguments say nothing."""

    effect: Effect
    kind: ToolKind


class Shape(StrEnum):
    """How the arguments of a generic tool are read."""

    SHELL = "shell"
    KEYBOARD = "keyboard"
    """Characters typed into a program that runs already."""
    SQL = "sql"
    HTTP = "http"
    GRAPHQL = "graphql"
    EDITOR = "editor"
    """One tool with a command: view, create, str_replace, insert."""
    WRAPPER = "wrapper"


_ROWS: Final = (
    # Reading files and pages, asking the user, thinking: nothing outside changes.
    (
        Effect.READ,
        ToolKind.PLAIN,
        "read ls glob grep bashoutput taskoutput webfetch websearch exitplanmode enterplanmode askuserquestion "
        "toolsearch lsp skill readmcpresource listmcpresources readmcpresourcetool listmcpresourcestool notebookread "
        "todoread agentoutputtool viewimage googlewebsearch googlesearch readmanyfiles searchfilecontent grepsearch "
        "filesearch codebasesearch listdir listdirectory activateskill askuser askfollowupquestion requestuserinput "
        "accessmcpresource think thinking thought scratchpad sequentialthinking plan webbrowsergo webbrowserscroll "
        "webbrowserback webbrowserforward webbrowserrefresh browsernavigate browsersnapshot browsertakescreenshot "
        "browserhover browserwaitfor browserresize browserconsolemessages browsernetworkrequests browsernavigateback "
        "visitwebpage wikipedia wikipediaqueryrun calculator fsread semanticsearch geterrors runtests runtest "
        "fetchwebpage gitstatus gitdiff gitdiffunstaged gitdiffstaged gitlog gitshow gitbranch fetch "
        "getterminaloutput loadskill loadmemory loadartifacts terminallastcommand terminalselection noop",
    ),
    # The agent's own lists are written whole each time and nobody outside sees them.
    (
        Effect.IDEMPOTENT,
        ToolKind.PLAIN,
        "todowrite writetodos updateplan updatetodolist managetodolist todo tasktracker taskcreate taskupdate "
        "taskstop updatememory killshell killbash closeagent switchmode gitadd gitreset gitcheckout gitinit",
    ),
    # The whole content is given, so a second copy leaves the same file.
    (
        Effect.IDEMPOTENT,
        ToolKind.EDIT,
        "write writefile writetextfile writetofile createfile createnewfile fswrite overwritefile savefile "
        "deletefile removefile movefile renamefile copyfile createdirectory makedirectory mkdir createtextfile",
    ),
    # Applied to what is there: a second copy fails or goes in twice.
    (
        Effect.WRITE,
        ToolKind.EDIT,
        "edit multiedit notebookedit editfile editfiles editnotebook appendfile appendtofile fsappend applypatch "
        "applydiff insertcontent inserteditintofile replacestringinfile multireplacestringinfile replaceinfile "
        "searchreplace searchandreplace strreplace insertline insertlines editnotebookfile reapply savememory "
        "gitcommit editblock writediff patchfile insertintofile",
    ),
    # Anything may happen: code, another agent, a click.
    (
        Effect.UNKNOWN,
        ToolKind.PLAIN,
        "task agent runsubagent spawnagent sendinput newtask delegatetoagent slashcommand python ipython "
        "executepython pythonrepl runpython executeipythoncell pythoninterpreter codeinterpreter codeexecution "
        "executecode runcode notebookexecute executenotebook browser browseraction computer webbrowserclick "
        "webbrowsertype webbrowsertypesubmit browserclick browsertype browserpresskey browserfillform "
        "browserselectoption browserevaluate browserdrag browserfileupload browserhandledialog browserruncode act "
        "job createandruntask javascripttool memory sendrequest makerequest apirequest",
    ),
)

KNOWN: Final[dict[str, Known]] = {name: Known(effect, kind) for effect, kind, names in _ROWS for name in names.split()}

_REMOTE: Final = word_set(
    "drive gdrive google box dropbox onedrive sharepoint github gitlab bitbucket s3 gcs azure notion confluence slack "
    "ftp sftp cloud blob"
)
"""Servers whose files are not local: there, `create_file` is a verb like any other."""
_FILE_WORDS: Final = word_set(
    "to a an the in into of text source local new log line lines code project workspace config python json csv yaml "
    "markdown md file files content contents string"
)
_FILE_VERBS: Final = {
    **dict.fromkeys(word_set("append prepend insert edit modify update patch change"), Effect.WRITE),
    **dict.fromkeys(
        word_set("write create save overwrite delete remove move rename copy touch truncate make"), Effect.IDEMPOTENT
    ),
}

_SHELL_WORDS: Final = word_set(
    "ssh bash shell sh zsh powershell pwsh terminal cmd console command commands cli subprocess"
)
_SHELL_FILLERS: Final = word_set(
    "run execute exec local remote tool call in the user sandbox container linux unix unified computer developer "
    "session code execution line invoke docker"
)
_SHELLS: Final = word_set("exec execute sshexec containerexec sandboxexec dockerexec runinterminal exechost")
_SQL_WORDS: Final = word_set(
    "sql mysql postgres postgresql pg psql sqlite bigquery snowflake duckdb clickhouse redshift mssql sqlserver "
    "cypher neo4j athena trino databricks supabase"
)
_SQL_FILLERS: Final = word_set(
    "run execute exec query queries statement statements tool call database db my the raw do perform server remote "
    "script select write read on to"
)
_SQLS: Final = word_set(
    "query querydatabase querydb databasequery dbquery runquery executequery execquery runstatement executestatement "
    "readquery writequery executedatabasequery rundatabasequery dbexecute databaseexecute executedb executebatch"
)
_HTTP_WORDS: Final = word_set("http https curl rest webrequest")
_HTTP_FILLERS: Final = word_set(
    "request requests call client send make do execute run tool api get post put patch delete head fetch invoke web "
    "perform url"
)
_HTTPS: Final = word_set(
    "fetch webfetch fetchurl urlfetch apicall callapi apirequest makerequest sendrequest webrequest request "
    "makeapicall makeapirequest invokeapi "
    "requestsget requestspost requestsput requestspatch requestsdelete urlrequest executerequest httpcall httpfetch"
)
_GRAPHQL_WORDS: Final = frozenset(("graphql", "gql"))
_EDITORS: Final = word_set(
    "strreplaceeditor strreplacebasededittool texteditor texteditorcodeexecution fswrite fsread memory editor "
    "fileeditor oheditor"
)
_KEYBOARDS: Final = word_set("writestdin sendinputtoterminal sendterminalinput")

KIND_OF_SHAPE: Final = {
    Shape.SHELL: ToolKind.SHELL,
    Shape.KEYBOARD: ToolKind.SHELL,
    Shape.SQL: ToolKind.SQL,
    Shape.HTTP: ToolKind.HTTP,
    Shape.GRAPHQL: ToolKind.GRAPHQL,
    Shape.EDITOR: ToolKind.EDIT,
    Shape.WRAPPER: ToolKind.PLAIN,
}


@lru_cache(maxsize=8192)
def known(tool: str) -> Known | None:
    """What is known of a tool of this name, None when only its verb can tell."""
    server, own = split_name(tool)
    words = words_of(own)
    found = KNOWN.get(squeezed(own))
    if (
        found is None
        and words
        and {"file", "files"}.intersection(words)
        and _FILE_WORDS.issuperset(words[1:])
        and words[0] in _FILE_VERBS
    ):
        found = Known(_FILE_VERBS[words[0]], ToolKind.EDIT)
    if found is not None and found.kind is ToolKind.EDIT and _REMOTE.intersection(words_of(server)):
        return None
    return found


@lru_cache(maxsize=8192)
def shape_of(tool: str) -> Shape | None:
    """How the arguments of a generic tool of this name are read; None for a tool with a purpose of its own."""
    server, own = split_name(tool)
    key, words = squeezed(own), frozenset(words_of(own))
    if is_generic_wrapper(tool):
        return Shape.WRAPPER
    for shape, keys in (
        (Shape.EDITOR, _EDITORS),
        (Shape.KEYBOARD, _KEYBOARDS),
        (Shape.HTTP, _HTTPS),
        (Shape.SQL, _SQLS),
        (Shape.SHELL, _SHELLS),
    ):
        if key in keys:
            return shape
    if known(tool) is not None:
        return None
    around = words | frozenset(words_of(server)) if words <= _FILLERS else words
    if around & _GRAPHQL_WORDS and words <= _FILLERS | _GRAPHQL_WORDS:
        return Shape.GRAPHQL
    for shape, named, fillers in _BY_WORDS:
        if around & named and words <= named | fillers:
            return shape
    return None


_BY_WORDS: Final = (
    (Shape.SQL, _SQL_WORDS, _SQL_FILLERS),
    (Shape.HTTP, _HTTP_WORDS, _HTTP_FILLERS),
    (Shape.SHELL, _SHELL_WORDS, _SHELL_FILLERS),
)
_FILLERS: Final = word_set(
    "run execute exec query request call invoke tool mutate mutation send get post put patch delete"
)

_READS_BY_NAME: Final = word_set("fetch webfetch fetchurl urlfetch query querydatabase readquery")
_METHODS: Final = {
    **dict.fromkeys(("get", "head"), Effect.READ),
    **dict.fromkeys(("put", "delete"), Effect.IDEMPOTENT),
    **dict.fromkeys(("post", "patch"), Effect.WRITE),
}


@lru_cache(maxsize=8192)
def effect_of_shape(tool: str) -> Effect | None:
    """What the name of a generic tool says without its arguments: UNKNOWN, unless it names a method. None: not
    generic."""
    shape = shape_of(tool)
    if shape is None:
        return None
    own = split_name(tool)[1]
    if squeezed(own) in _READS_BY_NAME:
        return Effect.READ
    methods = [_METHODS[word] for word in words_of(own) if word in _METHODS] if shape is Shape.HTTP else []
    return methods[-1] if methods else Effect.UNKNOWN


@lru_cache(maxsize=8192)
def kind_of_name(tool: str) -> ToolKind:
    """What sort of tool this is, as far as its name says."""
    shape = shape_of(tool)
    if shape is not None:
        return KIND_OF_SHAPE[shape]
    found = known(tool)
    return found.kind if found else ToolKind.PLAIN
