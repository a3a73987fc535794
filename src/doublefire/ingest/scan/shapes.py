"""What spans of one shape mean, found out once with the vocabulary and remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Protocol

import msgspec

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.dialects.otlp import KINDS, any_value
from doublefire.ingest.spans import Span, tool_name
from doublefire.ingest.spans.models import SPREAD_TOOLS
from doublefire.ingest.spans.span import holds, row_of
from doublefire.ingest.vocabulary import ModelSpan, Test, ToolSpan
from doublefire.semantics.effects import is_pseudo_tool

MAX_SHAPES: Final = 50_000
"""Shapes that are remembered; programs that name spans after their data start the table anew."""
READS: Final = frozenset(("GET", "HEAD", "OPTIONS"))


class Meaning(Enum):
    """What a span is to a scan."""

    NOTHING = "nothing"
    TOOL = "tool"
    MODEL = "model"
    REQUEST = "request"
    ODD = "odd"
    """It has to be read properly, and so has its session."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What spans of one shape mean; numbers are positions among their attributes."""

    meaning: Meaning
    session: tuple[int, ...] = ()
    row: ToolSpan | None = None
    tool: int | None = None
    tool_name: str = ""
    """Where no attribute holds the name."""
    arguments: int | None = None
    call: int | None = None
    model: ModelSpan | None = None
    output: tuple[int, ...] = ()
    input: tuple[int, ...] = ()
    spread: bool = False
    """The input is spread over several attributes."""
    declared: tuple[int, ...] = ()
    failed: bool = False
    status: int | None = None


class Attribute(Protocol):
    """An attribute whose value is not decoded yet."""

    key: str
    value: msgspec.Raw


def _tests() -> frozenset[str]:
    rows: tuple[ToolSpan | ModelSpan, ...] = (*vocabulary.TOOLS, *vocabulary.MODELS)
    tests: list[Test] = [*vocabulary.ANNOUNCEMENTS]
    for row in rows:
        tests += [*row.tests, *row.ignored]
    return frozenset(test.attribute for test in tests if test.value is not None) | frozenset(vocabulary.HTTP_METHOD)


TELLING: Final = _tests()
"""Attributes whose values, and not only their presence, decide what a span is."""
_PLACEHOLDER: Final = "\x00"


class Shapes:
    """The shapes met so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Shape] = {}

    def of(self, name: str, kind: int | str | None, attributes: Sequence[Attribute]) -> Shape:
        """The shape of a span with this name, kind and these attributes."""
        keys = tuple([attribute.key for attribute in attributes])
        telling = tuple([bytes(attribute.value) for attribute in attributes if attribute.key in TELLING])
        found = self._known.get((name, kind, keys, telling))
        if found is None:
            if len(self._known) >= MAX_SHAPES:
                self._known.clear()
            found = self._known[name, kind, keys, telling] = _shape(name, kind, keys, telling)
        return found


def _shape(name: str, kind: int | str | None, keys: tuple[str, ...], telling: tuple[bytes, ...]) -> Shape:
    values = iter(telling)
    attributes = {key: any_value(msgspec.json.decode(next(values))) if key in TELLING else _PLACEHOLDER for key in keys}
    if any(holds(test, attributes) for test in vocabulary.ANNOUNCEMENTS):
        return Shape(Meaning.NOTHING)
    if len(attributes) < len(keys) or any(value is None for value in attributes.values()):
        return Shape(Meaning.ODD)
    session = tuple(keys.index(key) for key in vocabulary.SESSION if key in attributes)
    kind_word = KINDS.get(kind, "internal") if isinstance(kind, int) else str(kind).removeprefix("SPAN_KIND_").lower()
    span = Span("", "", None, name, kind_word, attributes=attributes)
    if any("dempoten" in key or "equest-id" in key.lower() or "request.id" in key.lower() for key in keys):
        return Shape(Meaning.ODD, session)
    tool = row_of(vocabulary.TOOLS, span)
    if tool is not None:
        return _tool(span, tool, keys, session)
    model = row_of(vocabulary.MODELS, span)
    if model is not None and not any(holds(test, attributes) for test in model.ignored):
        return _model(model, keys, session)
    if kind_word == "client" or any(key in attributes for key in vocabulary.HTTP_METHOD):
        return _request(attributes, keys, session)
    odd = "gen_ai.tool.definitions" in attributes
    return Shape(Meaning.ODD if odd else Meaning.NOTHING, session)


def _tool(span: Span, row: ToolSpan, keys: tuple[str, ...], session: tuple[int, ...]) -> Shape:
    if is_pseudo_tool(span.name) or any(holds(test, span.attributes) for test in row.ignored):
        return Shape(Meaning.ODD, session)
    arguments, call = _first(row.arguments, keys), _first(row.call_id, keys)
    hidden_call = call is None and (row.form == "langchain-envelope" or row.result_form == "langchain-output")
    if arguments is None or hidden_call or _first(row.server, keys) is not None:
        return Shape(Meaning.ODD, session)
    named = _first(row.tool, keys)
    return Shape(
        Meaning.TOOL,
        session,
        row=row,
        tool=named,
        tool_name=tool_name(span, row) if named is None else "",
        arguments=arguments,
        call=call,
    )


def _model(row: ModelSpan, keys: tuple[str, ...], session: tuple[int, ...]) -> Shape:
    if any(key.startswith(name) and name in SPREAD_TOOLS for key in keys for name in row.tools):
        return Shape(Meaning.ODD, session)
    asked, answered = _held(row.input, keys), _held(row.output, keys)
    return Shape(
        Meaning.MODEL,
        session,
        model=row,
        output=answered,
        input=asked,
        spread=any(form in forms.SPREAD for name, form in row.input if any(key.startswith(name) for key in keys)),
        declared=tuple(at for at, key in enumerate(keys) if key in row.tools),
        failed="error.type" in keys,
    )


def _held(where: Sequence[tuple[str, str]], keys: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(at for at, key in enumerate(keys) if any(key.startswith(name) for name, _ in where))


def _request(attributes: dict[str, Any], keys: tuple[str, ...], session: tuple[int, ...]) -> Shape:
    """A request that surely read, or none at all, says nothing; of others the status counts."""
    verb = forms.first(attributes, vocabulary.HTTP_METHOD, None)
    if verb is None:
        database = any(key in attributes for key in (*vocabulary.DB_STATEMENT, *vocabulary.DB_OPERATION))
        return Shape(Meaning.ODD if database else Meaning.NOTHING, session)
    if str(verb).upper() in READS:
        return Shape(Meaning.NOTHING, session)
    return Shape(Meaning.REQUEST, session, status=_first(vocabulary.HTTP_STATUS, keys))


def _first(names: Sequence[str], keys: tuple[str, ...]) -> int | None:
    return next((keys.index(name) for name in names if name in keys), None)
