"""Columns of a scan from recorded values: times as nanoseconds, ids as text."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from doublefire.ingest.times import parse_time

ISO_LENGTH: Final = len("2026-03-02T09:00:00.123Z")


def times(values: list[Any]) -> Any:
    """Recorded times in nanoseconds since the epoch, as an Arrow array or a list; what is no time is None."""
    if set(map(type, values)) == {str} and set(map(len, values)) == {ISO_LENGTH}:
        try:
            parsed = pa.array(values, pa.string()).cast(pa.timestamp("ns", tz="UTC")).cast(pa.int64())
        except pa.ArrowInvalid:
            pass
        else:
            return parsed if pc.min(parsed).as_py() > 0 else list(map(parse_time, values))
    return [None if value is None else parse_time(value) for value in values]


def texts(values: list[Any] | None, odd: list[bool]) -> list[str | None] | None:
    """Recorded ids as text, blank ones as None; the rows where one is neither text nor integer are marked odd."""
    if values is None:
        return None
    kinds = set(map(type, values))
    if kinds <= {str, type(None)}:
        return [value or None for value in values] if "" in values else values
    for row, value in enumerate(values):
        if type(value) not in (str, int, type(None)):
            odd[row] = True
    return [None if value is None or value == "" else str(value) for value in values]


def as_list(column: Any) -> list[Any]:
    """A column as a list of Python values."""
    return column if isinstance(column, list) else column.to_pylist()
