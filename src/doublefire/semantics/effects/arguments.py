"""What one call does, by the arguments of a generic tool: its command, statement, request, document or action."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from doublefire.model import ABSENT, Effect, ToolKind
from doublefire.semantics.effects import http, sql
from doublefire.semantics.effects.commands import (
    effect_of_program,
    effect_of_shell_arguments,
    effect_of_typing,
    text_of,
)
from doublefire.semantics.effects.graphql import document_in, effect_of_document, is_document
from doublefire.semantics.effects.known import known
from doublefire.semantics.effects.names import effect_of_name
from doublefire.semantics.effects.prefixes import split_name
from doublefire.semantics.effects.rehearsals import is_rehearsal
from doublefire.semantics.effects.relative import is_update, relative_field
from doublefire.semantics.effects.said import ArgumentsEffect, strongest
from doublefire.semantics.effects.shapes import Shape, kind_of_name, shape_of
from doublefire.semantics.effects.words import words_of
from doublefire.semantics.values.wordlist import word_row, word_set

MAX_WRAPPERS: Final = 3
"""Generic tools inside generic tools that are followed (a gateway's call of an MCP client's call of a tool)."""
_MAY_REHEARSE: Final = re.compile(r"dry|only|what|simul|no-?_?op", re.IGNORECASE)
"""Parts of the names in `rehearsals`: a text without any of them need not be decoded."""
MAX_JSON: Final = 1_000_000
"""Characters of an argument text that are decoded as JSON."""

Fields = Mapping[str, Any]


def effect_of_arguments(tool: str, arguments: Any) -> ArgumentsEffect | None:
    """What a call of this tool does, as its arguments say; None where they say nothing of it.

    `arguments` is decoded JSON or text. A call that only rehearses (`dry_run`) reads, whatever its tool. Else only
    generic tools (shells, SQL, HTTP, GraphQL, editors with a command, wrappers around other tools), updates and tools
    whose own name says nothing are looked at.
    """
    return _effect(tool, arguments, 0)


def told_by_arguments(tool: str) -> bool:
    """Whether arguments can say what a call of this tool does; False where its name alone decides."""
    return _way(tool) is not None


def _effect(tool: str, arguments: Any, depth: int) -> ArgumentsEffect | None:
    way = _way(tool)
    if arguments is ABSENT or arguments is None or depth > MAX_WRAPPERS:
        return None
    if way is None and isinstance(arguments, str) and not _MAY_REHEARSE.search(arguments):
        return None
    given = _decoded(arguments)
    if isinstance(given, Mapping) and is_rehearsal(given):
        return ArgumentsEffect(Effect.READ, kind_of_name(tool), "rehearsal")
    if way is None:
        return None
    if way is Shape.WRAPPER:
        return _wrapped(given, depth) if isinstance(given, Mapping) else None
    return _READERS[way](tool, given)


class _Way:
    UPDATE: Final = "update"
    ARITHMETIC: Final = "arithmetic"
    OPAQUE: Final = "opaque"


@lru_cache(maxsize=8192)
def _way(tool: str) -> str | None:
    """How the arguments of this tool are read; None where its name alone decides."""
    shape = shape_of(tool)
    if shape is not None:
        return shape
    words = words_of(split_name(tool)[1])
    if words and words[0] in _ARITHMETIC and len(words) == 1:
        return _Way.ARITHMETIC
    if is_update(tool):
        return _Way.UPDATE
    says = effect_of_name(tool)
    opaque = says is Effect.UNKNOWN or (words and words[-1] == "write" and known(tool) is None)
    return _Way.OPAQUE if opaque else None


_ARITHMETIC: Final = word_set("add subtract sum plus minus")


def _decoded(arguments: Any) -> Any:
    """Text that holds a JSON object or array is that; a sole wrapper field (`{"kwargs": {...}}`) is taken off."""
    if isinstance(arguments, str) and arguments[:1] in ("{", "[") and len(arguments) <= MAX_JSON:
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return arguments
    for _ in range(2):
        if isinstance(arguments, Mapping):
            inner = [arguments[name] for name in _ENVELOPES if isinstance(arguments.get(name), Mapping)]
            if len(inner) == 1 and all(value is inner[0] or not value for value in arguments.values()):
                arguments = inner[0]
    return arguments


_ENVELOPES: Final = word_row("kwargs arguments args input inputs params parameters request data")


# --- databases and servers --------------------------------------------------------------------------------------------

_STATEMENTS: Final = word_row(
    "sql query statement sql_query sqlQuery query_string queryString sql_statement statements queries script cypher "
    "code text command input __arg1"
)


def _sql(tool: str, given: Any) -> ArgumentsEffect | None:
    if isinstance(given, Mapping):
        for name in _STATEMENTS:
            if isinstance(given.get(name), list):
                texts = [
                    part if isinstance(part, str) else text_of(part, _STATEMENTS) or "" for part in given[name][:1000]
                ]
                said = [effect for effect in map(sql.effect_of_sql, texts) if effect is not None]
                return strongest(said) if said else None
    text = text_of(given, _STATEMENTS)
    return None if text is None else sql.effect_of_sql(text)


def _http(tool: str, given: Any) -> ArgumentsEffect | None:
    named = next((word.upper() for word in words_of(split_name(tool)[1]) if word.upper() in http.METHODS), None)
    if isinstance(given, str):
        given = {"url": given.strip()}
    if not isinstance(given, Mapping):
        return None
    address = http.address_of(given)
    if address is not None and http.is_graphql(address):
        body = http.body_of(given)
        document = document_in(body) if isinstance(body, Mapping | str) else document_in(given)
        if document is not None:
            return effect_of_document(document, _operation(body) or _operation(given))
    return http.effect_of_http(given, named)


def _graphql(tool: str, given: Any) -> ArgumentsEffect | None:
    document = document_in(given) if isinstance(given, Mapping | str) else None
    return None if document is None else effect_of_document(document, _operation(given))


def _operation(given: Any) -> str | None:
    if not isinstance(given, Mapping):
        return None
    name = given.get("operationName") or given.get("operation_name")
    return name if isinstance(name, str) else None


# --- editors, actions, updates ----------------------------------------------------------------------------------------

_EDITS: Final[dict[str, Effect]] = {
    **dict.fromkeys(word_set("view read list show search open"), Effect.READ),
    **dict.fromkeys(word_set("create write delete remove rename move overwrite save"), Effect.IDEMPOTENT),
    **dict.fromkeys(word_set("str_replace strreplace insert append edit undo_edit undo patch replace"), Effect.WRITE),
}
_ACTIONS: Final = word_row("action operation command method op verb subcommand action_type actionType mode")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]{1,63}")


def _editor(tool: str, given: Any) -> ArgumentsEffect | None:
    """One tool that views, creates and changes files: the whole content may be written again, an edit may not."""
    command = given.get("command") if isinstance(given, Mapping) else None
    if isinstance(command, str) and command in _EDITS:
        return ArgumentsEffect(_EDITS[command], ToolKind.EDIT, command)
    return _action(given)


def _action(given: Any) -> ArgumentsEffect | None:
    """`{"action": "refund", ...}` says what a tool called `orders` or `manage_order` is asked to do."""
    if not isinstance(given, Mapping):
        return None
    for name in _ACTIONS:
        value = given.get(name)
        if isinstance(value, str) and _NAME.fullmatch(value):
            effect = effect_of_name(value)
            if effect is not Effect.UNKNOWN:
                return ArgumentsEffect(effect, ToolKind.PLAIN, f"{name} {value}")
    return None


def _opaque(tool: str, given: Any) -> ArgumentsEffect | None:
    """A tool whose name says nothing: whatever its arguments show beyond doubt."""
    if not isinstance(given, Mapping):
        return None
    for name in ("sql", "query", "statement", "sql_query"):
        text = given.get(name)
        if isinstance(text, str):
            if sql.is_sql(text):
                return sql.effect_of_sql(text)
            if is_document(text):
                return effect_of_document(text, _operation(given))
    method, address = http.method_of(given), http.address_of(given)
    if method is not None and address is not None and ("/" in address or "." in address):
        return http.effect_of_http(given)
    command = next((given[name] for name in ("command", "cmd", "argv") if given.get(name)), None)
    if isinstance(command, list) or (isinstance(command, str) and re.search(r"\s", command.strip())):
        said = effect_of_program(command, given.get("args"))
        if said is not None and said.effect is not Effect.UNKNOWN:
            return said
    return _action(given)


def _update(tool: str, given: Any) -> ArgumentsEffect | None:
    field = relative_field(given)
    return None if field is None else ArgumentsEffect(Effect.WRITE, ToolKind.PLAIN, f"relative argument {field}")


def _arithmetic(tool: str, given: Any) -> ArgumentsEffect | None:
    """`add(a=2, b=3)`, the first tool of every tutorial, adds nothing to anything."""
    if not isinstance(given, Mapping) or not given:
        return None
    values = [part for value in given.values() for part in (value if isinstance(value, list) else [value])]
    operands = (
        all(isinstance(value, int | float) and not isinstance(value, bool) for value in values) and len(values) > 1
    )
    named = word_set(
        "a b c x y z n m num1 num2 first second left right numbers values addend minuend operand1 operand2"
    )
    return ArgumentsEffect(Effect.READ, ToolKind.PLAIN, "arithmetic") if operands and named.issuperset(given) else None


# --- wrappers ---------------------------------------------------------------------------------------------------------

_TOOL_FIELDS: Final = word_row("tool_name toolName tool tool_slug name function_name function toolSlug method")
_ARGUMENT_FIELDS: Final = word_row("arguments args input parameters params tool_input toolInput tool_arguments kwargs")


def _wrapped(given: Fields, depth: int) -> ArgumentsEffect | None:
    """The tool that is named inside, with the arguments it is given there."""
    tool = next((given[name] for name in _TOOL_FIELDS if isinstance(given.get(name), str)), None)
    if not tool or not _NAME.fullmatch(tool):
        return None
    inner = next((given[name] for name in _ARGUMENT_FIELDS if name in given), None)
    said = _effect(tool, inner, depth + 1)
    if said is not None:
        return said
    effect = effect_of_name(tool)
    found = known(tool)
    return ArgumentsEffect(effect, found.kind if found else ToolKind.PLAIN, tool)


_READERS: Final[dict[str, Callable[[str, Any], ArgumentsEffect | None]]] = {
    Shape.SHELL: lambda tool, given: effect_of_shell_arguments(given),
    Shape.KEYBOARD: lambda tool, given: effect_of_typing(given),
    Shape.SQL: _sql,
    Shape.HTTP: _http,
    Shape.GRAPHQL: _graphql,
    Shape.EDITOR: _editor,
    _Way.UPDATE: _update,
    _Way.ARITHMETIC: _arithmetic,
    _Way.OPAQUE: _opaque,
}
