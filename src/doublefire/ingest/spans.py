"""A span of any OpenTelemetry encoding to emissions, driven by the rows of `vocabulary.py`.

The encodings (OTLP, Jaeger, Zipkin, console …) only build a `Span`; the conventions are read here, once for all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.vocabulary import ModelSpan, Test, ToolSpan
from doublefire.model import (
    ABSENT,
    Child,
    Emission,
    Kind,
    Layer,
    Link,
    Mark,
    MarkKind,
    Outcome,
    SessionOf,
    Sighting,
    Status,
)
from doublefire.semantics.effects import is_generic_wrapper, is_pseudo_tool
from doublefire.semantics.keys import header_key


@dataclass(slots=True)
class Span:
    """One span, decoded: ids are lower-case hex, times nanoseconds, attribute values plain Python values."""

    trace: str
    span: str
    parent: str | None
    name: str
    kind: str = "internal"
    """internal | client | server | producer | consumer"""
    start_ns: int | None = None
    end_ns: int | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    events: Sequence[tuple[str, int | None, Mapping[str, Any]]] = ()
    """(name, time, attributes)"""
    failed: bool | None = None
    """True for an error status, False for an explicit ok, None when unset."""
    message: str | None = None
    """The status message."""
    scope: str | None = None
    """The instrumentation scope's name."""


def emissions_of(span: Span) -> Iterator[Emission]:
    """What one span says: a tool call, a model response with its requests, a child request, or just its place."""
    session = session_of(span.attributes)
    if session is not None:
        yield SessionOf(span.trace, session)
    tool = _first_row(vocabulary.TOOLS, span)
    if isinstance(tool, ToolSpan):
        yield from _tool(span, tool, session)
        return
    yield Link(span.trace, span.span, span.parent)
    model = _first_row(vocabulary.MODELS, span)
    if isinstance(model, ModelSpan) and not any(holds(test, span.attributes) for test in model.ignored):
        yield from model_emissions(span, model, session)
    elif span.kind == "client" or any(name in span.attributes for name in vocabulary.HTTP_METHOD):
        yield from _child(span)
    else:
        yield from _declared(span.attributes, ("gen_ai.tool.definitions",))


def session_of(attributes: Mapping[str, Any]) -> str | None:
    """The conversation that these attributes name, if any."""
    for name in vocabulary.SESSION:
        value = attributes.get(name)
        if value not in (None, ""):
            return str(value)
    return None


def _first_row(rows: Sequence[ToolSpan] | Sequence[ModelSpan], span: Span) -> ToolSpan | ModelSpan | None:
    for row in rows:
        if any(holds(test, span.attributes) for test in row.tests) or named(row.names, span.name):
            return row
    return None


def holds(test: Test, attributes: Mapping[str, Any]) -> bool:
    """Whether the attributes pass a vocabulary test; letter case of the value does not matter."""
    value = attributes.get(test.attribute)
    if value is None:
        return False
    return test.value is None or str(value).casefold() == test.value.casefold()


@lru_cache(maxsize=4096)
def named(names: tuple[str, ...], span_name: str) -> bool:
    """Whether a span name is one of these, or begins with one that ends in a space or colon."""
    return any(span_name == name or (name[-1] in " :" and span_name.startswith(name)) for name in names)


# --- tool spans ------------------------------------------------------------------------------------------------------


def _tool(span: Span, row: ToolSpan, session: str | None) -> Iterator[Emission]:
    name = tool_name(span, row)
    if is_pseudo_tool(name):
        yield Link(span.trace, span.span, span.parent)
    elif not name or is_pseudo_tool(span.name) or any(holds(test, span.attributes) for test in row.ignored):
        yield Link(span.trace, span.span, span.parent)
        return
    raw = _payload(span, row.arguments, row.arguments_event)
    result = _payload(span, row.result, row.result_event)
    call_id = forms.clean_id(forms.first(span.attributes, row.call_id, None))
    if call_id is None and row.form == "langchain-envelope":
        call_id = forms.envelope_call_id(raw)
    if call_id is None and row.result_form == "langchain-output":
        message = forms.tool_message(forms.structured(result))
        call_id = forms.clean_id(message.get("tool_call_id")) if message else None
    yield Sighting(
        kind=Kind.EXECUTION,
        layer=row.layer or LAYER_OF_KIND.get(span.kind, Layer.EXECUTION),
        tool=name,
        session=session,
        trace=span.trace,
        span=span.span,
        parent=span.parent,
        scope=span.scope,
        call_id=call_id,
        agent=_text(forms.first(span.attributes, row.agent, None)),
        start_ns=span.start_ns,
        end_ns=span.end_ns,
        arguments=ABSENT if raw is ABSENT else forms.ARGUMENT_FORMS[row.form](raw),
        result=ABSENT if result is ABSENT else forms.ARGUMENT_FORMS[row.result_form](result),
        status=_status(span, row),
        key=span_key(span.attributes),
        wrapper=is_generic_wrapper(name),
    )


LAYER_OF_KIND = {"client": Layer.TRANSPORT, "server": Layer.SERVER, "consumer": Layer.SERVER}


def tool_name(span: Span, row: ToolSpan) -> str:
    """The tool's full name: the first attribute that holds it, else what follows the span name's prefix."""
    name = forms.first(span.attributes, row.tool, None)
    if name is None:
        name = next(
            (span.name[len(prefix) :] for prefix in row.names if prefix[-1] in " :" and span.name.startswith(prefix)),
            None,
        )
    if name is None:
        name = next((span.name[len(prefix) :] for prefix in NAME_PREFIXES if span.name.startswith(prefix)), span.name)
    server = forms.first(span.attributes, row.server, None)
    return f"{server}.{name}".strip() if server else str(name).strip()


NAME_PREFIXES = ("execute_tool ", "running tool: ", "MCP send tools/call ", "tools/call ")


def _payload(span: Span, names: tuple[str, ...], event: tuple[str, str] | None) -> Any:
    value = forms.first(span.attributes, names)
    if value is ABSENT and event is not None:
        for name, _, attributes in span.events:
            if name == event[0] and event[1] in attributes:
                return attributes[event[1]]
    return value


def _status(span: Span, row: ToolSpan) -> Status:
    attributes = span.attributes
    error_type = _text(forms.first(attributes, ("error.type", "exception.type"), None))
    message = span.message or _text(forms.first(attributes, ("error.message", "exception.message", "error"), None))
    for name, _, event in span.events:
        if name == "exception":
            message = message or _text(event.get("exception.message"))
            specific = _text(event.get("exception.type"))
            error_type = error_type if error_type and error_type not in GENERIC_ERRORS else specific or error_type
    failed = span.failed
    if failed is None and (error_type or str(attributes.get("gen_ai.tool.status", "")).casefold() == "error"):
        failed = True
    if failed is None and str(attributes.get("success", "")).casefold() in ("true", "false"):
        failed = str(attributes["success"]).casefold() == "false"
    refused = any(holds(test, attributes) for test in row.refused)
    if any(holds(test, attributes) for test in row.retried):
        failed = True
        message = message or _text(forms.first(attributes, row.result, None))
    return Status(failed, error_type, message, Outcome.NOT_EXECUTED if refused else None)


GENERIC_ERRORS = frozenset(("_OTHER", "tool_error", "error", "Error", "Exception", "ToolException"))
"""Values of `error.type` that name no class of error: an exception event's own type says more."""


def span_key(attributes: Mapping[str, Any]) -> str | None:
    """An idempotency key that the span itself carries: an attribute or a recorded request header of that name."""
    for name, value in attributes.items():
        if "dempoten" in name or "request-id" in name or "request.id" in name or "Request-Id" in name:
            bare = name.rsplit("header.", 1)[-1].rsplit("headers.", 1)[-1]
            if (bare != name and header_key(bare)) or "dempoten" in bare:
                value = value[0] if isinstance(value, list) and value else value
                if isinstance(value, str) and value and value not in ("true", "false"):
                    return value
    return None


def _text(value: Any) -> str | None:
    return None if value is None or value is ABSENT else str(value)


# --- model spans -----------------------------------------------------------------------------------------------------


def model_emissions(span: Span, row: ModelSpan, session: str | None) -> Iterator[Emission]:
    """One model call: its response or error as a mark, its tool calls as requests, the newest results it was given."""
    attributes = span.attributes
    yield from _declared(attributes, row.tools)
    asked = forms.read_messages(attributes, row.input) or _event_messages(span, INPUT_EVENTS)
    yield from input_emissions(asked, span, session)
    turn = _text(forms.first(attributes, row.response_id, None)) or span.span
    if span.failed or "error.type" in attributes:
        text = span.message or _text(attributes.get("error.type"))
        yield Mark(
            kind=MarkKind.MODEL_ERROR,
            session=session,
            trace=span.trace,
            at_ns=span.end_ns or span.start_ns,
            turn=turn,
            ref=span.span,
            text=text,
        )
        return
    yield Mark(kind=MarkKind.MODEL, session=session, trace=span.trace, at_ns=span.start_ns, turn=turn, ref=span.span)
    agent = _text(forms.first(attributes, row.agent, None))
    answers = forms.read_messages(attributes, row.output) or _event_messages(span, OUTPUT_EVENTS)
    yield from output_emissions(answers, span, session, turn, agent)


def output_emissions(
    messages: Sequence[forms.Message], span: Span, session: str | None, turn: str, agent: str | None
) -> Iterator[Emission]:
    """The tool calls that a model's response asks for."""
    for message in messages:
        for call in message.calls:
            if not is_pseudo_tool(call.tool):
                yield Sighting(
                    kind=Kind.REQUEST,
                    layer=Layer.DECISION,
                    tool=call.tool,
                    session=session,
                    trace=span.trace,
                    span=span.span,
                    parent=span.parent,
                    scope=span.scope,
                    turn=turn,
                    call_id=call.call_id,
                    agent=agent,
                    start_ns=span.start_ns,
                    arguments=call.arguments,
                )


def input_emissions(messages: Sequence[forms.Message], span: Span, session: str | None) -> Iterator[Emission]:
    """Of the history that a model is given: how many user turns it holds, and the results that came in last.

    The user mark's `ref` is the number of user messages and a hash of the last one, so the same turn seen in each
    later history is one mark.
    """
    spoken = [message for message in messages if message.role == "user" and message.text]
    if spoken:
        last = spoken[-1].text
        ref = f"{len(spoken)}:{hashlib.blake2b(last.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"
        fresh = messages[-1].role == "user" and bool(messages[-1].text)
        yield Mark(
            kind=MarkKind.USER,
            session=session,
            trace=span.trace,
            at_ns=span.start_ns,
            turn=span.span if fresh else None,
            ref=ref,
            text=last[:200],
        )
    for message in reversed(messages):
        if message.calls or (message.role in ("assistant", "model") and not message.results):
            break
        for answer in message.results:
            yield Sighting(
                kind=Kind.RESULT,
                layer=Layer.DECISION,
                tool=None,
                session=session,
                trace=span.trace,
                span=span.span,
                call_id=answer.call_id,
                end_ns=span.start_ns,
                result=forms.structured(answer.result),
                status=Status(failed=answer.failed),
            )


INPUT_EVENTS = ("gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message")
OUTPUT_EVENTS = ("gen_ai.choice",)
DETAILS_EVENT = "gen_ai.client.inference.operation.details"


def _event_messages(span: Span, names: tuple[str, ...]) -> list[forms.Message]:
    """Messages recorded as span events: one event a message (conventions before 1.37), or one details event."""
    found: list[forms.Message] = []
    for name, _, attributes in span.events:
        if name == DETAILS_EVENT:
            found += forms.read_messages(
                attributes, vocabulary.GEN_AI_OUTPUT if names is OUTPUT_EVENTS else vocabulary.GEN_AI_INPUT
            )
        elif name in names:
            found += event_message(name, attributes)
    return found


def event_message(name: str, body: Mapping[str, Any]) -> list[forms.Message]:
    """One per-message event (`gen_ai.choice`, `gen_ai.tool.message` …), as a span event or a log record's body."""
    message = (
        dict(forms.structured(body.get("message")))
        if isinstance(forms.structured(body.get("message")), dict)
        else dict(body)
    )
    message.setdefault("role", EVENT_ROLES.get(name, "assistant"))
    message["tool_calls"] = message.get("tool_calls") or body.get("tool_calls")
    if name == "gen_ai.tool.message":
        message.setdefault("tool_call_id", body.get("id"))
    if "content" not in message and "message" in body:
        message["content"] = body["message"]
    return list(forms.chat_messages([message]))


EVENT_ROLES = {"gen_ai.system.message": "system", "gen_ai.user.message": "user", "gen_ai.tool.message": "tool"}


def _declared(attributes: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[Emission]:
    for name in names:
        value = forms.structured(forms.nested(attributes, name) if name == "llm.tools" else attributes.get(name))
        if isinstance(value, (list, dict)):
            yield from declarations_in(value)


# --- child requests --------------------------------------------------------------------------------------------------


def _child(span: Span) -> Iterator[Emission]:
    attributes = span.attributes
    verb = forms.first(attributes, vocabulary.HTTP_METHOD, None)
    if verb is not None:
        address = _address(attributes)
    else:
        statement = str(forms.first(attributes, vocabulary.DB_STATEMENT, "") or "")
        verb = forms.first(attributes, vocabulary.DB_OPERATION, None) or next(iter(statement.split(None, 1)), None)
        address = str(forms.first(attributes, vocabulary.DB_TARGET, "")) if verb else ""
    if verb is None:
        return
    status = forms.first(attributes, vocabulary.HTTP_STATUS, None)
    yield Child(
        trace=span.trace,
        span=span.span,
        parent=span.parent,
        verb=str(verb).upper(),
        address=address,
        status=_number(status),
        failed=bool(span.failed),
        error_type=_text(attributes.get("error.type")),
        resend=_number(forms.first(attributes, vocabulary.HTTP_RESEND, None)),
        start_ns=span.start_ns,
        end_ns=span.end_ns,
        key=span_key(attributes),
    )


def _address(attributes: Mapping[str, Any]) -> str:
    url = str(forms.first(attributes, vocabulary.HTTP_URL, ""))
    host = str(forms.first(attributes, vocabulary.HTTP_HOST, ""))
    try:
        parts = urlsplit(url)
    except ValueError:
        return host + url
    return (parts.netloc.lower() or host.lower()) + parts.path


def _number(value: Any) -> int | None:
    try:
        return None if value is None else int(value)
    except (TypeError, ValueError):
        return None
