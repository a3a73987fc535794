"""JUnit XML as CI servers read it."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from doublefire.model import Audit, Confidence, Severity

from .example import (
    HOSTILE,
    empty_audit,
    finding,
    hostile_audit,
    input_row,
    missing_key,
    rich_audit,
    suppressed,
    tool_row,
)
from .rendering import render


def suite(audit: Audit, **options: Any) -> ElementTree.Element:
    root = ElementTree.fromstring(render("junit", audit, **options))
    assert root.tag == "testsuites"
    assert [child.tag for child in root] == ["testsuite"]
    return root[0]


def audit_of(*findings: Any, tools: tuple[Any, ...] = ()) -> Audit:
    return Audit(empty_audit().summary, (), findings, (), tools or (tool_row(),))


def test_one_test_case_per_tool() -> None:
    cases = suite(rich_audit()).findall("testcase")
    assert [case.get("name") for case in cases] == ["charge_card", "get_balance", "do_it", "create_ticket"]
    assert {case.get("classname") for case in cases} == {"doublefire"}


def test_counts_agree_with_the_cases() -> None:
    tests = suite(rich_audit())
    assert tests.get("tests") == str(len(tests.findall("testcase")))
    assert tests.get("failures") == str(len(tests.findall("testcase/failure")))
    assert tests.get("errors") == "0"


@pytest.mark.parametrize(
    ("changes", "options", "fails"),
    [
        ({}, {}, True),
        ({"severity": Severity.HIGH}, {}, True),
        ({"severity": Severity.LOW}, {}, False),
        ({"confidence": Confidence.MEDIUM}, {}, False),
        ({"confidence": Confidence.MEDIUM}, {"fail_confidence": Confidence.MEDIUM}, True),
        ({"severity": Severity.LOW}, {"fail_severity": Severity.LOW}, True),
        ({"severity": Severity.HIGH}, {"fail_severity": None}, False),
    ],
)
def test_a_failure_is_what_fails_the_run(changes: dict[str, Any], options: dict[str, Any], fails: bool) -> None:
    case = suite(audit_of(finding(**changes)), **options).find("testcase")
    assert case is not None
    assert (case.find("failure") is not None) is fails
    assert (case.find("system-out") is not None) is not fails


def test_failure_tells_what_where_why_and_what_to_do() -> None:
    failure = suite(audit_of(finding())).find("testcase/failure")
    assert failure is not None
    assert failure.get("type") == "duplicate-side-effect"
    assert failure.get("message") == finding().message
    lines = (failure.text or "").split("\n")
    assert "cause: the client gave up waiting and the call was sent again" in lines
    assert "why: one call ran twice" in lines
    assert "copy: traces/payments.jsonl:15 ran" in lines
    assert any(line.startswith("fix: Send one idempotency key") for line in lines)


def test_several_failing_findings_share_one_failure() -> None:
    failures = suite(audit_of(finding(), finding(fingerprint="other"))).findall("testcase/failure")
    assert len(failures) == 1
    assert (failures[0].text or "").count("fingerprint: ") == 2


def test_a_tool_without_findings_passes() -> None:
    case = suite(empty_audit()).find("testcase")
    assert case is not None
    assert list(case) == []


def test_a_suppressed_finding_passes() -> None:
    names = [case.get("name") for case in suite(audit_of(suppressed())).findall("testcase")]
    assert names == ["charge_card"]
    assert suite(audit_of(suppressed())).get("failures") == "0"


def test_a_finding_of_an_unlisted_tool_has_a_case() -> None:
    names = [case.get("name") for case in suite(audit_of(missing_key(tool="other"))).findall("testcase")]
    assert names == ["charge_card", "other"]


def test_unreadable_records_are_named() -> None:
    audit = Audit(empty_audit().summary, (input_row(),), (), (), ())
    assert suite(audit).findtext("system-err") == (
        "traces/payments.jsonl:7: not-json: unexpected end of data\n"
        "traces/payments.jsonl:?: too-deep: nested deeper than 1000 levels\n"
        "traces/payments.jsonl: 1 more record could not be read"
    )


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_stays_text(hostile: str) -> None:
    tests = suite(hostile_audit((hostile,)))
    assert {part.tag for part in tests.iter()} <= {"testsuite", "testcase", "failure", "system-out", "system-err"}
    assert len(tests.findall("testcase")) == 1
