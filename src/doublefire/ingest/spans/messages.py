"""Where a span keeps its messages: attributes, one event a message, or one event that holds them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.spans.span import Span

DETAILS_EVENT: Final = "gen_ai.client.inference.operation.details"
INPUT_EVENTS: Final = (
    "gen_ai.system.message",
    "gen_ai.user.message",
    "gen_ai.assistant.message",
    "gen_ai.tool.message",
)
OUTPUT_EVENTS: Final = ("gen_ai.choice",)
EVENT_ROLES: Final = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.tool.message": "tool",
}


def messages_asked(span: Span, where: Sequence[tuple[str, str]]) -> list[forms.Message]:
    """The history that a span's model was given."""
    return forms.read_messages(span.attributes, where) or _in_events(span, INPUT_EVENTS, vocabulary.GEN_AI_INPUT)


def messages_answered(span: Span, where: Sequence[tuple[str, str]]) -> list[forms.Message]:
    """What a span's model answered."""
    return forms.read_messages(span.attributes, where) or _in_events(span, OUTPUT_EVENTS, vocabulary.GEN_AI_OUTPUT)


def _in_events(span: Span, names: tuple[str, ...], details: Sequence[tuple[str, str]]) -> list[forms.Message]:
    """Messages recorded as span events: one event a message (conventions before 1.37), or one details event."""
    found: list[forms.Message] = []
    for name, _, attributes in span.events:
        if name == DETAILS_EVENT:
            found += forms.read_messages(attributes, details)
        elif name in names:
            found += event_message(name, attributes)
    return found


def event_message(name: str, body: Mapping[str, Any]) -> list[forms.Message]:
    """One per-message event (`gen_ai.choice`, `gen_ai.tool.message` …), as a span event or a log record's body."""
    inner = forms.structured(body.get("message"))
    message = dict(inner) if isinstance(inner, dict) else dict(body)
    message.setdefault("role", EVENT_ROLES.get(name, "assistant"))
    message["tool_calls"] = message.get("tool_calls") or body.get("tool_calls")
    if name == "gen_ai.tool.message":
        message.setdefault("tool_call_id", body.get("id"))
    if "content" not in message and "message" in body:
        message["content"] = body["message"]
    return list(forms.chat_messages([message]))
