"""ATIF trajectories (Harbor, terminal-bench, NeMo Agent Toolkit, VS Code): {schema_version: "ATIF-v1.x", steps}.

`laude-institute/harbor` docs/rfcs/0001-trajectory-format.md. A step of source agent is one model response with its
calls and, in `observation.results`, their results; a result without `source_call_id` belongs to the call at its
position. Steps copied from an earlier trajectory for context ran there, not here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.conversation import Answer, Call, Message
from doublefire.ingest.messages.dumps import Dump, Shape
from doublefire.ingest.messages.histories import read_conversations
from doublefire.model import Emission, Record

ROLES = {"user": "user", "agent": "assistant", "system": "system"}
MAX_SUBAGENTS = 1000
"""Embedded sub-trajectories of one file that are followed."""


def _is_step(raw: Mapping[str, Any]) -> bool:
    return forms.word(raw.get("source")) in ROLES and raw.get("is_copied_context") is not True


def messages_of(raw: Mapping[str, Any]) -> Iterator[Message]:
    """The message of a step, and its observation as results that follow it."""
    calls = tuple(call for item in forms.dictionaries(raw.get("tool_calls")) if (call := _call(item)) is not None)
    yield Message(ROLES[raw["source"]], forms.text_of(raw.get("message")), calls, at_ns=blocks.time_of(raw))
    observation = raw.get("observation")
    results = forms.dictionaries(observation.get("results")) if isinstance(observation, dict) else []
    answers = tuple(_answer(item, call) for item, call in zip(results, _targets(results, calls), strict=True))
    if answers and calls:
        yield Message("tool", answers=answers)


def _call(item: Mapping[str, Any]) -> Call | None:
    name = item.get("function_name")
    return (
        Call(name, blocks.arguments_of(item.get("arguments")), forms.clean_id(item.get("tool_call_id")))
        if isinstance(name, str)
        else None
    )


def _targets(results: Sequence[Mapping[str, Any]], calls: Sequence[Call]) -> list[str | None]:
    """The call id that each result is for: its own, else that of the next call which no result names."""
    named = {forms.word(item.get("source_call_id")) for item in results}
    free = iter([call.call_id for call in calls if call.call_id not in named])
    return [forms.clean_id(item.get("source_call_id")) or next(free, None) for item in results]


def _answer(item: Mapping[str, Any], call_id: str | None) -> Answer:
    return Answer(call_id, blocks.result_of(item.get("content")), blocks.status_of(item))


SHAPE = Shape(_is_step, messages_of)


def _is_trajectory(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and forms.word(value.get("schema_version")).startswith("ATIF")
        and isinstance(value.get("steps"), list)
    )


def claims(values: Sequence[Any]) -> bool:
    """An object whose schema version is one of ATIF's."""
    return any(_is_trajectory(item) for value in values for item in (value if isinstance(value, list) else [value]))


def _dumps(value: Any, shape: Shape) -> Iterator[Dump]:
    queue = [item for item in (value if isinstance(value, list) else [value]) if _is_trajectory(item)]
    for run in queue:
        raws = [raw for raw in run["steps"] if isinstance(raw, dict) and shape.is_message(raw)]
        session = run.get("session_id")
        name = run.get("trajectory_id")
        key = f"{session}/{name}" if name and session else session
        yield Dump(raws, session=key if isinstance(key, str) and key else None)
        inner = run.get("subagent_trajectories")
        if isinstance(inner, list) and len(queue) < MAX_SUBAGENTS:
            queue.extend(item for item in inner if isinstance(item, dict) and isinstance(item.get("steps"), list))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every trajectory and those of its sub-agents."""
    return read_conversations(records, SHAPE, _dumps)


DIALECT = Dialect(
    name="atif",
    reads="ATIF trajectories: schema_version ATIF-v1.x, steps with tool_calls and observations",
    obtain="harbor writes trajectory.json into each trial's agent folder; other agents export ATIF by option",
    claims=claims,
    read=read,
)
