"""Anthropic Managed Agents: events of a session, bare, in pages of the API, or behind the SDK method that got them.

Shapes as `langchain-ai/langsmith-sdk` records them: agent.*tool_use, agent.*tool_result, user.tool_confirmation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.pieces import human_text, mapping, mcp_tool, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Outcome, Record, Status

_FAMILIES: Final = ("agent.", "user.", "session.", "span.model_request")
_USES: Final = frozenset(("agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use"))
_RESULTS: Final = {
    "agent.tool_result": "tool_use_id",
    "agent.mcp_tool_result": "mcp_tool_use_id",
    "user.custom_tool_result": "custom_tool_use_id",
}
_MARKS: Final = {"user.interrupt": MarkKind.INTERRUPT, "session.error": MarkKind.MODEL_ERROR}
_SDK_METHODS: Final = "client.beta.sessions."
_SESSION_ID: Final = "sesn_"


@dataclass(slots=True)
class _State:
    session: str | None = None
    turn: str | None = None
    agents: dict[str | None, str | None] = field(default_factory=dict)
    """Thread id -> agent name."""


def claims(values: Sequence[Any]) -> bool:
    """An event of one of the families with an id of the service or its time of processing, or a call of the SDK."""
    return any(_is_sdk_call(value) or any(map(_is_event, _events(value))) for value in values)


def _is_sdk_call(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and word(value[0]).startswith(_SDK_METHODS)


def _is_event(event: Mapping[str, Any]) -> bool:
    marked = "processed_at" in event or word(event.get("id")).startswith("sevt_")
    return marked and word(event.get("type")).startswith(_FAMILIES)


def _events(value: Any) -> list[dict[str, Any]]:
    """The events that a record holds; what was sent comes back on the stream and is not read twice."""
    if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
        return _events(value[1]) if not value[0].endswith(".send") else []
    return objects(mapping(value).get("data", value))


def _session_in(value: Any) -> str | None:
    """The session id in a record of an SDK call: its first argument, or the object that `create` returned."""
    if not (isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)):
        return None
    inner = value[1]
    named = inner[0] if isinstance(inner, list) and inner else mapping(inner).get("id")
    return named if isinstance(named, str) and named.startswith(_SESSION_ID) else None


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results and marks of every event; a denied call gets its result from the denial."""
    state = _State()
    for record in records:
        state.session = _session_in(record.value) or state.session
        for event in _events(record.value):
            yield from _event(event, word(event.get("type")), state)


def _event(event: Mapping[str, Any], kind: str, state: _State) -> Iterator[Emission]:
    at_ns, ref = parse_time(event.get("processed_at")), clean_id(event.get("id"))
    session = clean_id(event.get("session_id")) or state.session
    if kind == "span.model_request_start":
        state.turn = ref
    elif kind == "span.model_request_end":
        turn = clean_id(event.get("model_request_start_id"))
        failed = event.get("is_error") is True
        mark = MarkKind.MODEL_ERROR if failed else MarkKind.MODEL
        yield Mark(kind=mark, session=session, at_ns=at_ns, turn=None if failed else turn, ref=turn)
    elif kind in _USES:
        yield from _use(event, at_ns, session, state)
    elif kind in _RESULTS:
        yield _result(event, event.get(_RESULTS[kind], event.get("tool_use_id")), at_ns, session)
    elif kind == "user.tool_confirmation":
        yield from _confirmation(event, at_ns, session)
    elif kind == "user.message":
        text = human_text(event.get("content"))
        if text:
            yield Mark(kind=MarkKind.USER, session=session, at_ns=at_ns, ref=ref, text=text)
    elif kind in _MARKS:
        yield Mark(kind=_MARKS[kind], session=session, at_ns=at_ns, ref=ref)
    elif kind == "session.thread_status_running":
        state.agents[clean_id(event.get("session_thread_id"))] = clean_id(event.get("agent_name"))


def _use(event: Mapping[str, Any], at_ns: int | None, session: str | None, state: _State) -> Iterator[Emission]:
    if not event.get("name"):
        return
    thread = clean_id(event.get("session_thread_id"))
    yield request(
        tool=mcp_tool(event.get("mcp_server_name"), event["name"]),
        session=session,
        turn=state.turn,
        call_id=clean_id(event.get("id")),
        agent=state.agents.get(thread, thread),
        start_ns=at_ns,
        arguments=event.get("input", ABSENT),
    )


def _result(event: Mapping[str, Any], call_id: Any, at_ns: int | None, session: str | None) -> Emission:
    failed, content = event.get("is_error"), event.get("content", ABSENT)
    status = Status(failed if isinstance(failed, bool) else None, None, told(content) if failed else None)
    return result(session=session, call_id=clean_id(call_id), end_ns=at_ns, result=content, status=status)


def _confirmation(event: Mapping[str, Any], at_ns: int | None, session: str | None) -> Iterator[Emission]:
    call_id = clean_id(event.get("tool_use_id"))
    if event.get("result") == "allow":
        yield Mark(kind=MarkKind.APPROVAL, session=session, at_ns=at_ns, ref=call_id)
    elif event.get("result") == "deny":
        status = Status(True, None, told(event.get("deny_message")), Outcome.NOT_EXECUTED)
        yield result(session=session, call_id=call_id, end_ns=at_ns, status=status)


DIALECT = Dialect(
    name="anthropic-managed-agents",
    reads="events of Anthropic Managed Agents sessions",
    obtain="list or stream the events of a session with the SDK (client.beta.sessions.events)",
    claims=claims,
    read=read,
)
