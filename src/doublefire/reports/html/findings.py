"""One finding as the page shows it: everything a template needs, so that no template decides anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from doublefire.model import Evidence, Finding
from doublefire.reports.contract import Options
from doublefire.reports.html.comparison import COMPARED, Part, parts
from doublefire.reports.html.text import LINE, short
from doublefire.reports.html.timeline import Timeline, in_order, timeline
from doublefire.reports.rules_text import BY_NAME, RuleText
from doublefire.reports.shown import payload_text, place_texts
from doublefire.reports.words import CAUSES, amount_text, effects_text, many
from doublefire.semantics.values.durations import duration_text

SHOWN_EVIDENCE: Final = 20
SHOWN_EXAMPLES: Final = 3
MESSAGE: Final = 600
"""Characters of the sentence that says what happened."""
SENT: Final = 160
NAME: Final = 120
"""Characters of a tool's name."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a finding is found by, in the list, in the compact table and by the filters."""

    anchor: str
    fingerprint: str
    rule: str
    severity: str
    confidence: str
    tool: str
    message: str
    sent: str
    """The beginning of the arguments: what tells this customer's duplicate from another's."""
    effects: str
    cost: str
    place: str


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of evidence: `up`, `down` or `same`, its sign and its sentence."""

    way: str
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Detail:
    """A finding in full; `timeline` is None for the rules that speak of a tool."""

    head: Head
    rule: RuleText
    facts: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    more_steps: int
    timeline: Timeline | None
    examples: tuple[str, ...]
    parts: tuple[Part, ...]
    columns: tuple[int, ...]
    """Numbers of the copies that stand side by side."""


def heads(findings: Sequence[Finding], options: Options) -> Iterator[Head]:
    """One head each; a fingerprint that comes again gets a number, so that every anchor is one place."""
    times: Counter[str] = Counter()
    for finding in findings:
        times[finding.fingerprint] += 1
        again = times[finding.fingerprint]
        yield head(finding, f"f-{short(finding.fingerprint)}{f'-{again}' if again > 1 else ''}", options)


def head(finding: Finding, anchor: str, options: Options) -> Head:
    one_action = finding.calls and not BY_NAME[finding.rule].per_tool
    return Head(
        anchor=anchor.replace(" ", "-"),
        fingerprint=short(finding.fingerprint),
        rule=finding.rule,
        severity=finding.severity.value,
        confidence=finding.confidence.value,
        tool=short(finding.tool, NAME),
        message=short(finding.message, MESSAGE),
        sent=(payload_text(finding.calls[0].arguments, options, SENT) or "") if one_action else "",
        effects=effects_text(finding) or "",
        cost="" if finding.amount is None else short(amount_text(finding.amount), NAME),
        place=short(place_texts(finding.calls[:1], options)[0]) if finding.calls else "",
    )


def detail(finding: Finding, shown: Head, options: Options) -> Detail:
    rule = BY_NAME[finding.rule]
    calls = in_order(finding)
    compared = calls[:1] if rule.per_tool else calls[:COMPARED]
    return Detail(
        head=shown,
        rule=rule,
        facts=tuple(facts(finding)),
        steps=tuple(map(step, finding.evidence[:SHOWN_EVIDENCE])),
        more_steps=max(len(finding.evidence) - SHOWN_EVIDENCE, 0),
        timeline=None if rule.per_tool else timeline(finding, options),
        examples=tuple(map(short, place_texts(calls[:SHOWN_EXAMPLES], options))) if rule.per_tool else (),
        parts=parts(compared, finding.ignored_fields, options) if compared else (),
        columns=tuple(range(1, len(compared) + 1)),
    )


def facts(finding: Finding) -> Iterator[tuple[str, str]]:
    """Label and words of what is known, the cause first."""
    if finding.cause is not None:
        yield "Cause", f"{CAUSES[finding.cause]} ({finding.cause})"
    effects = effects_text(finding)
    if effects:
        yield "Effects", f"{effects}, in {many(finding.calls_total, 'call')}"
    if finding.amount is not None:
        yield "Extra cost", short(amount_text(finding.amount), NAME)
    if finding.gap_ns is not None:
        gap = duration_text(finding.gap_ns) if finding.gap_ns else "none"
        yield "Gap", f"{gap}, the copies overlap" if finding.overlap else gap
    if finding.scope_id and not BY_NAME[finding.rule].per_tool:
        yield finding.scope_kind.capitalize(), short(finding.scope_id)
    if finding.ignored_fields:
        yield "Not compared", short(", ".join(finding.ignored_fields), LINE)


def step(evidence: Evidence) -> Step:
    if evidence.weight > 0:
        return Step("up", "+", short(evidence.text))
    if evidence.weight < 0:
        return Step("down", "\u2212", short(evidence.text))
    return Step("same", "\u00b7", short(evidence.text))
