"""A place in a TOML file, for messages: the parser gives values only, so the line is looked up in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from doublefire.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Where:
    """A key in a config file, as the path of keys that leads to it; a number counts the tables of an array."""

    path: Path
    text: str
    keys: tuple[str | int, ...] = ()

    def step(self, key: str | int) -> Where:
        """One key further in."""
        return replace(self, keys=(*self.keys, key))

    @property
    def name(self) -> str:
        """The last key that has a name."""
        return next(key for key in reversed(self.keys) if isinstance(key, str))

    def error(self, problem: str) -> ConfigError:
        """A ConfigError that names the file and, where it can be found, the line."""
        line = self.line()
        return ConfigError(f"{self.path}{f':{line}' if line else ''}: {problem}")

    def line(self) -> int | None:
        """The 1-based line of the last key: of its assignment, or of the header that opens its table."""
        lines = [line.strip() for line in self.text.splitlines()]
        start, found = 0, None
        for depth, key in enumerate(self.keys):
            later = range(start, len(lines))
            if isinstance(key, int):
                heads = [number for number in later if _opens(lines[number], self.name_before(depth), double=True)]
                at = heads[key] if key < len(heads) else None
            else:
                at = next((number for number in later if _opens(lines[number], key) or _sets(lines[number], key)), None)
            if at is not None:
                start = found = at
        return None if found is None else found + 1

    def name_before(self, depth: int) -> str:
        """The nearest named key above this depth."""
        return next(str(key) for key in reversed(self.keys[:depth]) if isinstance(key, str))


def _spelled(key: str) -> str:
    return rf"""(?:{re.escape(key)}|"{re.escape(key)}"|'{re.escape(key)}')"""


def _opens(line: str, key: str, *, double: bool = False) -> bool:
    """Whether a line is the header of a table of this name, or of one inside it."""
    brackets = r"\[\[" if double else r"\[+"
    return re.match(rf"{brackets}(?:.*[\s.])?\s*{_spelled(key)}\s*[\].]", line) is not None


def _sets(line: str, key: str) -> bool:
    """Whether a line assigns this key, alone or in an inline table."""
    return re.search(rf"(?:^|[{{,.]\s*){_spelled(key)}\s*[=.]", line) is not None
