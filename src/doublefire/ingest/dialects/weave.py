"""W&B Weave calls, as the call query API and SDK export them.

`wandb/weave` weave/trace_server/trace_server_interface.py (CallSchema). An op is a tool when its attributes give it
that kind, when an agent integration wraps it as one, or when a model of the same file asked for it by name. Where a
file has neither kinds nor model calls, every op without calls below it is taken for one: nothing else tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.answers import answers_of
from doublefire.ingest.messages.conversation import Message
from doublefire.ingest.platforms.generations import Generation, generation_emissions
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Kind, Layer, Link, Record, SessionOf, Sighting, Status

WRAPPED_TOOLS = ("openai_agent_function", "langchain.Tool.")
"""Op names of integrations that run a tool: the tool's name is in the inputs, or follows the prefix."""
MODEL_OPS = (
    "openai.",
    "anthropic.",
    "litellm.",
    "mistralai.",
    "cohere.",
    "groq.",
    "google.",
    "cerebras.",
    "langchain.Llm",
    "vertexai.",
    "bedrock",
)
"""Op names that Weave's patches of model clients begin with."""


@dataclass(slots=True)
class WeaveCall:
    """One call: `op` is the bare name of its op, `answers` what it returned if that is a model's answer."""

    row: Mapping[str, Any]
    op: str
    trace: str
    answers: list[Message]


def _is_call(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and isinstance(row.get("op_name"), str)
        and "started_at" in row
        and isinstance(row.get("trace_id"), str)
    )


def _rows(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict) and not _is_call(value):
        value = value.get("calls", value.get("data"))
    yield from (row for row in (value if isinstance(value, list) else [value]) if _is_call(row))


def claims(values: Sequence[Any]) -> bool:
    """Rows with an op name, a start and a trace."""
    return any(True for value in values for _ in _rows(value))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """All calls of the file, once it is known which ops are tools."""
    calls = [_call(row) for record in records for row in _rows(record.value)]
    asked = {call.tool for item in calls for message in item.answers for call in message.calls}
    parents = {_text(item.row.get("parent_id")) for item in calls}
    told = bool(asked) or any(_kind(item.row) or _is_model(item) or item.op.startswith(WRAPPED_TOOLS) for item in calls)
    for item in calls:
        if item.row.get("thread_id"):
            yield SessionOf(item.trace, blocks.printed(item.row["thread_id"]))
        if _is_tool(item, asked) or (not told and _text(item.row.get("id")) not in parents):
            yield _execution(item)
        else:
            yield from _other(item)


def _call(row: Mapping[str, Any]) -> WeaveCall:
    output = row.get("output")
    name = row["op_name"].rpartition("/op/")[2].partition(":")[0]
    return WeaveCall(row, name, row["trace_id"], answers_of(output) if isinstance(output, (dict, list)) else [])


def _kind(row: Mapping[str, Any]) -> str:
    attributes = row.get("attributes")
    weave = attributes.get("weave") if isinstance(attributes, dict) else None
    kind = forms.first(attributes, ("kind",), None) if isinstance(attributes, dict) else None
    return forms.word(kind or (weave.get("kind") if isinstance(weave, dict) else None))


def _is_model(item: WeaveCall) -> bool:
    return _kind(item.row) == "llm" or item.op.startswith(MODEL_OPS)


def _is_tool(item: WeaveCall, asked: set[str]) -> bool:
    return _kind(item.row) == "tool" or item.op in asked or item.op.startswith(WRAPPED_TOOLS)


def _other(item: WeaveCall) -> Iterator[Emission]:
    span, parent = blocks.printed(item.row.get("id")), _text(item.row.get("parent_id"))
    yield Link(item.trace, span, parent)
    if _is_model(item) or any(message.calls for message in item.answers):
        exception = item.row.get("exception")
        run = Generation(
            trace=item.trace,
            span=span,
            parent=parent,
            session=_text(item.row.get("thread_id")),
            start_ns=parse_time(item.row.get("started_at")),
            end_ns=parse_time(item.row.get("ended_at")),
            history=item.row.get("inputs"),
            error=blocks.printed(exception) if exception else None,
        )
        yield from generation_emissions(run, item.answers)


def _execution(item: WeaveCall) -> Sighting:
    row, inputs = item.row, item.row.get("inputs")
    arguments: Any = (
        {name: value for name, value in inputs.items() if not _is_self(name, value)}
        if isinstance(inputs, dict)
        else ABSENT
    )
    tool = item.op.removeprefix("langchain.Tool.")
    if item.op.startswith(WRAPPED_TOOLS[0]) and isinstance(inputs, dict) and isinstance(inputs.get("name"), str):
        tool, arguments = inputs["name"], blocks.arguments_of(inputs.get("input", ABSENT))
    exception = row.get("exception")
    output = row.get("output", ABSENT)
    return Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.EXECUTION,
        tool=tool,
        session=_text(row.get("thread_id")),
        trace=item.trace,
        span=blocks.printed(row.get("id")),
        parent=_text(row.get("parent_id")),
        start_ns=parse_time(row.get("started_at")),
        end_ns=parse_time(row.get("ended_at")),
        arguments=arguments,
        result=ABSENT if output is None and exception else blocks.result_of(output),
        status=Status(True if exception else None, None, blocks.printed(exception) if exception else None),
    )


def _is_self(name: str, value: Any) -> bool:
    return name == "self" and (not isinstance(value, str) or value.startswith("weave:///"))


def _text(value: Any) -> str | None:
    return None if value is None or value == "" else blocks.printed(value)


DIALECT = Dialect(
    name="weave",
    reads="W&B Weave calls: rows of calls/stream_query and of client.get_calls()",
    obtain="POST /calls/stream_query of the trace server, or [c.to_dict() for c in client.get_calls()] as JSON lines",
    claims=claims,
    read=read,
)
