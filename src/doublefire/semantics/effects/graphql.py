"""GraphQL documents: a query reads, a mutation writes unless each of its fields sets, upserts or deletes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.names import effect_of_name
from doublefire.semantics.effects.said import ArgumentsEffect, strongest

MAX_DOCUMENT: Final = 100_000
"""Characters of a document that are read; more is a schema, not an operation."""

_TOKEN = re.compile(
    r'"""(?:[^"]|"(?!""))*+(?:""")?|"(?:[^"\\\n]|\\.)*+\\?"?|#[^\n]*|\.\.\.|\$?[A-Za-z_][A-Za-z0-9_]*|[{}():@]',
    re.DOTALL,
)
_OPERATION = re.compile(
    r"\s*(?:#[^\n]*\n\s*)*(?:mutation|query|subscription|fragment)\b[^{]{0,4096}\{|\s*\{\s*[A-Za-z_]"
)
_FIELDS: Final = ("query", "mutation", "document", "graphql", "gql", "operation", "body", "text", "input")
_KINDS: Final = ("query", "mutation", "subscription")


def is_document(text: str) -> bool:
    """Whether a text begins as a GraphQL document that names its operation, not as JSON or prose."""
    return bool(_OPERATION.match(text[:MAX_DOCUMENT])) and not text.lstrip().startswith("{")


def document_in(arguments: Mapping[str, Any] | str) -> str | None:
    """The GraphQL document in the arguments of a GraphQL tool or the body of a request; None when there is none."""
    if isinstance(arguments, str):
        text = arguments.lstrip()
        if text.startswith('{"'):
            try:
                decoded = json.loads(text[:MAX_DOCUMENT])
            except (ValueError, RecursionError):
                return None
            return document_in(decoded) if isinstance(decoded, dict) else None
        return arguments if _OPERATION.match(arguments[:MAX_DOCUMENT]) else None
    for name in _FIELDS:
        value = arguments.get(name)
        if isinstance(value, str) and _OPERATION.match(value[:MAX_DOCUMENT]):
            return value
    return None


def effect_of_document(document: str, operation: str | None = None) -> ArgumentsEffect:
    """What running this document does. `operation` names the one that runs where the document holds several."""
    operations = list(_operations(document[:MAX_DOCUMENT]))
    chosen = [found for found in operations if operation and found[1] == operation] or operations
    if not chosen:
        return ArgumentsEffect(Effect.UNKNOWN, ToolKind.GRAPHQL)
    return strongest(_effect_of_operation(kind, fields) for kind, _, fields in chosen)


def _effect_of_operation(kind: str, fields: list[str]) -> ArgumentsEffect:
    if kind != "mutation":
        return ArgumentsEffect(Effect.READ, ToolKind.GRAPHQL, kind)
    effects = {effect_of_name(name) for name in fields}
    effect = Effect.IDEMPOTENT if effects == {Effect.IDEMPOTENT} else Effect.WRITE
    return ArgumentsEffect(effect, ToolKind.GRAPHQL, "mutation")


def _operations(document: str) -> Iterator[tuple[str, str, list[str]]]:
    """Kind, name and top-level fields of every operation; a bare selection is a query without a name."""
    heading: list[str] = []
    fields: list[str] = []
    depth = 0
    before = ""
    for token in _without_arguments(document):
        if token == "{":
            depth += 1
        elif token == "}" and depth:
            depth -= 1
            if depth == 0:
                yield from _operation(heading, fields)
                heading, fields = [], []
        elif depth == 0:
            heading.append(token)
        elif depth == 1 and token not in (":", "@", "...") and before not in ("@", "..."):
            if before == ":" and fields:
                fields[-1] = token  # the field behind its alias
            else:
                fields.append(token)
        before = token
    if depth:
        yield from _operation(heading, fields)


def _without_arguments(document: str) -> Iterator[str]:
    """Names and braces; strings, comments and whatever stands between round brackets are gone."""
    inside = 0
    for token in _TOKEN.findall(document):
        if token in "()":
            inside = max(0, inside + (1 if token == "(" else -1))
        elif not inside and token[0] not in '#"$':
            yield token


def _operation(heading: list[str], fields: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    kind = heading[0] if heading else "query"
    if kind in _KINDS:
        yield kind, heading[1] if len(heading) > 1 else "", fields
