"""Tool spans: one execution each, named and unwrapped as a row of the vocabulary says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.spans.children import span_key
from doublefire.ingest.spans.messages import DETAILS_EVENT
from doublefire.ingest.spans.span import Span, holds_any, text
from doublefire.ingest.vocabulary import ToolSpan
from doublefire.model import ABSENT, Emission, Kind, Layer, Link, Outcome, Sighting, Status
from doublefire.semantics.effects import is_generic_wrapper, is_pseudo_tool

LAYER_OF_KIND: Final = {"client": Layer.TRANSPORT, "server": Layer.SERVER, "consumer": Layer.SERVER}
NAME_PREFIXES: Final = ("execute_tool ", "running tool: ", "MCP send tools/call ", "tools/call ")
GENERIC_ERRORS: Final = frozenset(
    ("_OTHER", "tool_error", "TOOL_ERROR", "error", "Error", "Exception", "ToolException")
)
"""Values of `error.type` that name no class of error: an exception event's own type says more."""


def tool_emissions(span: Span, row: ToolSpan, session: str | None) -> Iterator[Emission]:
    """The execution that a tool span is; pseudo-tools and spans that run nothing keep their place in the tree."""
    name = tool_name(span, row)
    pseudo = is_pseudo_tool(name) or (span.name not in row.names and is_pseudo_tool(span.name))
    if pseudo or not name or holds_any(row.ignored, span.attributes):
        yield Link(span.trace, span.span, span.parent)
        if not is_pseudo_tool(name):  # collection counts those: a trace of nothing else is a trace all the same
            return
    arguments, result = _arguments(span, row), _payload(span, row.result, row.result_event)
    yield Sighting(
        kind=Kind.EXECUTION,
        layer=row.layer or LAYER_OF_KIND.get(span.kind, Layer.EXECUTION),
        tool=name,
        session=session,
        trace=span.trace,
        span=span.span,
        parent=span.parent,
        scope=span.scope,
        call_id=_call_id(span, row, arguments, result),
        agent=text(forms.first(span.attributes, row.agent, None)),
        start_ns=span.start_ns,
        end_ns=span.end_ns,
        arguments=ABSENT if arguments is ABSENT else forms.ARGUMENT_FORMS[row.form](arguments),
        result=_result(span, row, result),
        status=_status(span, row),
        key=span_key(span.attributes),
        wrapper=is_generic_wrapper(name),
    )


def tool_name(span: Span, row: ToolSpan) -> str:
    """The tool's full name: the first attribute that holds it, else what follows the span name's prefix."""
    name = forms.first(span.attributes, row.tool, None)
    if name is None:
        prefixes = (*(prefix for prefix in row.names if prefix[-1] in " :"), *NAME_PREFIXES)
        found = next((prefix for prefix in prefixes if span.name.startswith(prefix)), "")
        name = span.name[len(found) :]
    server = forms.first(span.attributes, row.server, None)
    return f"{server}.{name}".strip() if server else forms.as_text(name).strip()


def _call_id(span: Span, row: ToolSpan, arguments: Any, result: Any) -> str | None:
    call_id = forms.clean_id(forms.first(span.attributes, row.call_id, None))
    if call_id is None and row.form == "langchain-envelope":
        call_id = forms.envelope_call_id(arguments)
    if call_id is None and row.result_form == "langchain-output":
        message = forms.tool_message(forms.structured(result))
        call_id = forms.clean_id(message.get("tool_call_id")) if message else None
    return call_id


def _payload(span: Span, names: tuple[str, ...], event: tuple[str, str] | None) -> Any:
    """A recorded value: an attribute, else the attribute of a span event."""
    value = forms.first(span.attributes, names)
    if value is ABSENT and event is not None:
        for name, _, attributes in span.events:
            if name == event[0] and event[1] in attributes:
                return attributes[event[1]]
    return value


def _arguments(span: Span, row: ToolSpan) -> Any:
    value = _payload(span, row.arguments, row.arguments_event)
    if value is not ABSENT:
        return value
    asked = (call for message in _told(span, vocabulary.GEN_AI_INPUT) for call in message.calls)
    return next((call.arguments for call in asked), ABSENT)


def _result(span: Span, row: ToolSpan, value: Any) -> Any:
    if value is not ABSENT:
        return forms.ARGUMENT_FORMS[row.result_form](value)
    told = (answer for message in _told(span, vocabulary.GEN_AI_OUTPUT) for answer in message.results)
    return next((forms.structured(answer.result) for answer in told), ABSENT)


def _told(span: Span, where: tuple[tuple[str, str], ...]) -> list[forms.Message]:
    """A call or result that stands on its own tool span as a GenAI message (Strands with the newer conventions)."""
    found = forms.read_messages(span.attributes, where[:1])
    for name, _, attributes in span.events:
        if name == DETAILS_EVENT:
            found += forms.read_messages(attributes, where[:1])
    return found


# --- how it ended ----------------------------------------------------------------------------------------------------


def _status(span: Span, row: ToolSpan) -> Status:
    attributes = span.attributes
    error_type = text(forms.first(attributes, ("error.type", "exception.type"), None))
    message = span.message or _said(forms.first(attributes, ("error.message", "exception.message", "error"), None))
    for name, _, event in span.events:
        if name == "exception":
            said, specific = text(event.get("exception.message")), text(event.get("exception.type"))
            message = said if message is None or message in GENERIC_ERRORS else message
            error_type = error_type if error_type and error_type not in GENERIC_ERRORS else specific or error_type
    failed = _failed(span, attributes, error_type)
    if holds_any(row.retried, attributes):
        failed, message = True, message or text(forms.first(attributes, row.result, None))
    refused = holds_any(row.refused, attributes)
    if not refused and holds_any(row.parked, attributes):
        return Status(False)
    return Status(failed, error_type, message, Outcome.NOT_EXECUTED if refused else None)


def _said(value: Any) -> str | None:
    """An error's words; `error` may be a mere flag (Jaeger, Zipkin)."""
    return None if forms.as_text(value).casefold() in ("", "none", "true", "false") else text(value)


def _failed(span: Span, attributes: Mapping[str, Any], error_type: str | None) -> bool | None:
    if span.failed is not None:
        return span.failed
    if error_type or forms.as_text(attributes.get("gen_ai.tool.status", "")).casefold() == "error":
        return True
    success = forms.as_text(attributes.get("success", "")).casefold()
    return success == "false" if success in ("true", "false") else None
