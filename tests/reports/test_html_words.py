"""What the page says: the headline, the findings, the sections below them, and what is left out of it."""

from __future__ import annotations

import pytest

from doublefire.model import Audit, Cause, Evidence, Severity, Summary
from doublefire.reports.html import page
from doublefire.reports.rules_text import RULES

from .example import (
    call,
    crowded_audit,
    empty_audit,
    finding,
    missing_key,
    rich_audit,
    suppressed,
)
from .html_page import audit_of, parsed
from .rendering import text


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({"confirmed_extra_effects": 1, "possible_extra_effects": 1}, "1 extra side effect happened."),
        ({"confirmed_extra_effects": 2, "possible_extra_effects": 2}, "2 extra side effects happened."),
        (
            {"confirmed_extra_effects": 1, "possible_extra_effects": 3},
            "1 extra side effect happened, and 2 more may have.",
        ),
        ({"possible_extra_effects": 1}, "1 extra side effect may have happened."),
        ({}, "No extra side effect in this trace."),
        ({"executions": 0}, "Nothing to judge: no tool call was found."),
    ],
)
def test_headline(counts: dict[str, int], sentence: str) -> None:
    assert parsed(audit_of(**counts)).one("h1").words == sentence


def test_headline_of_advice_alone() -> None:
    assert parsed(audit_of(missing_key())).one("h1").words == (
        "No extra side effect in this trace, and 1 thing to look at."
    )


def test_who_did_it_and_what_it_cost() -> None:
    head = parsed(rich_audit()).one("header").words
    assert "charge_card 1 confirmed" in head
    assert "42.00 USD" in head
    assert "7.5 EUR" in head
    assert "3 records not read" in head


def test_key_conflicts_and_advice_count_no_extra_effect() -> None:
    conflict = finding(rule="idempotency-key-conflict", confirmed_effects=2, tool="other")
    assert "other" not in parsed(audit_of(conflict, missing_key())).one("header").words


def test_a_clean_audit_promises_nothing() -> None:
    shown = parsed(empty_audit())
    assert "No duplicate in this trace" in shown.one("section", id="findings").words
    assert "only the other side knows" in shown.one("section", id="limits").words
    assert shown.all("details", class_="finding") == []


def test_a_finding_has_everything_that_is_needed_to_act() -> None:
    shown = parsed(audit_of(finding(ignored_fields=("request_id",)))).one("details", class_="finding").words
    for piece in (
        "charge_card was sent again 4 s after its first copy timed out",
        "42.00 USD",
        "1 effect confirmed, 2 possible",
        "timeout after 30 s",
        "ran for 2 s",
        "4 s after copy 1 ended",
        "the client gave up waiting and the call was sent again",
        "speaks for it: one call ran twice",
        "speaks against it: a user turn lies in between",
        "known: the name says that it writes",
        "traces/payments.jsonl:12",
        "2026-03-02 09:00:35.000 UTC",
        "request_id",
        "Send one idempotency key per action",
        "5f1d7a84db00d2fce00cd2f62d8e5b1a",
    ):
        assert piece in shown


def test_worst_first_and_only_the_worst_is_open() -> None:
    found = parsed(rich_audit()).all("details", class_="finding")
    order = [element.attributes["data-severity"] for element in found]
    assert order == sorted(order, key=["high", "medium", "low", "info"].index)
    assert ["open" in element.attributes for element in found] == [True] + [False] * (len(found) - 1)


def test_closed_findings_say_whose_they_are_and_advice_does_not() -> None:
    shown = parsed(audit_of(finding(), missing_key()))
    (sent,) = shown.all("code", class_="sent")
    assert "cus_8812" in sent.words


def test_suppressed_findings_are_named_apart() -> None:
    shown = parsed(audit_of(finding(), suppressed()))
    assert len(shown.all("details", class_="finding")) == 1
    assert "sent twice on purpose" in shown.one("section", id="suppressed").words


def test_sections_below_the_findings() -> None:
    shown = parsed(rich_audit())
    assert "Send one idempotency key with every charge" in shown.one("section", id="tools").words
    assert "a user asked again after the first had succeeded" in shown.one("section", id="cleared").words
    read = shown.one("section", id="inputs").words
    assert "unexpected end of data" in read
    assert "and 1 more record" in read
    assert "no dialect fits" in read
    assert "has no clock" in shown.one("section", id="limits").words
    rules = [element.words for element in shown.all("details", class_="fold") if "id" in element.attributes]
    assert len(rules) == len(RULES)


def test_sections_without_rows_are_left_out() -> None:
    sections = [element.attributes["id"] for element in parsed(audit_of()).all("section")]
    assert sections == ["findings", "limits"]


@pytest.mark.parametrize(
    ("arguments", "words"), [("masked", "are masked"), ("full", "secrets included"), ("none", "were left out")]
)
def test_footer_says_what_is_in_the_file(arguments: str, words: str) -> None:
    assert words in parsed(rich_audit(), arguments=arguments).one("footer").words


def test_filters_offer_what_occurs() -> None:
    shown = parsed(rich_audit())
    values = [element.attributes["value"] for element in shown.all("option")]
    assert {rule.name for rule in RULES} <= set(values)
    assert {"high", "medium", "low", "info", "charge_card", "do_it"} <= set(values)
    assert "send_digest" not in values


def test_a_filter_with_one_choice_is_no_filter() -> None:
    assert parsed(audit_of(finding(), finding())).all("select") == []


def test_severity_and_cause_of_the_overlapping_case() -> None:
    twice = finding(severity=Severity.HIGH, cause=Cause.PARALLEL_DUPLICATE, overlap=True, gap_ns=0)
    shown = parsed(audit_of(twice)).one("details", class_="finding")
    assert shown.attributes["data-severity"] == "high"
    assert "none, the copies overlap" in shown.words


def test_an_audit_of_nothing_has_a_page() -> None:
    assert parsed(Audit(Summary(), (), (), (), ())).one("h1").words == "Nothing to judge: no tool call was found."


# --- more than anybody reads ----------------------------------------------------------------------------------------


def test_what_is_past_the_limit_gets_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DETAILED", 5)
    shown = parsed(crowded_audit(findings=12, copies=2))
    rows = [element for element in shown.all("tr") if "data-item" in element.attributes]
    assert len(shown.all("details", class_="finding")) == 5
    assert len(rows) == 7
    assert "charge_card was sent again" in rows[0].words
    assert "cus_8812" in rows[0].words
    assert "7 more findings, one line each" in shown.one("details", id="rest").words


def test_what_is_past_both_limits_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DETAILED", 5)
    monkeypatch.setattr(page, "LISTED", 4)
    shown = parsed(crowded_audit(findings=12, copies=2)).one("section", id="findings")
    assert "3 further findings are not on this page" in shown.words


def test_limit_fits_a_week_of_fifteen_thousand() -> None:
    assert page.DETAILED <= 1000
    assert page.DETAILED + page.LISTED >= 15_000


def test_equal_fingerprints_get_anchors_of_their_own() -> None:
    found = parsed(audit_of(finding(), finding(), finding(fingerprint="other"))).all("details", class_="finding")
    mark = finding().fingerprint
    assert [element.attributes["id"] for element in found] == [f"f-{mark}", f"f-{mark}-2", "f-other"]


def test_long_texts_and_many_reasons_are_cut() -> None:
    evidence = tuple(Evidence("x", 0, f"reason {n}") for n in range(50))
    arguments = {f"field_{n}": "y" * 10_000 for n in range(100)}
    crowded = finding(message="z" * 100_000, evidence=evidence, calls=(call(arguments=arguments),) * 2)
    document = text("html", audit_of(crowded))
    assert "and 30 more reasons" in document
    assert "and 60 more fields" in document
    assert "z" * 1000 not in document
    assert "y" * 1000 not in document
