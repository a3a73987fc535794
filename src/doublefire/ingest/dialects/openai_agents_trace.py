"""OpenAI Agents SDK traces, as a tracing processor or the backend exporter writes them.

`openai/openai-agents-python` src/agents/tracing/span_data.py: objects `trace` and `trace.span`, by themselves or in
{"data": […]}. `function` spans run tools and carry no call id, `generation` and `response` spans hold the decisions;
`group_id` names the conversation. A tool keeps the name that the model sees, which is unique among an agent's servers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.platforms.generations import Generation, generation_emissions
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Kind, Layer, Link, Record, SessionOf, Sighting, Status

MODEL_SPANS = frozenset(("generation", "response"))


def _objects(value: Any) -> list[dict[str, Any]]:
    items = value.get("data", [value]) if isinstance(value, dict) else value
    return (
        [
            item
            for item in items
            if isinstance(item, dict) and forms.word(item.get("object")) in ("trace", "trace.span")
        ]
        if isinstance(items, list)
        else []
    )


def claims(values: Sequence[Any]) -> bool:
    """Objects of kind trace or trace.span."""
    return any(_objects(value) for value in values)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every span; a trace that names its group says so before or after its spans."""
    for record in records:
        for item in _objects(record.value):
            if item["object"] == "trace":
                if item.get("group_id") and isinstance(item.get("id"), str):
                    yield SessionOf(item["id"], blocks.printed(item["group_id"]))
            elif isinstance(item.get("id"), str) and isinstance(item.get("trace_id"), str):
                yield from _span(item)


def _span(item: Mapping[str, Any]) -> Iterator[Emission]:
    found = item.get("span_data")
    data: Mapping[str, Any] = found if isinstance(found, dict) else {}
    if data.get("type") == "function" and isinstance(data.get("name"), str):
        yield _execution(item, data)
        return
    yield Link(item["trace_id"], item["id"], _parent(item))
    if forms.word(data.get("type")) in MODEL_SPANS:
        yield from declarations_in(data.get("tools")) if data.get("tools") else ()
        message, _ = _error(item)
        yield from generation_emissions(
            Generation(
                trace=item["trace_id"],
                span=item["id"],
                parent=_parent(item),
                start_ns=parse_time(item.get("started_at")),
                end_ns=parse_time(item.get("ended_at")),
                history=data.get("input"),
                output=data.get("output", data.get("response")),
                error=message,
            )
        )


def _execution(item: Mapping[str, Any], data: Mapping[str, Any]) -> Sighting:
    message, detail = _error(item)
    arguments, output = data.get("input"), data.get("output")
    return Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.EXECUTION,
        tool=data["name"],
        trace=item["trace_id"],
        span=item["id"],
        parent=_parent(item),
        start_ns=parse_time(item.get("started_at")),
        end_ns=parse_time(item.get("ended_at")),
        arguments=ABSENT if arguments is None else blocks.arguments_of(arguments),
        result=ABSENT if output is None else blocks.result_of(output),
        status=Status(None if message is None else True, None, detail or message),
    )


def _parent(item: Mapping[str, Any]) -> str | None:
    return forms.word(item.get("parent_id")) or None


def _error(item: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """(message, the text in its data) of a span's error; the message of a tool's is always the same."""
    error = item.get("error")
    if not isinstance(error, dict):
        return (error if isinstance(error, str) else None), None
    data = error.get("data")
    detail = data.get("error") if isinstance(data, dict) else None
    return blocks.printed(error.get("message", "error")), detail if isinstance(detail, str) else None


DIALECT = Dialect(
    name="openai-agents-trace",
    reads="OpenAI Agents SDK traces: objects trace and trace.span, in {data: […]} batches or a line each",
    obtain="add_trace_processor(BatchTraceProcessor(exporter)) whose exporter writes item.export() a line",
    claims=claims,
    read=read,
)
