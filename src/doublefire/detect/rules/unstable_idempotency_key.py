"""Copies of one action carry different keys, or only some carry one: the key protects nothing (x402#3208)."""

from __future__ import annotations

from doublefire.detect.rules.contract import RunRule
from doublefire.detect.runs import Run


def fits(run: Run, retention_ns: int) -> bool:
    """Different keys, or a key on some copies only."""
    return len(set(run.keys)) > 1


def message(run: Run) -> str:
    """The finding in one sentence."""
    keys = set(run.keys) - {None}
    if None in run.keys:
        return (
            f"{run.copies[0].row.tool} went out {len(run.copies)} times, and only some copies carry an idempotency key"
        )
    return f"{run.copies[0].row.tool} went out {len(run.copies)} times under {len(keys)} different idempotency keys"


RULE = RunRule("unstable-idempotency-key", fits, message)
