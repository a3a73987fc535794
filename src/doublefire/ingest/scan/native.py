"""The native log, scanned: each line is one call, and its arguments are all that has to be decoded."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

import msgspec

from doublefire.ingest.dialects.native import FIELDS, duration_end
from doublefire.ingest.scan.columns import as_list, texts, times
from doublefire.ingest.scan.contract import CALL_COLUMNS, Scanned, Scanner, Tools, as_it_stands
from doublefire.ingest.scan.lines import Lines, decoded, unread_only, with_unread
from doublefire.model import ABSENT, Kind
from doublefire.schema import KINDS

MAX_NAMES: Final = 200
"""Different field names of a log that are learned; lines with still others are read properly."""
_EXECUTION: Final = KINDS.index(Kind.EXECUTION)
_DECODED: Final = frozenset(
    name
    for meaning in (
        "tool",
        "arguments",
        "session",
        "trace",
        "turn",
        "call",
        "start",
        "end",
        "duration_ms",
        "duration_s",
        "key",
    )
    for name in FIELDS[meaning]
)


class _Decoder:
    """Decodes lines into structs of the field names seen so far; the values that do not matter stay undecoded."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._decode = _decoder(names)

    def __call__(self, line: bytes) -> Any:
        try:
            return self._decode(line)
        except msgspec.ValidationError:
            names = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
            known = tuple(dict.fromkeys((*self.names, *names)))
            if len(known) == len(self.names) or len(known) > MAX_NAMES:
                raise
            self.names = known
            self._decode = _decoder(known)
            return self._decode(line)


@lru_cache(maxsize=256)
def _decoder(names: tuple[str, ...]) -> Callable[[bytes], Any]:
    fields = [
        (f"f{at}", Any, None) if name in _DECODED else (f"f{at}", msgspec.Raw, msgspec.Raw())
        for at, name in enumerate(names)
    ]
    renamed = {f"f{at}": name for at, name in enumerate(names)}
    struct = msgspec.defstruct("Line", fields, rename=renamed, gc=False, forbid_unknown_fields=True)
    return msgspec.json.Decoder(struct).decode


def scan(data: bytes, tools: Tools) -> Scanned:
    """One row for every line that names a tool."""
    names = tools.learned
    while True:
        decoder = _Decoder(names)
        lines = decoded(data, decoder)
        if decoder.names == names:
            break
        names = tools.learned = decoder.names
    if not lines.values:
        return unread_only(lines)
    picked = {meaning: _picked(lines.values, meaning, names) for meaning in _MEANINGS}
    return _scanned(lines, picked, tools)


_MEANINGS: Final = ("tool", "arguments", "session", "trace", "call", "start", "end", "duration_ms", "duration_s", "key")


def _picked(values: list[Any], meaning: str, names: tuple[str, ...]) -> list[Any] | None:
    """The value of each line under the first spelling that is there and not null; None when no line has any."""
    at = {name: f"f{position}" for position, name in enumerate(names)}
    spelled = [list(map(attrgetter(at[name]), values)) for name in FIELDS[meaning] if name in at]
    if len(spelled) < 2:
        return spelled[0] if spelled else None
    return [next((one for one in choice if one is not None), None) for choice in zip(*spelled, strict=True)]


def _scanned(lines: Lines, picked: dict[str, list[Any] | None], tools: Tools) -> Scanned:
    nothing = [None] * len(lines.values)
    named = picked["tool"] or nothing
    odd = [False] * len(named)
    columns: dict[str, Any] = {
        "offset": lines.offsets,
        "size": lines.sizes,
        "line": lines.numbers,
        "session": texts(picked["session"], odd),
        "trace": texts(picked["trace"], odd),
        "call": texts(picked["call"], odd),
        "start": times(picked["start"] or nothing),
        "end": times(picked["end"] or nothing),
    }
    if picked["duration_ms"] or picked["duration_s"]:
        columns |= _durations(columns, picked, nothing)
    arguments = [ABSENT if value is None else value for value in picked["arguments"] or nothing]
    call = tools.call
    seen = [
        call(tool, given) if type(tool) is str and tool else _NO_CALL
        for tool, given in zip(named, arguments, strict=True)
    ]
    columns |= dict(zip((*CALL_COLUMNS, "must"), map(list, zip(*seen, strict=True)), strict=True))
    silent = {tool for tool in set(map(_name, named)) if not tool or tools.facts(tool).pseudo}
    columns["tool"] = named if None not in silent else [_name(tool) for tool in named]
    columns["kind"] = (
        [None if _name(tool) in silent else _EXECUTION for tool in named] if silent else [_EXECUTION] * len(named)
    )
    keys = picked["key"]
    if keys is not None or True in odd:
        columns["must"] = [
            must or strange or key is not None
            for must, strange, key in zip(columns["must"], odd, keys or nothing, strict=True)
        ]
    calls = len(named) - seen.count(_NO_CALL)
    columns = {name: column for name, column in columns.items() if column is not None}
    return with_unread(Scanned(columns, lines.total, lines.records, calls, len(lines.rejected), lines.rejected), lines)


_NO_CALL: Final = (None, 0, None, None, None, False)


def _name(tool: Any) -> str | None:
    return tool if type(tool) is str and tool else None


def _durations(columns: dict[str, Any], picked: dict[str, list[Any] | None], nothing: list[None]) -> dict[str, Any]:
    """Ends that a line gives as a start and a duration."""
    starts, ends = as_list(columns["start"]), as_list(columns["end"])
    took = zip(picked["duration_ms"] or nothing, picked["duration_s"] or nothing, strict=True)
    return {
        "start": starts,
        "end": [
            duration_end(start, *lasted) if end is None and start is not None else end
            for start, end, lasted in zip(starts, ends, took, strict=True)
        ],
    }


SCANNER = Scanner("native", scan, as_it_stands, Kind.EXECUTION)
