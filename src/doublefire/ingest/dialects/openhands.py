"""OpenHands: the event stream of the application (v0, `openhands/events/`) and of the agent SDK (v1,
`openhands-sdk/openhands/sdk/event/`), as a list, a file of lines, single events, or a benchmark row's `history`.

Times of v0 have no zone and are taken as UTC. An action and its observation carry the whole model response each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.pieces import human_text, mapping, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, structured, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Outcome, Record, Status

_SOURCES: Final = ("agent", "user", "environment", "hook")
_CONTROL: Final = frozenset(
    (
        *("message", "finish", "think", "recall", "null", "system", "reject", "delegate", "change_agent_state"),
        *("condensation", "condensation_request", "pause", "resume", "stop", "start", "loop_recovery"),
    )
)
"""Actions and tools of v0 and v1 that steer the agent itself and run nothing."""
_TOOLS: Final = {"run": "execute_bash", "run_ipython": "execute_ipython_cell"}
"""Actions that were taken without a function call, and the tool that takes them otherwise."""
_NOT_ARGUMENTS: Final = frozenset(
    ("thought", "security_risk", "confirmation_state", "is_confirmed", "hidden", "blocking")
)
_STATES: Final = {
    "error": MarkKind.MODEL_ERROR,
    "user_confirmed": MarkKind.APPROVAL,
    "paused": MarkKind.INTERRUPT,
    "stopped": MarkKind.INTERRUPT,
}
_STILL_RUNNING: Final = -1
"""The exit code of a command that had not ended when OpenHands stopped waiting for it."""
_V1_MARKS: Final = {"ConversationErrorEvent": MarkKind.MODEL_ERROR, "PauseEvent": MarkKind.INTERRUPT}


@dataclass(slots=True)
class _State:
    session: str | None = None
    turn: str | None = None
    calls: dict[str | None, str | None] = field(default_factory=dict)
    """Action id -> call id, of v0 actions that ran a tool."""


def claims(values: Sequence[Any]) -> bool:
    """An event of either version, alone, in a list, or in a benchmark row's `history`."""
    return any(_is_v0(event) or _is_v1(event) for value in values for event in _events(value)[:8])


def _is_v0(event: Mapping[str, Any]) -> bool:
    named = isinstance(event.get("action"), str) or isinstance(event.get("observation"), str)
    return named and event.get("source") in _SOURCES and ("id" in event or "timestamp" in event)


def _is_v1(event: Mapping[str, Any]) -> bool:
    kind = event.get("kind")
    return isinstance(kind, str) and kind.endswith(("Event", "Observation")) and event.get("source") in _SOURCES


def _events(value: Any) -> list[dict[str, Any]]:
    row = mapping(value)
    if isinstance(row.get("history"), list) and "instance_id" in row:
        value = row["history"]
    if not isinstance(value, list):
        return objects(value)
    return [event for item in value for event in objects(item)]  # old rows hold [action, observation] pairs


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests of the agent's actions, results of observations, and marks."""
    state = _State()
    for record in records:
        row = mapping(record.value)
        if "instance_id" in row:
            state = _State(session=clean_id(row["instance_id"]))
        for event in _events(record.value):
            yield from _v1(event, state) if "kind" in event else _v0(event, state)


# --- v0 --------------------------------------------------------------------------------------------------------------


def _v0(event: Mapping[str, Any], state: _State) -> Iterator[Emission]:
    at_ns, action, observation = parse_time(event.get("timestamp")), event.get("action"), event.get("observation")
    if observation is not None:
        yield from _observation(event, at_ns, state)
    elif action == "message":
        yield from _message(event, at_ns, state)
    elif isinstance(action, str) and event.get("source") == "agent" and action not in _CONTROL:
        yield from _action(event, action, at_ns, state)


def _message(event: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    ref = clean_id(event.get("id"))
    text = human_text(mapping(event.get("args")).get("content") or event.get("message"))
    if event.get("source") == "user" and text:
        yield Mark(kind=MarkKind.USER, session=state.session, at_ns=at_ns, ref=ref, text=text)
    elif event.get("source") == "agent":
        yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=ref, ref=ref)


def _action(event: Mapping[str, Any], action: str, at_ns: int | None, state: _State) -> Iterator[Emission]:
    metadata, own_id = mapping(event.get("tool_call_metadata")), clean_id(event.get("id"))
    response = mapping(metadata.get("model_response"))
    call_id = clean_id(metadata.get("tool_call_id")) or own_id
    turn = clean_id(response.get("id")) or own_id
    state.calls[own_id] = call_id
    yield from _responded(turn, at_ns, state)
    yield request(
        tool=clean_id(metadata.get("function_name")) or _TOOLS.get(action, action),
        session=state.session,
        turn=turn,
        call_id=call_id,
        start_ns=at_ns,
        arguments=_arguments(event, response, call_id),
    )


def _responded(turn: str | None, at_ns: int | None, state: _State) -> Iterator[Emission]:
    if turn != state.turn:
        state.turn = turn
        yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=turn, ref=turn)


def _arguments(event: Mapping[str, Any], response: Mapping[str, Any], call_id: str | None) -> Any:
    """The call as the model wrote it, else the action's own fields without those that OpenHands adds."""
    for choice in objects(response.get("choices")):
        for call in objects(mapping(choice.get("message")).get("tool_calls")):
            if clean_id(call.get("id")) == call_id:
                return structured(mapping(call.get("function")).get("arguments", ABSENT))
    own = event.get("args")
    if not isinstance(own, dict):
        return ABSENT
    return {name: value for name, value in own.items() if name not in _NOT_ARGUMENTS}


def _observation(event: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    kind, extras = event.get("observation"), mapping(event.get("extras"))
    call_id = state.calls.get(clean_id(event.get("cause")))
    mark = _STATES.get(word(extras.get("agent_state")))
    if kind == "agent_state_changed":
        if mark is not None:
            yield Mark(kind=mark, session=state.session, at_ns=at_ns, ref=clean_id(event.get("id")))
    elif call_id is not None:
        content = event.get("content", ABSENT)
        status = _status(kind, extras, content)
        yield result(session=state.session, call_id=call_id, end_ns=at_ns, result=content, status=status)


def _status(kind: Any, extras: Mapping[str, Any], content: Any) -> Status:
    message = told(content)
    if kind == "user_rejected":
        return Status(True, None, message, Outcome.NOT_EXECUTED)
    code = extras.get("exit_code", mapping(extras.get("metadata")).get("exit_code"))
    if code == _STILL_RUNNING:
        return Status(True, "timeout", message)
    if isinstance(code, int) and code != 0:
        return Status(True, None, f"Command exited with exit code {code}\n{message or ''}")
    return Status(True, None, message) if kind == "error" else Status(False if code == 0 else None)


# --- v1 --------------------------------------------------------------------------------------------------------------


def _v1(event: Mapping[str, Any], state: _State) -> Iterator[Emission]:
    at_ns, kind, ref = parse_time(event.get("timestamp")), word(event.get("kind")), clean_id(event.get("id"))
    if kind == "ActionEvent":
        yield from _action_event(event, at_ns, state)
    elif kind == "MessageEvent":
        text = human_text(mapping(event.get("llm_message")).get("content"))
        if event.get("source") == "user" and text:
            yield Mark(kind=MarkKind.USER, session=state.session, at_ns=at_ns, ref=ref, text=text)
        elif event.get("source") == "agent":
            yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=ref, ref=ref)
    elif kind in _V1_MARKS:
        yield Mark(kind=_V1_MARKS[kind], session=state.session, at_ns=at_ns, ref=ref)
    elif "tool_call_id" in event and word(event.get("tool_name")) not in _CONTROL:
        yield _answer(event, kind, at_ns, state)


def _action_event(event: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    call = mapping(event.get("tool_call"))
    tool = clean_id(event.get("tool_name") or call.get("name"))
    turn = clean_id(event.get("llm_response_id") or event.get("id"))
    call_id = clean_id(event.get("tool_call_id") or call.get("id"))
    yield from _responded(turn, at_ns, state)
    if tool is None or tool in _CONTROL:
        return
    arguments = call.get("arguments", mapping(call.get("function")).get("arguments", event.get("action", ABSENT)))
    yield request(
        tool=tool,
        session=state.session,
        turn=turn,
        call_id=call_id,
        start_ns=at_ns,
        arguments=_without_additions(structured(arguments)),
    )
    if "action" in event and event["action"] is None:  # not executable: no such tool, or arguments that do not validate
        status = Status(True, verdict=Outcome.NOT_EXECUTED)
        yield result(session=state.session, call_id=call_id, end_ns=at_ns, status=status)


def _without_additions(arguments: Any) -> Any:
    if not isinstance(arguments, dict):
        return arguments
    return {name: value for name, value in arguments.items() if name not in ("kind", "security_risk")}


def _answer(event: Mapping[str, Any], kind: str, at_ns: int | None, state: _State) -> Emission:
    observation = mapping(event.get("observation"))
    content = observation.get("content", observation.get("output", ABSENT))
    if kind == "UserRejectObservation":
        status = Status(True, None, told(event.get("rejection_reason")), Outcome.NOT_EXECUTED)
    elif kind == "AgentErrorEvent":
        status = Status(True, None, told(event.get("error")))
    else:
        failed = observation.get("is_error", observation.get("error"))
        status = _status("error" if failed else kind, observation, content)
    return result(
        session=state.session,
        call_id=clean_id(event.get("tool_call_id")),
        end_ns=at_ns,
        result=content,
        status=status,
    )


DIALECT = Dialect(
    name="openhands",
    reads="OpenHands trajectories and event files (v0 lists, v1 events, benchmark rows with a history)",
    obtain="export the trajectory of a conversation, or read the events of its conversation folder",
    claims=claims,
    read=read,
)
