"""OpenTelemetry log records to emissions: message events, and the command-line agents' own tool events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.spans import (
    DETAILS_EVENT,
    EVENT_ROLES,
    Span,
    event_message,
    input_emissions,
    output_emissions,
    session_of,
)
from doublefire.model import ABSENT, Emission, Kind, Layer, Mark, MarkKind, Outcome, SessionOf, Sighting, Status
from doublefire.semantics.effects import is_pseudo_tool


@dataclass(slots=True)
class LogRecord:
    """One log record, decoded: `event` its name, `at_ns` nanoseconds, `body` a plain value."""

    event: str
    at_ns: int | None
    trace: str | None
    span: str | None
    attributes: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class ToolEvent:
    """How one agent logs a finished tool call; the record's time is the call's end."""

    events: tuple[str, ...]
    tool: tuple[str, ...]
    server: tuple[str, ...]
    arguments: tuple[str, ...]
    result: tuple[str, ...]
    call_id: tuple[str, ...]
    error: tuple[str, ...]
    agent: tuple[str, ...] = ()
    prefixed: bool = False
    """The server attribute is a namespace: `mcp__NAME` for servers, another word for the agent's own tools."""
    details: str | None = None
    """An attribute with JSON that holds `mcp_server_name` and `mcp_tool_name` of a generic wrapper."""


TOOL_EVENTS = (
    # Claude Code: docs "monitoring usage"; MCP tools are all called mcp_tool
    ToolEvent(
        ("claude_code.tool_result", "tool_result"),
        tool=("tool_name",),
        server=(),
        arguments=("tool_input",),
        result=("tool_output", "output"),
        call_id=("tool_use_id",),
        error=("error", "error_message"),
        details="tool_parameters",
    ),
    # Codex: codex-rs/otel
    ToolEvent(
        ("codex.tool_result",),
        tool=("tool_name",),
        server=("tool_namespace",),
        arguments=("arguments",),
        result=("output",),
        call_id=("call_id",),
        error=("error", "error.message"),
        agent=("agent_name",),
        prefixed=True,
    ),
    # Gemini CLI: packages/core/src/telemetry/types.ts
    ToolEvent(
        ("gemini_cli.tool_call",),
        tool=("function_name",),
        server=("mcp_server_name",),
        arguments=("function_args",),
        result=("output", "result"),
        call_id=("call_id", "prompt_call_id"),
        error=("error", "error_type"),
    ),
)

USER_EVENTS = frozenset(("claude_code.user_prompt", "user_prompt", "codex.user_prompt", "gemini_cli.user_prompt"))
MODEL_EVENTS = frozenset(("claude_code.api_request", "api_request", "codex.api_request", "gemini_cli.api_response"))
MODEL_ERROR_EVENTS = frozenset(("claude_code.api_error", "api_error", "gemini_cli.api_error"))
MARK_OF_EVENT = (
    *((name, MarkKind.USER) for name in USER_EVENTS),
    *((name, MarkKind.MODEL) for name in MODEL_EVENTS),
    *((name, MarkKind.MODEL_ERROR) for name in MODEL_ERROR_EVENTS),
)
MARKS = dict(MARK_OF_EVENT)


def log_emissions(log: LogRecord) -> Iterator[Emission]:
    """What one log record says; records of other events say nothing."""
    session = session_of(log.attributes)
    if session is not None and log.trace:
        yield SessionOf(log.trace, session)
    row = next((row for row in TOOL_EVENTS if log.event in row.events), None)
    if row is not None:
        yield from _tool_event(log, row, session)
    elif log.event in MARKS:
        yield Mark(
            kind=MARKS[log.event], session=session, trace=log.trace, at_ns=log.at_ns, ref=f"{log.event}@{log.at_ns}"
        )
    elif (
        log.event == DETAILS_EVENT
        or log.event in EVENT_ROLES
        or log.event in ("gen_ai.choice", "gen_ai.assistant.message")
    ):
        yield from _message_event(log, session)


def _tool_event(log: LogRecord, row: ToolEvent, session: str | None) -> Iterator[Emission]:
    attributes = log.attributes
    name = _tool_name(attributes, row)
    if not name or is_pseudo_tool(name):
        return
    took_ms = forms.first(attributes, ("duration_ms",), None)
    success = str(forms.first(attributes, ("success",), "true")).casefold()
    decision = str(forms.first(attributes, ("decision",), "")).casefold()
    message = forms.first(attributes, row.error, None)
    failed = success == "false" or (success != "true" and message is not None)
    yield Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.EXECUTION,
        tool=name,
        session=session,
        trace=log.trace,
        scope=log.scope,
        call_id=forms.clean_id(forms.first(attributes, row.call_id, None)),
        agent=forms.clean_id(forms.first(attributes, row.agent, None)),
        start_ns=_start(log.at_ns, took_ms),
        end_ns=log.at_ns,
        arguments=_argument_value(attributes, row),
        result=forms.structured(forms.first(attributes, row.result)),
        status=Status(
            failed,
            None,
            None if message is None else str(message),
            Outcome.NOT_EXECUTED if decision in REFUSALS else None,
        ),
    )


REFUSALS = frozenset(("reject", "rejected", "deny", "denied", "cancel", "abort"))


def _tool_name(attributes: Mapping[str, Any], row: ToolEvent) -> str:
    name = forms.first(attributes, row.tool, None)
    details = forms.structured(attributes.get(row.details)) if row.details else None
    if isinstance(details, dict) and details.get("mcp_tool_name"):
        return f"mcp__{details.get('mcp_server_name', '')}__{details['mcp_tool_name']}"
    server = forms.first(attributes, row.server, None)
    if not server:
        return str(name or "")
    if row.prefixed:
        return f"{server}__{name}" if str(server).startswith("mcp__") else str(name)
    return f"mcp__{server}__{name}"


def _argument_value(attributes: Mapping[str, Any], row: ToolEvent) -> Any:
    value = forms.structured(forms.first(attributes, row.arguments))
    if value is ABSENT and row.details:
        details = forms.structured(attributes.get(row.details))
        if isinstance(details, dict) and "full_command" in details:
            return {"command": details["full_command"]}
    return value


def _start(end_ns: int | None, took_ms: Any) -> int | None:
    try:
        return end_ns if end_ns is None or took_ms is None else end_ns - int(float(took_ms) * 1_000_000)
    except ValueError:
        return end_ns


def _message_event(log: LogRecord, session: str | None) -> Iterator[Emission]:
    body = log.body if isinstance(log.body, dict) else {}
    values = {**body, **log.attributes}
    span = Span(log.trace or "", log.span or "", None, log.event, start_ns=log.at_ns, scope=log.scope)
    if log.event == DETAILS_EVENT:
        asked = forms.read_messages(values, vocabulary.GEN_AI_INPUT)
        answers = forms.read_messages(values, vocabulary.GEN_AI_OUTPUT)
    else:
        messages = event_message(log.event, values)
        asked, answers = ([], messages) if log.event == "gen_ai.choice" else (messages, [])
    yield from input_emissions(asked, span, session)
    yield from output_emissions(
        answers, span, session, forms.clean_id(values.get("gen_ai.response.id")) or log.span or str(log.at_ns), None
    )
