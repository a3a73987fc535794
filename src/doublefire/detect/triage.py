"""The single place where findings are silenced, ordered and counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from doublefire.detect.rules import REPEAT_RULES
from doublefire.detect.rules.idempotency_key_conflict import NAME as KEY_CONFLICT
from doublefire.detect.settings import DetectSettings, SuppressRule
from doublefire.model import Confidence, Finding, Severity, Suppression

_SEVERITY = {severity: rank for rank, severity in enumerate(Severity)}
_CONFIDENCE = {confidence: rank for rank, confidence in enumerate(Confidence)}


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Most severe first, then most sure, then earliest."""
    return sorted(findings, key=_rank)


def _rank(finding: Finding) -> tuple[int, int, int, str, str]:
    start = next((call.start_ns for call in finding.calls if call.start_ns is not None), 0)
    return (-_SEVERITY[finding.severity], -_CONFIDENCE[finding.confidence], start, finding.tool, finding.fingerprint)


def silenced(findings: Iterable[Finding], settings: DetectSettings) -> list[Finding]:
    """Findings with `suppressed` set where a live suppression or the baseline names them; suppressions come first."""
    today = settings.today or datetime.now(UTC).date()
    live = [rule for rule in settings.suppress if rule.expires is None or rule.expires >= today]
    return [_silenced(finding, live, settings) for finding in findings]


def _silenced(finding: Finding, live: Sequence[SuppressRule], settings: DetectSettings) -> Finding:
    rule = next((rule for rule in live if matches(rule, finding)), None)
    if rule is not None:
        return replace(finding, suppressed=Suppression("config", rule.reason))
    if finding.fingerprint in settings.baseline:
        return replace(finding, suppressed=Suppression("baseline", settings.baseline[finding.fingerprint]))
    return finding


def matches(rule: SuppressRule, finding: Finding) -> bool:
    """Whether every field that a suppression gives fits the finding."""
    wanted = ((rule.rule, finding.rule), (rule.tool, finding.tool), (rule.fingerprint, finding.fingerprint))
    return any(asked is not None for asked, _ in wanted) and all(asked in (None, found) for asked, found in wanted)


def expired(settings: DetectSettings) -> list[SuppressRule]:
    """Suppressions past their day: they silence nothing and are reported."""
    today = settings.today or datetime.now(UTC).date()
    return [rule for rule in settings.suppress if rule.expires is not None and rule.expires < today]


def extra_effects(findings: Iterable[Finding]) -> tuple[int, int]:
    """(confirmed, possible) effects above one, over unsuppressed repeat findings, key conflicts left out."""
    counted = [finding for finding in findings if _costs(finding)]
    return sum(max(0, f.confirmed_effects - 1) for f in counted), sum(max(0, f.possible_effects - 1) for f in counted)


def amounts(findings: Iterable[Finding]) -> dict[str, str]:
    """Currency -> what the extra effects cost, exact; amounts without a currency stand under `?`."""
    totals: dict[str, Decimal] = {}
    for finding in findings:
        if finding.amount is not None and _costs(finding):
            code = finding.amount.currency or "?"
            totals[code] = totals.get(code, Decimal(0)) + Decimal(finding.amount.value)
    return {code: format(total, "f") for code, total in sorted(totals.items())}


def _costs(finding: Finding) -> bool:
    return finding.rule in REPEAT_RULES and finding.rule != KEY_CONFLICT and finding.suppressed is None
