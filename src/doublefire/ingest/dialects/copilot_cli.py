"""GitHub Copilot CLI: events.jsonl of a session, each line a typed event with its `data`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.pieces import execution, human_text, mapping, objects, request, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, structured, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Outcome, Record, Sighting, Status

_FAMILIES: Final = ("session.", "assistant.", "user.message", "tool.execution_", "system.message", "subagent.")
_DENIED: Final = frozenset(("denied", "rejected"))
"""Error codes of a completion whose tool was kept from running."""
_MARKS: Final = {
    "session.start": MarkKind.RUN_START,
    "session.resume": MarkKind.RESUME,
    "session.error": MarkKind.MODEL_ERROR,
    "abort": MarkKind.INTERRUPT,
}


@dataclass(slots=True)
class _State:
    session: str | None = None
    asked: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """Call id -> tool and arguments of requests that have not completed."""
    running: dict[str, Sighting] = field(default_factory=dict)


def claims(values: Sequence[Any]) -> bool:
    """A line whose type is of one of Copilot's families and whose `data` is an object."""
    return any(
        isinstance(line, dict) and isinstance(line.get("data"), dict) and word(line.get("type")).startswith(_FAMILIES)
        for line in values
    )


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests of the model, executions with their own start and end, and marks."""
    state = _State()
    for record in records:
        line = mapping(record.value)
        kind, data = word(line.get("type")), mapping(line.get("data"))
        at_ns, ref = parse_time(line.get("timestamp")), clean_id(line.get("id"))
        if kind == "session.start":
            state.session = clean_id(data.get("sessionId"))
        if kind == "assistant.message":
            yield from _message(data, at_ns, ref, state)
        elif kind == "tool.execution_start":
            yield from _start(data, at_ns, state)
        elif kind == "tool.execution_complete":
            yield from _complete(data, at_ns, state)
        elif kind == "user.message":
            text = human_text(data.get("content"))
            if text:
                yield Mark(kind=MarkKind.USER, session=state.session, at_ns=at_ns, ref=ref, text=text)
        elif kind in _MARKS:
            yield Mark(kind=_MARKS[kind], session=state.session, at_ns=at_ns, ref=ref)


def _message(data: Mapping[str, Any], at_ns: int | None, ref: str | None, state: _State) -> Iterator[Emission]:
    turn = clean_id(data.get("messageId")) or ref
    yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=turn, ref=turn)
    for call in objects(data.get("toolRequests")):
        tool, call_id = clean_id(call.get("name")), clean_id(call.get("toolCallId"))
        if tool is None:
            continue
        arguments = structured(call.get("arguments", ABSENT))
        if call_id is not None:
            state.asked[call_id] = (tool, arguments)
        yield request(
            tool=tool,
            session=state.session,
            turn=turn,
            call_id=call_id,
            agent=clean_id(data.get("parentToolCallId")),
            start_ns=at_ns,
            arguments=arguments,
        )


def _start(data: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    call_id, tool = clean_id(data.get("toolCallId")), clean_id(data.get("toolName"))
    if call_id is None or tool is None:
        return
    if call_id in state.running:  # started again: the earlier run was lost
        yield state.running[call_id]
    state.running[call_id] = execution(
        tool=tool,
        session=state.session,
        call_id=call_id,
        agent=clean_id(data.get("parentToolCallId")),
        start_ns=at_ns,
        arguments=structured(data.get("arguments", ABSENT)),
    )


def _complete(data: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    call_id = clean_id(data.get("toolCallId"))
    tool, arguments = state.asked.pop(call_id or "", (clean_id(data.get("toolName")), ABSENT))
    seen = state.running.pop(call_id or "", None)
    if seen is None:
        if tool is None:
            return
        seen = execution(tool=tool, session=state.session, call_id=call_id, arguments=arguments)
    answer = data.get("result", ABSENT)
    seen.end_ns = at_ns
    seen.result = mapping(answer).get("content", answer)
    seen.status = _status(data, seen.result)
    yield seen


def _status(data: Mapping[str, Any], answer: Any) -> Status:
    success, error = data.get("success"), mapping(data.get("error"))
    if success is not False:
        return Status(False if success is True else None)
    code = clean_id(error.get("code"))
    message = told(error.get("message")) or told(answer)
    return Status(True, code, message, Outcome.NOT_EXECUTED if code in _DENIED else None)


DIALECT = Dialect(
    name="copilot-cli",
    reads="GitHub Copilot CLI session events (events.jsonl)",
    obtain="sessions are kept under ~/.copilot/session-state",
    claims=claims,
    read=read,
)
