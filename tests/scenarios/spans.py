"""Stories as OTLP/JSON, one `TracesData` object a line as the collector's file exporter writes it.

Two conventions share the envelope: OpenTelemetry's own for generative AI, and OpenInference. A span is written when it
ends, so an execution that was lost leaves none; each model span carries the whole conversation before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .story import Event, Story, nanoseconds

INTERNAL, CLIENT = 1, 3
Attributes = dict[str, Any]
Part = dict[str, Any]
Message = dict[str, Any]
HTTP_SCOPE = "opentelemetry.instrumentation.httpx"
ERROR_TYPES = {"timeout": "timeout", "cancelled": "CancelledError"}
REQUEST_OVERHEAD_SECONDS = 0.002
"""A request lies inside the execution that made it: one millisecond after its start, one before its end."""


@dataclass(frozen=True, slots=True)
class Convention:
    """How one convention names what it records."""

    scope: str
    agent: Callable[[str], Attributes]
    model: Callable[[Story, Event, list[Message], list[Message]], Attributes]
    model_name: str
    model_kind: int
    tool: Callable[[Event], Attributes]
    tool_name: str


@dataclass(slots=True)
class Trace:
    """One trace while it is being written: its spans by instrumentation scope, and the conversation so far."""

    id: str
    scoped: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    history: list[Message] = field(default_factory=list)

    def add(
        self, scope: str, ids: tuple[str, str], name: str, kind: int, times: tuple[float, float],
        attributes: Attributes, status: dict[str, Any],
    ) -> None:  # fmt: skip
        """Add a span; `ids` are its own and its parent's."""
        self.scoped.setdefault(scope, []).append(
            {
                "traceId": self.id,
                "spanId": ids[0],
                "parentSpanId": ids[1],
                "name": name,
                "kind": kind,
                "startTimeUnixNano": nanoseconds(times[0]),
                "endTimeUnixNano": nanoseconds(times[1]),
                "attributes": listed(attributes),
                "status": status,
            }
        )


def any_value(value: Any) -> dict[str, Any]:
    """A value as OTLP tags it; 64-bit integers are text."""
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case list():
            return {"arrayValue": {"values": [any_value(item) for item in value]}}
    return {"stringValue": str(value)}


def listed(attributes: Attributes) -> list[dict[str, Any]]:
    """Attributes as OTLP lists them; None is left out."""
    return [{"key": key, "value": any_value(value)} for key, value in attributes.items() if value is not None]


def _write(story: Story, convention: Convention) -> list[str]:
    runs: dict[str, list[Event]] = {}
    for event in story.events:
        runs.setdefault(event.run, []).append(event)
    return [line for run, events in runs.items() for line in _write_run(story, convention, run, events)]


def _write_run(story: Story, convention: Convention, run: str, events: list[Event]) -> list[str]:
    trace = Trace(story.hex_id(32, run))
    root = story.hex_id(16, run, "root")
    for event in events:
        if event.kind == "user":
            trace.history.append({"role": "user", "parts": [{"type": "text", "content": event.text}]})
        elif event.kind == "llm":
            _add_model(story, convention, trace, root, event)
        elif event.status != "lost":
            _add_tool(story, convention, trace, root, event)
    times = (min(event.at for event in events) - 0.01, max(event.at + event.took for event in events) + 0.01)
    agent = convention.agent(events[0].session)
    trace.add(convention.scope, (root, ""), "invoke_agent demo", INTERNAL, times, agent, {})
    return [_line(scope, spans) for scope, spans in trace.scoped.items()]


def _line(scope: str, spans: list[dict[str, Any]]) -> str:
    scope_spans = [{"scope": {"name": scope, "version": "1.0"}, "spans": spans}]
    resource = {"attributes": listed({"service.name": "demo"})}
    return json.dumps({"resourceSpans": [{"resource": resource, "scopeSpans": scope_spans}]})


def _add_model(story: Story, convention: Convention, trace: Trace, root: str, event: Event) -> None:
    said = [] if event.failed else [_spoken(story, event)]
    attributes = convention.model(story, event, trace.history, said)
    status = {"code": 2, "message": event.error or "internal server error"} if event.failed else {}
    span = story.hex_id(16, "llm", event.id)
    times = (event.at, event.at + event.took)
    trace.add(convention.scope, (span, root), convention.model_name, convention.model_kind, times, attributes, status)
    trace.history = trace.history + said


def _spoken(story: Story, event: Event) -> Message:
    parts: list[Part] = [
        {"type": "tool_call", "id": call.id, "name": call.tool, **({} if story.bare else {"arguments": call.args})}
        for call in event.calls
    ]
    finish = "tool_call" if parts else "stop"
    parts = parts or [{"type": "text", "content": event.text or "Done."}]
    return {"role": "assistant", "finish_reason": finish, "parts": parts}


def _add_tool(story: Story, convention: Convention, trace: Trace, root: str, event: Event) -> None:
    span = story.span_id(event)
    parent = story.hex_id(16, "span", event.parent) if event.parent is not None else root
    status = {"code": 2, "message": event.failure} if event.failed else {}
    times = (event.at, event.at + event.took)
    name = convention.tool_name.format(event.tool)
    trace.add(event.scope or convention.scope, (span, parent), name, INTERNAL, times, convention.tool(event), status)
    for number, request in enumerate(_requests(event)):
        _add_request(story, trace, span, event, number, request)
    text = event.answer_text if event.status == "ok" else event.failure
    answer = {"type": "tool_call_response", "id": event.call or "", "response": text}
    trace.history = [*trace.history, {"role": "tool", "parts": [answer]}]


def _requests(event: Event) -> list[dict[str, Any]]:
    if event.http or event.header_key is None:
        return event.http or []
    status = 200 if event.status == "ok" else None
    return [{"method": "POST", "url": f"https://api.example.com/v1/{event.tool}", "status": status}]


def _add_request(story: Story, trace: Trace, parent: str, event: Event, number: int, request: dict[str, Any]) -> None:
    answer = request.get("status")
    attributes = {
        "http.request.method": request["method"],
        "url.full": request["url"],
        "server.address": "api.example.com",
        "http.response.status_code": answer,
        "http.request.resend_count": request.get("resend"),
        "http.request.header.idempotency-key": None if event.header_key is None else [event.header_key],
    }
    start = event.at + request.get("after", REQUEST_OVERHEAD_SECONDS / 2)
    took = request.get("took", max(event.took - REQUEST_OVERHEAD_SECONDS, 0.0))
    span = story.hex_id(16, event.id, "http", number)
    failed = {"code": 2} if answer is None or answer >= 500 else {}
    trace.add(HTTP_SCOPE, (span, parent), request["method"], CLIENT, (start, start + took), attributes, failed)


def _error_type(event: Event) -> str | None:
    if not event.failed:
        return None
    return event.error_type or ERROR_TYPES.get(event.status, "ToolError")


def _genai_agent(session: str) -> Attributes:
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "demo",
        "gen_ai.conversation.id": session,
    }


def _genai_model(story: Story, event: Event, history: list[Message], said: list[Message]) -> Attributes:
    attributes: Attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "demo-1",
        "gen_ai.conversation.id": event.session,
        "gen_ai.input.messages": json.dumps(history),
    }
    if event.failed:
        return attributes | {"error.type": event.error_type or "500"}
    response = event.response or "resp_" + story.hex_id(12, event.id)
    return attributes | {"gen_ai.output.messages": json.dumps(said), "gen_ai.response.id": response}


def _genai_tool(event: Event) -> Attributes:
    shown = not event.bare
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": event.tool,
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": event.call,
        "gen_ai.tool.call.arguments": event.arguments_text if shown else None,
        "gen_ai.tool.call.result": event.answer_text if shown and event.status == "ok" else None,
        "error.type": _error_type(event),
    }


def _inference_agent(session: str) -> Attributes:
    return {"openinference.span.kind": "AGENT", "session.id": session}


def _inference_model(story: Story, event: Event, history: list[Message], said: list[Message]) -> Attributes:
    attributes: Attributes = {
        "openinference.span.kind": "LLM",
        "llm.model_name": "demo-1",
        "session.id": event.session,
    }
    for number, message in enumerate(history):
        attributes |= _inference_message(f"llm.input_messages.{number}.message", message, spoken=True)
    for number, message in enumerate(said):
        attributes |= _inference_message(f"llm.output_messages.{number}.message", message, spoken=False)
    return attributes


def _inference_message(prefix: str, message: Message, *, spoken: bool) -> Attributes:
    attributes: Attributes = {f"{prefix}.role": message["role"]}
    for number, part in enumerate(message["parts"]):
        match part["type"]:
            case "text" if spoken:
                attributes[f"{prefix}.content"] = part["content"]
            case "tool_call":
                asked = f"{prefix}.tool_calls.{number}.tool_call"
                attributes[f"{asked}.id"] = part["id"]
                attributes[f"{asked}.function.name"] = part["name"]
                attributes[f"{asked}.function.arguments"] = json.dumps(part.get("arguments", {}))
            case "tool_call_response":
                attributes[f"{prefix}.tool_call_id"] = part["id"]
                attributes[f"{prefix}.content"] = part["response"]
    return attributes


def _inference_tool(event: Event) -> Attributes:
    good = event.status == "ok"
    return {
        "openinference.span.kind": "TOOL",
        "tool.name": event.tool,
        "session.id": event.session,
        "input.value": event.arguments_text,
        "input.mime_type": "application/json",
        "tool_call.id": event.call,
        "output.value": event.answer_text if good else None,
        "output.mime_type": "application/json" if good else None,
        "exception.type": _error_type(event),
        "exception.message": event.failure if event.failed else None,
    }


GENAI = Convention("demo.agent", _genai_agent, _genai_model, "chat demo-1", CLIENT, _genai_tool, "execute_tool {}")
OPENINFERENCE = Convention(
    "openinference.instrumentation.demo", _inference_agent, _inference_model, "ChatCompletion", INTERNAL,
    _inference_tool, "{}",
)  # fmt: skip


def otlp(story: Story) -> list[str]:
    """Spans named by the conventions of OpenTelemetry for generative AI."""
    return _write(story, GENAI)


def openinference(story: Story) -> list[str]:
    """Spans named by the conventions of OpenInference."""
    return _write(story, OPENINFERENCE)
