"""Why two calls were, or were not, one action issued twice: the judgement of a pair, laid open step by step."""

from __future__ import annotations

from collections.abc import Iterator

from doublefire.detect import weights
from doublefire.detect.clearance import CLEARANCES, cleared_whole
from doublefire.detect.copies import Copy
from doublefire.detect.effects import strongest
from doublefire.detect.judged import Judged
from doublefire.detect.pairs import OBSCURED, PairVerdict, judge_pair
from doublefire.detect.rules import RUN_RULES
from doublefire.detect.runs import Run
from doublefire.detect.session import Sessions
from doublefire.detect.settings import DetectSettings
from doublefire.detect.state import Peers, scalars
from doublefire.model import ABSENT, Explanation, Outcome, Reason, Scope
from doublefire.semantics.identity.similar import explain_difference, nearness
from doublefire.semantics.values.durations import duration_text

BECAUSE = {
    Reason.READ: "reads may repeat",
    Reason.IDEMPOTENT: "repeating it changes nothing more",
    Reason.NEVER_EXECUTED: "at most one copy can have run",
    Reason.CONFLICT: "the server turned the other copy away",
    Reason.REPLAYED: "the repeats were answered from a store",
    Reason.SAME_RESOURCE: "both results name one resource",
    Reason.SAME_KEY: "one idempotency key protects both",
    Reason.USER_ASKED_AGAIN: "a user asked for it again after the first had succeeded",
    Reason.STATE_CHANGED: "something between the copies made the second new work",
}


def explain_pair(first: Copy, second: Copy, judged: Judged, sessions: Sessions) -> Explanation:
    """Explain two executions, in order of time, whether they were compared or not."""
    settings = judged.settings
    apart = tuple(_not_compared(first, second, settings))
    effect = strongest((first.effect, second.effect))
    judged_apart = bool(apart) or cleared_whole((first, second)) is not None
    pair = None if judged_apart else judge_pair(first, second, sessions, Peers((first, second)), effect)
    differ = explain_difference(first.arguments, second.arguments, shell=first.is_shell)
    return Explanation(
        verdict=_verdict(first, second, pair, apart, settings),
        calls=(judged.call(first), judged.call(second)),
        equal=tuple(_equal(first, second)),
        differ=differ,
        ignored=tuple(_ignored(first, second, pair)),
        arithmetic=() if pair is None else tuple(_arithmetic(pair, first, second)),
        confidence=None if pair is None else pair.confidence,
        cause=None if pair is None else pair.cause,
        changes=tuple(_changes(first, second, pair, settings)),
    )


def _not_compared(first: Copy, second: Copy, settings: DetectSettings) -> Iterator[str]:
    """What kept two calls from being compared at all."""
    a, b = first.row, second.row
    if a.tool != b.tool:
        yield f"they are calls of two tools, {a.tool} and {b.tool}"
        return
    tied = a.call == b.call or (a.key is not None and a.key == b.key)
    if a.exact is None and b.exact is None and not tied:
        yield "their arguments were not recorded, and no call ties them"
    elif a.exact != b.exact and not tied:
        shell = first.is_shell
        if nearness(first.arguments, second.arguments, shell=shell) is None:
            paths = explain_difference(first.arguments, second.arguments, shell=shell)
            yield f"their arguments differ in {', '.join(paths) or 'something that cannot be compared'}"
    if settings.scope is Scope.SESSION and a.session != b.session:
        yield f"they belong to two sessions, {a.session} and {b.session} (--scope all compares across sessions)"
    if settings.scope is Scope.TRACE and a.trace != b.trace:
        yield "they belong to two traces (--scope session or all compares across them)"
    window_ns = settings.window_of(a.tool)
    if a.clocked and b.clocked and not tied and b.at - first.end > window_ns:
        yield f"they lie {duration_text(b.at - first.end)} apart, more than the window of {duration_text(window_ns)}"


def _verdict(
    first: Copy, second: Copy, pair: PairVerdict | None, apart: tuple[str, ...], settings: DetectSettings
) -> str:
    if apart:
        return f"not compared: {'; '.join(apart)}"
    whole = cleared_whole((first, second))
    if whole is not None or pair is None:
        return f"cleared as {whole}: {BECAUSE[whole]}" if whole is not None else "not judged"
    if pair.apart is not None:
        return f"cleared as {pair.apart}: {pair.detail or BECAUSE[pair.apart]}"
    run = Run((first, second), (pair,), strongest((first.effect, second.effect)))
    reason = next((reason for reason, holds in CLEARANCES if holds(run, settings.retention_ns)), None)
    if reason is not None:
        return f"cleared as {reason}: {BECAUSE[reason]}"
    rule = next(rule for rule in RUN_RULES if rule.fits(run, settings.retention_ns))
    return f"{rule.name} at {pair.confidence} confidence, {pair.cause}"


def _equal(first: Copy, second: Copy) -> Iterator[str]:
    a, b = (dict(scalars(copy.arguments)) if copy.arguments is not ABSENT else {} for copy in (first, second))
    yield from sorted(name or "the whole text" for name in a.keys() & b.keys() if a[name] == b[name])


def _ignored(first: Copy, second: Copy, pair: PairVerdict | None) -> Iterator[tuple[str, str]]:
    for path in sorted({*first.identity.ignored, *second.identity.ignored}):
        yield path, "changes with every attempt by its name, or the config ignores it"
    for path, _ in dict.fromkeys((*first.identity.keys, *second.identity.keys)):
        yield path, "an idempotency key: it says how the action was sent, not which action it was"
    if pair is not None and pair.facts.relaxed is not None:
        for path in pair.facts.relaxed.paths:
            yield path, pair.facts.relaxed.detail


def _arithmetic(pair: PairVerdict, first: Copy, second: Copy) -> Iterator[tuple[str, int | None, str]]:
    effect = strongest((first.effect, second.effect))
    base = weights.LEVELS[weights.BASE[effect]]
    yield "base", None, f"a repeated call of effect {effect} starts at {base}"
    for evidence in pair.evidence:
        step = evidence.weight if evidence.weight else None
        yield evidence.name, step, evidence.text
    yield "sum", None, f"confidence {pair.confidence}"


def _changes(first: Copy, second: Copy, pair: PairVerdict | None, settings: DetectSettings) -> Iterator[str]:
    """What would have changed the verdict, most useful first."""
    if pair is None:
        return
    if pair.apart is Reason.USER_ASKED_AGAIN:
        yield "without the user turn in between it would be a finding"
    elif pair.apart is Reason.STATE_CHANGED:
        yield "without the change in between it would be a finding"
    if pair.apart is not None:
        return
    if not pair.facts.same_key:
        yield "one idempotency key on both copies would have cleared it (same-key), unless two resources were made"
    if first.outcome is Outcome.UNKNOWN:
        yield "an error that says the first copy was refused before it ran would have cleared it (never-executed)"
    if pair.facts.resources != "same":
        yield "results that name one resource would have cleared it (same-resource)"
    if not pair.facts.user_turn and not pair.facts.same_call:
        yield "a user turn after the first copy's success would have cleared it (user-asked-again)"
    for evidence in pair.evidence:
        if evidence.weight > 0:
            yield f"without “{evidence.text}” the confidence could be a step lower"
    if {first.state, second.state} & OBSCURED:
        yield "unmasked, complete arguments could raise the confidence"
