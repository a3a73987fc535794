"""OTLP/JSON: what the collector's file exporter, SDK file writers and Tempo leave behind.

`open-telemetry/opentelemetry-proto` docs/specification.md (JSON Protobuf Encoding): hex ids in either case, 64-bit
integers as strings or numbers, enums as numbers or names; Tempo's jsonpb writes base64 ids and says `batches`.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import as_text
from doublefire.ingest.logs import LogRecord, log_emissions
from doublefire.ingest.spans import Endings, Span, emissions_of, settle
from doublefire.ingest.times import MAX_NS, parse_time
from doublefire.model import Emission, Record

SPAN_LISTS = ("resourceSpans", "resource_spans", "batches")
LOG_LISTS = ("resourceLogs", "resource_logs")
SCOPE_LISTS = (
    "scopeSpans",
    "scope_spans",
    "instrumentationLibrarySpans",
    "scopeLogs",
    "scope_logs",
    "instrumentationLibraryLogs",
)
FAILED = {1: False, 2: True, "STATUS_CODE_OK": False, "STATUS_CODE_ERROR": True}
KINDS = {2: "server", 3: "client", 4: "producer", 5: "consumer"}
LATEST = as_text(MAX_NS)
"""The last time that fits: texts of as many digits compare as their numbers do."""
MAX_INT_DIGITS = 40
"""Digits of an intValue that is decoded: protobuf's have 19, and huge ones take quadratic time."""
MAX_DEPTH = 64
"""Levels of nested attribute values that are followed; protobuf's own JSON readers stop at 100."""


def claims(values: Sequence[Any]) -> bool:
    """One object with a resource list, or Tempo's `trace` around one."""
    items = (item for value in values for item in (value[:1] if isinstance(value, list) else [value]))
    return any(isinstance(item, dict) and _lists(item) is not None for item in items)


def _lists(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    if any(name in value for name in (*SPAN_LISTS, *LOG_LISTS)):
        return value
    inner = value.get("trace")
    if isinstance(inner, dict) and any(name in inner for name in SPAN_LISTS):
        return inner
    return None


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span and log record of every line."""
    endings: Endings = {}
    for record in records:
        values = record.value if isinstance(record.value, list) else [record.value]
        for value in values:
            container = _lists(value) if isinstance(value, dict) else None
            if container is None:
                continue
            for scope, span in _scoped(container, SPAN_LISTS, ("spans",)):
                decoded = span_of(span, scope)
                if decoded is not None:
                    settle(decoded, endings)
                    yield from emissions_of(decoded)
            for scope, log in _scoped(container, LOG_LISTS, ("logRecords", "log_records", "logs")):
                yield from log_emissions(log_of(log, scope))


def _scoped(
    container: Mapping[str, Any], lists: Sequence[str], items: Sequence[str]
) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """(scope name, item) for every span or log record of a container."""
    for resource in _dicts(container, lists):
        for scoped in _dicts(resource, SCOPE_LISTS):
            scope = scoped.get("scope") or scoped.get("instrumentationLibrary")
            name = as_text(scope["name"]) if isinstance(scope, dict) and scope.get("name") else None
            for item in _dicts(scoped, items):
                yield name, item


def _dicts(value: Mapping[str, Any], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    for name in names:
        found = value.get(name)
        if isinstance(found, list):
            yield from (item for item in found if isinstance(item, dict))


def span_of(span: Mapping[str, Any], scope: str | None) -> Span | None:
    """An OTLP span object decoded; None without a span id."""
    identifier = hex_id(_either(span, "spanId", "span_id"), 8)
    if identifier is None:
        return None
    status = span.get("status")
    code, message = (status.get("code"), status.get("message")) if isinstance(status, dict) else (None, None)
    kind = span.get("kind")
    return Span(
        trace=hex_id(_either(span, "traceId", "trace_id"), 16) or "",
        span=identifier,
        parent=hex_id(_either(span, "parentSpanId", "parent_span_id"), 8),
        name=as_text(span.get("name", "")),
        kind=KINDS.get(kind, "internal") if isinstance(kind, int) else as_text(kind).removeprefix("SPAN_KIND_").lower(),
        start_ns=nanoseconds(_either(span, "startTimeUnixNano", "start_time_unix_nano")),
        end_ns=nanoseconds(_either(span, "endTimeUnixNano", "end_time_unix_nano")),
        attributes=attributes_of(span.get("attributes")),
        events=[
            (
                as_text(event.get("name", "")),
                nanoseconds(_either(event, "timeUnixNano", "time_unix_nano")),
                attributes_of(event.get("attributes")),
            )
            for event in _dicts(span, ("events",))
        ],
        failed=FAILED.get(code) if isinstance(code, (int, str)) else None,
        message=as_text(message) if message else None,
        scope=scope,
    )


def log_of(log: Mapping[str, Any], scope: str | None) -> LogRecord:
    """An OTLP log record decoded; without `timeUnixNano` the observed time stands in (ADK omits it)."""
    attributes = attributes_of(log.get("attributes"))
    body = any_value(log.get("body"))
    # the attribute first: Codex puts a source location into eventName
    name = (
        attributes.get("event.name")
        or _either(log, "eventName", "event_name")
        or (body if isinstance(body, str) else "")
    )
    return LogRecord(
        event=as_text(name),
        at_ns=nanoseconds(_either(log, "timeUnixNano", "time_unix_nano"))
        or nanoseconds(_either(log, "observedTimeUnixNano", "observed_time_unix_nano")),
        trace=hex_id(_either(log, "traceId", "trace_id"), 16),
        span=hex_id(_either(log, "spanId", "span_id"), 8),
        attributes=attributes,
        body=body,
        scope=scope,
    )


def _either(value: Mapping[str, Any], camel: str, snake: str) -> Any:
    found = value.get(camel)
    return value.get(snake) if found is None else found


def attributes_of(pairs: Any) -> dict[str, Any]:
    """[{key, value: AnyValue}] as a dict; a plain object passes through."""
    if isinstance(pairs, dict):
        return pairs
    if not isinstance(pairs, list):
        return {}
    return {as_text(pair.get("key")): any_value(pair.get("value")) for pair in pairs if isinstance(pair, dict)}


def any_value(value: Any, depth: int = 0) -> Any:
    """An AnyValue as a plain value: intValue may be text, `{}` is null, an array may lack `values`."""
    if not isinstance(value, dict) or depth > MAX_DEPTH:
        return None if isinstance(value, dict) else value
    for name, inner in value.items():
        match name:
            case (
                "stringValue"
                | "string_value"
                | "boolValue"
                | "bool_value"
                | "doubleValue"
                | "double_value"
                | "bytesValue"
                | "bytes_value"
            ):
                return inner
            case "intValue" | "int_value":
                return _integer(inner)
            case "arrayValue" | "array_value":
                items = inner.get("values") if isinstance(inner, dict) else inner
                return [any_value(item, depth + 1) for item in items] if isinstance(items, list) else []
            case "kvlistValue" | "kvlist_value":
                pairs = inner.get("values") if isinstance(inner, dict) else inner
                pairs = pairs if isinstance(pairs, list) else ()
                return {
                    as_text(pair.get("key")): any_value(pair.get("value"), depth + 1)
                    for pair in pairs
                    if isinstance(pair, dict)
                }
    return None


def _integer(value: Any) -> Any:
    if isinstance(value, str) and len(value) <= MAX_INT_DIGITS:
        digits = value.removeprefix("-")
        return int(value) if digits.isascii() and digits.isdigit() else value
    return value


def nanoseconds(value: Any) -> int | None:
    """A 64-bit time written as text or number; 0 means unset, and what lies past the year 2262 is no time."""
    if isinstance(value, str) and len(value) == len(LATEST) and value.isascii() and value.isdigit():
        return int(value) if value <= LATEST else None
    return parse_time(value, "ns")


def hex_id(value: Any, size: int) -> str | None:
    """An id of `size` bytes as lower-case hex, from hex in either case or base64; None when absent or all zeros."""
    if not isinstance(value, str) or not value:
        return None
    text = value.lower()
    if len(value) != 2 * size and len(value) % 4 == 0 and len(value) in (12, 24):
        try:
            decoded = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            decoded = b""
        text = decoded.hex() if len(decoded) == size else text
    return text if text.strip("0") else None


DIALECT = Dialect(
    name="otlp",
    reads="OTLP/JSON traces and logs, a line each or one document (collector file exporter, SDK file writers, Tempo)",
    obtain="the collector's file exporter (file: path: traces.jsonl), an SDK's OTLP file exporter, Tempo's download",
    claims=claims,
    read=read,
)
