"""Inspect AI: JSON logs and the members of `.eval` archives (`inspect_ai` src/inspect_ai/log, event/_tool.py).

A sample holds the events of its run, and its messages, which repeat the calls; long texts stand in `attachments`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from doublefire.ingest.agents.pieces import execution, human_text, mapping, objects, request, result, told
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import clean_id, structured, word
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Mark, MarkKind, Outcome, Record, Status

_ATTACHMENT: Final = "attachment://"
_NEVER_RAN: Final = frozenset(("parsing", "approval", "permission"))
"""Types of a tool error that are raised before the tool does anything."""
_ERROR_WORDS: Final = {"timeout": "timeout", "cancelled": "cancelled", "sandbox_unavailable": "sandbox_unavailable"}
_HUMAN: Final = ("input", "operator")
"""Sources of user messages that are not the solver's own."""
MAX_DEPTH: Final = 32
"""Levels of nested arguments in which attachments are resolved; Inspect itself nests no deeper."""


@dataclass(frozen=True, slots=True)
class _Sample:
    session: str
    attachments: Mapping[str, Any]
    finished: frozenset[str | None]
    """Ids of calls with a tool event that is not pending."""


def claims(values: Sequence[Any]) -> bool:
    """A log or its header, or a bare sample."""
    return any(_is_header(mapping(value)) or _is_sample(mapping(value)) for value in values)


def _is_header(log: Mapping[str, Any]) -> bool:
    evaluation = mapping(log.get("eval"))
    return "version" in log and ("task" in evaluation or "run_id" in evaluation)


def _is_sample(sample: Mapping[str, Any]) -> bool:
    return "id" in sample and "epoch" in sample and ("target" in sample or "messages" in sample or "events" in sample)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """The samples of every log, each a session of its own."""
    run = ""
    for record in records:
        log = mapping(record.value)
        if _is_header(log):
            evaluation = mapping(log.get("eval"))
            run = clean_id(evaluation.get("eval_id") or evaluation.get("run_id")) or ""
        samples = objects(log.get("samples")) if "samples" in log else [log] if _is_sample(log) else []
        for sample in samples:
            yield from _sample(sample, run)


def _sample(raw: Mapping[str, Any], run: str) -> Iterator[Emission]:
    events = list(_flat(raw.get("events") or mapping(raw.get("transcript")).get("events")))
    tools = [event for event in events if event.get("event") == "tool"]
    session = clean_id(raw.get("uuid")) or f"{run}/{raw.get('id')}/{raw.get('epoch')}"
    finished = frozenset(clean_id(event.get("id")) for event in tools if not event.get("pending"))
    sample = _Sample(session, mapping(raw.get("attachments")), finished)
    modelled = any(event.get("event") == "model" for event in events)
    yield from _messages(raw.get("messages"), sample, marks=not modelled, requests=not modelled and not tools)
    for event in events:
        yield from _event(event, sample)


def _flat(events: Any) -> Iterator[dict[str, Any]]:
    """Events in order, those nested in a tool event (older logs) after it."""
    waiting = list(reversed(objects(events)))
    while waiting:
        event = waiting.pop()
        yield event
        waiting.extend(reversed(objects(event.get("events"))))


def _event(event: Mapping[str, Any], sample: _Sample) -> Iterator[Emission]:
    kind, at_ns, ref = event.get("event"), parse_time(event.get("timestamp")), clean_id(event.get("uuid"))
    if kind == "tool":
        if not (event.get("pending") and clean_id(event.get("id")) in sample.finished):
            yield from _tool(event, sample)
    elif kind == "model":
        yield from _model(event, _response_id(event), sample)
    elif kind == "approval" and event.get("decision") in ("approve", "modify"):
        yield Mark(kind=MarkKind.APPROVAL, session=sample.session, at_ns=at_ns, ref=ref)
    elif kind == "input":
        yield Mark(kind=MarkKind.USER, session=sample.session, at_ns=at_ns, ref=ref, text=told(event.get("input")))
    elif kind == "interrupt":
        yield Mark(kind=MarkKind.INTERRUPT, session=sample.session, at_ns=at_ns, ref=ref)


def _tool(event: Mapping[str, Any], sample: _Sample) -> Iterator[Emission]:
    tool = clean_id(event.get("function"))
    if tool is None:
        return
    ended = event.get("completed")
    yield execution(
        tool=tool,
        session=sample.session,
        call_id=clean_id(event.get("id")),
        agent=clean_id(event.get("agent")),
        start_ns=parse_time(event.get("timestamp")),
        end_ns=parse_time(ended),
        arguments=_resolved(event.get("arguments", ABSENT), sample.attachments),
        result=_resolved(event.get("result", ABSENT), sample.attachments) if ended else ABSENT,
        status=_status(event.get("error"), event.get("failed"), bool(ended)),
    )


def _status(error: Any, failed: Any, ended: bool) -> Status:
    if not error:
        return Status(True if failed else False if ended else None)
    kind = word(mapping(error).get("type"))
    message = told(mapping(error).get("message"))
    return Status(True, _ERROR_WORDS.get(kind), message, Outcome.NOT_EXECUTED if kind in _NEVER_RAN else None)


def _response_id(event: Mapping[str, Any]) -> str | None:
    choices = objects(mapping(event.get("output")).get("choices"))
    message = mapping(choices[0].get("message")) if choices else {}
    return clean_id(message.get("id") or event.get("uuid") or event.get("timestamp"))


def _model(event: Mapping[str, Any], turn: str | None, sample: _Sample) -> Iterator[Emission]:
    at_ns = parse_time(event.get("completed")) or parse_time(event.get("timestamp"))
    if event.get("error"):
        yield Mark(kind=MarkKind.MODEL_ERROR, session=sample.session, at_ns=at_ns, ref=turn)
        return
    yield Mark(kind=MarkKind.MODEL, session=sample.session, at_ns=at_ns, turn=turn, ref=turn)
    for choice in objects(mapping(event.get("output")).get("choices"))[:1]:
        yield from _requests(mapping(choice.get("message")), turn, at_ns, sample)


def _requests(message: Mapping[str, Any], turn: str | None, at_ns: int | None, sample: _Sample) -> Iterator[Emission]:
    for call in objects(message.get("tool_calls")):
        function = call.get("function")
        named = mapping(function)  # older logs keep OpenAI's nesting
        tool = clean_id(named.get("name") if named else function)
        if tool is not None:
            arguments = structured(named.get("arguments", call.get("arguments", ABSENT)))
            yield request(
                tool=tool,
                session=sample.session,
                turn=turn,
                call_id=clean_id(call.get("id")),
                start_ns=at_ns,
                arguments=_resolved(arguments, sample.attachments),
            )


def _messages(messages: Any, sample: _Sample, *, marks: bool, requests: bool) -> Iterator[Emission]:
    """What only messages tell: the input, results of calls without an event, all of it where no events are kept."""
    for number, message in enumerate(objects(messages)):
        role, ref = message.get("role"), clean_id(message.get("id")) or str(number)
        if role == "user" and message.get("source") in _HUMAN:
            yield Mark(kind=MarkKind.USER, session=sample.session, ref=ref, text=human_text(message.get("content")))
        elif role == "assistant" and marks:
            yield Mark(kind=MarkKind.MODEL, session=sample.session, turn=ref, ref=ref)
            if requests:
                yield from _requests(message, ref, None, sample)
        elif role == "tool" and clean_id(message.get("tool_call_id")) not in sample.finished:
            content = _resolved(message.get("content", ABSENT), sample.attachments)
            status = _status(message.get("error"), None, False)
            yield result(
                session=sample.session, call_id=clean_id(message.get("tool_call_id")), result=content, status=status
            )


def _resolved(value: Any, attachments: Mapping[str, Any], depth: int = 0) -> Any:
    """A value with the texts that its `attachment://` references name, as deep as arguments nest."""
    if isinstance(value, str):
        if not value.startswith(_ATTACHMENT):
            return value
        return attachments.get(value.removeprefix(_ATTACHMENT), value)
    if depth >= MAX_DEPTH or not attachments:
        return value
    if isinstance(value, dict):
        return {name: _resolved(item, attachments, depth + 1) for name, item in value.items()}
    if isinstance(value, list):
        return [_resolved(item, attachments, depth + 1) for item in value]
    return value


DIALECT = Dialect(
    name="inspect",
    reads="Inspect AI logs (.json and .eval)",
    obtain="every `inspect eval` writes one under logs/",
    claims=claims,
    read=read,
)
