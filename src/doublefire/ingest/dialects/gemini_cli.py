"""Gemini CLI: recorded chats, one JSON document or append-only JSON lines (`packages/core` chatRecordingTypes.ts).

In the lines a message is appended again, whole, each time its tool calls change, a `$set` may carry all messages, and
`$rewindTo` takes messages out of the conversation that happened all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.google_parts import responses, text_of_parts
from doublefire.ingest.agents.pieces import human_text, mapping, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Record, Status

_MODEL: Final = ("gemini", "model")
_ENDED: Final = {"success": False, "error": True, "cancelled": True}
"""States of a tool call after which it does not change, and whether it failed."""


@dataclass(slots=True)
class _State:
    session: str | None = None
    agent: str | None = None
    subagent: bool = False
    asked: set[tuple[str | None, str | None]] = field(default_factory=set)
    ended: set[tuple[str | None, str | None]] = field(default_factory=set)
    """(message, call) of requests and results that have been emitted: a message written again adds only what is new."""


def claims(values: Sequence[Any]) -> bool:
    """The header with its project hash, an update record, or a message of the model."""
    for value in values:
        line = mapping(value)
        if "sessionId" in line and "projectHash" in line:
            return True
        if len(line) == 1 and ("$set" in line or "$rewindTo" in line):
            return True
        if line.get("type") == "gemini" and "id" in line and "timestamp" in line:
            return True
    return False


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests at the time of the model's message, results at the time a call was recorded as ended, and marks."""
    state = _State()
    for record in records:
        line = mapping(record.value)
        if "sessionId" in line:
            state.session = clean_id(line["sessionId"])
            state.subagent = line.get("kind") == "subagent"
            state.agent = clean_id(line.get("agentId"))
        for message in objects(mapping(line.get("$set", line)).get("messages")):
            yield from _message(message, state)
        if "type" in line and "id" in line:
            yield from _message(line, state)


def _message(message: Mapping[str, Any], state: _State) -> Iterator[Emission]:
    kind, at_ns, ref = message.get("type"), parse_time(message.get("timestamp")), clean_id(message.get("id"))
    if kind in _MODEL:
        yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=ref, ref=ref)
        for call in objects(message.get("toolCalls")):
            yield from _call(call, at_ns, ref, state)
        return
    text = _text(message)
    mark = _mark_of(kind, text, state.subagent)
    if mark is not None:
        words = text if mark is MarkKind.USER else None
        yield Mark(kind=mark, session=state.session, at_ns=at_ns, ref=ref, text=words)


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content", message.get("parts"))
    return text_of_parts(content) if isinstance(content, list) else human_text(content)


def _mark_of(kind: Any, text: str, subagent: bool) -> MarkKind | None:
    if kind == "user" and text and not subagent:
        return MarkKind.USER
    if kind == "error" and "API Error" in text:
        return MarkKind.MODEL_ERROR
    return MarkKind.INTERRUPT if kind == "info" and text.startswith("Request cancelled") else None


def _call(call: Mapping[str, Any], at_ns: int | None, turn: str | None, state: _State) -> Iterator[Emission]:
    tool, call_id = clean_id(call.get("name")), clean_id(call.get("id"))
    key = (turn, call_id)
    if tool is None:
        return
    agent = clean_id(call.get("agentId")) or state.agent
    if key not in state.asked:
        state.asked.add(key)
        yield request(
            tool=tool,
            session=state.session,
            turn=turn,
            call_id=call_id,
            agent=agent,
            start_ns=at_ns,
            arguments=call.get("args", ABSENT),
        )
    ending = word(call.get("status"))
    if ending not in _ENDED or key in state.ended:
        return
    state.ended.add(key)
    answer = next((answer.result for _, answer in responses(call.get("result"))), ABSENT)
    yield result(
        session=state.session,
        call_id=call_id,
        agent=agent,
        end_ns=parse_time(call.get("timestamp")),
        result=answer,
        status=_status(ending, answer, call.get("resultDisplay")),
    )


def _status(ending: str, answer: Any, display: Any) -> Status:
    if not _ENDED[ending]:
        return Status(False)
    message = told(mapping(answer).get("error")) or told(display)
    return Status(True, "cancelled" if ending == "cancelled" else None, message)


DIALECT = Dialect(
    name="gemini-cli",
    reads="Gemini CLI chats (~/.gemini/tmp/*/chats/session-*.json and .jsonl)",
    obtain="every chat is kept under ~/.gemini/tmp",
    claims=claims,
    read=read,
)
