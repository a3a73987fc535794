"""tau2-bench results: {info, tasks, simulations: [{id, task_id, trial, messages}]}, or one simulation a file.

`sierra-research/tau2-bench` src/tau2/data_model/message.py and simulation.py. Both sides have tools: `requestor` says
whether the agent or the simulated user called. A result's `id` is the id of its call; `tool_messages` wraps the results
of parallel calls. Times are ISO without a zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.conversation import Answer, Message
from doublefire.ingest.messages.dumps import Dump, Shape
from doublefire.ingest.messages.flavours import is_role_message
from doublefire.ingest.messages.histories import read_conversations
from doublefire.model import Emission, Record, Status


def messages_of(raw: Mapping[str, Any]) -> Iterator[Message]:
    """One message; results parallel to each other come wrapped in one."""
    wrapped = raw.get("tool_messages")
    if raw.get("role") == "tool":
        items = [item for item in wrapped if isinstance(item, dict)] if isinstance(wrapped, list) else [raw]
        yield Message("tool", answers=tuple(map(_answer, items)), at_ns=blocks.time_of(raw))
        return
    message = blocks.message_of(raw)
    if message.role == "user" and message.calls:
        message.agent = "user"
    yield message


def _answer(raw: Mapping[str, Any]) -> Answer:
    failed = raw.get("error")
    return Answer(
        forms.clean_id(raw.get("id")),
        blocks.result_of(raw.get("content")),
        Status(failed if isinstance(failed, bool) else None),
        at_ns=blocks.time_of(raw),
    )


SHAPE = Shape(lambda raw: is_role_message(raw) or "tool_messages" in raw, messages_of)


def _simulations(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, dict) and _is_simulation(item)]
    if not isinstance(value, dict):
        return []
    listed = value.get("simulations")
    return (
        [item for item in listed if isinstance(item, dict)]
        if isinstance(listed, list)
        else [value]
        if _is_simulation(value)
        else []
    )


def _is_simulation(value: Mapping[str, Any]) -> bool:
    return (
        "task_id" in value
        and isinstance(value.get("messages"), list)
        and ("termination_reason" in value or "reward_info" in value)
    )


def claims(values: Sequence[Any]) -> bool:
    """A results object with simulations, or a simulation."""
    return any(
        isinstance(value, dict) and "simulations" in value and ("tasks" in value or "info" in value) for value in values
    ) or any(_is_simulation(item) for value in values for item in _simulations(value))


def _dumps(value: Any, shape: Shape) -> Iterator[Dump]:
    for run in _simulations(value):
        listed = run.get("messages")
        raws = (
            [raw for raw in listed if isinstance(raw, dict) and shape.is_message(raw)]
            if isinstance(listed, list)
            else []
        )
        name = f"task {blocks.printed(run.get('task_id'))} trial {blocks.printed(run.get('trial', 0))}"
        identity = run.get("id")
        yield Dump(raws, session=identity if isinstance(identity, str) and identity else None, name=name)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every simulation, each a session of its own."""
    return read_conversations(records, SHAPE, _dumps)


DIALECT = Dialect(
    name="tau2-bench",
    reads="tau2-bench results: simulations with messages, and single simulation files",
    obtain="tau2 run writes them to data/simulations",
    claims=claims,
    read=read,
)
