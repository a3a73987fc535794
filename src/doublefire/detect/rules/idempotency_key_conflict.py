"""One key names two different payloads: the second is refused or, worse, answered with the first one's result."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from doublefire.detect.groups import SCOPE_COLUMN
from doublefire.detect.judged import Judged, gap_of
from doublefire.detect.rules.contract import TraceRule
from doublefire.detect.tables import Execution
from doublefire.model import Confidence, Effect, Evidence, Finding, Outcome, Severity
from doublefire.schema import EFFECTS, OUTCOMES
from doublefire.semantics.identity.similar import nearness

NAME = "idempotency-key-conflict"
_MAY_HAVE_RUN = [OUTCOMES.index(outcome) for outcome in (Outcome.EXECUTED, Outcome.UNKNOWN)]
_READ = EFFECTS.index(Effect.READ)


def find(judged: Judged) -> Iterator[Finding]:
    """One key, one tool, one scope, different identities among copies that may have run (openclaw#84383)."""
    rows = judged.executions.with_columns(SCOPE_COLUMN[judged.settings.scope].alias("scope"))
    live = rows.filter(
        pl.col("key").is_not_null()
        & pl.col("exact").is_not_null()
        & pl.col("outcome").is_in(_MAY_HAVE_RUN)
        & (pl.col("effect") != _READ)
    )
    keys = ["scope", "tool", "key"]
    clashing = live.filter(pl.col("exact").n_unique().over(keys) > 1).sort("at", "row")
    for group in clashing.partition_by(keys, maintain_order=True):
        found = _finding(judged, group)
        if found is not None:
            yield found


def _finding(judged: Judged, group: pl.DataFrame) -> Finding | None:
    copies = [judged.copy_of(Execution(*values)) for values in group.select(Execution._fields).iter_rows()]
    first = copies[0]
    shell = first.is_shell
    others = [
        copy
        for copy in copies
        if copy.row.exact != first.row.exact and nearness(first.arguments, copy.arguments, shell=shell) is None
    ]
    if not others:
        return None
    kind, identifier = judged.scope_of(first)
    executed = sum(copy.outcome is Outcome.EXECUTED for copy in copies)
    return Finding(
        fingerprint=judged.fingerprint(NAME, first.row.tool, first.identity.exact),
        rule=NAME,
        severity=Severity.HIGH if executed > 1 else Severity.MEDIUM,
        confidence=Confidence.HIGH,
        cause=None,
        tool=first.row.tool,
        message=f"{first.row.tool} sent one idempotency key with {group['exact'].n_unique()} different payloads",
        evidence=(
            Evidence("one-key-two-payloads", 0, f"the key {first.key_text} stands on calls with different arguments"),
        ),
        scope_kind=kind,
        scope_id=identifier,
        gap_ns=gap_of(copies),
        overlap=False,
        confirmed_effects=executed,
        possible_effects=len(copies),
        calls_total=len(copies),
        calls=judged.listed(copies),
    )


RULE = TraceRule(NAME, find)
