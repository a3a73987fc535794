"""Langfuse: a trace with its observations (UI and API), or rows of observations (API lists, blob-storage exports).

`langfuse/langfuse` packages/shared/src/domain/observations.ts. Most SDKs record no observation of type TOOL: a
span is a tool run too when its OpenTelemetry attributes name a tool or when it returned LangChain's ToolMessage. A
generation around another generation tells the same response again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.answers import answers_of
from doublefire.ingest.messages.conversation import Call, Message
from doublefire.ingest.platforms.generations import Generation, generation_emissions
from doublefire.ingest.platforms.observations import (
    AGENTS,
    CALL_IDS,
    Observation,
    arguments_of,
    column_calls,
    is_observation,
    observation_of,
    pick,
    text,
    tool_message,
    tool_name,
)
from doublefire.ingest.spans import Span, emissions_of, span_key
from doublefire.model import ABSENT, Emission, Kind, Layer, Link, Record, SessionOf, Sighting, Status


def _groups(value: Any) -> tuple[Mapping[str, Any], list[dict[str, Any]]]:
    """(the trace, its observations) of one record; a row is a group of one."""
    if isinstance(value, dict) and not is_observation(value):
        trace = value.get("trace")
        trace = trace if isinstance(trace, dict) else value
        listed = next(
            (
                found
                for found in (value.get("observations"), trace.get("observations"), value.get("data"))
                if isinstance(found, list)
            ),
            [],
        )
        return trace, [row for row in listed if is_observation(row)]
    return {}, [row for row in (value if isinstance(value, list) else [value]) if is_observation(row)]


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
        session = text(pick(trace, "sessionId", "session_id"))
        observations = sorted((observation_of(row, session) for row in rows), key=lambda item: item.start_ns or 0)
        outer = _around_generations(observations)
        for item in sorted(observations, key=lambda item: item.id in outer):
            yield from _emissions(item, item.id in outer, asked)


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


def _emissions(
    item: Observation, outer: bool, asked: dict[tuple[str, str], list[tuple[int, int]]]
) -> Iterator[Emission]:
    if item.session is not None:
        yield SessionOf(item.trace, item.session)
    name = tool_name(item)
    if name is not None:
        yield _execution(item, name)
    elif forms.word(item.attributes.get("target")).startswith("tool."):
        yield Link(item.trace, item.id, item.parent)
    elif item.type == "GENERATION":
        yield Link(item.trace, item.id, item.parent)
        yield from _generation(item, outer, asked)
    else:
        kind = "client" if "http.request.method" in item.attributes or "http.method" in item.attributes else "internal"
        failed = True if item.row.get("level") == "ERROR" else None
        yield from emissions_of(
            Span(
                item.trace,
                item.id,
                item.parent,
                item.name,
                kind,
                item.start_ns,
                item.end_ns,
                dict(item.attributes),
                failed=failed,
            )
        )


def _execution(item: Observation, name: str) -> Sighting:
    message = tool_message(item)
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
        agent=text(forms.first(item.attributes, AGENTS, None)),
        start_ns=item.start_ns,
        end_ns=item.end_ns,
        arguments=arguments_of(item),
        result=ABSENT
        if output is None
        else blocks.result_of(forms.structured(output) if message is None else message.get("content")),
        status=Status(
            True if failed else None,
            text(item.attributes.get("error.type")),
            text(pick(item.row, "statusMessage", "status_message")),
        ),
        key=span_key(item.attributes),
    )


def _generation(
    item: Observation, outer: bool, asked: dict[tuple[str, str], list[tuple[int, int]]]
) -> Iterator[Emission]:
    """A model's response; what a generation around it or inside it asked for under one id is one call."""
    attributes = item.attributes
    yield from (
        declarations_in(forms.structured(attributes.get("gen_ai.tool.definitions")))
        if "gen_ai.tool.definitions" in attributes
        else ()
    )
    failed = item.row.get("level") == "ERROR"
    messages = answers_of(item.row.get("output"))
    if not any(message.calls for message in messages):
        messages = [Message("assistant", calls=tuple(column_calls(item.row)))]
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
            agent=text(forms.first(attributes, AGENTS, None)),
            start_ns=item.start_ns,
            end_ns=item.end_ns,
            history=None if outer else item.row.get("input"),
            error=blocks.printed(pick(item.row, "statusMessage", "status_message") or "error") if failed else None,
        ),
        messages,
    )


def _told(item: Observation, call: Call, asked: dict[tuple[str, str], list[tuple[int, int]]]) -> bool:
    if call.call_id is None or item.start_ns is None:
        return False
    start, end = item.start_ns, item.end_ns or item.start_ns
    times = asked.setdefault((item.trace, call.call_id), [])
    if any(
        (start <= other and end >= other_end) or (start >= other and end <= other_end)
        for other, other_end in times[:MAX_TOLD]
        if (other, other_end) != (start, end)
    ):
        return True
    times.append((start, end))
    return False


MAX_TOLD = 8
"""Responses that asked under one call id and are compared: more than two or three are ids that start over."""


DIALECT = Dialect(
    name="langfuse",
    reads="Langfuse traces with observations (UI download, API) and rows of observations (API, blob-storage export)",
    obtain="the download button of a trace, GET /api/public/traces/{id}, or the scheduled blob-storage export",
    claims=claims,
    read=read,
)
