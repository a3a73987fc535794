"""What a model answered, in whatever form a platform stored it: the output of an LLM run or generation as messages.

Platforms keep each provider's own object: a chat completion, a Responses or Bedrock or Gemini object, LangChain
generations, GenAI parts, Vercel's list of calls. Only what the model wrote is returned, never the history before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.messages import blocks, langchain, responses
from doublefire.ingest.messages.conversation import Message

WRAPPERS = ("choices", "candidates", "generations", "message", "output", "messages", "response", "result", "outputs")
"""Keys whose value holds the answer, best first."""
MAX_WRAPPERS = 8
"""Objects around an answer that are opened; LangChain's LLMResult with a serialised message needs five."""


def answers_of(output: Any) -> list[Message]:
    """The model's messages in a stored output; empty when there is none in it."""
    try:
        return [message for message in _found(output) if message.role == "assistant"]
    except RecursionError:
        return []


def _found(value: Any) -> Iterator[Message]:
    for _ in range(MAX_WRAPPERS):
        value = forms.structured(value)
        if isinstance(value, list):
            if not value:
                return
            if isinstance(value[0], list) or (
                isinstance(value[0], dict) and "message" in value[0] and "role" not in value[0]
            ):
                value = value[0]
                continue
            yield from _messages([item for item in value if isinstance(item, dict)])
            return
        if not isinstance(value, dict):
            return
        if (
            langchain.is_message(value)
            or "role" in value
            or responses.is_item(value)
            or "toolCallId" in value
            or "parts" in value
        ):
            yield from _messages([value])
            return
        if isinstance(value.get("content"), dict):
            value = value["content"]
            continue
        value = next((value[key] for key in WRAPPERS if value.get(key)), None)


def _messages(items: list[dict[str, Any]]) -> Iterator[Message]:
    if any(map(responses.is_item, items)):
        yield from responses.messages_of(items)
    elif any("toolCallId" in item or "toolName" in item for item in items):
        yield Message(
            "assistant", calls=tuple(call for item in items if (call := blocks.beside_call(item)) is not None)
        )
    else:
        yield from (message for item in items if (message := message_of(item)) is not None)


def message_of(raw: Mapping[str, Any]) -> Message | None:
    """A message in any of the known words, None when it is none; a part list without role is the model's."""
    found = langchain.message_of(raw)
    if found is not None:
        return found
    if "role" not in raw and not isinstance(raw.get("parts", raw.get("content")), list):
        return None
    return blocks.message_of(raw if "role" in raw else {**raw, "role": "assistant"})


def history_of(value: Any) -> list[forms.Message]:
    """The messages that a model was given, in the form that `spans.input_emissions` reads; [[…]] is a batch of one."""
    for _ in range(MAX_WRAPPERS):
        value = forms.structured(value)
        if isinstance(value, str):
            value = forms.literal(value)
        if isinstance(value, dict):
            value = next(
                (value[key] for key in ("messages", "contents", "input", "inputs", "prompt") if value.get(key)), None
            )
        elif isinstance(value, list) and value and isinstance(value[0], list):
            value = value[0]
        else:
            break
    items = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    try:
        found = (
            list(responses.messages_of(items))
            if any(map(responses.is_item, items))
            else [m for item in items if (m := message_of(item)) is not None]
        )
    except RecursionError:
        return []
    return [as_form(message) for message in found]


def as_form(message: Message) -> forms.Message:
    """A message as the span conventions' reader keeps it."""
    calls = tuple(forms.Asked(call.call_id, call.tool, call.arguments) for call in message.calls)
    results = tuple(
        forms.Answered(answer.call_id, answer.result, answer.status.failed)
        for answer in message.answers
        if answer.call_id
    )
    return forms.Message(message.role, message.text, calls, results)
