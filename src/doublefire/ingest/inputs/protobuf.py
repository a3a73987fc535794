"""OTLP in its binary encoding, decoded to the shape of its JSON encoding, which the `otlp` dialect reads.

`open-telemetry/opentelemetry-proto` trace.proto and logs.proto. A request and a data file have the same bytes; traces
and logs differ only inside, so what was parsed tells them apart.
"""

from __future__ import annotations

from typing import Any, Final

from doublefire.model import Record, Rejection

TRACE_ID_SIZE: Final = 16
MAX_DETAIL: Final = 120
"""Characters of a decoder's message that a rejection keeps."""


def record(message: bytes, offset: int) -> Record | Rejection:
    """One message of a binary file as a record, or what is wrong with it."""
    try:
        return Record(decoded(message), None, offset, len(message))
    except ValueError as error:
        return Rejection(None, offset, "invalid protobuf", str(error)[:MAX_DETAIL])


def decoded(message: bytes) -> dict[str, Any]:
    """`{"resourceSpans": […]}` or `{"resourceLogs": […]}` with base64 ids and names of enums.

    Raises ValueError for bytes that are no such message.
    """
    from google.protobuf.json_format import MessageToDict
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.logs.v1.logs_pb2 import LogsData
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    problem = "neither spans nor log records"
    for kind, holds in ((TracesData, _holds_spans), (LogsData, _holds_records)):
        try:
            parsed = kind.FromString(message)
            if holds(parsed):
                return MessageToDict(parsed)
        except (DecodeError, RecursionError) as error:  # logs are no traces, and the other way round
            problem = str(error)
    raise ValueError(problem)


def _holds_spans(traces: Any) -> bool:
    return any(
        len(span.trace_id) == TRACE_ID_SIZE
        for resource in traces.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    )


def _holds_records(logs: Any) -> bool:
    return any(
        record.time_unix_nano or record.observed_time_unix_nano
        for resource in logs.resource_logs
        for scope in resource.scope_logs
        for record in scope.log_records
    )
