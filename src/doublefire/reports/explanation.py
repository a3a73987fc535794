"""An explanation as plain text: both copies side by side, what counted, what was ignored, and the sum."""

from __future__ import annotations

from collections.abc import Iterator

from doublefire.model import Call, Explanation
from doublefire.reports.contract import Options
from doublefire.reports.shown import error_text, key_text, payload_text, place_text, time_text, visible

LIMIT = 400
"""Characters of arguments or a result that are shown of each copy."""
SIGNS = {1: "+", -1: "-"}


def render(explanation: Explanation, options: Options) -> str:
    """The explanation as text for a terminal, with what comes from the trace made visible and masked."""
    return "\n".join(_lines(explanation, options)) + "\n"


def _lines(explanation: Explanation, options: Options) -> Iterator[str]:
    yield visible(explanation.verdict)
    yield ""
    for name, call in zip(("first ", "second"), explanation.calls, strict=True):
        yield from _call(name, call, options)
    yield from _list("equal", explanation.equal)
    yield from _list("differ", explanation.differ)
    yield from _list("ignored", [f"{path}: {why}" for path, why in explanation.ignored])
    if explanation.arithmetic:
        yield "confidence"
        for name, step, sentence in explanation.arithmetic:
            yield f"  {SIGNS.get(step or 0, ' ')} {name:24} {visible(sentence)}"
    yield from _list("what would have changed the verdict", explanation.changes)


def _call(name: str, call: Call, options: Options) -> Iterator[str]:
    where = place_text(call.place, options)
    span = f"#{visible(call.place.span_id)}" if call.place.span_id else ""
    yield f"{name}  {visible(call.tool)}  {where}{span}"
    start, end = (time_text(at_ns) or "?" for at_ns in (call.start_ns, call.end_ns))
    yield f"        from      {start} to {end} ({call.start_source})"
    yield f"        outcome   {call.outcome}{_suffix(error_text(call, options))}"
    session, turn, call_id = (visible(str(text)) for text in (call.session, call.turn, call.call_id))
    yield f"        session   {session}  turn {turn}  call {call_id}"
    yield f"        key       {visible(key_text(call, options) or 'none')}"
    yield f"        arguments {payload_text(call.arguments, options, LIMIT) or 'not recorded'}"
    yield f"        result    {payload_text(call.result, options, LIMIT) or 'not recorded'}"
    yield ""


def _suffix(text: str | None) -> str:
    return f": {visible(text)}" if text else ""


def _list(title: str, items: tuple[str, ...] | list[str]) -> Iterator[str]:
    if items:
        yield title
        yield from (f"  {visible(item)}" for item in items)
        yield ""
