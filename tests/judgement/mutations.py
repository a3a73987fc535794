"""Ways to switch off one piece of the judgement at a time, and the story that notices each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from doublefire.detect import clearance, detect, facts, pairs, weights
from doublefire.model import Confidence, Effect, Reason

Patch = Callable[[pytest.MonkeyPatch], None]


def without_weight(name: str) -> Patch:
    """A piece of evidence that moves nothing."""
    weight = next(weight for weight in weights.WEIGHTS if weight.name == name)
    constant = next(key for key, value in vars(weights).items() if value is weight)
    return lambda patch: patch.setattr(weights, constant, replace(weight, step=0))


def without_cap(name: str) -> Patch:
    """A weakness that caps nothing."""
    cap = next(cap for cap in weights.CAPS if cap.name == name)
    constant = next(key for key, value in vars(weights).items() if value is cap)
    return lambda patch: patch.setattr(weights, constant, replace(cap, level=Confidence.HIGH))


def without_clearance(reason: Reason) -> Patch:
    """A reason that clears no whole group and no run."""

    def mend(patch: pytest.MonkeyPatch) -> None:
        def cleared_whole(copies: Any) -> Reason | None:
            found = clearance.cleared_whole(copies)
            return None if found is reason else found

        patch.setattr(weights, "BASE", {**weights.BASE, Effect.READ: 1, Effect.IDEMPOTENT: 1})
        patch.setattr(detect, "cleared_whole", cleared_whole)
        patch.setattr(detect, "CLEARANCES", tuple(row for row in clearance.CLEARANCES if row[0] is not reason))

    return mend


def without_exculpation(reason: Reason) -> Patch:
    """A reason that holds no pair apart."""
    held_apart = pairs.held_apart

    def blind(*given: Any) -> tuple[Reason | None, str]:
        found = held_apart(*given)
        return (None, "") if found[0] is reason else found

    return lambda patch: patch.setattr(pairs, "held_apart", blind)


def exculpation_beats(fact: str) -> Patch:
    """Evidence that is stronger than an exculpation, made weak: the pair is held apart all the same."""
    held_apart = pairs.held_apart

    def strict(facts: facts.Facts, *given: Any) -> tuple[Reason | None, str]:
        return held_apart(replace(facts, **{fact: False}), *given)

    return lambda patch: patch.setattr(pairs, "held_apart", strict)


MUTATIONS: dict[str, Patch] = {
    **{weight.name: without_weight(weight.name) for weight in weights.WEIGHTS},
    **{f"cap {cap.name}": without_cap(cap.name) for cap in weights.CAPS},
    **{
        f"cleared {reason}": without_clearance(reason)
        for reason in Reason
        if reason not in (Reason.USER_ASKED_AGAIN, Reason.STATE_CHANGED)
    },
    **{f"apart {reason}": without_exculpation(reason) for reason in (Reason.USER_ASKED_AGAIN, Reason.STATE_CHANGED)},
    **{f"stronger {fact}": exculpation_beats(fact) for fact in ("same_call", "same_key", "model_error", "restart")},
}
