"""Everything that rules look at: the executions, their runs, and builders for what reports show."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import polars as pl

from doublefire.detect.amounts import extra_cost
from doublefire.detect.copies import Copy
from doublefire.detect.executions import Executed
from doublefire.detect.runs import Run, effects_counted
from doublefire.detect.settings import DetectSettings
from doublefire.detect.tables import Execution, Tables
from doublefire.detect.wording import run_facts
from doublefire.model import (
    Call,
    Cleared,
    Confidence,
    Evidence,
    Finding,
    Money,
    Place,
    Reason,
    Scope,
    Severity,
    ToolKind,
    ToolRow,
)
from doublefire.schema import LAYERS

LISTED = 50
"""Copies that a report lists at each end of a long run; `calls_total` counts all."""
MAX_COPIES = 1024
"""Copies whose texts are kept at hand."""
EXAMPLES = 3
"""Calls that a per-tool finding carries as examples."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The judged executions of one audit, as rules see them."""

    executed: Executed
    executions: pl.DataFrame
    settings: DetectSettings
    tables: Tables
    counted: pl.DataFrame
    """Executions that are only counted, by tool, with their effects."""
    runs: tuple[Run, ...]
    tools: tuple[ToolRow, ...] = ()
    _copies: dict[int, Copy] = field(default_factory=dict)
    """The copies of the groups that are being judged, so that their texts are read once."""

    def copy_of(self, row: Execution) -> Copy:
        """An execution with its texts at hand."""
        copy = self._copies.get(row.row)
        if copy is None or copy.row is not row:
            if len(self._copies) >= MAX_COPIES:
                self._copies.clear()
            rules = self.settings.tools.of(row.tool).rules
            copy = self._copies[row.row] = Copy(row, self.tables.texts, rules, self.executed.children.get(row.row, ()))
        return copy

    def copies(self, rows: pl.DataFrame) -> list[Copy]:
        """Rows of the executions table as copies, in order of time."""
        scoped = rows if "scope" in rows.columns else rows.with_columns(pl.lit("").alias("scope"))
        return [
            self.copy_of(Execution(*values))
            for values in scoped.sort("at", "row").select(Execution._fields).iter_rows()
        ]

    # --- what reports show -------------------------------------------------------------------------------------------

    def call(self, copy: Copy) -> Call:
        """An execution as reports show it."""
        row = copy.row
        place = self._place(row.row)
        return Call(
            place=place,
            tool=row.tool,
            trace_id=row.trace,
            session=row.session,
            call_id=row.call_id,
            turn=row.turn,
            agent=row.agent,
            start_ns=row.start if row.clocked else None,
            end_ns=row.end,
            start_source="request" if row.requested else "execution",
            outcome=copy.outcome,
            trouble=copy.trouble,
            error=copy.error,
            idempotency_key=copy.key_text,
            arguments=copy.arguments,
            result=copy.result,
            sightings=tuple(self._place(member) for member in sorted({row.row, *self._members(row.row)})),
        )

    def _members(self, row: int) -> Iterable[int]:
        stack, seen = [row], {row}
        while stack:
            for member in self.executed.members.get(stack.pop(), ()):
                if member not in seen:
                    seen.add(member)
                    stack.append(member)
        return seen

    def _place(self, row: int) -> Place:
        sources, lines, spans, layers = self.executed.places
        return Place(self.tables.paths[sources[row]], lines[row], spans[row], LAYERS[layers[row]])

    def listed(self, copies: Sequence[Copy]) -> tuple[Call, ...]:
        """The first and last copies of a run, as many as reports list."""
        shown = copies if len(copies) <= 2 * LISTED else [*copies[:LISTED], *copies[-LISTED:]]
        return tuple(self.call(copy) for copy in shown)

    def scope_of(self, copy: Copy) -> tuple[str, str | None]:
        """(kind, id) of the scope in which copies were compared."""
        kind = self.settings.scope
        return kind.value, {
            Scope.SESSION: copy.row.session,
            Scope.TRACE: copy.row.trace or copy.row.session,
            Scope.ALL: None,
        }[kind]

    def fingerprint(self, rule: str, tool: str, identity: bytes = b"") -> str:
        """Stable across runs and machines: rule, tool and canonical identity under the salt; no ids, times or names."""
        digest = hashlib.blake2b(key=self.settings.salt[:64], digest_size=16)
        for part in (rule.encode(), tool.encode("utf-8", "replace"), identity):
            digest.update(len(part).to_bytes(8, "big") + part)
        return digest.hexdigest()

    def cleared(self, reason: Reason, copies: Sequence[Copy], detail: str = "") -> Cleared:
        """A cleared group or part of one."""
        kind, identifier = self.scope_of(copies[0])
        return Cleared(reason, copies[0].row.tool, kind, identifier, len(copies), self.listed(copies), detail)

    def repeat(self, rule: str, run: Run, message: str) -> Finding:
        """A finding of one of the rules about repeated effects."""
        confirmed, possible = effects_counted(run.copies, run.keys)
        first, pair = run.copies[0], run.strongest
        relaxed = [verdict.facts.relaxed for verdict in run.pairs if verdict.facts.relaxed is not None]
        ignored = {path for copy in run.copies[:2] for path in copy.identity.ignored} | {
            path for near in relaxed for path in near.paths
        }
        kind, identifier = self.scope_of(first)
        identity = first.identity.loose if relaxed else first.identity.exact
        return Finding(
            fingerprint=self.fingerprint(rule, first.row.tool, b"" if first.row.exact is None else identity),
            rule=rule,
            severity=severity_of(run, confirmed),
            confidence=run.confidence,
            cause=run.cause,
            tool=first.row.tool,
            message=message,
            evidence=(*pair.evidence, *facts_in_words(run)),
            scope_kind=kind,
            scope_id=identifier,
            gap_ns=gap_of(run.copies),
            overlap=run.overlap,
            confirmed_effects=confirmed,
            possible_effects=possible,
            calls_total=len(run.copies),
            calls=self.listed(run.copies),
            also=self.listed(run.also),
            ignored_fields=tuple(sorted(ignored)),
            amount=self.cost(first, possible - 1),
        )

    def cost(self, copy: Copy, extra: int) -> Money | None:
        """What `extra` more effects like this copy cost, where its arguments say so."""
        return extra_cost(copy.arguments, self.settings.tools.of(copy.row.tool), extra)

    def about_tool(
        self,
        rule: str,
        row: ToolRow,
        severity: Severity,
        confidence: Confidence,
        message: str,
        examples: pl.DataFrame,
        counted: pl.Expr | None = None,
    ) -> Finding:
        """A finding about a tool as a whole, with a few calls as examples; `counted`: which tallies count too."""
        more = 0
        if counted is not None:
            more = int(self.counted.filter((pl.col("tool") == row.tool) & counted)["executions"].sum())
        copies = self.copies(examples.head(EXAMPLES))
        return Finding(
            fingerprint=self.fingerprint(rule, row.tool),
            rule=rule,
            severity=severity,
            confidence=confidence,
            cause=None,
            tool=row.tool,
            message=message,
            evidence=(),
            scope_kind="tool",
            scope_id=row.tool,
            gap_ns=None,
            overlap=False,
            confirmed_effects=0,
            possible_effects=0,
            calls_total=examples.height + more,
            calls=tuple(self.call(copy) for copy in copies),
        )


def severity_of(run: Run, confirmed: int) -> Severity:
    """High when two effects are confirmed, medium when only possible, low for edits of local files."""
    if all(copy.kind is ToolKind.EDIT for copy in run.copies):
        return Severity.LOW
    return Severity.HIGH if confirmed > 1 else Severity.MEDIUM


def gap_of(copies: Sequence[Copy]) -> int | None:
    """The largest start minus running maximum of the earlier ends, at least 0, in nanoseconds; None without a clock."""
    if not all(copy.row.clocked for copy in copies):
        return None
    gap, end = 0, copies[0].end
    for copy in copies[1:]:
        gap, end = max(gap, copy.row.at - end), max(end, copy.end)
    return gap


def facts_in_words(run: Run) -> tuple[Evidence, ...]:
    """What else a reader wants to know of a run and moves no confidence: its gap, its spacing, its keys."""
    return tuple(Evidence(name, 0, text) for name, text in run_facts(run))
