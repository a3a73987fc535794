"""Updates that start from what is there: setting a stock to 5 may repeat, adding 5 to it may not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from doublefire.model import Effect
from doublefire.semantics.effects.names import FIRM, effect_of_name
from doublefire.semantics.effects.prefixes import split_name
from doublefire.semantics.effects.verbs import UPDATES
from doublefire.semantics.effects.words import words_of
from doublefire.semantics.values.wordlist import word_set

MAX_DEPTH: Final = 4
"""Levels of an argument that are looked at: `{"data": {"fields": {"comment": ...}}}` has three."""
MAX_FIELDS: Final = 200
"""Fields that are looked at: an update with more is a whole record, not a change."""

_FIELD = re.compile(
    r"(?:.+_)?(?:delta|increment|decrement)|(?:delta|increment|decrement|increase|decrease|append|prepend)(?:_.+)?"
    r"|(?:.+_)?(?:increase|decrease|increment|decrement|adjust|change|reduce|extend|shift|move)_?by"
    r"|(?:new_|add_|append_)?comment|additional_comments|comment_(?:body|text)|work_notes?|add_notes?|append_text|(?:amount|quantity|stock|balance|price)_change|adjustment"
    r"|(?:is_)?relative|\$(?:inc|mul|push|pop|pull|bit)"
)
_NUMERIC_FIELD = re.compile(
    r"by|inc|dec|add|subtract|plus|minus|change|offset|by_(?:seconds|minutes|hours|days|weeks|months|years|percent|amount|count|units)"
)
"""Also words of other meanings (`by: alice`, `add: [tag]`): relative only with a number."""
_MODE_FIELD = re.compile(r"(?:update_?|edit_?|write_?|change_?)?(?:mode|operation|op|action|type|method)")
_MODE = re.compile(
    r"(?:append|prepend|increment|decrement|increase|decrease|add|subtract|inc|dec|push|adjust|relative|delta|toggle)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\+=?\s?\d{1,9}(?:\.\d{1,9})?%?")
"""A string like `+5`. A bare minus is left out: `-3` may be the value itself; a plus with more digits is a phone
number."""
_NONE: Final = word_set("0 false none null")
_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@lru_cache(maxsize=4096)
def is_update(tool: str) -> bool:
    """Whether the verb of this name sets a value that an argument may turn into a change."""
    verb = next((word for word in words_of(split_name(tool)[1]) if word in FIRM), "")
    return verb in UPDATES and effect_of_name(tool) is Effect.IDEMPOTENT


def relative_update(tool: str, arguments: Any) -> bool:
    """Whether this is an update by a difference (`delta`, `by`, `append`, `comment`), so that a second one adds to the
    first."""
    return is_update(tool) and relative_field(arguments) is not None


def relative_field(arguments: Any) -> str | None:
    """The name of the first argument that says how far instead of where to, at most `MAX_DEPTH` levels down."""
    for name, value in islice(_fields(arguments, MAX_DEPTH), MAX_FIELDS):
        if value and _is_relative(_sense(name), value):
            return name
    return None


class _Sense(Enum):
    """What the name of an argument says of its value."""

    NOTHING = auto()
    RELATIVE = auto()
    NUMERIC = auto()
    MODE = auto()


@lru_cache(maxsize=4096)
def _sense(name: str) -> _Sense:
    spelled = _SNAKE.sub("_", name).lower().replace("-", "_")
    if _NUMERIC_FIELD.fullmatch(spelled):
        return _Sense.NUMERIC
    if _MODE_FIELD.fullmatch(spelled):
        return _Sense.MODE
    return _Sense.RELATIVE if _FIELD.fullmatch(spelled) else _Sense.NOTHING


def _fields(value: Any, depth: int) -> Iterator[tuple[str, Any]]:
    if depth == 0:
        return
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)[:64], inner
            yield from _fields(inner, depth - 1)
    elif isinstance(value, list):
        for inner in value[:MAX_FIELDS]:
            yield from _fields(inner, depth - 1)


def _is_relative(sense: _Sense, value: Any) -> bool:
    if isinstance(value, str) and _SIGNED.fullmatch(value):
        return True
    if sense is _Sense.MODE:
        return isinstance(value, str) and bool(_MODE.fullmatch(value))
    if sense is _Sense.NUMERIC:
        return _is_number(value)
    return sense is _Sense.RELATIVE and not (isinstance(value, str) and value.lower() in _NONE)


def _is_number(value: Any) -> bool:
    if isinstance(value, str):
        return bool(re.fullmatch(r"[+-]?\d{1,18}(?:\.\d{1,9})?%?", value))
    return isinstance(value, int | float) and not isinstance(value, bool)
