"""Claude Code: session files under ~/.claude/projects, and what `claude -p --output-format stream-json` prints.

There is no official description; shapes are those of versions 1.0 to 2.1. One model response is spread over several
lines with one `message.id`; results come back under role `user`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from doublefire.ingest.agents.pieces import answered, asked, human_text, mapping, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import Answered, clean_id, word
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Mark, MarkKind, Outcome, Record, Status

_LINES: Final = frozenset(
    (
        *("attachment", "progress", "queue-operation", "file-history-snapshot", "permission-mode"),
        *("mode", "last-prompt", "custom-title", "ai-title", "agent-name", "summary"),
    )
)
_NO_HUMAN: Final = (
    *("isMeta", "isSidechain", "isCompactSummary"),
    *("isVisibleInTranscriptOnly", "isSynthetic", "parent_tool_use_id"),
)
"""Flags of user lines that Claude Code or a parent agent wrote."""
_INTERRUPTED: Final = "[Request interrupted by user"
_STOPPED_RUNNING: Final = frozenset(("interrupted", "cancelled"))
"""Values of `toolDenialKind` that stop a tool which may have begun; every other one kept it from running."""
_MODEL_ERRORS: Final = frozenset(("api_error", "error"))
_RESUMED: Final = "SessionStart:resume"


class _Where(NamedTuple):
    session: str | None
    agent: str | None
    at_ns: int | None
    ref: str | None


def claims(values: Sequence[Any]) -> bool:
    """A user or assistant line, or a line of one of Claude Code's own types with its session id."""
    return any(_is_line(line) for value in values for line in objects(value))


def _is_line(line: Mapping[str, Any]) -> bool:
    kind, message = line.get("type"), line.get("message")
    session = line.get("sessionId") or line.get("session_id")
    if not isinstance(kind, str) or not isinstance(session, str):
        return (kind == "file-history-snapshot" and "messageId" in line) or (kind == "summary" and "leafUuid" in line)
    if kind in ("user", "assistant"):
        return "content" in mapping(message) or (isinstance(message, dict) and "isSidechain" in line)
    if "sessionId" not in line:
        return kind in ("system", "result") and isinstance(line.get("subtype"), str)
    return kind in _LINES or "isSidechain" in line


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results and marks of every line; a response that spans lines is marked once."""
    turns: dict[tuple[str | None, str | None], str | None] = {}
    for record in records:
        for line in objects(record.value):
            kind = line.get("type")
            if kind == "assistant":
                yield from _assistant(line, turns)
            elif kind == "user":
                yield from _user(line)
            elif kind in ("system", "attachment"):
                yield from _event(line)


def _where(line: Mapping[str, Any]) -> _Where:
    return _Where(
        clean_id(line.get("sessionId") or line.get("session_id")),
        clean_id(line.get("agentId") or line.get("parent_tool_use_id")),
        parse_time(line.get("timestamp")),
        clean_id(line.get("uuid")),
    )


def _assistant(line: Mapping[str, Any], turns: dict[tuple[str | None, str | None], str | None]) -> Iterator[Emission]:
    where, message = _where(line), mapping(line.get("message"))
    if line.get("isApiErrorMessage"):
        yield Mark(kind=MarkKind.MODEL_ERROR, session=where.session, at_ns=where.at_ns, ref=where.ref)
        return
    turn = clean_id(message.get("id") or line.get("requestId")) or where.ref
    if message.get("model") != "<synthetic>" and turns.get((where.session, where.agent)) != turn:
        turns[where.session, where.agent] = turn
        yield Mark(kind=MarkKind.MODEL, session=where.session, at_ns=where.at_ns, turn=turn, ref=turn)
    for block in objects(message.get("content")):
        call = asked(block)
        if call is not None:
            yield request(
                tool=call.tool,
                session=where.session,
                turn=turn,
                call_id=call.call_id,
                agent=where.agent,
                start_ns=where.at_ns,
                arguments=call.arguments,
            )
        elif (answer := answered(block)) is not None:
            yield from _result(line, where, answer)


def _user(line: Mapping[str, Any]) -> Iterator[Emission]:
    where, content = _where(line), mapping(line.get("message")).get("content")
    answers = [answer for block in objects(content) if (answer := answered(block)) is not None]
    for answer in answers:
        yield from _result(line, where, answer)
    text = human_text(content)
    if text.startswith(_INTERRUPTED):
        yield Mark(kind=MarkKind.INTERRUPT, session=where.session, at_ns=where.at_ns, ref=where.ref)
    elif text and not answers and not any(line.get(flag) for flag in _NO_HUMAN):
        yield Mark(kind=MarkKind.USER, session=where.session, at_ns=where.at_ns, ref=where.ref, text=text)


def _result(line: Mapping[str, Any], where: _Where, answer: Answered) -> Iterator[Emission]:
    yield result(
        session=where.session,
        call_id=answer.call_id,
        agent=where.agent,
        end_ns=where.at_ns,
        result=answer.result,
        status=_status(line, answer),
    )


def _status(line: Mapping[str, Any], answer: Answered) -> Status:
    denial = word(line.get("toolDenialKind"))
    stopped = mapping(line.get("toolUseResult") or line.get("tool_use_result")).get("interrupted") is True
    if not denial and not stopped and not answer.failed:
        return Status(answer.failed)
    message = told(answer.result)
    if denial and denial not in _STOPPED_RUNNING:
        return Status(True, None, message, Outcome.NOT_EXECUTED)
    return Status(True, "interrupted" if denial or stopped else None, message)


def _event(line: Mapping[str, Any]) -> Iterator[Emission]:
    where, subtype = _where(line), word(line.get("subtype"))
    if subtype in _MODEL_ERRORS:
        yield Mark(kind=MarkKind.MODEL_ERROR, session=where.session, at_ns=where.at_ns, ref=where.ref)
    elif subtype == "init":
        yield Mark(kind=MarkKind.RUN_START, session=where.session, at_ns=where.at_ns, ref=where.session)
    elif mapping(line.get("attachment")).get("hookName") == _RESUMED:
        yield Mark(kind=MarkKind.RESUME, session=where.session, at_ns=where.at_ns, ref=where.ref)


DIALECT = Dialect(
    name="claude-code",
    reads="Claude Code session files (~/.claude/projects/**/*.jsonl) and stream-json output",
    obtain="every session is kept under ~/.claude/projects; or run `claude -p --output-format stream-json --verbose`",
    claims=claims,
    read=read,
)
