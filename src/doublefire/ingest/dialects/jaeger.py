"""Jaeger's JSON: what its API answers and its page downloads, or one bare trace.

`jaegertracing/jaeger` internal/uimodel/model.go: times in microseconds, ids that may lack leading zeros, tags as
[{key, type, value}], span events as `logs`; the same span twice in one trace is usual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import as_text
from doublefire.ingest.spans import Event, Span, emissions_of
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

TRUE = ("true", "1")


def claims(values: Sequence[Any]) -> bool:
    """A trace with `traceID` and spans, alone, in `data`, or in a list."""
    return any(True for value in values for _ in _traces(value))


def _traces(value: Any) -> Iterator[dict[str, Any]]:
    inner = value.get("data") if isinstance(value, dict) and "spans" not in value else value
    for trace in inner if isinstance(inner, list) else [inner]:
        if isinstance(trace, dict) and "traceID" in trace and isinstance(trace.get("spans"), list):
            yield trace


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span of every trace."""
    for record in records:
        for trace in _traces(record.value):
            for value in trace["spans"]:
                span = span_of(value, trace.get("traceID")) if isinstance(value, dict) else None
                if span is not None:
                    yield from emissions_of(span)


def span_of(value: Mapping[str, Any], trace: Any) -> Span | None:
    """A span decoded; None without an id. `trace` is the id of the trace around it."""
    identifier = _id(value.get("spanID"), 16)
    if identifier is None:
        return None
    tags = _pairs(value.get("tags"))
    start = parse_time(value.get("startTime"), "us")
    took = parse_time(value.get("duration"), "us")
    description = tags.get("otel.status_description")
    return Span(
        trace=_id(value.get("traceID") or trace, 32) or "",
        span=identifier,
        parent=_parent(value),
        name=as_text(value.get("operationName", "")),
        kind=as_text(tags.get("span.kind", "internal")).lower(),
        start_ns=start,
        end_ns=None if start is None else parse_time(start + (took or 0), "ns"),
        attributes=tags,
        events=list(_events(value.get("logs"))),
        failed=_failed(tags),
        message=as_text(description) if description else None,
        scope=as_text(tags.get("otel.scope.name") or tags.get("otel.library.name") or "") or None,
    )


def _id(value: Any, digits: int) -> str | None:
    text = value.lower().strip() if isinstance(value, str) else ""
    return text.rjust(digits, "0") if text.strip("0") else None


def _parent(value: Mapping[str, Any]) -> str | None:
    """The first span that this one is a child of; links (FOLLOWS_FROM) and other traces are none."""
    references = value.get("references")
    for reference in references if isinstance(references, list) else ():
        if isinstance(reference, dict) and reference.get("refType", "CHILD_OF") == "CHILD_OF":
            return _id(reference.get("spanID"), 16)
    return _id(value.get("parentSpanID"), 16)


def _pairs(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    pairs = value if isinstance(value, list) else ()
    return {as_text(pair.get("key")): _typed(pair) for pair in pairs if isinstance(pair, dict)}


def _typed(pair: Mapping[str, Any]) -> Any:
    """A tag's value: 64-bit integers past 2^53 and booleans may be written as text."""
    value, kind = pair.get("value"), pair.get("type")
    if not isinstance(value, str):
        return value
    if kind == "bool":
        return value.lower() in TRUE
    digits = value.lstrip("-")
    return int(value) if kind == "int64" and digits.isascii() and digits.isdigit() and len(digits) < 20 else value


def _events(logs: Any) -> Iterator[Event]:
    for log in logs if isinstance(logs, list) else ():
        if isinstance(log, dict):
            fields = _pairs(log.get("fields"))
            yield as_text(fields.get("event", "")), parse_time(log.get("timestamp"), "us"), fields


def _failed(tags: Mapping[str, Any]) -> bool | None:
    code = as_text(tags.get("otel.status_code", "")).upper()
    if code in ("OK", "ERROR"):
        return code == "ERROR"
    return True if as_text(tags.get("error", "")).lower() in TRUE else None


DIALECT = Dialect(
    name="jaeger",
    reads="Jaeger's JSON: the answer of /api/traces, the page's download, or one trace",
    obtain="Download Results on the trace's page, or curl http://HOST:16686/api/traces/TRACE_ID",
    claims=claims,
    read=read,
)
