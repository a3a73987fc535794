"""doublefire's own log: one tool call a line, as any program can write it without OpenTelemetry.

Common spellings of every field are accepted; `FIELDS` is the table. A line needs a tool name and at least one more
field that only a call has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Kind, Layer, Outcome, Record, Sighting, Status
from doublefire.semantics.values.exact_json import decode_maybe

FIELDS: dict[str, tuple[str, ...]] = {
    "tool": ("tool", "tool_name", "toolName", "function", "function_name", "name"),
    "arguments": ("arguments", "args", "input", "parameters", "params", "tool_input", "tool_args", "kwargs"),
    "result": ("result", "output", "response", "tool_output", "return_value"),
    "error": ("error", "error_message", "exception", "err"),
    "error_type": ("error_type", "errorType", "exception_type"),
    "status": ("status", "outcome", "state"),
    "session": ("session_id", "sessionId", "session", "conversation_id", "conversationId", "thread_id", "threadId"),
    "trace": ("trace_id", "traceId", "trace", "run_id", "runId"),
    "turn": ("turn_id", "turnId", "turn", "response_id", "message_id"),
    "call": ("call_id", "callId", "tool_call_id", "toolCallId", "tool_use_id"),
    "start": ("start_time", "startTime", "started_at", "start", "ts", "timestamp", "time", "start_ts"),
    "end": ("end_time", "endTime", "ended_at", "finished_at", "end", "end_ts"),
    "duration_ms": ("duration_ms", "durationMs", "elapsed_ms", "latency_ms"),
    "duration_s": ("duration_s", "duration_seconds", "elapsed_s"),
    "key": ("idempotency_key", "idempotencyKey", "idempotency-key"),
    "agent": ("agent", "agent_name", "agent_id"),
}
"""Meaning -> the spellings that are read, best first."""

NAMES_A_CALL = frozenset(("tool", "tool_name", "toolName"))
CALL_ONLY = frozenset(name for key in ("arguments", "call", "start", "end", "result") for name in FIELDS[key])
WITNESSES = frozenset(name for key in ("call", "start", "end", "status") for name in FIELDS[key])
"""What a row with a mere `name` and an `input` needs beside them to be a call: many things have a name and an input."""
OTHER_FORMATS = frozenset(
    (
        "role",
        "messages",
        "resourceSpans",
        "run_type",
        "jsonrpc",
        "payload",
        "event",
        "observation",
        "span_id",
        "context",
        "kind",
        "parts",
        "type",
    )
)
"""Keys that lines of other formats carry at the top level."""


def claims(values: Sequence[Any]) -> bool:
    """Lines with a tool name, something only a call has, and no mark of another format."""
    rows = [
        row for value in values for row in (value[:3] if isinstance(value, list) else [value]) if isinstance(row, dict)
    ]
    return bool(rows) and sum(map(is_call, rows)) * 2 > len(rows)


def is_call(row: Mapping[str, Any]) -> bool:
    """Whether an object looks like one finished tool call."""
    if OTHER_FORMATS & row.keys():
        return False
    named = any(isinstance(row.get(name), str) for name in NAMES_A_CALL)
    if named:
        return bool(CALL_ONLY & row.keys())
    named = any(isinstance(row.get(name), str) for name in FIELDS["tool"])
    return named and bool(set(FIELDS["arguments"]) & row.keys()) and bool(WITNESSES & row.keys())


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """One execution a line; an array of such objects is read like lines."""
    for record in records:
        rows = record.value if isinstance(record.value, list) else [record.value]
        for row in rows:
            if isinstance(row, dict):
                sighting = sighting_of(row)
                if sighting is not None:
                    yield sighting


def sighting_of(row: Mapping[str, Any]) -> Sighting | None:
    """The execution that an object describes; None without a tool name."""
    tool = pick(row, "tool")
    if not isinstance(tool, str) or not tool:
        return None
    start = parse_time(pick(row, "start"))
    end = parse_time(pick(row, "end"))
    if end is None and start is not None:
        end = _end(row, start)
    return Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.EXECUTION,
        tool=tool,
        session=_text(pick(row, "session")),
        trace=_text(pick(row, "trace")),
        turn=_text(pick(row, "turn")),
        call_id=_text(pick(row, "call")),
        agent=_text(pick(row, "agent")),
        start_ns=start,
        end_ns=end,
        arguments=_decoded(pick(row, "arguments")),
        result=_decoded(pick(row, "result")),
        status=status_of(row),
        key=_text(pick(row, "key")),
    )


def pick(row: Mapping[str, Any], meaning: str) -> Any:
    """The value under the first spelling that is there and not null, else ABSENT."""
    for name in FIELDS[meaning]:
        value = row.get(name)
        if value is not None:
            return value
    return ABSENT


FAILED_WORDS = frozenset(
    (
        "error",
        "failed",
        "failure",
        "fail",
        "timeout",
        "timed_out",
        "timedout",
        "cancelled",
        "canceled",
        "aborted",
        "exception",
    )
)
OK_WORDS = frozenset(("ok", "success", "succeeded", "completed", "done", "200"))


def status_of(row: Mapping[str, Any]) -> Status:
    """The recorded ending: without a status, a result means success and an error failure."""
    word = str(pick(row, "status")).casefold()
    error = pick(row, "error")
    message = (
        None
        if error is ABSENT
        else error
        if isinstance(error, str)
        else str(error.get("message", error))
        if isinstance(error, dict)
        else str(error)
    )
    error_type = _text(pick(row, "error_type"))
    if error_type is None and word in FAILED_WORDS - {"error", "failed", "failure", "fail", "exception"}:
        error_type = word
    if word in OK_WORDS:
        return Status(False, error_type, message)
    if word in FAILED_WORDS or message or error_type:
        return Status(True, error_type, message)
    if pick(row, "result") is not ABSENT:
        return Status(False)
    # an end alone does not say how it ended; without even that, nothing came back at all
    ended = pick(row, "end") is not ABSENT
    return Status(verdict=Outcome.UNKNOWN) if ended else Status()


def _end(row: Mapping[str, Any], start: int) -> int | None:
    return duration_end(start, pick(row, "duration_ms"), pick(row, "duration_s"))


def duration_end(start: int, took_ms: Any, took_s: Any) -> int | None:
    """The end of a call that began at `start` (nanoseconds) and took so long; None where neither is recorded."""
    for took, unit in ((took_ms, 1_000_000), (took_s, 1_000_000_000)):
        if took is not ABSENT and took is not None:
            try:
                return start + int(float(took) * unit)
            except (TypeError, ValueError, OverflowError):
                return None
    return None


def _decoded(value: Any) -> Any:
    return decode_maybe(value) if isinstance(value, str) else value


def _text(value: Any) -> str | None:
    return None if value is ABSENT or value is None or value == "" else str(value)


DIALECT = Dialect(
    name="native",
    reads="one finished tool call a JSON line: session_id, tool, arguments, start_time, end_time, status, result",
    obtain="write such a line wherever your program runs a tool",
    claims=claims,
    read=read,
)
