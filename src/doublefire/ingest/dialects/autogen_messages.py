"""AutoGen AgentChat messages and events, as a team's `messages` or a message log keeps them.

`microsoft/autogen` python/packages/autogen-agentchat/src/autogen_agentchat/messages.py. A `ToolCallRequestEvent` holds
the calls of one model response, a `ToolCallExecutionEvent` their results; `ToolCallSummaryMessage` repeats both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.conversation import Answer, Call, Message
from doublefire.ingest.messages.dumps import Shape, samples
from doublefire.ingest.messages.histories import read_conversations
from doublefire.model import Emission, Record, Status

REQUEST, EXECUTION = "ToolCallRequestEvent", "ToolCallExecutionEvent"
SPOKEN = frozenset(("TextMessage", "MultiModalMessage", "StopMessage", "StructuredMessage"))
OTHERS = frozenset(
    ("ToolCallSummaryMessage", "HandoffMessage", "ThoughtEvent", "MemoryQueryEvent", "ModelClientStreamingChunkEvent")
)


def is_message(raw: Mapping[str, Any]) -> bool:
    """Whether an object is an AgentChat message or event."""
    kind = raw.get("type")
    return (
        isinstance(raw.get("source"), str)
        and isinstance(kind, str)
        and (kind in SPOKEN | OTHERS or kind in (REQUEST, EXECUTION) or kind.startswith("StructuredMessage["))
    )


def messages_of(raw: Mapping[str, Any]) -> Iterator[Message]:
    """One message; thoughts, summaries and chunks belong to a response that another one tells."""
    kind, source, content = str(raw["type"]), str(raw["source"]), raw.get("content")
    ref = raw.get("id")
    message = Message("system", ref=ref if isinstance(ref, str) else None, agent=source, at_ns=blocks.time_of(raw))
    items = [item for item in content if isinstance(item, dict)] if isinstance(content, list) else []
    if kind == REQUEST:
        message.role = "assistant"
        message.calls = tuple(
            Call(item["name"], blocks.arguments_of(item.get("arguments")), forms.clean_id(item.get("id")))
            for item in items
            if isinstance(item.get("name"), str)
        )
    elif kind == EXECUTION:
        message.role, message.ref = "tool", None
        message.answers = tuple(map(_answer, items))
    elif kind in OTHERS:
        return
    elif source.casefold() in ("user", "human", "user_proxy"):
        message.role, message.text, message.agent = "user", forms.text_of(content), None
    else:
        message.role = "assistant"
    yield message


def _answer(item: Mapping[str, Any]) -> Answer:
    failed = item.get("is_error")
    name = item.get("name")
    status = Status(failed if isinstance(failed, bool) else None)
    return Answer(
        forms.clean_id(item.get("call_id")),
        blocks.result_of(item.get("content")),
        status,
        name if isinstance(name, str) else None,
    )


SHAPE = Shape(is_message, messages_of)


def claims(values: Sequence[Any]) -> bool:
    """Messages with a source and one of AgentChat's types."""
    return bool(samples(values, SHAPE))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """A task's result, a list of messages, or a message a line."""
    return read_conversations(records, SHAPE)


DIALECT = Dialect(
    name="autogen-messages",
    reads="AutoGen AgentChat messages: ToolCallRequestEvent and ToolCallExecutionEvent",
    obtain="[m.model_dump(mode='json') for m in result.messages] of a team or agent run, as JSON",
    claims=claims,
    read=read,
)
