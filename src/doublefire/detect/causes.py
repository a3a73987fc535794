"""Why an action was repeated: the first cause whose signature the pair shows."""

from __future__ import annotations

from doublefire.detect.facts import Facts
from doublefire.detect.weights import DOUBLE_DISPATCH_NS
from doublefire.model import Cause, Outcome, Trouble
from doublefire.semantics.waits import known_visibility_timeout


def cause_of(facts: Facts) -> Cause:
    """The cause of the second copy, in the order of the contract."""
    if facts.same_turn:
        return Cause.PARALLEL_DUPLICATE
    if facts.same_call:
        return _of_one_call(facts)
    if facts.model_error or facts.restart:
        return Cause.FRAMEWORK_RETRY
    if facts.sessions_differ:
        return Cause.REDELIVERY
    if facts.later_turn:
        return Cause.MODEL_REEMISSION
    return Cause.UNKNOWN


def _of_one_call(facts: Facts) -> Cause:
    first, second = facts.first, facts.second
    clocked = first.row.clocked
    gap_ns = second.row.at - first.row.at if clocked else 0
    since_end_ns = second.row.at - first.end if clocked else 0
    restarted = facts.model_error or facts.restart
    succeeded = first.outcome is Outcome.EXECUTED and first.trouble is Trouble.NONE
    if (
        clocked
        and not restarted
        and (gap_ns <= DOUBLE_DISPATCH_NS if facts.overlap else succeeded and since_end_ns <= DOUBLE_DISPATCH_NS)
    ):
        return Cause.DOUBLE_DISPATCH
    if first.trouble is Trouble.TIMEOUT:
        return Cause.CLIENT_TIMEOUT_RETRY
    if first.trouble not in (Trouble.NONE, Trouble.NO_RESULT) or facts.model_error:
        return Cause.FRAMEWORK_RETRY
    if facts.overlap or facts.sessions_differ or (clocked and known_visibility_timeout(gap_ns) is not None):
        return Cause.REDELIVERY
    return Cause.REPLAY
