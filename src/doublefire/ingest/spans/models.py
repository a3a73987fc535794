"""Model spans: the response as a mark, the tool calls it asks for, and the newest results it was given."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.spans.messages import messages_answered, messages_asked
from doublefire.ingest.spans.span import Span, text
from doublefire.ingest.vocabulary import ModelSpan
from doublefire.model import Emission, Kind, Layer, Mark, MarkKind, Sighting, Status
from doublefire.semantics.effects import is_pseudo_tool

MAX_MARK_TEXT = 200
"""Characters of a user's words that a mark keeps: enough to tell two turns apart."""


def model_emissions(span: Span, row: ModelSpan, session: str | None) -> Iterator[Emission]:
    """One model call: its response or error as a mark, its tool calls as requests, the newest results it was given."""
    attributes = span.attributes
    yield from declared(attributes, row.tools)
    yield from input_emissions(messages_asked(span, row.input), span, session)
    turn = text(forms.first(attributes, row.response_id, None)) or span.span
    if span.failed or "error.type" in attributes:
        yield Mark(
            kind=MarkKind.MODEL_ERROR,
            session=session,
            trace=span.trace,
            at_ns=span.end_ns or span.start_ns,
            turn=turn,
            ref=span.span,
            text=span.message or text(attributes.get("error.type")),
        )
        return
    yield Mark(kind=MarkKind.MODEL, session=session, trace=span.trace, at_ns=span.start_ns, turn=turn, ref=span.span)
    agent = text(forms.first(attributes, row.agent, None))
    yield from output_emissions(messages_answered(span, row.output), span, session, turn, agent)


def output_emissions(
    messages: Sequence[forms.Message], span: Span, session: str | None, turn: str, agent: str | None
) -> Iterator[Emission]:
    """The tool calls that a model's response asks for, and the results of those that its provider ran itself."""
    for message in messages:
        for call in message.calls:
            if not is_pseudo_tool(call.tool):
                yield Sighting(
                    kind=Kind.REQUEST,
                    layer=Layer.DECISION,
                    tool=call.tool,
                    session=session,
                    trace=span.trace,
                    span=span.span,
                    parent=span.parent,
                    scope=span.scope,
                    turn=turn,
                    call_id=call.call_id,
                    agent=agent,
                    start_ns=span.start_ns,
                    arguments=call.arguments,
                )
        for answer in message.results:
            yield _result(answer, span, session, span.end_ns or span.start_ns)


def input_emissions(messages: Sequence[forms.Message], span: Span, session: str | None) -> Iterator[Emission]:
    """Of the history that a model is given: how many user turns it holds, and the results that came in last.

    The user mark's `ref` is the number of user messages and a hash of the last one, so the same turn seen in each
    later history is one mark.
    """
    spoken = [message for message in messages if message.role == "user" and message.text]
    if spoken:
        last = spoken[-1].text
        ref = f"{len(spoken)}:{hashlib.blake2b(last.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"
        fresh = messages[-1].role == "user" and bool(messages[-1].text)
        yield Mark(
            kind=MarkKind.USER,
            session=session,
            trace=span.trace,
            at_ns=span.start_ns,
            turn=span.span if fresh else None,
            ref=ref,
            text=last[:MAX_MARK_TEXT],
        )
    for message in reversed(messages):
        if message.calls or (message.role in ("assistant", "model") and not message.results):
            break
        for answer in message.results:
            yield _result(answer, span, session, span.start_ns)


def _result(answer: forms.Answered, span: Span, session: str | None, end_ns: int | None) -> Sighting:
    return Sighting(
        kind=Kind.RESULT,
        layer=Layer.DECISION,
        tool=None,
        session=session,
        trace=span.trace,
        span=span.span,
        call_id=answer.call_id,
        end_ns=end_ns,
        result=forms.structured(answer.result),
        status=Status(failed=answer.failed),
    )


SPREAD_TOOLS = ("llm.tools", "llm.request.functions")
"""Declarations spread over numbered attributes: OpenInference, and OpenLLMetry before its GenAI messages."""


def declared(attributes: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[Emission]:
    """The tools that a model was offered."""
    for name in names:
        value = forms.structured(forms.nested(attributes, name) if name in SPREAD_TOOLS else attributes.get(name))
        if isinstance(value, (list, dict)):
            yield from declarations_in(value)
