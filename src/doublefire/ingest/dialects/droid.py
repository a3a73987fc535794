"""Factory's Droid: session files with Anthropic content blocks, one message a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.agents.pieces import answered, asked, human_text, mapping, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Mark, MarkKind, Record, Status


def claims(values: Sequence[Any]) -> bool:
    """A `session_start` line with an id, or a `message` line around a message with a role."""
    return any(isinstance(line, dict) and _is_line(line) for line in values)


def _is_line(line: Mapping[str, Any]) -> bool:
    if line.get("type") == "session_start":
        return isinstance(line.get("id"), str) and "payload" not in line
    message = mapping(line.get("message"))
    return line.get("type") == "message" and "parentId" in line and "role" in message and "content" in message


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results and marks of every message line, in the session that the file's first line names."""
    session = None
    for record in records:
        line = mapping(record.value)
        if line.get("type") == "session_start":
            session = clean_id(line.get("id"))
        elif line.get("type") == "message":
            yield from _message(line, session)


def _message(line: Mapping[str, Any], session: str | None) -> Iterator[Emission]:
    message, at_ns, ref = mapping(line.get("message")), parse_time(line.get("timestamp")), clean_id(line.get("id"))
    content = message.get("content")
    if message.get("role") == "assistant":
        yield Mark(kind=MarkKind.MODEL, session=session, at_ns=at_ns, turn=ref, ref=ref)
    answers = 0
    for block in objects(content):
        if (call := asked(block)) is not None:
            yield request(
                tool=call.tool,
                session=session,
                turn=ref,
                call_id=call.call_id,
                start_ns=at_ns,
                arguments=call.arguments,
            )
        elif (answer := answered(block)) is not None:
            answers += 1
            status = Status(answer.failed, None, told(answer.result) if answer.failed else None)
            yield result(session=session, call_id=answer.call_id, end_ns=at_ns, result=answer.result, status=status)
    text = human_text(content)
    if message.get("role") == "user" and text and not answers:
        yield Mark(kind=MarkKind.USER, session=session, at_ns=at_ns, ref=ref, text=text)


DIALECT = Dialect(
    name="droid",
    reads="Factory Droid session files (*.jsonl)",
    obtain="sessions are kept under ~/.factory/sessions",
    claims=claims,
    read=read,
)
