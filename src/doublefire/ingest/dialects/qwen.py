"""Qwen Code: chat records, one a line, whose messages hold Google parts (`packages/core` chatRecordingService.ts)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from doublefire.ingest.agents.google_parts import calls, responses, text_of_parts
from doublefire.ingest.agents.pieces import mapping, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, word
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Mark, MarkKind, Record, Status

_HUMAN: Final = (None, "mid_turn_user_message", "slash_command", "at_command")
"""Subtypes of user records that a human wrote; the others are notifications, timers and goals."""
_FAILED: Final = {"success": False, "error": True, "cancelled": True}


def claims(values: Sequence[Any]) -> bool:
    """A record with a session id whose message holds parts, or one with a system payload."""
    return any(isinstance(line, dict) and _is_record(line) for line in values)


def _is_record(line: Mapping[str, Any]) -> bool:
    if not (isinstance(line.get("sessionId"), str) and "uuid" in line and "parentUuid" in line):
        return False
    return "parts" in mapping(line.get("message")) or isinstance(line.get("systemPayload"), dict)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results and marks; records of one response share its uuid. Branches left behind happened too."""
    for record in records:
        line = mapping(record.value)
        parts = mapping(line.get("message")).get("parts")
        session, at_ns = clean_id(line.get("sessionId")), parse_time(line.get("timestamp"))
        if line.get("type") == "assistant":
            yield from _response(line, parts, session, at_ns)
        elif line.get("type") in ("user", "tool_result"):
            yield from _answers(line, parts, session, at_ns)


def _response(line: Mapping[str, Any], parts: Any, session: str | None, at_ns: int | None) -> Iterator[Emission]:
    turn = clean_id(line.get("uuid"))
    yield Mark(kind=MarkKind.MODEL, session=session, at_ns=at_ns, turn=turn, ref=turn)
    for call in calls(parts):
        yield request(
            tool=call.tool, session=session, turn=turn, call_id=call.call_id, start_ns=at_ns, arguments=call.arguments
        )


def _answers(line: Mapping[str, Any], parts: Any, session: str | None, at_ns: int | None) -> Iterator[Emission]:
    recorded = mapping(line.get("toolCallResult"))
    count = 0
    for _, answer in responses(parts):
        count += 1
        call_id = answer.call_id or clean_id(recorded.get("callId"))
        yield result(session=session, call_id=call_id, end_ns=at_ns, result=answer.result, status=_status(recorded))
    text = text_of_parts(parts)
    if text and not count and line.get("type") == "user" and line.get("subtype") in _HUMAN:
        yield Mark(kind=MarkKind.USER, session=session, at_ns=at_ns, ref=clean_id(line.get("uuid")), text=text)


def _status(recorded: Mapping[str, Any]) -> Status:
    state = word(recorded.get("status"))
    failed = _FAILED.get(state)
    if not failed:
        return Status(failed)
    error = recorded.get("error")
    message = told(error) or told(mapping(error).get("message"))
    return Status(True, "cancelled" if state == "cancelled" else None, message)


DIALECT = Dialect(
    name="qwen-code",
    reads="Qwen Code chat records (*.jsonl)",
    obtain="sessions are kept under ~/.qwen",
    claims=claims,
    read=read,
)
