"""Write a story as a trace file, in one of the dialects that can carry it: the bytes that real recorders leave."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import spans
from .story import Event, Story, instant


def native(story: Story) -> list[str]:
    """The auditor's own plain log: one finished call a line."""
    return [json.dumps(_native_row(story, event)) for event in story.tools]


def _native_row(story: Story, event: Event) -> dict[str, Any]:
    lost, good = event.status == "lost", event.status == "ok"
    row = {
        "session_id": event.session,
        "trace_id": story.hex_id(32, event.run),
        "turn_id": event.turn or None,
        "call_id": event.call,
        "tool": event.tool,
        "arguments": event.args if event.args_text is None else event.args_text,
        "start_time": instant(event.at),
        "end_time": None if lost else instant(event.at + event.took),
        "status": None if lost else event.status,
        "result": event.answer if good else None,
        "error": None if good or lost else event.failure,
        "error_type": None if good or lost else event.error_type,
        "idempotency_key": event.header_key,
        "attempt": event.attempt,
    }
    return {name: value for name, value in row.items() if value is not None}


def claude_code(story: Story) -> list[str]:
    """A session file of Claude Code: a line for each content block, chained by `parentUuid`."""
    rows = [
        (at, position, event.session, body)
        for position, event in enumerate(story.events)
        for at, body in _claude_bodies(event)
    ]
    lines: list[str] = []
    parents: dict[str, str] = {}
    for number, (at, _, session, body) in enumerate(sorted(rows, key=lambda row: row[:2])):
        envelope = {
            "parentUuid": parents.get(session),
            "isSidechain": False,
            "userType": "external",
            "cwd": "/app",
            "sessionId": session,
            "version": "2.1.0",
            "uuid": story.hex_id(32, number),
            "timestamp": instant(at),
        }
        parents[session] = str(envelope["uuid"])
        lines.append(json.dumps({**envelope, **body}))
    return lines


def _claude_bodies(event: Event) -> list[tuple[float, dict[str, Any]]]:
    if event.kind == "user":
        return [(event.at, {"type": "user", "message": {"role": "user", "content": event.text}})]
    if event.kind == "llm":
        blocks = [] if event.failed else _blocks(event)
        return [(event.at + event.took, _claude_block(event, block)) for block in blocks]
    if event.status == "lost":
        return []
    text = event.failure if event.failed else event.answer_text
    result = {"type": "tool_result", "tool_use_id": event.call, "content": text, "is_error": event.failed}
    return [(event.at + event.took, {"type": "user", "message": {"role": "user", "content": [result]}})]


def _blocks(event: Event) -> list[dict[str, Any]]:
    asked = [{"type": "tool_use", "id": call.id, "name": call.tool, "input": call.args} for call in event.calls]
    return asked or [{"type": "text", "text": event.text or "Done."}]


def _claude_block(event: Event, block: dict[str, Any]) -> dict[str, Any]:
    message = {"id": f"msg_{event.id}", "type": "message", "role": "assistant", "model": "demo-1", "content": [block]}
    return {"type": "assistant", "requestId": f"req_{event.id}", "message": message}


def openai_chat(story: Story) -> list[str]:
    """One conversation a line, `{"messages": [...]}`, without any clock."""
    conversations: dict[str, list[dict[str, Any]]] = {}
    for event in story.events:
        messages = conversations.setdefault(event.session, [])
        message = _chat_message(event)
        if message is not None:
            messages.append(message)
    return [json.dumps({"messages": messages}) for messages in conversations.values()]


def _chat_message(event: Event) -> dict[str, Any] | None:
    if event.kind == "user":
        return {"role": "user", "content": event.text}
    if event.kind == "tool":
        text = f"Error: {event.failure}" if event.failed else event.answer_text
        return None if event.status == "lost" else {"role": "tool", "tool_call_id": event.call, "content": text}
    if event.failed:
        return None
    if not event.calls:
        return {"role": "assistant", "content": event.text or "Done."}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": call.id, "type": "function", "function": {"name": call.tool, "arguments": json.dumps(call.args)}}
            for call in event.calls
        ],
    }


WRITERS: dict[str, Callable[[Story], list[str]]] = {
    "otlp": spans.otlp,
    "openinference": spans.openinference,
    "jsonl": native,
    "claude-code": claude_code,
    "openai-chat": openai_chat,
}


def write(story: Story, dialect: str) -> str:
    """The text of the trace file."""
    return "\n".join(WRITERS[dialect](story)) + "\n"
