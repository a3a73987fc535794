"""MLflow traces: Trace.to_json(), stored traces.json artifacts, rows of search_traces.

`mlflow/mlflow` mlflow/entities/trace.py and span.py. {info, data: {spans}}; every attribute value is JSON text, ids are
base64 (version 3) or hex (version 2, in `context`), times nanoseconds. The session is `mlflow.trace.session` of the
trace.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import word
from doublefire.ingest.messages.blocks import printed
from doublefire.ingest.spans import Span, emissions_of
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record, SessionOf

SESSION_KEY = "mlflow.trace.session"
FAILED = {"STATUS_CODE_ERROR": True, "ERROR": True, "STATUS_CODE_OK": False, "OK": False}


def _spans(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, dict):
        return []
    data = forms.structured(value.get("data"))
    listed = forms.structured((data if isinstance(data, dict) else value).get("spans"))
    return [span for span in listed if isinstance(span, dict) and _is_span(span)] if isinstance(listed, list) else []


def _is_span(span: Mapping[str, Any]) -> bool:
    attributes = span.get("attributes")
    return isinstance(attributes, dict) and any(name.startswith("mlflow.") for name in attributes)


def _traces(value: Any) -> list[Any]:
    if isinstance(value, dict) and isinstance(value.get("traces"), list):
        return list(value["traces"])
    return value if isinstance(value, list) else [value]


def claims(values: Sequence[Any]) -> bool:
    """Traces with spans whose attributes are MLflow's."""
    return any(_spans(trace) or _is_trace(trace) for value in values for trace in _traces(value))


def _is_trace(trace: Any) -> bool:
    """A trace whose first span lies past the head: its info gives it away."""
    info = trace.get("info") if isinstance(trace, dict) else None
    return isinstance(info, dict) and any(
        str(name).startswith("mlflow.")
        for key in ("trace_metadata", "request_metadata", "tags")
        for name in _dict(info.get(key))
    )


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span of every trace, and the session that its trace names."""
    for record in records:
        for trace in _traces(record.value):
            info = _dict(forms.structured(trace.get("info"))) if isinstance(trace, dict) else {}
            details = {
                **_dict(trace.get("trace_metadata") if isinstance(trace, dict) else None),
                **_dict(info.get("request_metadata")),
                **_dict(info.get("trace_metadata")),
            }
            session = details.get(SESSION_KEY)
            for raw in _spans(trace):
                span = span_of(raw)
                if session:
                    span.attributes.setdefault(SESSION_KEY, printed(session))
                    yield SessionOf(span.trace, printed(session))
                yield from emissions_of(span)


def span_of(raw: Mapping[str, Any]) -> Span:
    """A span of either version."""
    context = _dict(raw.get("context"))
    status = raw.get("status")
    code = _dict(status).get("code", raw.get("status_code", status if isinstance(status, str) else None))
    message = _dict(status).get("message") or raw.get("status_message")
    return Span(
        trace=hex_id(raw.get("trace_id") or context.get("trace_id") or raw.get("request_id")) or "",
        span=hex_id(raw.get("span_id") or context.get("span_id")) or "",
        parent=hex_id(raw.get("parent_span_id") or raw.get("parent_id")),
        name=word(raw.get("name")),
        start_ns=parse_time(forms.first(raw, ("start_time_unix_nano", "start_time_ns", "start_time"), None), "ns"),
        end_ns=parse_time(forms.first(raw, ("end_time_unix_nano", "end_time_ns", "end_time"), None), "ns"),
        attributes={name: decoded(value) for name, value in _dict(raw.get("attributes")).items()},
        events=[_event(event) for event in raw["events"] if isinstance(event, dict)]
        if isinstance(raw.get("events"), list)
        else (),
        failed=FAILED.get(word(code)),
        message=message if isinstance(message, str) and message else None,
    )


def decoded(value: Any) -> Any:
    """An attribute value out of its JSON text; `null` is no value."""
    if isinstance(value, str) and value == "null":
        return None
    return forms.structured(value)


def _event(event: Mapping[str, Any]) -> tuple[str, int | None, Mapping[str, Any]]:
    at_ns = parse_time(forms.first(event, ("time_unix_nano", "timestamp"), None), "ns")
    return word(event.get("name")), at_ns, _dict(event.get("attributes"))


def hex_id(value: Any) -> str | None:
    """An id as lower-case hex, from base64 (12 or 24 characters that end in `=`) or `0x…`; others as they are."""
    if not isinstance(value, str) or not value:
        return None
    if value.endswith("=") and len(value) in (12, 24):
        try:
            return base64.b64decode(value, validate=True).hex()
        except (binascii.Error, ValueError):
            return value
    return value.lower().removeprefix("0x")


DIALECT = Dialect(
    name="mlflow",
    reads="MLflow traces: Trace.to_json(), traces.json artifacts, rows of search_traces",
    obtain="mlflow.get_trace(id).to_json(), or [t.to_json() for t in mlflow.search_traces(return_type='list')]",
    claims=claims,
    read=read,
)
