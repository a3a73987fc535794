"""Arize Phoenix spans: rows of get_spans_dataframe and the REST API, in flat or nested attributes.

`Arize-ai/phoenix`: {name, context: {trace_id, span_id}, span_kind, parent_id, start_time, end_time, status_code,
attributes, events}; dataframe columns are called `context.trace_id`, `attributes.tool.name` …. The attributes follow
OpenInference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import word
from doublefire.ingest.messages.blocks import printed
from doublefire.ingest.spans import Span, emissions_of
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

SPAN_KIND = "openinference.span.kind"
MAX_DEPTH = 12
"""Levels of nested attributes that are spelled with dots: `llm.output_messages.0.message.tool_calls.0…` has ten."""
FAILED = {"ERROR": True, "OK": False}


def _rows(value: Any) -> Iterator[dict[str, Any]]:
    """Span rows of one record: a row, a list of them, {"data": […]}, or an object of lists."""
    if isinstance(value, dict) and not _is_span(value):
        value = [row for rows in value.values() if isinstance(rows, list) for row in rows]
    for row in value if isinstance(value, list) else [value]:
        if isinstance(row, dict) and _is_span(row):
            yield row


def _is_span(row: Mapping[str, Any]) -> bool:
    context = row.get("context")
    named = isinstance(context, dict) and "span_id" in context and ("span_kind" in row or "status_code" in row)
    return named or ("context.span_id" in row and "context.trace_id" in row)


def claims(values: Sequence[Any]) -> bool:
    """Rows with a context and a span kind, or a dataframe's columns."""
    return any(True for value in values for _ in _rows(value))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span, read by its OpenInference attributes."""
    for record in records:
        for row in _rows(record.value):
            yield from emissions_of(span_of(row))


def span_of(row: Mapping[str, Any]) -> Span:
    """A row as a span."""
    context = row.get("context")
    inner: Mapping[str, Any] = context if isinstance(context, dict) else {}
    attributes = dict(flattened(row.get("attributes"), "", 0))
    attributes.update(
        pair
        for name, value in row.items()
        if name.startswith("attributes.")
        for pair in flattened(value, name.removeprefix("attributes."), 0)
    )
    if isinstance(row.get("span_kind"), str):
        attributes.setdefault(SPAN_KIND, row["span_kind"])
    message = row.get("status_message")
    parent = row.get("parent_id")
    return Span(
        trace=printed(inner.get("trace_id", row.get("context.trace_id"))).lower(),
        span=printed(inner.get("span_id", row.get("context.span_id"))).lower(),
        parent=parent.lower() if isinstance(parent, str) and parent else None,
        name=word(row.get("name")),
        start_ns=parse_time(row.get("start_time")),
        end_ns=parse_time(row.get("end_time")),
        attributes=attributes,
        events=[_event(event) for event in row.get("events") or () if isinstance(event, dict)]
        if isinstance(row.get("events"), list)
        else (),
        failed=FAILED.get(word(row.get("status_code")).upper()),
        message=message if isinstance(message, str) and message else None,
    )


def _event(event: Mapping[str, Any]) -> tuple[str, int | None, Mapping[str, Any]]:
    attributes = event.get("attributes")
    return (
        word(event.get("name")),
        parse_time(event.get("timestamp")),
        attributes if isinstance(attributes, dict) else {},
    )


def flattened(value: Any, name: str, depth: int) -> Iterator[tuple[str, Any]]:
    """(dotted name, value) of every leaf of nested attributes; objects in lists are numbered."""
    prefix = f"{name}." if name else ""
    if isinstance(value, dict) and depth < MAX_DEPTH:
        for key, inner in value.items():
            yield from flattened(inner, f"{prefix}{key}", depth + 1)
    elif isinstance(value, list) and depth < MAX_DEPTH and any(isinstance(item, dict) for item in value):
        for at, inner in enumerate(value):
            yield from flattened(inner, f"{prefix}{at}", depth + 1)
    elif name and value is not None:
        yield name, value


DIALECT = Dialect(
    name="phoenix",
    reads="Arize Phoenix spans: REST API answers, span JSON, get_spans_dataframe rows as JSON or Parquet",
    obtain="px.Client().get_spans_dataframe().to_parquet(...), or GET /v1/projects/{project}/spans",
    claims=claims,
    read=read,
)
