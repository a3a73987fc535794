"""What OpenTelemetry's console exporters print: one JSON object a span, over several lines, between other output.

Python's `ReadableSpan.to_json` (opentelemetry-sdk): ids as `0x…`, times as ISO text, a flat map of attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import as_text
from doublefire.ingest.spans import Event, Span, emissions_of
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

FAILED = {"OK": False, "ERROR": True}


def claims(values: Sequence[Any]) -> bool:
    """An object with a `context` of two `0x` ids and the times of a span."""
    return any(_is_span(value) for value in values)


def _is_span(value: Any) -> bool:
    context = value.get("context") if isinstance(value, dict) else None
    return isinstance(context, dict) and "start_time" in value and as_text(context.get("span_id", "")).startswith("0x")


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span of every record; a list of them is read like records."""
    for record in records:
        for value in record.value if isinstance(record.value, list) else [record.value]:
            if _is_span(value):
                yield from emissions_of(span_of(value))


def span_of(value: Mapping[str, Any]) -> Span:
    """A printed span decoded."""
    context, status = value["context"], value.get("status")
    code = status.get("status_code") if isinstance(status, dict) else None
    said = status.get("description") if isinstance(status, dict) else None
    scope = value.get("instrumentation_scope") or value.get("instrumentation_info")
    return Span(
        trace=_id(context.get("trace_id"), 32) or "",
        span=_id(context.get("span_id"), 16) or "",
        parent=_id(value.get("parent_id"), 16),
        name=as_text(value.get("name", "")),
        kind=as_text(value.get("kind", "")).rsplit(".", 1)[-1].lower(),
        start_ns=parse_time(value.get("start_time")),
        end_ns=parse_time(value.get("end_time")),
        attributes=_attributes(value),
        events=list(_events(value.get("events"))),
        failed=FAILED.get(as_text(code).rsplit(".", 1)[-1]),
        message=as_text(said) if said else None,
        scope=as_text(scope.get("name")) if isinstance(scope, dict) and scope.get("name") else None,
    )


def _id(value: Any, digits: int) -> str | None:
    bare = value.lower().removeprefix("0x") if isinstance(value, str) else ""
    return bare.rjust(digits, "0") if bare.strip("0") else None


def _attributes(value: Mapping[str, Any]) -> dict[str, Any]:
    found = value.get("attributes")
    return found if isinstance(found, dict) else {}


def _events(value: Any) -> Iterator[Event]:
    for event in value if isinstance(value, list) else ():
        if isinstance(event, dict):
            yield as_text(event.get("name", "")), parse_time(event.get("timestamp")), _attributes(event)


DIALECT = Dialect(
    name="otel-console",
    reads="spans as OpenTelemetry's Python ConsoleSpanExporter prints them, other output in between",
    obtain="add a ConsoleSpanExporter to the tracer provider and redirect the program's output to a file",
    claims=claims,
    read=read,
)
