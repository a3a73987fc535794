"""tau-bench trajectories: [{task_id, trial, reward, info, traj: [OpenAI chat messages]}].

`sierra-research/tau-bench` historical_trajectories. Call ids collide, across conversations and inside one, so a result
belongs to the call at its position: the next message of role tool. Each such pair is one execution in the decision
layer; every trial of a task is a session of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.blocks import message_of, printed
from doublefire.ingest.messages.dumps import Dump, Shape
from doublefire.ingest.messages.flavours import is_role_message
from doublefire.ingest.messages.histories import read_conversations
from doublefire.model import Emission, Record

SHAPE = Shape(is_role_message, lambda raw: (message_of(raw),), positional=True)


def _runs(value: Any) -> list[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    return [
        item for item in items if isinstance(item, dict) and isinstance(item.get("traj"), list) and "task_id" in item
    ]


def claims(values: Sequence[Any]) -> bool:
    """Objects with a task id and a `traj`."""
    return any(_runs(value) for value in values)


def _dumps(value: Any, shape: Shape) -> Iterator[Dump]:
    for run in _runs(value):
        yield Dump([raw for raw in run["traj"] if isinstance(raw, dict) and shape.is_message(raw)], name=_name(run))


def _name(run: Mapping[str, Any]) -> str:
    return f"task {printed(run['task_id'])} trial {printed(run.get('trial', 0))}"


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every run of a results file."""
    return read_conversations(records, SHAPE, _dumps)


DIALECT = Dialect(
    name="tau-bench",
    reads="tau-bench result files: task_id, trial, reward, traj",
    obtain="run.py of tau-bench writes them to its --log-dir",
    claims=claims,
    read=read,
)
