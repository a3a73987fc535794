"""Tools by their real names: what coding agents and agent frameworks ship.

The names are those of Claude Code, Codex, Gemini CLI, OpenHands, SWE-agent, Inspect, Cursor, VS Code, Cline, goose,
Kiro, smolagents, ADK and the reference MCP servers, squeezed to letters and digits. What is not here goes by its verb.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.prefixes import split_name
from doublefire.semantics.effects.words import squeezed, words_of
from doublefire.semantics.values.wordlist import word_set


@dataclass(frozen=True, slots=True)
class Known:
    """What a tool of a known name does when its arguments say nothing."""

    effect: Effect
    kind: ToolKind


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
        "todowrite writetodos updateplan updatetodolist managetodolist todo tasktracker "
        "updatememory killshell killbash closeagent switchmode gitadd gitreset gitcheckout gitinit",
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

_OWN: Final = word_set("TaskCreate TaskUpdate TaskStop")
"""Claude Code's own to-do list. Elsewhere, and spelled otherwise, a task is somebody's work."""
_UNPREFIXED: Final = word_set("edit write read plan todo task agent act job skill noop")
"""Words so plain that they name an agent's own tool only where no server stands before them."""
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


@lru_cache(maxsize=8192)
def known(tool: str) -> Known | None:
    """What is known of a tool of this name, None when only its verb can tell."""
    server, own = split_name(tool)
    words = words_of(own)
    if tool in _OWN:
        return Known(Effect.IDEMPOTENT, ToolKind.PLAIN)
    if server and own.lower() in _UNPREFIXED:
        return None
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
