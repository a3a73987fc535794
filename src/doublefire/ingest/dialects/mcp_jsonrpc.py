"""MCP traffic: JSON-RPC messages between a client and its servers, raw or in the wrappers of a tee, proxy or inspector.

`modelcontextprotocol/modelcontextprotocol` schema.ts and docs/specification. A `tools/call` request and its response
are one execution. After `resultType: "input_required"` the client sends the call again with `inputResponses` or
`requestState` under a new id: the same logical call; `resultType: "task"` is finished by tasks/result or tasks/get.
Ids start over with every connection (`initialize`, `server/discover`), so they name no call; a log is one session
unless its wrappers name connections or the W3C baggage of `_meta` names the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from doublefire.ingest import forms
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.jsonrpc import Envelope, Exchanges, Request, envelopes
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.histories import digest
from doublefire.model import ABSENT, Emission, Kind, Layer, Outcome, Record, Sighting, Status
from doublefire.semantics.identity.keys import header_key, is_key_name
from doublefire.semantics.replays import is_replayed

METHODS = re.compile(r"(?:tools|resources|prompts|server|logging|completion|sampling|roots|elicitation|notifications)/")
"""Methods that only MCP has; `initialize` and `tasks/…` are those of other protocols too."""
OPENING = frozenset(("initialize", "server/discover"))
REFUSED_CODES = frozenset((-32700, -32600, -32601, -32602))
"""Parse error, invalid request, method (tool) not found, invalid params: the tool never ran."""
ENDED_TASKS = frozenset(("completed", "failed", "cancelled"))


def claims(values: Sequence[Any]) -> bool:
    """JSON-RPC messages with a method of MCP, or an answer with tools or tool content."""
    return any(_is_mcp(envelope.message) for value in values for envelope in envelopes(value))


def _is_mcp(message: Mapping[str, Any]) -> bool:
    method = message.get("method")
    if isinstance(method, str):
        params = message.get("params")
        return METHODS.match(method) is not None or (
            method == "initialize" and isinstance(params, dict) and "protocolVersion" in params
        )
    result = message.get("result")
    return isinstance(result, dict) and any(
        name in result for name in ("tools", "isError", "structuredContent", "protocolVersion", "serverInfo")
    )


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every call when its answer comes, and at the end those that were never answered."""
    log = _Log()
    for record in records:
        for envelope in envelopes(record.value):
            yield from log.take(envelope)
    yield from log.close()


class _Log:
    def __init__(self) -> None:
        self._exchanges = Exchanges()
        self._session: str | None = None
        self._declared: set[bytes] = set()
        self._continued: dict[bytes, Request] = {}
        self._tasks: dict[str, Request] = {}

    def take(self, envelope: Envelope) -> Iterator[Emission]:
        message = envelope.message
        self._session = self._session or f"record#1-{digest(message)[:4].hex()}"
        if isinstance(message.get("method"), str):
            yield from self._asked(envelope)
        elif "result" in message or "error" in message:
            request = self._exchanges.answer(envelope)
            if request is not None:
                yield from self._answered(request, envelope)

    def close(self) -> Iterator[Emission]:
        for request in (*self._exchanges.lose(None, every=True), *self._tasks.values(), *self._continued.values()):
            yield from self._lost(request)

    def _asked(self, envelope: Envelope) -> Iterator[Emission]:
        method = envelope.message["method"]
        if "id" not in envelope.message:
            if method == "notifications/cancelled":
                self._exchanges.cancel(envelope)
            return
        if method in OPENING:
            for request in list(self._exchanges.lose(envelope.connection)):
                yield from self._lost(request)
        asked = self._exchanges.ask(envelope)
        if (
            asked is not None
            and asked.method == "tools/call"
            and ("requestState" in asked.params or "inputResponses" in asked.params)
        ):
            before = self._continued.pop(_continuation(asked, asked.params), None) or self._continued.pop(
                _continuation(asked, {}), None
            )
            asked.start_ns = before.start_ns if before is not None else asked.start_ns

    def _answered(self, request: Request, envelope: Envelope) -> Iterator[Emission]:
        result = envelope.message.get("result")
        fields: Mapping[str, Any] = result if isinstance(result, dict) else {}
        if request.method == "tools/list":
            mark = digest(fields.get("tools"))
            if mark not in self._declared:
                self._declared.add(mark)
                yield from declarations_in(fields)
        elif request.method == "tools/call":
            yield from self._called(request, envelope, fields)
        elif request.method in ("tasks/get", "tasks/result", "tasks/cancel"):
            yield from self._task(request, envelope, fields)

    def _called(self, request: Request, envelope: Envelope, fields: Mapping[str, Any]) -> Iterator[Emission]:
        if fields.get("resultType") == "input_required":
            self._continued[_continuation(request, fields)] = request
            return
        task = fields.get("task")
        name = (task if isinstance(task, dict) else fields).get("taskId")
        if isinstance(name, str) and (isinstance(task, dict) or fields.get("resultType") == "task"):
            self._tasks[name] = request
            return
        yield from self._execution(
            request, envelope.at_ns, envelope.message.get("result", ABSENT), _status(envelope.message)
        )

    def _task(self, request: Request, envelope: Envelope, fields: Mapping[str, Any]) -> Iterator[Emission]:
        name = request.params.get("taskId")
        state = forms.word(fields.get("status"))
        if (
            not isinstance(name, str)
            or name not in self._tasks
            or (request.method != "tasks/result" and state not in ENDED_TASKS)
        ):
            return
        if request.method == "tasks/get" and "result" not in fields and "error" not in fields and state == "completed":
            return
        inner = fields if request.method == "tasks/result" else fields.get("result", ABSENT)
        status = _status({"result": inner, **({"error": fields["error"]} if "error" in fields else {})})
        if state in ("failed", "cancelled") and status.failed is not True:
            status = Status(True, state, blocks.printed(fields.get("statusMessage") or state))
        yield from self._execution(self._tasks.pop(name), envelope.at_ns, inner, status)

    def _lost(self, request: Request) -> Iterator[Emission]:
        if request.method == "tools/call":
            at_ns, reason = request.cancelled or (None, None)
            yield from self._execution(
                request, at_ns, ABSENT, Status(True, "cancelled", reason) if request.cancelled else Status()
            )

    def _execution(self, request: Request, end_ns: int | None, result: Any, status: Status) -> Iterator[Emission]:
        name = request.params.get("name")
        if not isinstance(name, str) or not name:
            return
        meta = request.params.get("_meta")
        meta = meta if isinstance(meta, dict) else {}
        trace, parent = _traceparent(meta)
        baggage = _baggage(meta)
        server = request.envelope.server
        yield Sighting(
            kind=Kind.EXECUTION,
            layer=Layer.TRANSPORT,
            tool=f"{server}.{name}" if server else name,
            session=baggage.get("gen_ai.conversation.id") or request.envelope.connection or self._session,
            trace=trace,
            parent=parent,
            agent=baggage.get("gen_ai.agent.name"),
            start_ns=request.start_ns,
            end_ns=end_ns,
            arguments=blocks.arguments_of(request.params.get("arguments", {})),
            result=result if result is ABSENT else blocks.result_of(result),
            status=status,
            key=_key(meta, request.envelope.headers),
            replayed=result is not ABSENT and is_replayed(result),
        )


def _continuation(request: Request, fields: Mapping[str, Any]) -> bytes:
    """What ties a call to its continuation: the state that the server handed out, else the same tool and arguments."""
    state = fields.get("requestState")
    return (
        digest(("state", state))
        if state is not None
        else digest((request.params.get("name"), request.params.get("arguments")))
    )


def _status(message: Mapping[str, Any]) -> Status:
    error, result = message.get("error"), message.get("result")
    if isinstance(error, dict):
        code = error.get("code")
        verdict = Outcome.NOT_EXECUTED if isinstance(code, int) and code in REFUSED_CODES else None
        return Status(
            True, None if code is None else blocks.printed(code), blocks.printed(error.get("message", "")), verdict
        )
    flag = result.get("isError") if isinstance(result, dict) else None
    return Status(flag if isinstance(flag, bool) else None)


_TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}", re.IGNORECASE)


def _traceparent(meta: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """(trace id, span id of the caller) of the W3C trace context in `_meta`."""
    found = _TRACEPARENT.fullmatch(forms.word(meta.get("traceparent")))
    return (found.group(1).lower(), found.group(2).lower()) if found else (None, None)


def _baggage(meta: Mapping[str, Any]) -> dict[str, str]:
    pairs = (item.partition("=") for item in forms.word(meta.get("baggage"))[:8192].split(","))
    return {name.strip(): unquote(value.partition(";")[0].strip()) for name, _, value in pairs if value}


def _key(meta: Mapping[str, Any], headers: Mapping[str, Any]) -> str | None:
    """An idempotency key beside the arguments: in `_meta`, or a recorded HTTP header."""
    found = [value for name, value in meta.items() if is_key_name(name.rpartition("/")[2])]
    found += [value for name, value in headers.items() if header_key(name)]
    return next((str(value) for value in found if isinstance(value, (str, int)) and value != ""), None)


DIALECT = Dialect(
    name="mcp-jsonrpc",
    reads="MCP traffic: JSON-RPC messages as raw lines or wrapped with time and direction (tee, proxy, inspector)",
    obtain="a tee or proxy between client and server that writes one message a line, or the inspector's history",
    claims=claims,
    read=read,
)
