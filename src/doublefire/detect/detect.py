"""Detection as one function: tables in, everything that reports need of it out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import polars as pl

from doublefire.detect import triage
from doublefire.detect.clearance import CLEARANCES, cleared_whole
from doublefire.detect.copies import Copy
from doublefire.detect.effects import counted_calls, with_effects
from doublefire.detect.executions import executions_of
from doublefire.detect.groups import Group, groups_of
from doublefire.detect.judged import Judged
from doublefire.detect.rules import REPEAT_RULES, RUN_RULES, TRACE_RULES
from doublefire.detect.runs import Run, split
from doublefire.detect.session import Sessions
from doublefire.detect.settings import DetectSettings
from doublefire.detect.tables import Execution, Tables
from doublefire.detect.toolrows import tool_rows
from doublefire.model import Cleared, Effect, Finding, Summary, ToolRow
from doublefire.schema import EFFECTS
from doublefire.semantics.identity.coarse import Coarse, coarse, may_be_near
from doublefire.semantics.identity.similar import nearness


@dataclass(frozen=True, slots=True)
class Detected:
    """What was found in the tables of whole sessions. `judged` stays open for reports that list calls."""

    summary: Summary
    findings: tuple[Finding, ...]
    cleared: tuple[Cleared, ...]
    tools: tuple[ToolRow, ...]
    notes: tuple[str, ...]
    judged: Judged
    groups: tuple[Group, ...]
    runs: tuple[tuple[str, Run], ...]
    """(fingerprint, run) of every finding about a run of copies."""
    sessions: Sessions


def detect(tables: Tables, settings: DetectSettings) -> Detected:
    """Judge the tables under these settings."""
    executed = executions_of(tables)
    executions = with_effects(executed.executions, settings, tables.declarations, executed.children)
    counted = counted_calls(tables.counted, settings, tables.declarations)
    judged = Judged(executed, executions, settings, tables, counted, ())
    groups = tuple(groups_of(executions, settings, _near(judged)))
    sessions = Sessions(
        executed.marks, executions, {copy.session for group in groups for copy in group.copies}, judged.copy_of
    )
    findings: list[Finding] = []
    cleared: list[Cleared] = []
    runs: list[tuple[str, Run]] = []
    for group in groups:
        for finding, run in _judge(tuple(map(judged.copy_of, group.copies)), sessions, judged, cleared):
            findings.append(finding)
            runs.append((finding.fingerprint, run))
    rows = tool_rows(judged, findings)
    judged = replace(judged, tools=rows)
    findings += [finding for rule in TRACE_RULES for finding in rule.find(judged)]
    rows = tool_rows(judged, [finding for finding in findings if finding.rule in REPEAT_RULES])
    findings = triage.ordered(triage.silenced(findings, settings))
    confirmed, possible = triage.extra_effects(findings)
    summary = Summary(
        sightings=executed.sightings.height + int(tables.counted["sightings"].sum()),
        echoes=executed.echoes,
        calls=executions["call"].n_unique() + int(counted["executions"].sum()),
        executions=executions.height + int(counted["executions"].sum()),
        groups=len(groups),
        findings=dict(sorted(Counter(finding.rule for finding in findings).items())),
        cleared=dict(sorted(Counter(str(entry.reason) for entry in cleared).items())),
        confirmed_extra_effects=confirmed,
        possible_extra_effects=possible,
        amounts=triage.amounts(findings),
    )
    notes = notes_on(executions, counted)
    return Detected(
        summary, tuple(findings), tuple(cleared), rows, notes, judged, groups, tuple(runs), sessions
    )


def _near(judged: Judged) -> Callable[[Execution, Execution], bool]:
    """Nearness of two copies; their coarse hashes tell at once that most neighbours are apart."""
    read = EFFECTS.index(Effect.READ)
    forms: dict[int, Coarse | None] = {}

    def form(copy: Copy) -> Coarse | None:
        if copy.row.row not in forms:
            forms[copy.row.row] = coarse(copy.arguments, shell=copy.is_shell)
        return forms[copy.row.row]

    def near(first: Execution, second: Execution) -> bool:
        if first.effect == read:
            return False
        a, b = judged.copy_of(first), judged.copy_of(second)
        if not may_be_near(form(a), form(b)):
            return False
        return nearness(a.arguments, b.arguments, shell=a.is_shell) is not None

    return near


def _judge(
    copies: tuple[Copy, ...], sessions: Sessions, judged: Judged, cleared: list[Cleared]
) -> Iterator[tuple[Finding, Run]]:
    """The findings of a group with the runs behind them; what is no finding goes to `cleared`."""
    reason = cleared_whole(copies)
    if reason is not None:
        cleared.append(judged.cleared(reason, copies))
        return
    parts = split(copies, sessions)
    if not parts.runs:
        _, reason, detail = parts.left_over[0]
        cleared.append(judged.cleared(reason, copies, detail))
        return
    for run in parts.runs:
        finding = _judge_run(run, judged, cleared)
        if finding is not None:
            yield finding, run
    for reason in dict.fromkeys(reason for _, reason, _ in parts.left_over):
        left = [(copy, detail) for copy, why, detail in parts.left_over if why is reason]
        cleared.append(judged.cleared(reason, [copy for copy, _ in left], left[0][1]))


def _judge_run(run: Run, judged: Judged, cleared: list[Cleared]) -> Finding | None:
    retention_ns = judged.settings.retention_ns
    reason = next((reason for reason, holds in CLEARANCES if holds(run, retention_ns)), None)
    if reason is not None:
        copies = sorted((*run.copies, *run.also), key=lambda copy: (copy.row.at, copy.row.row))
        cleared.append(judged.cleared(reason, copies))
        return None
    rule = next(rule for rule in RUN_RULES if rule.fits(run, retention_ns))
    return judged.repeat(rule.name, run, rule.message(run))


def notes_on(executions: pl.DataFrame, counted: pl.DataFrame) -> tuple[str, ...]:
    """What this trace cannot show, in sentences."""
    notes = ["a request that a client library below the tool sent twice shows only where HTTP spans were recorded"]
    total = executions.height + int(counted["executions"].sum())
    unrecorded = executions["exact"].null_count() + int(counted.filter(~pl.col("recorded"))["executions"].sum())
    if unrecorded:
        notes.append(
            f"{unrecorded} of {total} executions carry no arguments, as content capture was off: "
            "copies of them cannot be compared"
        )
    unclocked = (~executions["clocked"]).sum()
    if unclocked:
        notes.append(
            f"{unclocked} of {total} executions carry no time: they were compared in order, windows aside"
        )
    return tuple(notes)
