"""What reports are written from: plain values, read by pure functions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from doublefire.model.emissions import Rejection
from doublefire.model.words import Cause, Confidence, Layer, Outcome, Reason, Severity, Trouble


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sighting stands, for the reader: file, 1-based line (or row), span and layer."""

    path: str
    line: int | None
    span_id: str | None
    layer: Layer


@dataclass(frozen=True, slots=True)
class Call:
    """One execution as reports show it. Times are nanoseconds since the epoch; payloads are raw, reports mask them."""

    place: Place
    tool: str
    trace_id: str | None
    session: str | None
    call_id: str | None
    turn: str | None
    agent: str | None
    start_ns: int | None
    end_ns: int | None
    start_source: str
    """`execution` when the clock is that of the tool span, `request` when it is that of the model's request."""
    outcome: Outcome
    trouble: Trouble
    error: str | None
    idempotency_key: str | None
    arguments: Any
    result: Any
    sightings: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing a verdict rests on: its name in the table of weights, the step it moved and the words for it."""

    name: str
    weight: int
    """+1 raises confidence one step, -1 lowers it, 0 explains."""
    text: str


@dataclass(frozen=True, slots=True)
class Suppression:
    """Who silenced a finding (`config` or `baseline`) and the reason given."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Money:
    """What the extra copies of a finding cost: minor units are never converted, `currency` may be unknown."""

    value: str
    """An exact decimal."""
    currency: str | None
    """Upper-case code, or None; `cents` amounts are kept in cents with unit `cents`."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One reported problem. `calls` are copies that ran or may have, `also` those that did not; both in order."""

    fingerprint: str
    rule: str
    severity: Severity
    confidence: Confidence
    cause: Cause | None
    tool: str
    message: str
    evidence: tuple[Evidence, ...]
    scope_kind: str
    scope_id: str | None
    gap_ns: int | None
    overlap: bool
    confirmed_effects: int
    possible_effects: int
    calls_total: int
    calls: tuple[Call, ...]
    also: tuple[Call, ...] = ()
    ignored_fields: tuple[str, ...] = ()
    amount: Money | None = None
    suppressed: Suppression | None = None


@dataclass(frozen=True, slots=True)
class Cleared:
    """A group of equal calls, or a part of one, that is no finding, and why."""

    reason: Reason
    tool: str
    scope_kind: str
    scope_id: str | None
    calls_total: int
    calls: tuple[Call, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ToolRow:
    """What the trace shows of one tool. `key_coverage` is a share between 0 and 1, None when nothing was recorded."""

    tool: str
    effect: str
    """An `Effect`, or `mixed`."""
    effect_source: str
    """config | declared | arguments | name | observed | none"""
    calls: int
    executions: int
    keyed_calls: int
    key_coverage: float | None
    keys: str
    """keyed | partly-keyed | unkeyed | unknown | not-needed"""
    key_fields: tuple[str, ...]
    key_origin: str
    """model | runtime | unknown"""
    key_stability: str
    """stable | unstable | unproven"""
    findings: int
    advice: str


@dataclass(frozen=True, slots=True)
class InputRow:
    """What became of one input file."""

    path: str
    dialect: str | None
    records: int
    calls: int
    rejected_total: int
    rejected: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of one audit; see the report contract for each."""

    records: int = 0
    rejected: int = 0
    sightings: int = 0
    echoes: int = 0
    calls: int = 0
    executions: int = 0
    groups: int = 0
    findings: dict[str, int] = field(default_factory=dict)
    cleared: dict[str, int] = field(default_factory=dict)
    confirmed_extra_effects: int = 0
    possible_extra_effects: int = 0
    amounts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two calls were, or were not, taken for one action issued twice; every sentence is for people."""

    verdict: str
    calls: tuple[Call, Call]
    equal: tuple[str, ...]
    """Paths of the arguments that agree."""
    differ: tuple[str, ...]
    """Paths of the arguments that differ and count."""
    ignored: tuple[tuple[str, str], ...]
    """(path, why it does not count)"""
    arithmetic: tuple[tuple[str, int | None, str], ...]
    """(what, step, sentence): the base, each piece of evidence, each cap; in the order they were applied."""
    confidence: Confidence | None
    cause: Cause | None
    changes: tuple[str, ...]
    """What would have changed the verdict."""


@dataclass(frozen=True, slots=True)
class WindowRow:
    """What one window would show, and what a dedupe cache that keeps calls as long would do. Counts of repeated effects
    only: reads and idempotent writes are left out."""

    window_ns: int
    groups: int
    findings: int
    sure: int
    """Findings of high confidence."""
    caught: int
    """Copies of findings that the cache would have answered instead of running them again."""
    dropped: int
    """Repeats that were wanted (a user asked again, something changed) and that it would have swallowed."""


@dataclass(frozen=True, slots=True)
class GapRow:
    """How many copies came this long after the end of the one before: more than the row above, up to `up_to_ns`."""

    up_to_ns: int
    duplicates: int
    wanted: int
    other: int
    """Repeats that are neither: the same key, the same resource, answered from a store."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which window fits these traces: counts by window, and the gaps that occur within the widest one."""

    windows: tuple[WindowRow, ...]
    gaps: tuple[GapRow, ...]
    unclocked: int
    """Copies without times, which no window judges."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole result of one audit; every report is a function of this and nothing else."""

    summary: Summary
    inputs: tuple[InputRow, ...]
    findings: tuple[Finding, ...]
    cleared: tuple[Cleared, ...]
    tools: tuple[ToolRow, ...]
    notes: tuple[str, ...] = ()
    """Sentences on what this trace cannot show (no clock, content not recorded), for people."""
