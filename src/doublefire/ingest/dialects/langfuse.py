"""Langfuse: a trace with its observations (UI and API), or rows of observations (API lists, blob-storage exports).

`langfuse/langfuse` packages/shared/src/domain/observations.ts. Keys are camel or snake case; input, output and metadata
are values or JSON text, sometimes twice encoded. Most SDKs record no observation of type TOOL: a span is a tool run too
when its OpenTelemetry attributes name a tool or when it returned LangChain's ToolMessage. A generation around another
generation tells the same response again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from doublefire.ingest import blocks, forms, langchain
from doublefire.ingest.answers import answers_of
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.generations import Generation, generation_emissions
from doublefire.ingest.messages import Call, Message
from doublefire.ingest.spans import NAME_PREFIXES, Span, emissions_of, session_of, span_key
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Kind, Layer, Link, Record, SessionOf, Sighting, Status

TYPES = frozenset(("SPAN", "EVENT", "GENERATION", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL"))
TOOL_NAMES = ("gen_ai.tool.name", "tool.name", "ai.toolCall.name")
CALL_IDS = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.id")
AGENTS = ("gen_ai.agent.name", "agent.name", "agent_name")
BEEAI_ENDS = (".success", ".error")
"""Of the spans that BeeAI's instrumentation writes for one tool run, one an event, those that tell how it ended."""
PARAMETERS = ("tool.parameters", "gen_ai.tool.call.arguments", "tool_arguments")
"""Attributes that hold the arguments where the observation has no input."""


@dataclass(slots=True)
class Observation:
    """One observation, its wrappings taken off. `attributes` are those of its OpenTelemetry span, else its metadata."""

    id: str
    trace: str
    parent: str | None
    type: str
    name: str
    start_ns: int | None
    end_ns: int | None
    session: str | None
    row: Mapping[str, Any]
    attributes: Mapping[str, Any] = field(default_factory=dict)


def pick(row: Mapping[str, Any], camel: str, snake: str) -> Any:
    """A field under its camel or its snake case name."""
    value = row.get(camel)
    return row.get(snake) if value is None else value


def _is_observation(row: Any) -> bool:
    return isinstance(row, dict) and blocks.word(row.get("type")) in TYPES and isinstance(pick(row, "traceId", "trace_id"), str) and pick(row, "startTime", "start_time") is not None


def _groups(value: Any) -> tuple[Mapping[str, Any], list[dict[str, Any]]]:
    """(the trace, its observations) of one record; a row is a group of one."""
    if isinstance(value, dict) and not _is_observation(value):
        trace = value.get("trace")
        trace = trace if isinstance(trace, dict) else value
        listed = next((found for found in (value.get("observations"), trace.get("observations"), value.get("data")) if isinstance(found, list)), [])
        return trace, [row for row in listed if _is_observation(row)]
    return {}, [row for row in (value if isinstance(value, list) else [value]) if _is_observation(row)]


def claims(values: Sequence[Any]) -> bool:
    """Observations with a trace id, a start and one of Langfuse's types, in a trace or as rows."""
    return any(_groups(value)[1] or _is_trace(value) for value in values)


def _is_trace(value: Any) -> bool:
    """A trace whose observations lie past the head."""
    trace = value.get("trace") if isinstance(value, dict) else None
    return isinstance(trace, dict) and "timestamp" in trace and "projectId" in trace and "name" in trace


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every observation, those of one record in the order of their starts, generations around others last."""
    asked: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for record in records:
        trace, rows = _groups(record.value)
        session = _text(pick(trace, "sessionId", "session_id"))
        observations = sorted((_observation(row, session) for row in rows), key=lambda item: item.start_ns or 0)
        outer = _around_generations(observations)
        for item in sorted(observations, key=lambda item: item.id in outer):
            yield from _emissions(item, item.id in outer, asked)


def _observation(row: Mapping[str, Any], session: str | None) -> Observation:
    metadata = forms.structured(row.get("metadata"))
    metadata = metadata if isinstance(metadata, dict) else {}
    attributes = forms.structured(metadata.get("attributes"))
    attributes = attributes if isinstance(attributes, dict) else metadata
    return Observation(
        id=str(row.get("id", "")).lower(),
        trace=pick(row, "traceId", "trace_id").lower(),
        parent=_text(pick(row, "parentObservationId", "parent_observation_id")),
        type=row["type"],
        name=str(row.get("name") or ""),
        start_ns=parse_time(pick(row, "startTime", "start_time")),
        end_ns=parse_time(pick(row, "endTime", "end_time")),
        session=_text(pick(row, "sessionId", "session_id")) or session or session_of(attributes) or session_of(metadata),
        row=row,
        attributes=attributes,
    )


def _around_generations(observations: Sequence[Observation]) -> set[str]:
    """The generations that have another generation below them."""
    parents = {item.id: item.parent for item in observations}
    outer: set[str] = set()
    for item in observations:
        above = item.parent if item.type == "GENERATION" else None
        while above is not None and above not in outer:
            outer.add(above)
            above = parents.get(above)
    return outer & {item.id for item in observations if item.type == "GENERATION"}


def _emissions(item: Observation, outer: bool, asked: dict[tuple[str, str], list[tuple[int, int]]]) -> Iterator[Emission]:
    if item.session is not None:
        yield SessionOf(item.trace, item.session)
    name = _tool_name(item)
    if name is not None:
        yield _execution(item, name)
    elif blocks.word(item.attributes.get("target")).startswith("tool."):
        yield Link(item.trace, item.id, item.parent)
    elif item.type == "GENERATION":
        yield Link(item.trace, item.id, item.parent)
        yield from _generation(item, outer, asked)
    else:
        kind = "client" if "http.request.method" in item.attributes or "http.method" in item.attributes else "internal"
        failed = True if item.row.get("level") == "ERROR" else None
        yield from emissions_of(Span(item.trace, item.id, item.parent, item.name, kind, item.start_ns, item.end_ns, dict(item.attributes), failed=failed))


def _tool_name(item: Observation) -> str | None:
    """The tool that an observation ran, None when it ran none."""
    named = blocks.word(forms.first(item.attributes, TOOL_NAMES, None))
    event = blocks.word(item.attributes.get("target"))
    is_tool = item.type == "TOOL" or item.attributes.get("openinference.span.kind") == "TOOL"
    if not is_tool:
        is_tool = item.type == "SPAN" and ((named != "" and named in item.name) or _tool_message(item) is not None)
    if not is_tool or (event.startswith("tool.") and not event.endswith(BEEAI_ENDS)):
        return None
    if event.startswith("tool."):
        return event.removeprefix("tool.").rpartition(".")[0]
    if named:
        return named
    prefix = next((prefix for prefix in NAME_PREFIXES if item.name.startswith(prefix)), "")
    return item.name[len(prefix) :] or None


def _tool_message(item: Observation) -> Mapping[str, Any] | None:
    found = langchain.fields_of(forms.structured(item.row.get("output")))
    return found[1] if found is not None and found[0] == "tool" else None


def _execution(item: Observation, name: str) -> Sighting:
    message = _tool_message(item)
    output = item.row.get("output")
    failed = item.row.get("level") == "ERROR" or (message is not None and message.get("status") == "error")
    call_id = forms.first(item.attributes, CALL_IDS, None) or (message or {}).get("tool_call_id")
    return Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.EXECUTION,
        tool=name,
        session=item.session,
        trace=item.trace,
        span=item.id,
        parent=item.parent,
        call_id=forms.clean_id(call_id),
        agent=_text(forms.first(item.attributes, AGENTS, None)),
        start_ns=item.start_ns,
        end_ns=item.end_ns,
        arguments=_arguments(item),
        result=ABSENT if output is None else blocks.result_of(forms.structured(output) if message is None else message.get("content")),
        status=Status(True if failed else None, _text(item.attributes.get("error.type")), _text(pick(item.row, "statusMessage", "status_message"))),
        key=span_key(item.attributes),
    )


def _arguments(item: Observation) -> Any:
    """The input: JSON, a Python literal of the LangChain handler, or LangSmith's {"input": …} around it."""
    value = item.row.get("input")
    if value is None:
        value = forms.first(item.attributes, PARAMETERS)
    value = forms.structured(value)
    if isinstance(value, str):
        value = forms.literal(value)
    if "langsmith.span.kind" in item.attributes and isinstance(value, dict) and set(value) == {"input"}:
        return forms.structured(value["input"])
    return value


def _generation(item: Observation, outer: bool, asked: dict[tuple[str, str], list[tuple[int, int]]]) -> Iterator[Emission]:
    """A model's response. A call id that an enclosing or enclosed generation of the trace asked for is the same call."""
    attributes = item.attributes
    yield from declarations_in(forms.structured(attributes.get("gen_ai.tool.definitions"))) if "gen_ai.tool.definitions" in attributes else ()
    failed = item.row.get("level") == "ERROR"
    messages = answers_of(item.row.get("output"))
    if not any(message.calls for message in messages):
        messages = [Message("assistant", calls=tuple(_column_calls(item.row)))]
    for message in messages:
        message.calls = tuple(call for call in message.calls if not _told(item, call, asked))
    calls = [call for message in messages for call in message.calls]
    if outer and not calls:
        return
    yield from generation_emissions(
        Generation(
            trace=item.trace,
            span=item.id,
            parent=item.parent,
            session=item.session,
            agent=_text(forms.first(attributes, AGENTS, None)),
            start_ns=item.start_ns,
            end_ns=item.end_ns,
            history=None if outer else item.row.get("input"),
            error=str(pick(item.row, "statusMessage", "status_message") or "error") if failed else None,
        ),
        messages,
    )


def _column_calls(row: Mapping[str, Any]) -> Iterator[Call]:
    """The calls that Langfuse itself extracted: JSON texts in `toolCalls`, their names beside them in `toolCallNames`."""
    names = forms.structured(pick(row, "toolCallNames", "tool_call_names"))
    calls = forms.structured(pick(row, "toolCalls", "tool_calls"))
    if not isinstance(names, list) or not isinstance(calls, list):
        return
    for name, call in zip(names, map(forms.structured, calls), strict=False):
        if isinstance(name, str) and isinstance(call, dict):
            yield Call(name, blocks.arguments_of(call.get("arguments", ABSENT)), forms.clean_id(call.get("id")))


def _told(item: Observation, call: Call, asked: dict[tuple[str, str], list[tuple[int, int]]]) -> bool:
    if call.call_id is None or item.start_ns is None:
        return False
    start, end = item.start_ns, item.end_ns or item.start_ns
    times = asked.setdefault((item.trace, call.call_id), [])
    if any((start <= other and end >= other_end) or (start >= other and end <= other_end) for other, other_end in times[:MAX_TOLD] if (other, other_end) != (start, end)):
        return True
    times.append((start, end))
    return False


MAX_TOLD = 8
"""Responses that asked under one call id and are compared: more than two or three are ids that start over."""


def _text(value: Any) -> str | None:
    return None if value is None or value == "" else str(value)


DIALECT = Dialect(
    name="langfuse",
    reads="Langfuse traces with observations (UI download, API) and rows of observations (API, blob-storage export)",
    obtain="the download button of a trace, GET /api/public/traces/{id}, or the scheduled blob-storage export",
    claims=claims,
    read=read,
)
