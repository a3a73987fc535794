"""Generic tools: those that pass what their arguments say to a shell, a database, a server or another tool."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.known import known
from doublefire.semantics.effects.prefixes import is_generic_wrapper, split_name
from doublefire.semantics.effects.words import squeezed, words_of
from doublefire.semantics.values.wordlist import word_set


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


KIND_OF_SHAPE: Final = {
    Shape.SHELL: ToolKind.SHELL,
    Shape.KEYBOARD: ToolKind.SHELL,
    Shape.SQL: ToolKind.SQL,
    Shape.HTTP: ToolKind.HTTP,
    Shape.GRAPHQL: ToolKind.GRAPHQL,
    Shape.EDITOR: ToolKind.EDIT,
    Shape.WRAPPER: ToolKind.PLAIN,
}

_NAMED: Final[dict[str, Shape]] = {
    name: shape
    for shape, names in {
        Shape.EDITOR: (
            "strreplaceeditor strreplacebasededittool texteditor texteditorcodeexecution fswrite fsread memory editor "
            "fileeditor oheditor"
        ),
        Shape.KEYBOARD: "writestdin sendinputtoterminal sendterminalinput",
        Shape.HTTP: (
            "fetch webfetch fetchurl urlfetch apicall callapi apirequest makerequest sendrequest webrequest request "
            "makeapicall makeapirequest invokeapi urlrequest executerequest httpcall httpfetch requestsget "
            "requestspost requestsput requestspatch requestsdelete"
        ),
        Shape.SQL: (
            "query querydatabase querydb databasequery dbquery runquery executequery execquery runstatement readquery "
            "executestatement writequery executedatabasequery rundatabasequery dbexecute databaseexecute executedb "
            "executebatch"
        ),
    }.items()
    for name in names.split()
}
"""Names, squeezed, that say the shape without a word of `_WORDS`."""
_SHELLS: Final = word_set("exec execute sshexec containerexec sandboxexec dockerexec runinterminal exechost")

_SERVER_FIRST: Final = word_set(
    "run execute exec query request call invoke tool mutate mutation send get post put patch delete"
)
"""Own names of tools whose shape their server's name says: `sql.execute`, `http.post`."""

_WORDS: Final[tuple[tuple[Shape, frozenset[str], frozenset[str]], ...]] = (
    (Shape.GRAPHQL, word_set("graphql gql"), _SERVER_FIRST),
    (
        Shape.SQL,
        word_set(
            "sql mysql postgres postgresql pg psql sqlite bigquery snowflake duckdb clickhouse redshift mssql "
            "sqlserver cypher neo4j athena trino databricks supabase"
        ),
        word_set(
            "run execute exec query queries statement statements tool call database db my the raw do perform server "
            "remote script select write read on to"
        ),
    ),
    (
        Shape.HTTP,
        word_set("http https curl rest webrequest"),
        word_set(
            "request requests call client send make do execute run tool api get post put patch delete head fetch "
            "invoke web perform url"
        ),
    ),
    (
        Shape.SHELL,
        word_set("ssh bash shell sh zsh powershell pwsh terminal cmd console command commands cli subprocess"),
        word_set(
            "run execute exec local remote tool call in the user sandbox container linux unix unified computer "
            "developer session code execution line invoke docker"
        ),
    ),
)
"""A name of these words alone, one of the first set among them and any of the second, has this shape."""


@lru_cache(maxsize=8192)
def shape_of(tool: str) -> Shape | None:
    """How the arguments of a generic tool of this name are read; None for a tool with a purpose of its own."""
    server, own = split_name(tool)
    key, words = squeezed(own), frozenset(words_of(own))
    if is_generic_wrapper(tool):
        return Shape.WRAPPER
    if key in _NAMED:
        return _NAMED[key]
    if known(tool) is not None:
        return None
    around = words | frozenset(words_of(server)) if words <= _SERVER_FIRST else words
    for shape, named, fillers in _WORDS:
        if around & named and words <= named | fillers:
            return shape
    return Shape.SHELL if key in _SHELLS else None


_READS_BY_NAME: Final = word_set("fetch webfetch fetchurl urlfetch query querydatabase readquery")
_METHODS: Final = {
    **dict.fromkeys(("get", "head"), Effect.READ),
    **dict.fromkeys(("put", "delete"), Effect.IDEMPOTENT),
    **dict.fromkeys(("post", "patch"), Effect.WRITE),
}


@lru_cache(maxsize=8192)
def effect_of_shape(tool: str) -> Effect | None:
    """What a generic tool's name says without its arguments: UNKNOWN, unless it names a method; None if not generic."""
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
