"""The sentences that reports for people share: causes, reasons, counts and the closing line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from doublefire.model import Audit, Call, Cause, Finding, Money, Outcome, Reason, Severity
from doublefire.reports.shown import by_gravity

CAUSES: Final[Mapping[Cause, str]] = {
    Cause.PARALLEL_DUPLICATE: "one model response asked for it twice",
    Cause.DOUBLE_DISPATCH: "one request was dispatched twice",
    Cause.CLIENT_TIMEOUT_RETRY: "the client gave up waiting and the call was sent again",
    Cause.FRAMEWORK_RETRY: "the framework retried after an error",
    Cause.REDELIVERY: "a queue or a second worker delivered it again",
    Cause.REPLAY: "a resumed or restarted run executed it again",
    Cause.MODEL_REEMISSION: "the model asked for it again in a later turn",
    Cause.UNKNOWN: "the trace does not show why",
}

REASONS: Final[Mapping[Reason, str]] = {
    Reason.READ: "reads may repeat",
    Reason.IDEMPOTENT: "the effect is idempotent: running it again changes nothing",
    Reason.NEVER_EXECUTED: "at most one copy may have run",
    Reason.CONFLICT: "the server turned the repeat away",
    Reason.REPLAYED: "the repeat was answered from a store",
    Reason.SAME_RESOURCE: "every copy returned the same resource",
    Reason.SAME_KEY: "every copy carried the same idempotency key",
    Reason.USER_ASKED_AGAIN: "a user asked again after the first had succeeded",
    Reason.STATE_CHANGED: "something that it depends on changed in between",
}

OUTCOMES: Final[Mapping[Outcome, str]] = {
    Outcome.EXECUTED: "ran",
    Outcome.UNKNOWN: "may have run",
    Outcome.NOT_EXECUTED: "did not run",
    Outcome.CONFLICT: "conflict",
}

UNKNOWN_CURRENCY: Final = "?"
"""What the summary calls the currency of amounts that name none."""
NOTHING_TO_JUDGE: Final = "Nothing to judge: no tool call was found"


def many(number: int, one: str, several: str = "") -> str:
    """`1 call`, `2 calls`, `1,000 calls`."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def outcome_text(call: Call) -> str:
    """How a copy ended, in a word or two: the class of its trouble says more than the outcome alone."""
    return call.trouble.value or OUTCOMES[call.outcome]


def effects_text(finding: Finding) -> str | None:
    """How often the action took effect; None for rules that count none."""
    sure, perhaps = finding.confirmed_effects, finding.possible_effects
    if not perhaps:
        return None
    if sure == perhaps:
        return f"{many(sure, 'effect')} confirmed"
    return f"{many(sure, 'effect')} confirmed, {perhaps:,} possible"


def amount_text(amount: Money) -> str:
    """`42.00 USD`, `4200 cents USD`."""
    return " ".join(part for part in (amount.value, amount.unit, amount.currency) if part)


def cost_text(value: str, currency: str) -> str:
    """One sum of the summary."""
    return f"{value} in an unknown currency" if currency == UNKNOWN_CURRENCY else f"{value} {currency}"


def severities_text(findings: list[Finding]) -> str:
    """`1 high, 2 low`: the counts by severity, the worst first."""
    counts = {severity: sum(f.severity is severity for f in findings) for severity in reversed(Severity)}
    return ", ".join(f"{count:,} {severity}" for severity, count in counts.items() if count)


def closing_line(audit: Audit) -> str:
    """The audit in one line. Without findings it says what was seen, never that all is well."""
    counts, live = audit.summary, by_gravity(audit.findings)
    seen = f"{many(counts.executions, 'execution')} of {many(len(audit.tools), 'tool')}"
    parts = [f"{many(len(live), 'finding')} ({severities_text(live)}) in {seen}" if live else f"No finding in {seen}"]
    if not counts.executions:
        parts = [NOTHING_TO_JUDGE]
    if counts.possible_extra_effects:
        sure, perhaps = counts.confirmed_extra_effects, counts.possible_extra_effects
        parts.append(f"{many(sure, 'extra effect')} confirmed, {perhaps:,} possible")
    cost = ", ".join(cost_text(value, currency) for currency, value in counts.amounts.items())
    most = "up to " if counts.confirmed_extra_effects < counts.possible_extra_effects else ""
    parts += [f"extra cost {most}{cost}"] if cost else []
    silenced = len(audit.findings) - len(live)
    parts += [f"{silenced:,} suppressed"] if silenced else []
    parts += [f"{many(counts.rejected, 'record')} could not be read"] if counts.rejected else []
    return "; ".join(parts) + "."
