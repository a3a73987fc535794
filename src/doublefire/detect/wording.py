"""Evidence in words: which call, which turn, which error, which gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublefire.detect import weights
from doublefire.detect.facts import Facts
from doublefire.detect.weights import Weight
from doublefire.semantics.values.durations import duration_text
from doublefire.semantics.waits import equal_spacing, known_wait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from doublefire.detect.runs import Run


def words(weight: Weight, facts: Facts) -> str:
    """One sentence that states the evidence as it shows in this pair."""
    return SENTENCES[weight.name](facts)


def _timeout(facts: Facts) -> str:
    first = facts.first
    text = "the first copy ended in a timeout"
    if first.row.clocked and first.row.end is not None and first.row.start is not None:
        took_ns = first.row.end - first.row.start
        text += f" after {duration_text(took_ns)}"
        wait = known_wait(took_ns)
        if wait is not None:
            text += f" (also the default of {wait.who})"
    return text + ", so it may have landed"


def _two_ids(facts: Facts) -> str:
    a, b = facts.first.resources, facts.second.resources
    path = next((path for path in a if path in b and a[path] != b[path]), None)
    return (
        f"the results name two resources: {path} {a[path]} and {b[path]}" if path else "the results name two resources"
    )


def _relaxed(facts: Facts) -> str:
    return (
        f"the arguments are equal only after ignoring {', '.join(facts.relaxed.paths)} ({facts.relaxed.detail})"
        if facts.relaxed
        else ""
    )


SENTENCES: dict[str, Callable[[Facts], str]] = {
    weights.ONE_CALL.name: lambda facts: (
        f"one call ({facts.first.row.call_id or facts.second.row.call_id or 'one request'}) was run twice"
    ),
    weights.ONE_TURN.name: lambda facts: f"one model response ({facts.first.row.turn}) asked for both copies",
    weights.OVERLAP.name: lambda facts: "the second copy began while the first was still running",
    weights.TIMEOUT.name: _timeout,
    weights.EMPTY.name: lambda facts: "the first copy succeeded without a readable result",
    weights.MODEL_ERROR.name: lambda facts: "a model call failed between the copies, and the run began again",
    weights.RESTART.name: lambda facts: "the run was resumed, restarted, interrupted or approved between the copies",
    weights.TWO_IDS.name: _two_ids,
    weights.FRESH_KEYS.name: lambda facts: "equal arguments went out under different idempotency keys",
    weights.SESSIONS_DIFFER.name: lambda facts: "the copies belong to different sessions",
    weights.RELAXED.name: _relaxed,
    weights.USER_BETWEEN.name: lambda facts: "a user turn lies between the copies",
}


def run_facts(run: Run) -> Iterator[tuple[str, str]]:
    """(name, sentence) of what a run shows beside the evidence: gap, spacing, keys, the lack of a clock."""
    copies = run.copies
    if not all(copy.row.clocked for copy in copies):
        yield "no-clock", "this log has no times: copies were compared in order, and windows did not apply"
    else:
        first, second = run.strongest.facts.first, run.strongest.facts.second
        yield "gap", f"the second copy began {duration_text(second.row.at - first.row.at)} after the first"
        wait = known_wait(second.row.at - first.row.at)
        if wait is not None and not run.overlap:
            yield "known-wait", f"that spacing is the timeout or retry delay of {wait.who}"
        if len(copies) > 2 and equal_spacing([copy.row.at for copy in copies]):
            yield "equal-spacing", "the copies are evenly spaced, as a machine's retries are"
    keys = run.keys
    if all(key is None for key in keys):
        yield "no-key", "no copy carries an idempotency key"
    elif any(key is None for key in keys):
        yield "partly-keyed", "only some copies carry an idempotency key"
    asked = {copy.row.asked_exact for copy in copies if copy.row.asked_exact is not None}
    if len(asked) > 1 and len({copy.row.exact for copy in copies}) == 1:
        yield (
            "executor-changed-arguments",
            "the model asked for different arguments; the executor ran the same ones each time",
        )
