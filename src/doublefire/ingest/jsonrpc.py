"""JSON-RPC 2.0 traffic in a log: the messages inside whatever wraps them, and which response answers which request.

There is no standard log: raw messages, {timestamp, direction, message} of a tee, proxy and inspector logs. Ids are
unique among the open requests of one connection and one side only, and `1` is not `"1"`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.messages import blocks
from doublefire.ingest.times import parse_time
from doublefire.semantics.values.exact_json import decode_maybe

CONNECTION_KEYS = (
    "connection",
    "connection_id",
    "connectionId",
    "session_id",
    "sessionId",
    "mcp_session_id",
    "mcpSessionId",
    "client_id",
    "client",
    "pid",
)
SERVER_KEYS = ("server", "server_name", "serverName", "mcp_server")
DIRECTION_KEYS = ("direction", "dir", "from", "type", "side")
TIME_KEYS = ("@timestamp", "timestamp_ms", *blocks.TIMES)
MAX_WRAPPING = 3
"""Objects around a message that are opened: a proxy log's event, its request, its body."""
MAX_OPEN = 100_000
"""Requests without an answer that are kept at once."""


@dataclass(slots=True)
class Envelope:
    """One message and what its wrapper says of it."""

    message: Mapping[str, Any]
    at_ns: int | None = None
    connection: str | None = None
    server: str | None = None
    direction: str | None = None
    headers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Request:
    """A request that waits for its answer. `cancelled` is when and why it was given up."""

    method: str
    params: Mapping[str, Any]
    envelope: Envelope
    start_ns: int | None
    cancelled: tuple[int | None, str] | None = None


def envelopes(value: Any) -> Iterator[Envelope]:
    """The JSON-RPC messages of one record, batches taken apart."""
    wrapper = value if isinstance(value, dict) else {}
    headers = forms.first(wrapper, ("headers", "request_headers"), None)
    for message in _messages(value, 0):
        yield Envelope(
            message,
            parse_time(forms.first(wrapper, TIME_KEYS, None)) if wrapper is not message else None,
            forms.text_under(wrapper, CONNECTION_KEYS) if wrapper is not message else None,
            forms.text_under(wrapper, SERVER_KEYS) if wrapper is not message else None,
            forms.text_under(wrapper, DIRECTION_KEYS) if wrapper is not message else None,
            headers if isinstance(headers, dict) else {},
        )


def _messages(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if isinstance(value, str):
        value = decode_maybe(value) if '"jsonrpc"' in value else None
    if isinstance(value, list):
        for item in value if depth <= MAX_WRAPPING else ():
            yield from _messages(item, depth + 1)
    elif isinstance(value, dict):
        if value.get("jsonrpc") == "2.0":
            yield value
        elif depth < MAX_WRAPPING:
            for inner in value.values():
                if isinstance(inner, (dict, list, str)):
                    yield from _messages(inner, depth + 1)


class Exchanges:
    """The open requests of a log, by connection and id; both sides number their own."""

    def __init__(self) -> None:
        self._open: dict[tuple[str | None, str], list[Request]] = {}

    def ask(self, envelope: Envelope) -> Request | None:
        """Note a request; None for one that is logged a second time by another observer while it is open."""
        params = envelope.message.get("params")
        request = Request(
            str(envelope.message["method"]), params if isinstance(params, dict) else {}, envelope, envelope.at_ns
        )
        waiting = self._open.setdefault(_key(envelope, envelope.message.get("id")), [])
        if any(
            other.method == request.method
            and other.params == request.params
            and other.envelope.direction != envelope.direction
            for other in waiting
        ):
            return None
        waiting.append(request)
        if len(self._open) > MAX_OPEN:
            self._open.pop(next(iter(self._open)))
        return request

    def answer(self, envelope: Envelope) -> Request | None:
        """The request that a response is for, no longer open; None when there is none."""
        key = _key(envelope, envelope.message.get("id"))
        waiting = self._open.get(key)
        if not waiting:
            return None
        others = [
            r for r in waiting if envelope.direction is None or r.envelope.direction != envelope.direction
        ] or waiting
        fitting = [r for r in others if (r.method == "tools/call") == _answers_tool(envelope.message)] or others
        answered = fitting[0]
        waiting.remove(answered)
        if not waiting:
            del self._open[key]
        return answered

    def cancel(self, envelope: Envelope) -> None:
        """Note that a request was given up; its answer may still come and then tells the truth."""
        params = envelope.message.get("params")
        if isinstance(params, dict):
            for request in self._open.get(_key(envelope, params.get("requestId")), ()):
                request.cancelled = (envelope.at_ns, blocks.printed(params.get("reason") or "cancelled"))

    def lose(self, connection: str | None, every: bool = False) -> Iterator[Request]:
        """The requests of a connection (or of every one) that will not be answered any more."""
        keys = [key for key in self._open if every or key[0] == connection]
        for key in keys:
            yield from self._open.pop(key)


def _key(envelope: Envelope, identity: Any) -> tuple[str | None, str]:
    return envelope.connection, f"{type(identity).__name__} {blocks.printed(identity)[:200]}"


def _answers_tool(message: Mapping[str, Any]) -> bool:
    result = message.get("result")
    return "error" in message or (
        isinstance(result, dict)
        and any(
            name in result for name in ("content", "structuredContent", "isError", "toolResult", "task", "resultType")
        )
        and "role" not in result
    )
