"""Zipkin v2 JSON: a list of flat spans whose tags are all text (`openzipkin/zipkin-api` zipkin2-api.yaml).

Times are microseconds; OpenTelemetry's exporters write span events as annotations whose value is JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import as_text, structured
from doublefire.ingest.spans import Event, Span, emissions_of
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record


def claims(values: Sequence[Any]) -> bool:
    """Spans with `traceId` and `id`, alone, in a list, or in a list of traces."""
    return any(True for value in values for _ in _spans(value))


def _spans(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if isinstance(value, list) and depth < 2:
        for item in value:
            yield from _spans(item, depth + 1)
    elif isinstance(value, dict) and _is_span(value):
        yield value


def _is_span(value: Mapping[str, Any]) -> bool:
    ids = isinstance(value.get("traceId"), str) and isinstance(value.get("id"), str)
    return ids and ("localEndpoint" in value or "duration" in value or "timestamp" in value) and "type" not in value


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span of every record."""
    for record in records:
        for value in _spans(record.value):
            yield from emissions_of(span_of(value))


def span_of(value: Mapping[str, Any]) -> Span:
    """A span decoded. The server's half of a shared span gets an id of its own below the client's half."""
    found = value.get("tags")
    tags = found if isinstance(found, dict) else {}
    start = parse_time(value.get("timestamp"), "us")
    took = parse_time(value.get("duration"), "us")
    identifier, parent = _id(value.get("id"), 16), _id(value.get("parentId"), 16)
    if value.get("shared") is True:
        identifier, parent = f"{identifier}-shared", identifier
    return Span(
        trace=_id(value.get("traceId"), 32) or "",
        span=identifier or "",
        parent=parent,
        name=as_text(value.get("name", "")),
        kind=as_text(value.get("kind") or "internal").lower(),
        start_ns=start,
        end_ns=None if start is None or "duration" not in value else parse_time(start + (took or 0), "ns"),
        attributes=tags,
        events=list(_events(value.get("annotations"))),
        failed=_failed(tags),
        message=_message(tags),
        scope=as_text(tags.get("otel.scope.name") or tags.get("otel.library.name") or "") or None,
    )


def _id(value: Any, digits: int) -> str | None:
    text = value.lower() if isinstance(value, str) else ""
    return text.rjust(digits, "0") if text.strip("0") else None


def _failed(tags: Mapping[str, Any]) -> bool | None:
    """An explicit status, else the `error` tag: whatever it holds, its presence means an error (zipkin2-api.yaml)."""
    code = as_text(tags.get("otel.status_code", "")).upper()
    if code in ("OK", "ERROR"):
        return code == "ERROR"
    return True if "error" in tags and as_text(tags["error"]).lower() != "false" else None


def _message(tags: Mapping[str, Any]) -> str | None:
    said = tags.get("otel.status_description") or tags.get("error")
    return None if said is None or as_text(said).lower() in ("", "true", "false") else as_text(said)


def _events(annotations: Any) -> Iterator[Event]:
    """`{"exception": {…}}` is the event `exception` with its attributes, plain text an event without any."""
    for annotation in annotations if isinstance(annotations, list) else ():
        if not isinstance(annotation, dict):
            continue
        at, value = parse_time(annotation.get("timestamp"), "us"), structured(annotation.get("value"))
        for name, attributes in value.items() if isinstance(value, dict) else ((as_text(value), {}),):
            yield name, at, attributes if isinstance(attributes, dict) else {}


DIALECT = Dialect(
    name="zipkin",
    reads="Zipkin v2 JSON: a list of spans, as its API answers and OpenTelemetry's Zipkin exporters write",
    obtain="curl http://HOST:9411/api/v2/trace/TRACE_ID, or Download JSON on the trace's page",
    claims=claims,
    read=read,
)
