"""LangChain messages in their three serialised forms, read to `Message` values.

`langchain-ai/langchain` libs/core/langchain_core: `messages_to_dict` writes {type, data}, `load.dumps` writes
{"lc": 1, "type": "constructor", "id": […], "kwargs"}, `model_dump` the flat fields. The same call may stand in
`tool_calls`, in `additional_kwargs` and in the content's blocks; `invalid_tool_calls` never ran.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.conversation import Answer, Call, Message
from doublefire.model import UNSAID, Status

ROLE_OF_TYPE = {
    **dict.fromkeys(("human", "HumanMessage", "HumanMessageChunk"), "user"),
    **dict.fromkeys(("ai", "AIMessage", "AIMessageChunk"), "assistant"),
    **dict.fromkeys(("tool", "ToolMessage", "ToolMessageChunk", "function", "FunctionMessage"), "tool"),
    **dict.fromkeys(("system", "SystemMessage", "chat", "ChatMessage", "remove", "RemoveMessage"), "system"),
}
PLAIN_WORDS = ("tool", "function", "system", "chat", "remove")
"""Types of message that are types of other things too; the rest are LangChain's own words."""
FIELDS_OF_MESSAGE = (
    "additional_kwargs",
    "response_metadata",
    "tool_calls",
    "tool_call_id",
    "invalid_tool_calls",
    "example",
)
"""Fields that only LangChain's flat messages have beside `type` and `content`."""


def fields_of(raw: Any) -> tuple[str, Mapping[str, Any]] | None:
    """(role, fields) of a serialised message in any of its forms; None when it is none."""
    if not isinstance(raw, dict):
        return None
    if raw.get("lc") == 1 and isinstance(raw.get("kwargs"), dict) and isinstance(raw.get("id"), list):
        role = ROLE_OF_TYPE.get(forms.word(raw["id"][-1])) if raw["id"] else None
        return (role, raw["kwargs"]) if role is not None else None
    role = ROLE_OF_TYPE.get(forms.word(raw.get("type")))
    if role is None or "role" in raw:
        return None
    if isinstance(raw.get("data"), dict):
        return (role, raw["data"]) if "content" in raw["data"] else None
    own = raw["type"] not in PLAIN_WORDS or any(name in raw for name in FIELDS_OF_MESSAGE)
    return (role, raw) if "content" in raw and own else None


def is_message(raw: Mapping[str, Any]) -> bool:
    """Whether an object is a serialised LangChain message."""
    return fields_of(raw) is not None


def message_of(raw: Mapping[str, Any]) -> Message | None:
    """A serialised message; None when it is none."""
    found = fields_of(raw)
    if found is None:
        return None
    role, fields = found
    ref = fields.get("id")
    name = fields.get("name")
    return Message(
        role=role,
        text=forms.text_of(fields.get("content")),
        calls=_calls(fields) if role == "assistant" else (),
        answers=(_answer(fields),) if role == "tool" else (),
        ref=ref if isinstance(ref, str) and ref else None,
        agent=name if role == "assistant" and isinstance(name, str) else None,
        at_ns=blocks.time_of(fields),
    )


def _calls(fields: Mapping[str, Any]) -> tuple[Call, ...]:
    additional = fields.get("additional_kwargs")
    older = additional if isinstance(additional, dict) else {}
    for listed in (fields.get("tool_calls"), older.get("tool_calls"), older.get("function_call")):
        calls = [blocks.beside_call(raw) for raw in forms.dictionaries(listed)]
        if any(calls):
            return tuple(call for call in calls if call is not None) + _hosted(fields)
    content = fields.get("content")
    return (
        tuple(blocks.calls_in([block for block in content if isinstance(block, dict)]))
        if isinstance(content, list)
        else ()
    )


def _hosted(fields: Mapping[str, Any]) -> tuple[Call, ...]:
    content = fields.get("content")
    found = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return tuple(call for call in blocks.calls_in(found) if call.ran is not None)


def _answer(fields: Mapping[str, Any]) -> Answer:
    """`status` is `success` unless somebody set it, so only `error` says anything."""
    call_id = fields.get("tool_call_id")
    name = fields.get("name")
    status = Status(True) if fields.get("status") == "error" else UNSAID
    return Answer(
        call_id if isinstance(call_id, str) else None,
        blocks.result_of(fields.get("content")),
        status,
        name if isinstance(name, str) else None,
    )
