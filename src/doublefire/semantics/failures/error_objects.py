"""The words of an error object, written as a text: its class and code first, then what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from doublefire.semantics.failures import fields

MAX_WORDS: Final = 4000
"""Characters kept of what a failure says."""
MAX_PARTS: Final = 12
"""Texts of an error object that are kept: its class, its message, its cause."""
MAX_DEPTH: Final = 6
"""Objects inside objects; the errors of a GraphQL mutation stand in the fifth."""
MAX_ITEMS: Final = 8

_STATUS_TEXT = re.compile(r"[45]\d\d\b")


def words_of(error: Any) -> str:
    """What an error object says; a numeric status is written the way HTTP writes it: one reader does for both."""
    return "\n".join(dict.fromkeys(islice(_said(error, 0), MAX_PARTS)))[:MAX_WORDS]


def _said(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        if value.strip():
            yield value.strip()[:MAX_WORDS]
    elif isinstance(value, int) and not isinstance(value, bool):
        if abs(value) < 10**6:
            yield f"HTTP {value}" if 400 <= value <= 599 else str(value)
    elif isinstance(value, list):
        for item in value[:3]:
            yield from _said(item, depth + 1)
    elif isinstance(value, dict) and depth < MAX_DEPTH:
        yield from _object_said(value, depth)


def _object_said(error: dict[str, Any], depth: int) -> Iterator[str]:
    members = {fields.plain(key): value for key, value in islice(error.items(), 4 * MAX_ITEMS)}
    yield from _flags(members)
    yield from _classes(members)
    known = [members[field] for field in fields.MESSAGES if field in members and not isinstance(members[field], bool)]
    for value in known or list(members.values())[:MAX_ITEMS]:
        if value not in (None, "", False, True):
            yield from _said(value, depth + 1)


def _classes(members: dict[str, Any]) -> Iterator[str]:
    for field in fields.CLASSES:
        value = members.get(field)
        if isinstance(value, str) and value.strip().lower() not in fields.SILENT:
            yield f"HTTP {value}" if _STATUS_TEXT.match(value) else value.strip()[:200]
        elif type(value) is int and (400 <= value <= 599 or -32999 <= value <= -32000):
            yield f"HTTP {value}" if value > 0 else str(value)


def _flags(members: dict[str, Any]) -> Iterator[str]:
    if members.get("timeout") is True or members.get("timedout") is True:
        yield "timed out"
    if members.get("interrupted") is True:
        yield "interrupted"
    if members.get("executed") is False:
        yield "not executed"
    if isinstance(members.get("loc"), list):
        yield "validation error"
    for state in sorted(fields.TRUE_MAY_FAIL):
        if members.get(state) is True:
            yield state
