"""The path language of the configuration: `metadata.*`, `items[].note`, `headers.X-Ref`.

A dot steps into an object, `*` is any key, `[]` any element of a list; a backslash takes the next character as it is,
so `a\\.b` is one key with a dot in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from doublefire.semantics.values.exact_json import decode_maybe

Concrete = tuple[str | int, ...]
"""A place in one value: keys of objects and positions in lists, from the outside in."""


class Wild(Enum):
    """A step that fits more than one key."""

    ANY_KEY = "*"
    ANY_ELEMENT = "[]"


Step = str | Wild

SPECIAL: Final = frozenset("\\.[]*")
_KEY = re.compile(r"(?:\\.|[^\\.\[\]*])+", re.DOTALL)
_PART = re.compile(rf"(\*|{_KEY.pattern})?((?:\[\])*)(\.|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Path:
    """A parsed path; `str()` gives it back in the language of the configuration."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return _joined(step.value if isinstance(step, Wild) else _escaped(step) for step in self.steps)


def dotted(concrete: Concrete) -> str:
    """A concrete place in the same language; positions in lists become `[]`, so that users can paste it."""
    return _joined("[]" if isinstance(step, int) else _escaped(step) for step in concrete)


def _joined(steps: Iterable[str]) -> str:
    text = ""
    for step in steps:
        text += step if step == "[]" or not text else f".{step}"
    return text


def _escaped(key: str) -> str:
    return "".join(f"\\{character}" if character in SPECIAL else character for character in key)


def parse_path(text: str) -> Path:
    """The path that a text spells. Raises ValueError with what is wrong in it."""
    steps: list[Step] = []
    at, more = 0, True
    while more:
        part = _PART.match(text, at)
        if part is None:
            raise ValueError(f"path {text!r}: {_complaint(text, at)}")
        key, elements, end = part.groups()
        if key is None and not elements:
            raise ValueError(f"path {text!r}: a key is missing at its start, at its end or between two dots")
        if key is not None:
            steps.append(Wild.ANY_KEY if key == "*" else _ESCAPE.sub(r"\1", key))
        steps.extend([Wild.ANY_ELEMENT] * (len(elements) // 2))
        at, more = part.end(), end == "."
    return Path(tuple(steps))


def _complaint(text: str, at: int) -> str:
    key = _KEY.match(text, at)
    rest = text[key.end() if key else at :]
    offender = rest[:1]
    if rest.startswith("[]"):
        return "a dot is missing after []"
    if offender == "*":
        return "* stands for a whole key; write \\* for a star in a key"
    if offender in ("[", "]"):
        return "only [] (any element) may follow a key; write \\[ and \\] for brackets in a key"
    return "the backslash at its end takes no character"


def matches(path: Path, concrete: Concrete) -> bool:
    """Whether a path leads to exactly this place."""
    return len(path.steps) == len(concrete) and all(map(_fits, path.steps, concrete))


def _fits(step: Step, key: str | int) -> bool:
    if step is Wild.ANY_ELEMENT:
        return isinstance(key, int)
    return isinstance(key, str) and (step is Wild.ANY_KEY or step == key)


def select(path: Path, value: Any) -> list[Any]:
    """The values that a path leads to, in order; JSON in strings is entered. Empty when it leads nowhere."""
    found = [value]
    for step in path.steps:
        found = [inner for outer in found for inner in _entered(step, outer)]
    return found


def _entered(step: Step, value: Any) -> Iterable[Any]:
    if isinstance(value, str):
        value = decode_maybe(value)
    if step is Wild.ANY_ELEMENT:
        return value if isinstance(value, (list, tuple)) else ()
    if not isinstance(value, dict):
        return ()
    if step is Wild.ANY_KEY:
        return value.values()
    return (value[step],) if step in value else ()
