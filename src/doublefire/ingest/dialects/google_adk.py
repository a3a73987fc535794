"""Google ADK: saved sessions, snake or camel case (`google/adk-python` src/google/adk/events/event.py).

Old files have no call ids: there a response belongs to the oldest open call of its tool.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.google_parts import calls, responses, text_of_parts
from doublefire.ingest.agents.pieces import execution, mapping, objects, request, result
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import Answered, Asked, clean_id
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Mark, MarkKind, Record, Sighting, Status

_CONFIRMATION: Final = "adk_request_confirmation"
_ASIDES: Final = frozenset((_CONFIRMATION, "adk_request_credential", "adk_request_input"))
"""Calls that ADK writes in the model's name to ask the human for something."""

_EVENT_FIELDS: Final = frozenset(("invocation_id", "invocationId", "content"))


@dataclass(slots=True)
class _State:
    session: str | None = None
    open: dict[str, deque[Sighting]] = field(default_factory=lambda: defaultdict(deque))
    """Calls without an id that wait for their response, by tool."""
    long_running: set[str] = field(default_factory=set)
    late: dict[str, Sighting] = field(default_factory=dict)
    """The newest result of each long-running call: earlier ones only say that it goes on."""


def claims(values: Sequence[Any]) -> bool:
    """A session with events of authors, or such an event alone."""
    for value in values:
        document = mapping(value)
        if any(_is_event(event) for event in objects(document.get("events"))[:4]) or _is_event(document):
            return True
    return False


def _is_event(event: Mapping[str, Any]) -> bool:
    return isinstance(event.get("author"), str) and not event.keys().isdisjoint(_EVENT_FIELDS)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results and marks of every session's events, streaming fragments left out."""
    state = _State()
    for record in records:
        document = mapping(record.value)
        if _is_event(document):
            yield from _event(document, state)
            continue
        state = _State(session=clean_id(document.get("id")))
        for event in objects(document.get("events")):
            yield from _event(event, state)
        yield from _close(state)
    yield from _close(state)


def _close(state: _State) -> Iterator[Emission]:
    yield from state.late.values()
    for waiting in state.open.values():
        yield from waiting
    state.late.clear()
    state.open.clear()


def _event(event: Mapping[str, Any], state: _State) -> Iterator[Emission]:
    if event.get("partial") or mapping(event.get("options")).get("partial"):
        return
    content, at_ns, ref = mapping(event.get("content")), parse_time(event.get("timestamp")), clean_id(event.get("id"))
    parts, author = content.get("parts"), clean_id(event.get("author"))
    long_running = event.get("long_running_tool_ids") or event.get("longRunningToolIds")
    state.long_running.update(map(str, long_running if isinstance(long_running, list) else ()))
    answers = list(responses(parts))
    if author == "user":
        text = text_of_parts(parts)
        if text and not answers:
            yield Mark(kind=MarkKind.USER, session=state.session, at_ns=at_ns, ref=ref, text=text)
    elif event.get("error_code") or event.get("errorCode"):
        yield Mark(kind=MarkKind.MODEL_ERROR, session=state.session, at_ns=at_ns, ref=ref)
    elif parts and content.get("role") != "user":
        yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=ref, ref=ref)
    for call in calls(parts):
        yield from _call(call, at_ns, ref, author, state)
    waiting = _awaiting_confirmation(event)
    for tool, answer in answers:
        if tool == _CONFIRMATION:
            yield Mark(kind=MarkKind.APPROVAL, session=state.session, at_ns=at_ns, ref=answer.call_id)
        elif tool not in _ASIDES and answer.call_id not in waiting:
            yield from _answer(tool, answer, at_ns, state)


def _awaiting_confirmation(event: Mapping[str, Any]) -> Mapping[str, Any]:
    actions = mapping(event.get("actions"))
    return mapping(actions.get("requested_tool_confirmations", actions.get("requestedToolConfirmations")))


def _call(call: Asked, at_ns: int | None, turn: str | None, agent: str | None, state: _State) -> Iterator[Emission]:
    if call.tool in _ASIDES:
        return
    seen = request(
        tool=call.tool,
        session=state.session,
        turn=turn,
        call_id=call.call_id,
        agent=agent,
        start_ns=at_ns,
        arguments=call.arguments,
    )
    if call.call_id is not None:
        yield seen
    else:
        state.open[call.tool].append(seen)


def _answer(tool: str | None, answer: Answered, at_ns: int | None, state: _State) -> Iterator[Emission]:
    if answer.call_id is None:
        waiting = state.open.get(tool or "")
        if waiting:
            yield _ran(waiting.popleft(), answer, at_ns)
        return
    seen = result(session=state.session, call_id=answer.call_id, end_ns=at_ns, result=answer.result, status=Status())
    if answer.call_id in state.long_running:
        state.late[answer.call_id] = seen
    else:
        yield seen


def _ran(asked: Sighting, answer: Answered, at_ns: int | None) -> Sighting:
    """A call without an id and its response as one execution."""
    return execution(
        tool=asked.tool,
        session=asked.session,
        turn=asked.turn,
        agent=asked.agent,
        start_ns=asked.start_ns,
        end_ns=at_ns,
        arguments=asked.arguments,
        result=answer.result,
    )


DIALECT = Dialect(
    name="google-adk-session",
    reads="Google ADK sessions (*.session.json)",
    obtain="`adk run --save_session`, or Session.model_dump_json of your session service",
    claims=claims,
    read=read,
)
