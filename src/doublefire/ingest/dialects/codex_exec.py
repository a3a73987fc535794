"""`codex exec --json`: thread events on standard output (`openai/codex` codex-rs/exec/src/exec_events.rs).

No times, no ids of calls or responses: items are numbered anew in each process, so their ids name nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.codex_items import Form, Run, command_item, mcp_item, patch_item
from doublefire.ingest.agents.pieces import execution, mapping
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, word
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Record, Status

_ITEM: Final = frozenset(("item.started", "item.updated", "item.completed"))
_TURN: Final = frozenset(("thread.started", "turn.started", "turn.completed", "turn.failed"))


def _search(item: Mapping[str, Any]) -> Run:
    return Run(None, "web_search", {"query": item.get("query")}, ABSENT, Status(False))


def _collaboration(item: Mapping[str, Any]) -> Run:
    arguments = {"prompt": item.get("prompt"), "receiver_thread_ids": item.get("receiver_thread_ids")}
    return Run(
        None,
        str(item.get("tool")),
        arguments,
        item.get("agents_states", ABSENT),
        Status(item.get("status") == "failed"),
    )


_FORMS: Final[dict[str, Form]] = {
    "command_execution": command_item,
    "mcp_tool_call": mcp_item,
    "file_change": patch_item,
    "web_search": _search,
    "collab_tool_call": _collaboration,
}


@dataclass(slots=True)
class _State:
    session: str | None = None
    open: dict[str | None, Mapping[str, Any]] = field(default_factory=dict)
    """Started items by id; one that its turn leaves open has an unknown outcome."""


def claims(values: Sequence[Any]) -> bool:
    """A thread or turn event, or an item event with its item."""
    for value in values:
        line = mapping(value)
        kind = word(line.get("type"))
        if kind in _ITEM and "type" in mapping(line.get("item")):
            return True
        if kind in _TURN and line.keys() <= {"type", "thread_id", "usage", "error"}:
            return True
    return False


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """One execution for each completed item, and marks; a turn begins with a prompt."""
    state = _State()
    for record in records:
        line = mapping(record.value)
        kind, item = line.get("type"), mapping(line.get("item"))
        if kind == "thread.started":
            yield from _left_open(state)
            thread = clean_id(line.get("thread_id"))
            if thread == state.session:
                yield Mark(kind=MarkKind.RESUME, session=thread)
            state.session = thread
        elif kind == "turn.started":
            yield Mark(kind=MarkKind.USER, session=state.session)
        elif kind in ("turn.completed", "turn.failed", "error"):
            yield from _left_open(state)
            if kind != "turn.completed":
                yield Mark(kind=MarkKind.MODEL_ERROR, session=state.session)
        elif kind == "item.started":
            state.open[clean_id(item.get("id"))] = item
        elif kind == "item.completed":
            state.open.pop(clean_id(item.get("id")), None)
            yield from _item(item, state)


def _item(item: Mapping[str, Any], state: _State) -> Iterator[Emission]:
    kind = item.get("type")
    if kind in ("agent_message", "reasoning"):
        yield Mark(kind=MarkKind.MODEL, session=state.session)
    form = _FORMS.get(word(kind))
    if form is not None:
        run = form(item)
        yield execution(
            tool=run.tool, session=state.session, arguments=run.arguments, result=run.result, status=run.status
        )


def _left_open(state: _State) -> Iterator[Emission]:
    for item in state.open.values():
        form = _FORMS.get(word(item.get("type")))
        if form is not None:
            run = form(item)
            yield execution(tool=run.tool, session=state.session, arguments=run.arguments)
    state.open.clear()


DIALECT = Dialect(
    name="codex-exec",
    reads="events of `codex exec --json`",
    obtain="`codex exec --json PROMPT > run.jsonl`",
    claims=claims,
    read=read,
)
