"""A2A traffic: JSON-RPC calls of one agent to another.

`a2aproject/A2A` docs/specification.md. The peer's tools are opaque; what can be seen twice is the message itself.
Sending one is a write: the peer acts on it. A message carries its own key, `messageId`, that agents may use to
recognise duplicates (3.3.1); cancelling a task is idempotent. Version 1 calls the methods SendMessage,
SendStreamingMessage, CancelTask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import word
from doublefire.ingest.jsonrpc import Envelope, Exchanges, Request, envelopes
from doublefire.ingest.messages.blocks import printed
from doublefire.ingest.messages.histories import digest
from doublefire.model import ABSENT, Effect, Emission, Kind, Layer, Outcome, Record, Sighting, Status

SENDING: Final = dict.fromkeys(
    ("message/send", "message/stream", "SendMessage", "SendStreamingMessage"), "message/send"
)
CANCELLING: Final = dict.fromkeys(("tasks/cancel", "CancelTask"), "tasks/cancel")
METHODS: Final = frozenset(
    (
        *SENDING,
        "CancelTask",
        "tasks/resubscribe",
        "SubscribeToTask",
        "GetTask",
        "ListTasks",
        "GetExtendedAgentCard",
        "agent/getAuthenticatedExtendedCard",
    )
)
REFUSED_CODES: Final = frozenset((-32700, -32600, -32601, -32602, -32003, -32004, -32005))
"""JSON-RPC's own refusals, and A2A's unsupported notification, operation and content type."""
STATES: Final = {
    "rejected": Status(True, "rejected", verdict=Outcome.NOT_EXECUTED),
    "auth-required": Status(None),
    "failed": Status(True, "failed"),
    "canceled": Status(True, "cancelled"),
}


def claims(values: Sequence[Any]) -> bool:
    """JSON-RPC requests with a method of A2A."""
    found = [envelope.message for value in values for envelope in envelopes(value)]
    return any(word(message.get("method")) in METHODS for message in found) or any(map(_is_answer, found))


def _is_answer(message: Mapping[str, Any]) -> bool:
    result = message.get("result")
    return (
        isinstance(result, dict)
        and word(result.get("kind")) in ("task", "message", "status-update", "artifact-update")
        and "contextId" in result
    )


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every message sent and task cancelled, when the first answer to it comes; at the end those without one."""
    exchanges, session = Exchanges(), None
    for record in records:
        for envelope in envelopes(record.value):
            session = session or f"record#1-{digest(envelope.message)[:4].hex()}"
            if isinstance(envelope.message.get("method"), str):
                if "id" in envelope.message:
                    exchanges.ask(envelope)
                continue
            request = exchanges.answer(envelope)
            if request is not None:
                yield from _execution(request, envelope, session)
    for request in exchanges.lose(None, every=True):
        yield from _execution(request, None, session)


def _execution(request: Request, answer: Envelope | None, session: str | None) -> Iterator[Emission]:
    sent = request.params.get("message")
    if request.method in SENDING and isinstance(sent, dict):
        tool, effect, arguments = (
            "message/send",
            Effect.WRITE,
            {name: value for name, value in sent.items() if name != "kind"},
        )
    elif request.method in CANCELLING:
        tool, effect, arguments = (
            "tasks/cancel",
            Effect.IDEMPOTENT,
            {"id": request.params.get("id", request.params.get("name"))},
        )
    else:
        return
    yield Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.TRANSPORT,
        tool=f"{request.envelope.server}.{tool}" if request.envelope.server else tool,
        session=request.envelope.connection or session,
        start_ns=request.start_ns,
        end_ns=answer.at_ns if answer is not None else None,
        arguments=arguments,
        result=ABSENT if answer is None else answer.message.get("result", ABSENT),
        status=Status() if answer is None else _status(answer.message),
        effect=effect,
    )


def _status(message: Mapping[str, Any]) -> Status:
    error, result = message.get("error"), message.get("result")
    if isinstance(error, dict):
        code = error.get("code")
        return Status(
            True,
            None if code is None else printed(code),
            printed(error.get("message", "")),
            Outcome.NOT_EXECUTED if isinstance(code, int) and code in REFUSED_CODES else None,
        )
    task = result.get("task", result) if isinstance(result, dict) else None
    state = task.get("status") if isinstance(task, dict) else None
    word = str(state.get("state", "")) if isinstance(state, dict) else ""
    return STATES.get(word.lower().removeprefix("task_state_").replace("_", "-"), Status())


DIALECT = Dialect(
    name="a2a",
    reads="A2A traffic: JSON-RPC message/send, message/stream and tasks/cancel with their answers",
    obtain="log the JSON-RPC requests and responses of your A2A client or server, one a line",
    claims=claims,
    read=read,
)
