"""What is true of two adjacent copies: everything that is judged of a pair is a function of these facts."""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.detect.copies import Copy
from doublefire.detect.session import Moment, Sessions
from doublefire.model import MarkKind
from doublefire.semantics.identity.similar import Nearness, nearness
from doublefire.semantics.resources.ids import compare_resources

REPLAYING = frozenset((MarkKind.RESUME, MarkKind.RUN_START))
INTERVENING = REPLAYING | {MarkKind.APPROVAL, MarkKind.INTERRUPT}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of two adjacent copies; everything later is a function of it."""

    first: Copy
    second: Copy
    same_call: bool
    same_turn: bool
    """One model response asked for both, in two calls."""
    later_turn: bool
    """A later model response asked for the second."""
    same_key: bool
    fresh_keys: bool
    overlap: bool
    """The second began before the first had ended."""
    blind: bool
    """The overlap proves that the second was started without knowing the first's end: the tool's own clock says so, or
    a later response asked before the first result was in; two requests of one response always look so."""
    model_error: bool
    restart: bool
    intervened: bool
    user_turn: bool
    user_turn_after_end: bool
    sessions_differ: bool
    resources: str
    """same | different | unknown"""
    relaxed: Nearness | None


def facts_of(first: Copy, second: Copy, sessions: Sessions) -> Facts:
    """Gather the facts of a pair."""
    a, b = first.row, second.row
    same_call = a.call == b.call
    marks = sessions.marks_between(a.session, a.at, b.at)
    if b.session != a.session:
        marks = []
    spoken = [mark for mark in marks if mark.kind is MarkKind.USER and mark.fresh]
    turns = a.turn is not None and b.turn is not None and a.session == b.session
    resources = (
        compare_resources(first.resources, second.resources, tool=a.tool)
        if first.resources and second.resources
        else "unknown"
    )
    same_turn = turns and a.turn == b.turn and not same_call
    later_turn = not same_call and ((turns and a.turn != b.turn) or _fresh_ids(first, second))
    overlap = a.clocked and b.clocked and b.at < first.end
    return Facts(
        first=first,
        second=second,
        same_call=same_call,
        same_turn=same_turn,
        later_turn=later_turn,
        same_key=_same_key(first, second),
        fresh_keys=a.key is not None and b.key is not None and a.key != b.key,
        overlap=overlap,
        blind=overlap and (later_turn or not (a.requested or b.requested)),
        model_error=any(mark.kind is MarkKind.MODEL_ERROR for mark in marks),
        restart=_restarted(marks, bool(spoken)),
        intervened=any(mark.kind in INTERVENING - REPLAYING for mark in marks),
        user_turn=bool(spoken),
        user_turn_after_end=any(mark.at >= first.end for mark in spoken),
        sessions_differ=a.session != b.session,
        resources=resources,
        relaxed=None
        if a.exact == b.exact or None in (a.exact, b.exact)
        else nearness(first.arguments, second.arguments, shell=first.is_shell),
    )


def _fresh_ids(first: Copy, second: Copy) -> bool:
    """Two call ids in one session without recorded turns: the model minted a new one, so it asked again."""
    a, b = first.row, second.row
    return None not in (a.call_id, b.call_id) and a.call_id != b.call_id and a.session == b.session


def _same_key(first: Copy, second: Copy) -> bool:
    if first.row.key is not None:
        return first.row.key == second.row.key
    return second.row.key is None and any(second.weak_keys.get(path) == key for path, key in first.weak_keys.items())


def _restarted(marks: list[Moment], spoken: bool) -> bool:
    kinds = {mark.kind for mark in marks}
    return MarkKind.RESUME in kinds or (MarkKind.RUN_START in kinds and not spoken)
