"""Why a group of equal calls, or a run of it, is no finding: the rows of the verdict table that clear."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from doublefire.detect.copies import Copy
from doublefire.detect.effects import strongest
from doublefire.detect.runs import Run
from doublefire.model import Effect, Outcome, Reason


def cleared_whole(copies: tuple[Copy, ...]) -> Reason | None:
    """The reason that clears a whole group before any pair is looked at."""
    effect = strongest(copy.effect for copy in copies)
    if effect is Effect.READ:
        return Reason.READ
    if effect is Effect.IDEMPOTENT:
        return Reason.IDEMPOTENT
    if sum(copy.may_have_run for copy in copies) <= 1:
        return Reason.CONFLICT if any(copy.outcome is Outcome.CONFLICT for copy in copies) else Reason.NEVER_EXECUTED
    if (
        any(copy.row.replayed for copy in copies)
        and sum(copy.may_have_run and not copy.row.replayed for copy in copies) <= 1
    ):
        return Reason.REPLAYED
    return None


def same_resource(run: Run, retention_ns: int) -> bool:
    """Two or more successes, no unknown copy, and one resource: the server folded the copies into one."""
    return len(run.successes) == len(run.copies) and run.one_resource


def same_key(run: Run, retention_ns: int) -> bool:
    """One key on every copy, no two resources, and no two successes further apart than keys are kept."""
    return one_key(run) and not run.two_resources and not outlived(run, retention_ns)


CLEARANCES: tuple[tuple[Reason, Callable[[Run, int], bool]], ...] = (
    (Reason.SAME_RESOURCE, same_resource),
    (Reason.SAME_KEY, same_key),
)


def one_key(run: Run) -> bool:
    """Whether every copy carries one and the same key."""
    keys = set(run.keys)
    return len(keys) == 1 and None not in keys


def outlived(run: Run, retention_ns: int) -> bool:
    """Whether two successive successes lie further apart than a key is kept."""
    places = [copy.row.at for copy in run.successes if copy.row.clocked]
    return any(later - earlier > retention_ns for earlier, later in itertools.pairwise(places))
