"""OpenTelemetry log records to emissions: message events, and the command-line agents' own tool events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from doublefire.ingest import forms, log_vocabulary, vocabulary
from doublefire.ingest.log_vocabulary import MARK_EVENTS, REFUSALS, ToolEvent
from doublefire.ingest.spans import (
    DETAILS_EVENT,
    EVENT_ROLES,
    Span,
    event_message,
    input_emissions,
    output_emissions,
    session_of,
)
from doublefire.ingest.times import parse_time
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


CHOICE_EVENT = "gen_ai.choice"
MESSAGE_EVENTS = frozenset((DETAILS_EVENT, CHOICE_EVENT, "gen_ai.assistant.message", *EVENT_ROLES))


def log_emissions(log: LogRecord) -> Iterator[Emission]:
    """What one log record says; records of other events say nothing."""
    session = session_of(log.attributes)
    if session is not None and log.trace:
        yield SessionOf(log.trace, session)
    row = next((row for row in log_vocabulary.TOOL_EVENTS if log.event in row.events), None)
    if row is not None:
        yield from _tool_event(log, row, session)
    elif log.event in MARK_EVENTS:
        yield Mark(
            kind=MARK_EVENTS[log.event],
            session=session,
            trace=log.trace,
            at_ns=log.at_ns,
            ref=f"{log.event}@{log.at_ns}",
        )
    elif log.event in MESSAGE_EVENTS:
        yield from _message_event(log, session)


def _tool_event(log: LogRecord, row: ToolEvent, session: str | None) -> Iterator[Emission]:
    attributes = log.attributes
    name = _tool_name(attributes, row)
    if not name or is_pseudo_tool(name):
        return
    took_ms = forms.first(attributes, ("duration_ms",), None)
    success = forms.as_text(forms.first(attributes, ("success",), "true")).casefold()
    decision = forms.as_text(forms.first(attributes, ("decision",), "")).casefold()
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
            None if message is None else forms.as_text(message),
            Outcome.NOT_EXECUTED if decision in REFUSALS else None,
        ),
    )


def _tool_name(attributes: Mapping[str, Any], row: ToolEvent) -> str:
    name = forms.first(attributes, row.tool, None)
    details = forms.structured(attributes.get(row.details)) if row.details else None
    if isinstance(details, dict) and details.get("mcp_tool_name"):
        return f"mcp__{details.get('mcp_server_name', '')}__{details['mcp_tool_name']}"
    server = forms.first(attributes, row.server, None)
    if not server:
        return forms.as_text(name or "")
    if row.prefixed:
        return f"{server}__{name}" if forms.as_text(server).startswith("mcp__") else forms.as_text(name)
    return f"mcp__{server}__{name}"


def _argument_value(attributes: Mapping[str, Any], row: ToolEvent) -> Any:
    value = forms.structured(forms.first(attributes, row.arguments))
    if value is ABSENT and row.details:
        details = forms.structured(attributes.get(row.details))
        if isinstance(details, dict) and "full_command" in details:
            return {"command": details["full_command"]}
    return value


def _start(end_ns: int | None, took_ms: Any) -> int | None:
    took = parse_time(took_ms, "ms")
    return end_ns if end_ns is None or took is None else parse_time(end_ns - took, "ns")


def _message_event(log: LogRecord, session: str | None) -> Iterator[Emission]:
    """A model call told as one event or as one event a message; what it was given came before what it answered."""
    values = {**(log.body if isinstance(log.body, dict) else {}), **log.attributes}
    span = Span(log.trace or "", log.span or "", None, log.event, start_ns=log.at_ns, scope=log.scope)
    if log.event == DETAILS_EVENT:
        asked = forms.read_messages(values, vocabulary.GEN_AI_INPUT)
        answers = forms.read_messages(values, vocabulary.GEN_AI_OUTPUT)
    else:
        messages = event_message(log.event, values)
        asked, answers = ([], messages) if log.event == CHOICE_EVENT else (messages, [])
    earlier = None if log.at_ns is None else log.at_ns - 1
    yield from input_emissions(asked, replace(span, start_ns=earlier), session)
    if answers:
        turn = forms.clean_id(values.get("gen_ai.response.id")) or log.span or forms.as_text(log.at_ns)
        yield Mark(kind=MarkKind.MODEL, session=session, trace=log.trace, at_ns=log.at_ns, turn=turn, ref=turn)
        agent = forms.clean_id(values.get("gen_ai.agent.name"))
        yield from output_emissions(answers, span, session, turn, agent)
