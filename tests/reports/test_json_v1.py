"""The JSON report: the contract, field by field."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from doublefire.model import ABSENT, Audit, Cause, Money
from doublefire.reports.fields import CALL, CLEARED, FINDING, INPUT, PLACE, REJECTION, REPORT, SUMMARY, TOOL, Field

from .example import (
    HOSTILE,
    T0,
    call,
    clockless,
    crowded_audit,
    empty_audit,
    finding,
    hostile_audit,
    missing_key,
    rich_audit,
    suppressed,
)
from .rendering import render, text

FINDING_FIELDS = """fingerprint rule severity confidence cause tool message evidence scope gap_seconds overlap
    confirmed_effects possible_effects amount ignored_fields suppressed calls_total calls also"""
CALL_FIELDS = """path line span_id trace_id session call_id turn agent start end start_source outcome error
    idempotency_key arguments result sightings"""
TOOL_FIELDS = """tool effect effect_source calls executions keyed_calls key_coverage keys key_fields key_origin
    key_stability findings advice"""
SUMMARY_FIELDS = """records rejected sightings echoes calls executions groups findings cleared confirmed_extra_effects
    possible_extra_effects amounts"""


def report(audit: Audit, **options: Any) -> dict[str, Any]:
    document = json.loads(render("json", audit, **options))
    assert isinstance(document, dict)
    return document


def one(finding_: Any, **options: Any) -> dict[str, Any]:
    found = report(Audit(empty_audit().summary, (), (finding_,), (), ()), **options)["findings"]
    assert len(found) == 1
    assert isinstance(found[0], dict)
    return found[0]


def names(fields: tuple[Field, ...]) -> list[str]:
    return [field.name for field in fields]


@pytest.mark.parametrize(
    ("get", "fields", "contract"),
    [
        (lambda r: r, REPORT, "schema summary inputs findings cleared tools notes"),
        (lambda r: r["summary"], SUMMARY, SUMMARY_FIELDS),
        (lambda r: r["inputs"][0], INPUT, "path dialect records calls rejected_total rejected"),
        (lambda r: r["inputs"][0]["rejected"][0], REJECTION, "line offset reason detail"),
        (lambda r: r["findings"][0], FINDING, FINDING_FIELDS),
        (lambda r: r["findings"][0]["calls"][0], CALL, CALL_FIELDS),
        (lambda r: r["findings"][2]["also"][0], CALL, CALL_FIELDS),
        (lambda r: r["findings"][0]["calls"][0]["sightings"][0], PLACE, "path line span_id layer"),
        (lambda r: r["cleared"][0], CLEARED, "reason tool scope detail calls_total calls"),
        (lambda r: r["tools"][0], TOOL, TOOL_FIELDS),
    ],
)
def test_every_record_has_the_fields_of_the_contract(get: Any, fields: tuple[Field, ...], contract: str) -> None:
    assert list(get(report(rich_audit()))) == names(fields) == contract.split()


def test_it_names_its_schema() -> None:
    assert report(empty_audit())["schema"] == "doublefire/report/v1"


def test_the_headline_finding() -> None:
    found = one(finding())
    calls = found.pop("calls")
    assert found == {
        "fingerprint": "5f1d7a84db00d2fce00cd2f62d8e5b1a",
        "rule": "duplicate-side-effect",
        "severity": "medium",
        "confidence": "high",
        "cause": "client-timeout-retry",
        "tool": "charge_card",
        "message": "charge_card was sent again 4 s after its first copy timed out; both may have charged",
        "evidence": [
            "the name says that it writes",
            "the first copy ended in a timeout",
            "one call ran twice",
            "a user turn lies in between",
        ],
        "scope": {"kind": "session", "id": "session-1"},
        "gap_seconds": 4.0,
        "overlap": False,
        "confirmed_effects": 1,
        "possible_effects": 2,
        "amount": {"value": "42.00", "currency": "USD", "unit": None},
        "ignored_fields": [],
        "suppressed": None,
        "calls_total": 2,
        "also": [],
    }
    assert [copy["line"] for copy in calls] == [12, 15]
    assert [copy["outcome"] for copy in calls] == ["unknown", "executed"]
    assert calls[1]["start"] == "2026-03-02T09:00:35.000000000Z"
    assert calls[0]["error"].startswith("read timed out after 30 s")
    assert calls[0]["result"] is None
    assert calls[0]["sightings"] == [
        {"path": "traces/payments.jsonl", "line": 12, "span_id": "00f067aa0ba902b7", "layer": "execution"}
    ]


@pytest.mark.parametrize(
    ("field", "found"),
    [
        ("cause", missing_key()),
        ("gap_seconds", clockless()),
        ("amount", missing_key()),
        ("suppressed", finding()),
    ],
)
def test_unknown_is_null(field: str, found: Any) -> None:
    assert one(found)[field] is None


@pytest.mark.parametrize(("kind", "identifier"), [("trace", "4bf9"), ("all", None), ("tool", "charge_card")])
def test_the_scope_is_kind_and_id(kind: str, identifier: str | None) -> None:
    shown = one(finding(scope_kind=kind, scope_id=identifier))["scope"]
    assert shown == {"kind": kind, "id": identifier}


@pytest.mark.parametrize("field", ["start", "end", "line", "span_id", "error", "idempotency_key"])
def test_unknown_of_a_call_is_null(field: str) -> None:
    assert one(clockless())["calls"][0][field] is None


def test_suppressed_findings_are_in_it_with_the_reason() -> None:
    assert one(suppressed())["suppressed"] == {"by": "config", "reason": "sent twice on purpose"}


def test_recorded_null_and_absent_arguments_are_null() -> None:
    copies = one(finding(calls=(call(arguments=None), call(arguments=ABSENT))))["calls"]
    assert [copy["arguments"] for copy in copies] == [None, None]


def test_at_most_the_first_and_last_fifty_copies() -> None:
    found = report(crowded_audit(findings=1, copies=130))["findings"][0]
    assert found["calls_total"] == 130
    assert [copy["line"] for copy in found["calls"]] == [*range(1, 51), *range(81, 131)]


def test_exact_numbers_survive() -> None:
    arguments = {"big": 2**70 + 1, "exact": Decimal("0.10000000000000000000001"), "odd": "\ud800"}
    document = text("json", Audit(empty_audit().summary, (), (finding(calls=(call(arguments=arguments),)),), (), ()))
    shown = json.loads(document, parse_float=Decimal)["findings"][0]["calls"][0]["arguments"]
    assert shown["big"] == 2**70 + 1
    assert shown["exact"] == Decimal("0.10000000000000000000001")


def test_arguments_that_are_text_stay_text() -> None:
    assert one(finding(calls=(call(arguments="free text"),)), arguments="full")["calls"][0]["arguments"] == "free text"


def test_times_keep_nanoseconds() -> None:
    assert one(finding(calls=(call(start_ns=T0 + 7),)))["calls"][0]["start"] == "2026-03-02T09:00:01.000000007Z"


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_is_written_as_users_know_it(cause: Cause) -> None:
    assert one(finding(cause=cause))["cause"] == cause.value


def test_an_amount_in_minor_units() -> None:
    assert one(finding(amount=Money("4200", None, "cents")))["amount"] == {
        "value": "4200",
        "currency": None,
        "unit": "cents",
    }


def test_order_of_the_audit_is_kept() -> None:
    audit = rich_audit()
    assert [found["fingerprint"] for found in report(audit)["findings"]] == [f.fingerprint for f in audit.findings]


def test_one_item_a_line() -> None:
    audit = rich_audit()
    lines = text("json", audit).splitlines()
    assert sum(line.startswith('{"fingerprint"') for line in lines) == len(audit.findings)
    assert text("json", audit).endswith("]}\n")


def test_hostile_text_is_only_text() -> None:
    tools = [found["tool"] for found in report(hostile_audit())["findings"]]
    assert tools == [raw.replace("\ud800", "\ufffd") for raw in HOSTILE]
