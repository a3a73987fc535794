"""`[dialects.NAME]` of the config: a log of anybody's own, read by naming which field holds what.

A mapping turns each record into a line of the native log, so both are read alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.dialects.native import FIELDS, sighting_of
from doublefire.model import Emission, Record
from doublefire.semantics.values.paths import Path, Wild, parse_path, select

MEANINGS: Final[dict[str, str]] = {
    "tool": "the tool's name; a record without it is no call",
    "arguments": "what it was called with: an object, or its JSON text",
    "result": "what came back",
    "error": "the error's text, or an object with a `message`",
    "error_type": "the error's class",
    "status": "how it ended: `ok`, `error`, `timeout` or `cancelled`, or a common word for one of these",
    "session": "the conversation",
    "trace": "the trace or run",
    "turn": "one model response",
    "call": "the id under which the model asked for it",
    "start": "when it began: RFC 3339, or seconds to nanoseconds since 1970",
    "end": "when it ended",
    "duration_ms": "how long it took in milliseconds, where no end is recorded",
    "duration_s": "the same in seconds",
    "key": "the idempotency key, where it stands beside the arguments",
    "agent": "the agent that made it",
}
"""What a mapping can name -> what that is."""


def mapped(name: str, mapping: Mapping[str, str]) -> Dialect:
    """The dialect that reads records by these field paths (`steps[].tool` reads one call an element)."""
    paths = {meaning: parse_path(path) for meaning, path in mapping.items()}
    return Dialect(
        name=name,
        reads=f"records with a tool's name in {mapping['tool']}",
        obtain=f"[dialects.{name}] of the config",
        claims=partial(_claims, paths["tool"]),
        read=partial(_read, paths),
    )


def _claims(tool: Path, values: Sequence[Any]) -> bool:
    return any(isinstance(name, str) and name for value in _items(values) for name in select(tool, value))


def _read(paths: Mapping[str, Path], records: Iterable[Record]) -> Iterator[Emission]:
    for record in records:
        for value in _items([record.value]):
            for row in _rows(paths, value):
                sighting = sighting_of(row)
                if sighting is not None:
                    yield sighting


def _items(values: Iterable[Any]) -> Iterator[Any]:
    """The values, those of an array one by one."""
    for value in values:
        if isinstance(value, list):
            yield from value
        else:
            yield value


def _rows(paths: Mapping[str, Path], value: Any) -> Iterator[dict[str, Any]]:
    """One native line for each element that the tool's path repeats over, else one for the whole record."""
    steps = paths["tool"].steps
    depth = max((at + 1 for at, step in enumerate(steps) if step is Wild.ANY_ELEMENT), default=0)
    around = Path(steps[:depth])
    for element in select(around, value):
        row: dict[str, Any] = {}
        for meaning, path in paths.items():
            inside = path.steps[:depth] == around.steps
            found = select(Path(path.steps[depth:]), element) if inside else select(path, value)
            if found:
                row[FIELDS[meaning][0]] = found[0]
        yield row
