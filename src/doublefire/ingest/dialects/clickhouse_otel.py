"""Rows of the table that the OpenTelemetry collector's ClickHouse exporter fills, as JSONEachRow or Parquet.

`open-telemetry/opentelemetry-collector-contrib` exporter/clickhouseexporter (table `otel_traces`): Timestamp, TraceId,
SpanId, ParentSpanId, SpanName, SpanKind, ScopeName, SpanAttributes, Duration in nanoseconds, StatusCode, StatusMessage,
and `Events` as a Nested column, so that each of its fields is an array. 64-bit integers are quoted by older servers,
kinds and codes are spelled `Client` or `SPAN_KIND_CLIENT`. Arrow gives a map as a list of pairs, and text as bytes
where the server was told to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.spans import Span, emissions_of
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

COLUMNS = frozenset(("TraceId", "SpanId", "SpanName", "SpanAttributes"))
"""Columns that no query leaves out if it is to say anything about tools."""
FAILED = {"error": True, "ok": False}
MAX_DEPTH = 32
"""Levels of a JSON column's nested attributes that are spelled with dots; conventions use five."""


def claims(values: Sequence[Any]) -> bool:
    """Rows with the columns of the table."""
    return any(True for value in values for _ in _rows(value))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every row is one span."""
    for record in records:
        for row in _rows(record.value):
            span = span_of(row)
            if span.span:
                yield from emissions_of(span)


def _rows(value: Any) -> Iterator[dict[str, Any]]:
    """The rows of a line, of an array, or of a whole FORMAT JSON answer (`{"data": […]}`)."""
    inner = value.get("data") if isinstance(value, dict) and "data" in value else value
    for row in inner if isinstance(inner, list) else (inner,):
        if isinstance(row, dict) and row.keys() >= COLUMNS:
            yield row


def span_of(row: Mapping[str, Any]) -> Span:
    """A row decoded."""
    start = parse_time(row.get("Timestamp"))
    took = _integer(row.get("Duration"))
    return Span(
        trace=_id(row.get("TraceId")) or "",
        span=_id(row.get("SpanId")) or "",
        parent=_id(row.get("ParentSpanId")),
        name=_text(row.get("SpanName")),
        kind=_text(row.get("SpanKind")).removeprefix("SPAN_KIND_").lower() or "internal",
        start_ns=start,
        end_ns=None if start is None or took is None else start + took,
        attributes=_attributes(row.get("SpanAttributes")),
        events=list(_events(row)),
        failed=FAILED.get(_text(row.get("StatusCode")).removeprefix("STATUS_CODE_").lower()),
        message=_text(row.get("StatusMessage")) or None,
        scope=_text(row.get("ScopeName")) or None,
    )


def _events(row: Mapping[str, Any]) -> Iterator[tuple[str, int | None, Mapping[str, Any]]]:
    whole = row.get("Events")
    if isinstance(whole, list):  # the server keeps Nested columns together: flatten_nested = 0
        for event in whole:
            if isinstance(event, dict):
                at = parse_time(event.get("Timestamp"))
                yield _text(event.get("Name")), at, _attributes(event.get("Attributes"))
        return
    columns = [row.get(f"Events.{name}") for name in ("Name", "Timestamp", "Attributes")]
    names, times, attributes = (column if isinstance(column, list) else [] for column in columns)
    for number, name in enumerate(names):
        at = parse_time(times[number]) if number < len(times) else None
        yield _text(name), at, _attributes(attributes[number]) if number < len(attributes) else {}


def _attributes(value: Any) -> dict[str, Any]:
    """A map as a dict: from an object, nested ones spelled with dots, or from Arrow's pairs."""
    if isinstance(value, list):
        value = {_text(pair[0]): pair[1] for pair in value if isinstance(pair, list | tuple) and len(pair) == 2}
    return dict(_dotted(value, "", 0)) if isinstance(value, dict) else {}


def _dotted(value: Mapping[str, Any], prefix: str, depth: int) -> Iterator[tuple[str, Any]]:
    for name, inner in value.items():
        if isinstance(inner, dict) and depth < MAX_DEPTH:
            yield from _dotted(inner, f"{prefix}{name}.", depth + 1)
        else:
            yield prefix + str(name), inner.decode("utf-8", "replace") if isinstance(inner, bytes) else inner


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""


def _id(value: Any) -> str | None:
    text = _text(value).lower()
    return text if text.strip("0") else None


def _integer(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None


DIALECT = Dialect(
    name="clickhouse-otel",
    reads="rows of the otel_traces table that the collector's ClickHouse exporter fills: JSONEachRow, JSON or Parquet",
    obtain='clickhouse-client -q "SELECT * FROM otel_traces ORDER BY Timestamp FORMAT JSONEachRow" > traces.jsonl',
    claims=claims,
    read=read,
)
