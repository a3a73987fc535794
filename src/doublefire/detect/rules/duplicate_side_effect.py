"""One action went out more than once, and no idempotency key ties the copies."""

from __future__ import annotations

from doublefire.detect.rules.contract import RunRule
from doublefire.detect.runs import Run


def fits(run: Run, retention_ns: int) -> bool:
    """No copy carries a key."""
    return all(key is None for key in run.keys)


def message(run: Run) -> str:
    """The finding in one sentence."""
    return f"{run.copies[0].row.tool} went out {len(run.copies)} times with equal arguments and no idempotency key"


RULE = RunRule("duplicate-side-effect", fits, message)
