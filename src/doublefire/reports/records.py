"""An audit's values as the records of the report contract: plain dictionaries, in the order of `fields.py`.

They are a type apart from those of `model`, so that the inner types can change without any script noticing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from doublefire.model import Call, Cleared, Finding, InputRow, Money, Place, Rejection, Summary, ToolRow
from doublefire.reports.contract import Options
from doublefire.reports.shown import error_text, key_text, listed, path_text, payload, seconds, time_text

Record = dict[str, Any]


def summary_record(summary: Summary) -> Record:
    """The `summary` member; counts of findings and cleared groups by name."""
    return {
        "records": summary.records,
        "rejected": summary.rejected,
        "sightings": summary.sightings,
        "echoes": summary.echoes,
        "calls": summary.calls,
        "executions": summary.executions,
        "groups": summary.groups,
        "findings": summary.findings,
        "cleared": summary.cleared,
        "confirmed_extra_effects": summary.confirmed_extra_effects,
        "possible_extra_effects": summary.possible_extra_effects,
        "amounts": summary.amounts,
    }


def input_record(row: InputRow, options: Options) -> Record:
    """One of `inputs`, with the rejections that were kept of it."""
    return {
        "path": path_text(row.path, options),
        "dialect": row.dialect,
        "records": row.records,
        "calls": row.calls,
        "rejected_total": row.rejected_total,
        "rejected": [_rejection_record(rejection) for rejection in row.rejected],
    }


def _rejection_record(rejection: Rejection) -> Record:
    return {
        "line": rejection.line,
        "offset": rejection.offset,
        "reason": rejection.reason,
        "detail": rejection.detail,
    }


def _amount_record(amount: Money) -> Record:
    return {"value": amount.value, "currency": amount.currency, "unit": amount.unit or None}


def call_record(call: Call, options: Options) -> Record:
    """One of the `calls` of a finding or cleared group; payloads as masked as the options say."""
    return {
        "path": path_text(call.place.path, options),
        "line": call.place.line,
        "span_id": call.place.span_id,
        "trace_id": call.trace_id,
        "session": call.session,
        "call_id": call.call_id,
        "turn": call.turn,
        "agent": call.agent,
        "start": time_text(call.start_ns),
        "end": time_text(call.end_ns),
        "start_source": call.start_source,
        "outcome": call.outcome.value,
        "error": error_text(call, options),
        "idempotency_key": key_text(call, options),
        "arguments": payload(call.arguments, options),
        "result": payload(call.result, options),
        "sightings": [_place_record(place, options) for place in call.sightings],
    }


def finding_record(
    finding: Finding, options: Options, of_call: Callable[[Call, Options], Record] = call_record
) -> Record:
    """The finding, its copies written by `of_call`."""
    silence = finding.suppressed
    return {
        "fingerprint": finding.fingerprint,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "confidence": finding.confidence.value,
        "cause": None if finding.cause is None else finding.cause.value,
        "tool": finding.tool,
        "message": finding.message,
        "evidence": [evidence.text for evidence in finding.evidence],
        "scope": {"kind": finding.scope_kind, "id": finding.scope_id},
        "gap_seconds": seconds(finding.gap_ns),
        "overlap": finding.overlap,
        "confirmed_effects": finding.confirmed_effects,
        "possible_effects": finding.possible_effects,
        "amount": None if finding.amount is None else _amount_record(finding.amount),
        "ignored_fields": list(finding.ignored_fields),
        "suppressed": None if silence is None else {"by": silence.by, "reason": silence.reason},
        "calls_total": finding.calls_total,
        "calls": [of_call(call, options) for call in listed(finding.calls)],
        "also": [of_call(call, options) for call in listed(finding.also)],
    }


def _place_record(place: Place, options: Options) -> Record:
    return {
        "path": path_text(place.path, options),
        "line": place.line,
        "span_id": place.span_id,
        "layer": place.layer.value,
    }


def cleared_record(group: Cleared, options: Options) -> Record:
    """One of `cleared`; of a long group the first and last calls."""
    return {
        "reason": group.reason.value,
        "tool": group.tool,
        "scope": {"kind": group.scope_kind, "id": group.scope_id},
        "detail": group.detail or None,
        "calls_total": group.calls_total,
        "calls": [call_record(call, options) for call in listed(group.calls)],
    }


def tool_record(row: ToolRow) -> Record:
    """One of `tools`."""
    return {
        "tool": row.tool,
        "effect": row.effect,
        "effect_source": row.effect_source,
        "calls": row.calls,
        "executions": row.executions,
        "keyed_calls": row.keyed_calls,
        "key_coverage": row.key_coverage,
        "keys": row.keys,
        "key_fields": list(row.key_fields),
        "key_origin": row.key_origin,
        "key_stability": row.key_stability,
        "findings": row.findings,
        "advice": row.advice,
    }
