"""Codex CLI: rollout files under ~/.codex/sessions (`openai/codex` codex-rs/protocol: models.rs, protocol.rs).

A call is a response item, its output another; the outcome stands in an event that repeats the call under its id. A fork
copies the rollout of its parent, `session_meta` included, and `compacted` repeats items as history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.agents.codex_items import EVENTS, ITEMS, Run, qualified
from doublefire.ingest.agents.pieces import execution, human_text, mapping, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, structured, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Record, Status
from doublefire.semantics.values.durations import SECOND_NS

_ENVELOPES: Final = frozenset(
    ("session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state", "token_usage_record")
)
_FROM_MODEL: Final = frozenset(
    (
        *("reasoning", "function_call", "custom_tool_call", "local_shell_call"),
        *("web_search_call", "tool_search_call", "image_generation_call"),
    )
)
_OUTPUTS: Final = frozenset(("function_call_output", "custom_tool_call_output", "local_shell_call_output"))
_HOSTED: Final = {
    "web_search_call": ("web_search", "action"),
    "image_generation_call": ("image_generation", "revised_prompt"),
}
"""Items that the provider runs itself, without an output item: tool name and the field of the arguments."""
_MARKS: Final = {
    "turn_aborted": MarkKind.INTERRUPT,
    "error": MarkKind.MODEL_ERROR,
    "stream_error": MarkKind.MODEL_ERROR,
}
COPY_NS: Final = SECOND_NS
"""A fork writes its parent's lines in one go when it begins; what comes more than a second later is its own."""


@dataclass(slots=True)
class _State:
    own: str | None = None
    session: str | None = None
    """Whose lines are being read: those of a parent come first in a fork."""
    began_ns: int | None = None
    agent: str | None = None
    human: bool = True
    """Whether role `user` is a human's: in a sub-agent's rollout it is the parent agent's."""
    turn: int = 0
    told: bool = True
    """Whether the model was told something since its last item: its next one opens a response."""
    calls: dict[str, tuple[str, Any]] = field(default_factory=dict)


def claims(values: Sequence[Any]) -> bool:
    """A line in Codex's envelope, or the first line of the earliest files, which had none."""
    for value in values:
        line = mapping(value)
        if word(line.get("type")) in _ENVELOPES and isinstance(line.get("payload"), dict) and "timestamp" in line:
            return True
        if "type" not in line and {"id", "timestamp", "instructions"} <= line.keys():
            return True
    return False


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Requests, results, the executions that events tell of, and marks; responses are numbered in order."""
    state = _State()
    for record in records:
        line = mapping(record.value)
        kind, payload, at_ns = line.get("type"), line.get("payload"), parse_time(line.get("timestamp"))
        if state.session != state.own and at_ns is not None and at_ns > (state.began_ns or 0) + COPY_NS:
            state.session = state.own
        if kind == "session_meta" or (kind is None and "instructions" in line):
            _open(mapping(payload) or line, at_ns, state)
        elif kind == "event_msg":
            yield from _event(mapping(payload), at_ns, state)
        elif kind == "response_item":
            yield from _item(mapping(payload), at_ns, state)
        elif payload is None:
            yield from _item(line, at_ns, state)


def _open(meta: Mapping[str, Any], at_ns: int | None, state: _State) -> None:
    session = clean_id(meta.get("id"))
    if state.own is None:
        state.own, state.began_ns = session, at_ns
        state.agent = clean_id(meta.get("agent_nickname") or meta.get("agent_role"))
        state.human = not isinstance(meta.get("source"), dict)
    elif session != state.own:
        state.turn, state.told = 0, True
    state.session = session


def _item(item: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    kind, role = word(item.get("type")), item.get("role")
    if kind in _FROM_MODEL or (kind == "message" and role == "assistant"):
        if state.told:
            state.turn, state.told = state.turn + 1, False
            turn = str(state.turn)
            yield Mark(kind=MarkKind.MODEL, session=state.session, at_ns=at_ns, turn=turn, ref=turn)
        yield from _call(item, at_ns, state)
    elif kind in _OUTPUTS:
        state.told = True
        yield _output(item, at_ns, state)
    elif kind == "message":
        state.told = True
        text = human_text(item.get("content"))
        if role == "user" and text and state.human and not _from_harness(item):
            ref = clean_id(item.get("id"))
            yield Mark(kind=MarkKind.USER, session=state.session, at_ns=at_ns, ref=ref, text=text)


def _from_harness(item: Mapping[str, Any]) -> bool:
    details = objects(mapping(item.get("internal_chat_message_metadata_passthrough")).get("content_item_metadata"))
    return bool(details) and all(mapping(detail.get("provenance")).get("type") == "harness" for detail in details)


def _call(item: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    kind, call_id = word(item.get("type")), clean_id(item.get("call_id") or item.get("id"))
    turn = str(state.turn)
    if kind in _HOSTED:
        tool, key = _HOSTED[kind]
        status = Status(None if item.get("status") is None else item["status"] == "failed")
        yield execution(
            tool=tool,
            session=state.session,
            turn=turn,
            agent=state.agent,
            start_ns=at_ns,
            end_ns=at_ns,
            arguments=item.get(key, ABSENT),
            status=status,
        )
        return
    if kind == "local_shell_call":
        tool, arguments = "local_shell", item.get("action", ABSENT)
    elif kind in ("function_call", "custom_tool_call") and item.get("name"):
        tool = qualified(item.get("namespace"), item["name"])
        arguments = structured(item.get("arguments", item.get("input", ABSENT)))
    else:
        return
    if call_id is not None:
        state.calls[call_id] = (tool, arguments)
    yield request(
        tool=tool,
        session=state.session,
        turn=turn,
        call_id=call_id,
        agent=state.agent,
        start_ns=at_ns,
        arguments=arguments,
    )


def _output(item: Mapping[str, Any], at_ns: int | None, state: _State) -> Emission:
    output = structured(item.get("output", ABSENT))
    success = mapping(output).get("success")
    status = Status()
    if isinstance(success, bool) and "content" in output:
        output = output["content"]
        status = Status(not success, None, None if success else told(output))
    return result(
        session=state.session,
        call_id=clean_id(item.get("call_id")),
        agent=state.agent,
        end_ns=at_ns,
        result=output,
        status=status,
    )


def _event(event: Mapping[str, Any], at_ns: int | None, state: _State) -> Iterator[Emission]:
    kind = word(event.get("type"))
    if kind in _MARKS:
        yield Mark(kind=_MARKS[kind], session=state.session, at_ns=at_ns, ref=clean_id(event.get("turn_id")))
    elif kind == "item_completed":
        item = mapping(event.get("item"))
        form = ITEMS.get(word(item.get("type")))
        if form is not None:
            end_ns = parse_time(event.get("completed_at_ms"), "ms") or at_ns
            yield _execution(form(item), parse_time(event.get("started_at_ms"), "ms"), end_ns, state)
    elif kind in EVENTS:
        yield _execution(EVENTS[kind](event), None, at_ns, state)


def _execution(run: Run, start_ns: int | None, end_ns: int | None, state: _State) -> Emission:
    """The event's outcome under the name and arguments of the request, which the model wrote and later copies share."""
    tool, arguments = state.calls.get(run.call_id or "", (run.tool, run.arguments))
    if start_ns is None and end_ns is not None and run.took_ns is not None:
        start_ns = end_ns - run.took_ns
    return execution(
        tool=tool,
        session=state.session,
        call_id=run.call_id,
        agent=state.agent,
        start_ns=start_ns if start_ns is not None else end_ns,
        end_ns=end_ns,
        arguments=arguments,
        result=run.result,
        status=run.status,
        effect=run.effect,
    )


DIALECT = Dialect(
    name="codex",
    reads="Codex CLI rollout files (~/.codex/sessions/**/rollout-*.jsonl)",
    obtain="every session is kept under ~/.codex/sessions",
    claims=claims,
    read=read,
)
