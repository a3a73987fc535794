"""One decoded span, and the small questions that every convention asks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.times import MAX_NS
from doublefire.ingest.vocabulary import ModelSpan, Test, ToolSpan
from doublefire.model import ABSENT

Row = TypeVar("Row", ToolSpan, ModelSpan)
Event = tuple[str, int | None, Mapping[str, Any]]
"""(name, nanoseconds, attributes)"""


@dataclass(slots=True)
class Span:
    """One span, decoded: ids are lower-case hex, times nanoseconds, attribute values plain Python values."""

    trace: str
    span: str
    parent: str | None
    name: str
    kind: str = "internal"
    """internal | client | server | producer | consumer"""
    start_ns: int | None = None
    end_ns: int | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    events: Sequence[Event] = ()
    failed: bool | None = None
    """True for an error status, False for an explicit ok, None when unset."""
    message: str | None = None
    """The status message."""
    scope: str | None = None
    """The instrumentation scope's name."""


def session_of(attributes: Mapping[str, Any]) -> str | None:
    """The conversation that these attributes name, if any."""
    for name in vocabulary.SESSION:
        value = attributes.get(name)
        if value is not None and isinstance(value, (str, int)) and value not in ("", False, True):
            return str(value)
    return None


def row_of(rows: Sequence[Row], span: Span) -> Row | None:
    """The first vocabulary row whose test this span passes."""
    attributes, name = span.attributes, span.name
    for row in rows:
        for test in row.tests:
            if test.attribute in attributes and holds(test, attributes):
                return row
        if name.startswith(row.names) and named(row.names, name):
            return row
    return None


def holds(test: Test, attributes: Mapping[str, Any]) -> bool:
    """Whether the attributes pass a vocabulary test; letter case of the value does not matter."""
    value = attributes.get(test.attribute)
    if value is None:
        return False
    return test.value is None or (isinstance(value, str) and value.casefold() == test.value.casefold())


def holds_any(tests: Sequence[Test], attributes: Mapping[str, Any]) -> bool:
    """Whether the attributes pass one of these tests."""
    return bool(tests) and any(test.attribute in attributes and holds(test, attributes) for test in tests)


@lru_cache(maxsize=4096)
def named(names: tuple[str, ...], span_name: str) -> bool:
    """Whether a span name is one of these, or begins with one that ends in a space or colon."""
    return any(span_name == name or (name[-1] in " :" and span_name.startswith(name)) for name in names)


def text(value: Any) -> str | None:
    """A recorded value as text, None when it was not recorded."""
    return None if value is None or value is ABSENT else forms.as_text(value)


def number(value: Any) -> int | None:
    """A status code or counter, written as number or text, that fits in 64 bits; else None."""
    try:
        if isinstance(value, (int, float)) or (isinstance(value, str) and len(value) < MAX_DIGITS):
            found = int(value)
            return found if abs(found) <= MAX_NS else None
    except (ValueError, OverflowError):
        pass
    return None


MAX_DIGITS = 20
"""Characters of a number that can still fit in 64 bits."""
