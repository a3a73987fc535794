"""Vercel AI SDK UI messages, as `useChat` apps store them: a call and its result are one part with a state.

`vercel/ai` packages/ai/src/ui/ui-messages.ts: parts of type `tool-<name>` or `dynamic-tool` {toolCallId, state, input,
output | errorText}; version 4 wrote `tool-invocation` {toolInvocation: {state, toolName, args, result}}. `step-start`
begins another model response inside the same message. A message is stored again, whole, while it grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.conversation import Answer, Call, Message
from doublefire.ingest.messages.dumps import Shape
from doublefire.ingest.messages.flavours import claims_flavour, is_role_message
from doublefire.ingest.messages.histories import read_conversations
from doublefire.model import ABSENT, Emission, Outcome, Record, Status

UNFINISHED = frozenset(("input-streaming", "partial-call", "approval-requested"))
"""States in which the call is still being written or waits for the user: nothing was asked of the tool yet."""
ANSWERED = {
    "output-available": Status(False),
    "result": Status(False),
    "output-error": Status(True),
    "output-denied": Status(True, "denied", verdict=Outcome.NOT_EXECUTED),
}


def messages_of(raw: Mapping[str, Any]) -> Iterator[Message]:
    """The model responses (steps) of a UI message; a user's message as it stands."""
    parts = raw.get("parts")
    base = blocks.message_of(raw)
    if base.role != "assistant":
        yield base
        return
    tools = parts if isinstance(parts, list) else raw.get("toolInvocations")
    steps: list[list[Mapping[str, Any]]] = [[]]
    for part in tools if isinstance(tools, list) else ():
        if isinstance(part, dict):
            if part.get("type") == "step-start" and steps[-1]:
                steps.append([])
            else:
                steps[-1].append(part)
    for number, step in enumerate(steps):
        found = [pair for part in step if (pair := _pair(part)) is not None]
        yield Message(
            role="assistant",
            calls=tuple(call for call, _ in found),
            answers=tuple(answer for _, answer in found if answer is not None),
            ref=f"{base.ref}/{number}" if base.ref and number else base.ref,
            at_ns=base.at_ns,
        )


def _pair(part: Mapping[str, Any]) -> tuple[Call, Answer | None] | None:
    kind = forms.word(part.get("type"))
    inner = part.get("toolInvocation")
    part = inner if isinstance(inner, dict) else part
    name = part.get("toolName") or (kind.removeprefix("tool-") if kind.startswith("tool-") else None)
    state, call_id = forms.word(part.get("state")), part.get("toolCallId")
    if not isinstance(name, str) or not isinstance(call_id, str) or state in UNFINISHED:
        return None
    arguments = blocks.arguments_of(forms.first(part, ("input", "args", "rawInput")))
    status = ANSWERED.get(state)
    if status is None or part.get("preliminary"):
        return _unanswered(part, Call(name, arguments, call_id))
    error = part.get("errorText")
    if isinstance(error, str):
        status = Status(True, None, error)
    result = ABSENT if state == "output-denied" else blocks.result_of(forms.first(part, ("output", "result"), error))
    answer = Answer(call_id, result, status, name)
    if part.get("providerExecuted"):
        return Call(name, arguments, call_id, answer), None
    return Call(name, arguments, call_id), answer


def _unanswered(part: Mapping[str, Any], call: Call) -> tuple[Call, Answer | None]:
    approval = part.get("approval")
    if isinstance(approval, dict) and approval.get("approved") is False:
        return call, Answer(call.call_id, ABSENT, ANSWERED["output-denied"], call.tool)
    return call, None


SHAPE = Shape(is_role_message, messages_of)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Stored chats, a list of UI messages or a record {id, messages} each."""
    return read_conversations(records, SHAPE)


DIALECT = Dialect(
    name="vercel-ui",
    reads="Vercel AI SDK UI messages: parts of type tool-<name> with a state, as useChat apps store them",
    obtain="save the messages of useChat's onFinish, or what createUIMessageStreamResponse hands your store",
    claims=claims_flavour("vercel-ui"),
    read=read,
)
