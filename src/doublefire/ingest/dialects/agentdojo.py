"""AgentDojo runs: {suite_name, pipeline_name, user_task_id, messages, …}, one run a file.

`ethz-spylab/agentdojo` src/agentdojo/types.py. A call's `function` is the bare name and `args` an object; a result
repeats its call and says in `error` what went wrong.
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

SHAPE = Shape(is_role_message, lambda raw: (message_of(raw),))
NAME_KEYS = ("suite_name", "pipeline_name", "user_task_id", "injection_task_id", "attack_type")


def _is_run(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "suite_name" in value
        and "pipeline_name" in value
        and isinstance(value.get("messages"), list)
    )


def claims(values: Sequence[Any]) -> bool:
    """Objects with a suite, a pipeline and messages."""
    return any(_is_run(item) for value in values for item in (value if isinstance(value, list) else [value]))


def _dumps(value: Any, shape: Shape) -> Iterator[Dump]:
    for run in value if isinstance(value, list) else [value]:
        if _is_run(run):
            yield Dump(
                [raw for raw in run["messages"] if isinstance(raw, dict) and shape.is_message(raw)], name=_name(run)
            )


def _name(run: Mapping[str, Any]) -> str:
    return "/".join(printed(run[key]) for key in NAME_KEYS if run.get(key))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every run, each a session of its own."""
    return read_conversations(records, SHAPE, _dumps)


DIALECT = Dialect(
    name="agentdojo",
    reads="AgentDojo run files: suite_name, pipeline_name, messages",
    obtain="the benchmark script writes them to its --logdir",
    claims=claims,
    read=read,
)
