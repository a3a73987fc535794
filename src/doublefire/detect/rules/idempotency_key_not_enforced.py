"""One key on every copy, and yet two effects: the key is not honoured, or older than it is kept (agentmail-mcp#49)."""

from __future__ import annotations

from doublefire.detect.clearance import one_key
from doublefire.detect.rules.contract import RunRule
from doublefire.detect.runs import Run


def fits(run: Run, retention_ns: int) -> bool:
    """One key on every copy; that it was honoured has been tried before."""
    return one_key(run)


def message(run: Run) -> str:
    """The finding in one sentence."""
    tool = run.copies[0].row.tool
    if run.two_resources:
        return f"{tool} made two things under one idempotency key, which was not honoured"
    return f"{tool} succeeded again under one idempotency key after longer than keys are kept"


RULE = RunRule("idempotency-key-not-enforced", fits, message)
