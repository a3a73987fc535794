"""The headline, the figures below it and what the filters offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from doublefire.model import Audit, Confidence, Finding, Severity
from doublefire.reports.html.findings import NAME
from doublefire.reports.html.text import short
from doublefire.reports.rules_text import RULES, RuleText
from doublefire.reports.words import NOTHING_TO_JUDGE, cost_text, many

SHOWN_CULPRITS: Final = 6
"""Tools that the headline names."""
SHOWN_COSTS: Final = 6
SHOWN_NOTES: Final = 50
NOTE: Final = 1000
"""Characters of one note."""
NOT_EXTRA: Final = "idempotency-key-conflict"
"""Its copies are different actions, so that none of them is extra."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a filter."""

    value: str
    count: int


def headline(audit: Audit) -> str:
    """The page in one sentence. Without a finding it says what was seen, never that all is well."""
    counts = audit.summary
    sure, perhaps = counts.confirmed_extra_effects, counts.possible_extra_effects
    if not counts.executions:
        return f"{NOTHING_TO_JUDGE}."
    if sure and perhaps > sure:
        return f"{many(sure, 'extra side effect')} happened, and {perhaps - sure:,} more may have."
    if sure:
        return f"{many(sure, 'extra side effect')} happened."
    if perhaps:
        return f"{many(perhaps, 'extra side effect')} may have happened."
    live = sum(finding.suppressed is None for finding in audit.findings)
    return f"No extra side effect in this trace{', and ' + many(live, 'thing') + ' to look at' if live else ''}."


def culprits(live: Sequence[Finding]) -> list[tuple[str, str]]:
    """The tools whose effects happened too often, the worst first, and how often they did."""
    sure: Counter[str] = Counter()
    perhaps: Counter[str] = Counter()
    for finding in live:
        if finding.possible_effects > 1 and finding.rule != NOT_EXTRA:
            tool = short(finding.tool, NAME)
            sure[tool] += max(finding.confirmed_effects - 1, 0)
            perhaps[tool] += finding.possible_effects - 1
    worst = sorted(perhaps, key=lambda tool: (-sure[tool], -perhaps[tool]))
    named = [(tool, extra_text(sure[tool], perhaps[tool])) for tool in worst[:SHOWN_CULPRITS]]
    left = len(worst) - SHOWN_CULPRITS
    return [*named, ("", f"and {many(left, 'more tool')}")] if left > 0 else named


def extra_text(sure: int, perhaps: int) -> str:
    if sure == perhaps:
        return f"{sure:,} confirmed"
    return f"{sure:,} confirmed, {perhaps:,} possible" if sure else f"{perhaps:,} possible"


def figures(audit: Audit, live: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """Label and number of each figure below the headline."""
    counts = audit.summary
    always = (
        (len(live), "finding", "findings"),
        (counts.executions, "execution", "executions"),
        (len(audit.tools), "tool", "tools"),
        (sum(counts.cleared.values()), "repeat cleared", "repeats cleared"),
    )
    if_any = (
        (len(audit.findings) - len(live), "suppressed", "suppressed"),
        (counts.rejected, "record not read", "records not read"),
    )
    for number, one, several in (*always, *(figure for figure in if_any if figure[0])):
        yield one if number == 1 else several, f"{number:,}"


def costs(audit: Audit) -> list[str]:
    amounts = [short(cost_text(value, currency), NAME) for currency, value in audit.summary.amounts.items()]
    left = len(amounts) - SHOWN_COSTS
    return [*amounts[:SHOWN_COSTS], *([f"and {many(left, 'more currency', 'more currencies')}"] if left > 0 else [])]


def choices(live: Sequence[Finding]) -> dict[str, list[Choice]]:
    """The options of each filter: only what occurs."""
    rules = Counter(finding.rule for finding in live)
    severities = Counter(finding.severity for finding in live)
    levels = Counter(finding.confidence for finding in live)
    tools = Counter(short(finding.tool, NAME) for finding in live)
    return {
        "rule": [Choice(rule.name, rules[rule.name]) for rule in RULES if rules[rule.name]],
        "severity": [Choice(value, severities[value]) for value in reversed(Severity) if severities[value]],
        "confidence": [Choice(value, levels[value]) for value in reversed(Confidence) if levels[value]],
        "tool": [Choice(tool, tools[tool]) for tool in sorted(tools)],
    }


def rules_met(live: Iterable[Finding]) -> list[RuleText]:
    met = {finding.rule for finding in live}
    return [rule for rule in RULES if rule.name in met]
