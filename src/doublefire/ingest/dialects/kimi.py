"""Kimi Code: wire records with times in milliseconds; calls and results are loop events of numbered steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.pieces import human_text, mapping, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Outcome, Record, Status

_LOOP: Final = "context.append_loop_event"
_TYPES: Final = frozenset((_LOOP, "context.append_message", "turn.prompt", "tools.set_active_tools"))


@dataclass(slots=True)
class _State:
    step: str | None = None
    denied: set[str | None] = field(default_factory=set)


def claims(values: Sequence[Any]) -> bool:
    """The metadata line with its protocol version, or a record of one of Kimi's types."""
    for line in values:
        if isinstance(line, dict) and "time" in line and word(line.get("type")) in _TYPES:
            return True
        if mapping(line).get("type") == "metadata" and "protocol_version" in line:
            return True
    return False


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results and marks; the format names no session, a file is one."""
    state = _State()
    for record in records:
        line = mapping(record.value)
        at_ns = parse_time(line.get("time"))
        kind = line.get("type")
        if kind == _LOOP:
            yield from _loop(mapping(line.get("event")), at_ns, state)
        elif kind == "turn.prompt" and mapping(line.get("origin")).get("kind", "user") == "user":
            text = human_text(line.get("input"))
            if text:
                yield Mark(kind=MarkKind.USER, at_ns=at_ns, text=text)
        elif kind == "permission.record_approval_result":
            yield from _approval(line, at_ns, state)


def _loop(event: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    kind, step = event.get("type"), clean_id(event.get("stepUuid"))
    if kind in ("tool.call", "content.part") and step is not None and step != state.step:
        state.step = step
        yield Mark(kind=MarkKind.MODEL, at_ns=at_ns, turn=step, ref=step)
    call_id = clean_id(event.get("toolCallId"))
    if kind == "tool.call" and event.get("name"):
        arguments = event.get("args", ABSENT)
        yield request(tool=str(event["name"]), turn=step, call_id=call_id, start_ns=at_ns, arguments=arguments)
    elif kind == "tool.result":
        answer = mapping(event.get("result"))
        output = answer.get("output", ABSENT)
        status = _status(answer.get("isError"), output, call_id in state.denied)
        yield result(call_id=call_id, end_ns=at_ns, result=output, status=status)


def _status(is_error: Any, output: Any, denied: bool) -> Status:
    failed = is_error if isinstance(is_error, bool) else None
    if not failed and not denied:
        return Status(failed)
    return Status(True, None, told(output), Outcome.NOT_EXECUTED if denied else None)


def _approval(line: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    decision, call_id = mapping(line.get("result")).get("decision"), clean_id(line.get("toolCallId"))
    if decision == "approved":
        yield Mark(kind=MarkKind.APPROVAL, at_ns=at_ns, ref=call_id)
    elif decision == "rejected":
        state.denied.add(call_id)


DIALECT = Dialect(
    name="kimi-code",
    reads="Kimi Code wire files (wire.jsonl)",
    obtain="sessions are kept under ~/.kimi-code/sessions",
    claims=claims,
    read=read,
)
