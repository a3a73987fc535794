"""One observation of Langfuse with its wrappings taken off: which tool it ran, with which arguments.

`langfuse/langfuse` packages/shared/src/domain/observations.ts. Keys are camel or snake case; input, output and metadata
are values or JSON text, sometimes twice encoded; the attributes of an OpenTelemetry span stand in the metadata.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.messages import blocks, langchain
from doublefire.ingest.messages.conversation import Call
from doublefire.ingest.spans import NAME_PREFIXES, session_of
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT

TYPES = frozenset(
    ("SPAN", "EVENT", "GENERATION", "AGENT", "TOOL", "CHAIN", "RETRIEVER", "EVALUATOR", "EMBEDDING", "GUARDRAIL")
)
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


def is_observation(row: Any) -> bool:
    """Whether an object is an observation: it has a type of Langfuse's, a trace and a start."""
    return (
        isinstance(row, dict)
        and forms.word(row.get("type")) in TYPES
        and isinstance(pick(row, "traceId", "trace_id"), str)
        and pick(row, "startTime", "start_time") is not None
    )


def observation_of(row: Mapping[str, Any], session: str | None) -> Observation:
    """A row as an observation; `session` is that of its trace."""
    metadata = forms.structured(row.get("metadata"))
    metadata = metadata if isinstance(metadata, dict) else {}
    attributes = forms.structured(metadata.get("attributes"))
    attributes = attributes if isinstance(attributes, dict) else metadata
    return Observation(
        id=blocks.printed(row.get("id", "")).lower(),
        trace=pick(row, "traceId", "trace_id").lower(),
        parent=text(pick(row, "parentObservationId", "parent_observation_id")),
        type=row["type"],
        name=forms.word(row.get("name")),
        start_ns=parse_time(pick(row, "startTime", "start_time")),
        end_ns=parse_time(pick(row, "endTime", "end_time")),
        session=text(pick(row, "sessionId", "session_id")) or session or session_of(attributes) or session_of(metadata),
        row=row,
        attributes=attributes,
    )


def tool_name(item: Observation) -> str | None:
    """The tool that an observation ran, None when it ran none."""
    named = forms.word(forms.first(item.attributes, TOOL_NAMES, None))
    event = forms.word(item.attributes.get("target"))
    is_tool = item.type == "TOOL" or item.attributes.get("openinference.span.kind") == "TOOL"
    if not is_tool:
        is_tool = item.type == "SPAN" and ((named != "" and named in item.name) or tool_message(item) is not None)
    if not is_tool or (event.startswith("tool.") and not event.endswith(BEEAI_ENDS)):
        return None
    if event.startswith("tool."):
        return event.removeprefix("tool.").rpartition(".")[0]
    if named:
        return named
    prefix = next((prefix for prefix in NAME_PREFIXES if item.name.startswith(prefix)), "")
    return item.name[len(prefix) :] or None


def tool_message(item: Observation) -> Mapping[str, Any] | None:
    """The fields of the ToolMessage that LangChain's tool returned, if it returned one."""
    found = langchain.fields_of(forms.structured(item.row.get("output")))
    return found[1] if found is not None and found[0] == "tool" else None


def arguments_of(item: Observation) -> Any:
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


def column_calls(row: Mapping[str, Any]) -> Iterator[Call]:
    """The calls that Langfuse itself extracted: JSON texts in `toolCalls`, their names in `toolCallNames`."""
    names = forms.structured(pick(row, "toolCallNames", "tool_call_names"))
    calls = forms.structured(pick(row, "toolCalls", "tool_calls"))
    if not isinstance(names, list) or not isinstance(calls, list):
        return
    for name, call in zip(names, map(forms.structured, calls), strict=False):
        if isinstance(name, str) and isinstance(call, dict):
            yield Call(name, blocks.arguments_of(call.get("arguments", ABSENT)), forms.clean_id(call.get("id")))


def text(value: Any) -> str | None:
    """A value as text; None where there is none."""
    return None if value is None or value == "" else blocks.printed(value)
