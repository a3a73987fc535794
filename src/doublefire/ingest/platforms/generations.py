"""A model call that a platform recorded as a run with an input and an output, to emissions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from doublefire.ingest.messages.answers import answers_of, history_of
from doublefire.ingest.messages.conversation import Call, Message
from doublefire.ingest.spans import Span, input_emissions
from doublefire.model import ABSENT, Emission, Kind, Layer, Mark, MarkKind, Sighting


@dataclass(slots=True)
class Generation:
    """One model call; `error` is the text of its failure, `calls` stand in for those of `output`."""

    trace: str
    span: str
    parent: str | None
    session: str | None = None
    agent: str | None = None
    start_ns: int | None = None
    end_ns: int | None = None
    history: Any = None
    output: Any = None
    error: str | None = None
    calls: tuple[Call, ...] = ()


def generation_emissions(run: Generation, answered: list[Message] | None = None) -> Iterator[Emission]:
    """The newest results and user turn that the model was given, then its response or failure and what it asked for.

    `answered` are the messages of `output` where the caller has read them already.
    """
    place = Span(run.trace, run.span, run.parent, "", start_ns=run.start_ns, end_ns=run.end_ns)
    yield from input_emissions(history_of(run.history), place, run.session)
    if run.error is not None:
        yield _mark(MarkKind.MODEL_ERROR, run, run.end_ns or run.start_ns, run.error)
        return
    yield _mark(MarkKind.MODEL, run, run.start_ns, None)
    messages = answers_of(run.output) if answered is None else answered
    calls = [(call, message.agent) for message in messages for call in message.calls] or [
        (call, None) for call in run.calls
    ]
    for call, agent in calls:
        yield _sighting(run, call, run.agent or agent)


def _mark(kind: MarkKind, run: Generation, at_ns: int | None, text: str | None) -> Mark:
    return Mark(kind=kind, session=run.session, trace=run.trace, at_ns=at_ns, turn=run.span, ref=run.span, text=text)


def _sighting(run: Generation, call: Call, agent: str | None) -> Sighting:
    hosted = call.ran is not None
    seen = Sighting(
        kind=Kind.EXECUTION if hosted else Kind.REQUEST,
        layer=Layer.DECISION,
        tool=call.tool,
        session=run.session,
        trace=run.trace,
        span=None if hosted else run.span,
        parent=run.span if hosted else run.parent,
        turn=run.span,
        call_id=call.call_id,
        agent=agent,
        start_ns=run.start_ns,
        arguments=call.arguments,
    )
    if call.ran is not None:
        seen.result, seen.status = call.ran.result, call.ran.status
        seen.end_ns = run.end_ns if call.ran.result is not ABSENT else None
    return seen
