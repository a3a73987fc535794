"""Pydantic AI message histories (`all_messages_json()`): requests and responses made of parts.

`pydantic/pydantic-ai` pydantic_ai_slim/pydantic_ai/messages.py. A request is what the model is given: user prompts,
tool returns with their outcome, retry prompts; a response holds its tool calls. Arguments are an object or JSON text.
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
from doublefire.model import Emission, Outcome, Record, Status

RETURNS = frozenset(("tool-return", "builtin-tool-return"))
OUTCOMES = {
    "success": Status(False),
    "failed": Status(True),
    "retried": Status(True),
    "denied": Status(True, "denied", verdict=Outcome.NOT_EXECUTED),
}
"""`ToolReturnPart.outcome`; `retried` is a result that asks the model to try again."""


def is_message(raw: Mapping[str, Any]) -> bool:
    """Whether an object is a model request or response."""
    parts = raw.get("parts")
    if forms.word(raw.get("kind")) not in ("request", "response") or not isinstance(parts, list):
        return False
    return not parts or any(isinstance(part, dict) and "part_kind" in part for part in parts)


def messages_of(raw: Mapping[str, Any]) -> Iterator[Message]:
    """A response as one message; a request as its tool results and, apart from them, the user's words.

    A run that begins without a user's words goes on with what an earlier one left (deferred tools, a retried run).
    """
    parts = [part for part in raw["parts"] if isinstance(part, dict)]
    at_ns = blocks.time_of(raw)
    run = forms.word(raw.get("run_id")) or None
    if raw["kind"] == "response":
        ref = raw.get("provider_response_id")
        named = ref if isinstance(ref, str) and ref else None
        yield Message("assistant", calls=tuple(_calls(parts)), ref=named, at_ns=at_ns, run=run)
        return
    answers = tuple(answer for part in parts if (answer := _answer(part)) is not None)
    if answers:
        yield Message("tool", answers=answers, at_ns=at_ns, run=run)
    prompts = [part for part in parts if part.get("part_kind") == "user-prompt"]
    if prompts:
        text = "\n".join(forms.text_of(part.get("content")) for part in prompts)
        yield Message("user", text, at_ns=blocks.time_of(prompts[0]) or at_ns, run=run)


def _calls(parts: list[dict[str, Any]]) -> Iterator[Call]:
    ran = {
        forms.clean_id(part.get("tool_call_id")): _answer(part)
        for part in parts
        if part.get("part_kind") == "builtin-tool-return"
    }
    for part in parts:
        name, kind = part.get("tool_name"), forms.word(part.get("part_kind"))
        if isinstance(name, str) and kind in ("tool-call", "builtin-tool-call"):
            call_id = forms.clean_id(part.get("tool_call_id"))
            hosted = ran.get(call_id) or Answer(call_id) if kind == "builtin-tool-call" else None
            yield Call(name, blocks.arguments_of(part.get("args")), call_id, hosted)


def _answer(part: Mapping[str, Any]) -> Answer | None:
    name, content = part.get("tool_name"), part.get("content")
    if not isinstance(name, str):
        return None
    if forms.word(part.get("part_kind")) in RETURNS:
        status = OUTCOMES.get(forms.word(part.get("outcome")), Status())
    elif part.get("part_kind") == "retry-prompt":
        status = _refused(content)
    else:
        return None
    return Answer(
        forms.clean_id(part.get("tool_call_id")), blocks.result_of(content), status, name, blocks.time_of(part)
    )


def _refused(content: Any) -> Status:
    """A retry prompt with a list of errors: the arguments did not validate; with a text: the tool gave up."""
    if isinstance(content, list):
        return Status(
            True,
            "validation error",
            str(forms.first(content[0], ("msg",), "")) if content and isinstance(content[0], dict) else None,
            Outcome.NOT_EXECUTED,
        )
    return Status(True, "ModelRetry", content if isinstance(content, str) else None)


SHAPE = Shape(is_message, messages_of)


def claims(values: Sequence[Any]) -> bool:
    """Objects of kind request or response whose parts name their kind."""
    return bool(samples(values, SHAPE))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """A history, a history a line, or a message a line; a conversation names itself in every message."""
    return read_conversations(records, SHAPE)


DIALECT = Dialect(
    name="pydantic-ai-messages",
    reads="Pydantic AI message histories: requests and responses with parts",
    obtain="result.all_messages_json(), or ModelMessagesTypeAdapter.dump_json(messages)",
    claims=claims,
    read=read,
)
