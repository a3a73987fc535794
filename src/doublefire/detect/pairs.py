"""Two adjacent copies: what holds them apart, or what says that they are one action issued twice."""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.detect import weights
from doublefire.detect.causes import cause_of
from doublefire.detect.copies import Copy
from doublefire.detect.facts import Facts, facts_of
from doublefire.detect.session import Sessions
from doublefire.detect.state import Peers, changes_state
from doublefire.detect.weights import Cap, Weight
from doublefire.detect.wording import words
from doublefire.model import Cause, Confidence, Effect, Evidence, Outcome, Reason, Trouble
from doublefire.semantics.identity.canonical import ArgumentsState
from doublefire.semantics.values.placeholders import masked


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Either `apart` with the reason, or a confidence with its evidence and cause."""

    facts: Facts
    apart: Reason | None
    detail: str
    confidence: Confidence
    cause: Cause
    evidence: tuple[Evidence, ...]


def judge_pair(first: Copy, second: Copy, sessions: Sessions, group: Peers, effect: Effect) -> PairVerdict:
    """Judge two adjacent copies of a group that may both have run."""
    facts = facts_of(first, second, sessions)
    apart, detail = held_apart(facts, sessions, group)
    confidence, evidence = confidence_of(facts, effect)
    return PairVerdict(facts, apart, detail, confidence, cause_of(facts), evidence)


def held_apart(facts: Facts, sessions: Sessions, group: Peers) -> tuple[Reason | None, str]:
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
