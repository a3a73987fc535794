"""Two adjacent copies: what holds them apart, or what says that they are one action issued twice."""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.detect import weights
from doublefire.detect.causes import cause_of
from doublefire.detect.copies import Copy
from doublefire.detect.session import Moment, Sessions
from doublefire.detect.state import changes_state
from doublefire.detect.weights import Cap, Weight
from doublefire.detect.wording import words
from doublefire.model import Cause, Confidence, Effect, Evidence, MarkKind, Outcome, Reason, Trouble
from doublefire.semantics.canonical import ArgumentsState
from doublefire.semantics.placeholders import masked
from doublefire.semantics.resources import compare_resources
from doublefire.semantics.similar import Nearness, nearness

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


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Either `apart` with the reason, or a confidence with its evidence and cause."""

    facts: Facts
    apart: Reason | None
    detail: str
    confidence: Confidence
    cause: Cause
    evidence: tuple[Evidence, ...]


def judge_pair(first: Copy, second: Copy, sessions: Sessions, group: tuple[Copy, ...], effect: Effect) -> PairVerdict:
    """Judge two adjacent copies of a group that may both have run."""
    facts = facts_of(first, second, sessions)
    apart, detail = held_apart(facts, sessions, group)
    confidence, evidence = confidence_of(facts, effect)
    return PairVerdict(facts, apart, detail, confidence, cause_of(facts), evidence)


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
        else nearness(first.arguments, second.arguments, shell=_is_shell(first)),
    )


def _is_shell(copy: Copy) -> bool:
    return copy.is_shell


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


def held_apart(facts: Facts, sessions: Sessions, group: tuple[Copy, ...]) -> tuple[Reason | None, str]:
    """What makes the second copy a new action: a user asked again, or the world had changed. Stronger evidence wins."""
    if facts.same_call or facts.same_key or facts.model_error or facts.restart:
        return None, ""
    if facts.user_turn_after_end and facts.first.outcome is Outcome.EXECUTED:
        return Reason.USER_ASKED_AGAIN, "a user turn lies between the copies, after the first had succeeded"
    if facts.sessions_differ:
        return None, ""
    between = sessions.writes_between(facts.first.row.session, facts.first.row.at, facts.second.row.at)
    changed = changes_state(facts.first, between, group) if between else None
    return (Reason.STATE_CHANGED, changed) if changed else (None, "")


def confidence_of(facts: Facts, effect: Effect) -> tuple[Confidence, tuple[Evidence, ...]]:
    """Base, steps, caps: see `weights.py`."""
    shown = [weight for weight, holds in _weighed(facts) if holds]
    level = weights.BASE[effect] + sum(weight.step for weight in shown)
    level = max(0, min(level, len(weights.LEVELS) - 1))
    evidence = [Evidence(weight.name, weight.step, words(weight, facts)) for weight in shown]
    for cap in _caps(facts, effect):
        if weights.level(cap.level) < level:
            level = weights.level(cap.level)
            evidence.append(Evidence(cap.name, 0, f"at most {cap.level}: {cap.why}"))
    return weights.LEVELS[level], tuple(evidence)


def _weighed(facts: Facts) -> tuple[tuple[Weight, bool], ...]:
    first = facts.first
    return (
        (weights.ONE_CALL, facts.same_call),
        (weights.ONE_TURN, facts.same_turn),
        (weights.OVERLAP, facts.blind),
        (weights.TIMEOUT, first.trouble is Trouble.TIMEOUT),
        (weights.EMPTY, first.row.empty and first.outcome is Outcome.EXECUTED),
        (weights.MODEL_ERROR, facts.model_error),
        (weights.RESTART, (facts.restart or facts.intervened) and not facts.model_error),
        (weights.TWO_IDS, facts.resources == "different"),
        (weights.FRESH_KEYS, facts.fresh_keys),
        (weights.SESSIONS_DIFFER, facts.sessions_differ),
        (weights.RELAXED, facts.relaxed is not None),
        (weights.USER_BETWEEN, facts.user_turn and not facts.same_call),
    )


def _caps(facts: Facts, effect: Effect) -> list[Cap]:
    states = {facts.first.state, facts.second.state}
    caps = []
    if effect is Effect.UNKNOWN and not (facts.same_call or facts.resources == "different"):
        caps.append(weights.CAP_UNKNOWN_EFFECT)
    if facts.relaxed is not None:
        caps.append(weights.CAP_RELAXED)
    if not facts.same_call and (states & OBSCURED or masked(facts.first.row.tool)):
        caps.append(weights.CAP_OBSCURED)
    elif not facts.same_call and ArgumentsState.PARTLY_MASKED in states:
        caps.append(weights.CAP_PARTLY_MASKED)
    if not facts.first.row.clocked and not (facts.same_call or facts.same_turn):
        caps.append(weights.CAP_NO_CLOCK)
    return caps


OBSCURED = {ArgumentsState.EMPTY, ArgumentsState.MASKED, ArgumentsState.TRUNCATED}
