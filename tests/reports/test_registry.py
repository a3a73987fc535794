"""All reports alike: how they are found, and that none of them chokes on any audit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from doublefire.errors import UsageError
from doublefire.model import Audit, Confidence, Severity
from doublefire.reports import REPORTS, Options, by_ending, by_name
from doublefire.reports.contract import Report, fails

from .example import SECRET, crowded_audit, empty_audit, finding, hostile_audit, rich_audit, suppressed
from .rendering import render

NAMES = [report.name for report in REPORTS]
AUDITS = [rich_audit, empty_audit, crowded_audit, hostile_audit]
PAYLOAD = (SECRET.encode(), b"cus_8812", b"ch_1")


@pytest.mark.parametrize("name", ["text", "json", "jsonl", "parquet", "sarif", "junit", "github", "markdown", "html"])
def test_found_by_name(name: str) -> None:
    assert by_name(name).name == name


@pytest.mark.parametrize("name", ["", "xml", "JSON", "table"])
def test_no_report_of_that_name(name: str) -> None:
    with pytest.raises(UsageError, match="markdown"):
        by_name(name)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("report.json", "json"),
        ("report.jsonl", "jsonl"),
        ("report.ndjson", "jsonl"),
        ("out/report.parquet", "parquet"),
        ("report.sarif", "sarif"),
        ("report.sarif.json", "sarif"),
        ("junit.XML", "junit"),
        ("a.b.md", "markdown"),
        ("report.html", "html"),
        ("report.HTM", "html"),
        ("summary.txt", "text"),
    ],
)
def test_found_by_ending(path: str, name: str) -> None:
    assert by_ending(path).name == name


@pytest.mark.parametrize("path", ["report", "report.csv", "json", "folder.json/report", ""])
def test_no_report_for_that_ending(path: str) -> None:
    with pytest.raises(UsageError, match=r"\.parquet"):
        by_ending(path)


def test_names_and_endings_are_unambiguous() -> None:
    endings = [suffix for report in REPORTS for suffix in report.suffixes]
    assert len(set(NAMES)) == len(NAMES)
    assert len(set(endings)) == len(endings)


@pytest.mark.parametrize("report", REPORTS, ids=NAMES)
def test_report_says_what_it_is(report: Report) -> None:
    assert report.description
    assert "\n" not in report.description
    assert report.binary is (report.name == "parquet")


@pytest.mark.parametrize(("name", "build"), list(product(NAMES, AUDITS)))
@pytest.mark.parametrize("arguments", ["masked", "full", "none"])
def test_every_report_renders_every_audit(name: str, build: Callable[[], Audit], arguments: str) -> None:
    document = render(name, build(), arguments=arguments)
    if name != "parquet":
        document.decode("utf-8", "strict")
    assert document or (name, build) == ("jsonl", empty_audit)


@pytest.mark.parametrize("name", NAMES)
def test_equal_audits_give_equal_reports(name: str) -> None:
    assert render(name, rich_audit()) == render(name, rich_audit())


@pytest.mark.parametrize("name", NAMES)
def test_no_secret_in_a_masked_report(name: str) -> None:
    assert SECRET.encode() not in render(name, rich_audit())


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_payload_when_none_is_asked_for(name: str) -> None:
    document = render(name, rich_audit(), arguments="none")
    assert not [piece for piece in PAYLOAD if piece in document]


@pytest.mark.parametrize("name", ["json", "jsonl", "text", "markdown", "html"])
def test_payload_is_shown_when_asked_for(name: str) -> None:
    assert SECRET.encode() in render(name, rich_audit(), arguments="full")


@pytest.mark.parametrize("name", NAMES)
def test_an_audit_of_nothing_still_renders(name: str) -> None:
    nothing = Audit(empty_audit().summary.__class__(), (), (), (), ())
    assert render(name, nothing) or name == "jsonl"


@pytest.mark.parametrize(
    ("severity", "confidence", "least", "surest", "expected"),
    [
        (Severity.HIGH, Confidence.HIGH, Severity.MEDIUM, Confidence.HIGH, True),
        (Severity.MEDIUM, Confidence.HIGH, Severity.MEDIUM, Confidence.HIGH, True),
        (Severity.LOW, Confidence.HIGH, Severity.LOW, Confidence.LOW, True),
        (Severity.LOW, Confidence.HIGH, Severity.MEDIUM, Confidence.HIGH, False),
        (Severity.INFO, Confidence.HIGH, Severity.LOW, Confidence.LOW, False),
        (Severity.HIGH, Confidence.MEDIUM, Severity.MEDIUM, Confidence.HIGH, False),
        (Severity.HIGH, Confidence.HIGH, None, Confidence.LOW, False),
    ],
)
def test_what_fails_a_run(
    severity: Severity, confidence: Confidence, least: Severity | None, surest: Confidence, expected: bool
) -> None:
    options = Options(fail_severity=least, fail_confidence=surest)
    assert fails(finding(severity=severity, confidence=confidence), options) is expected


def test_a_suppressed_finding_fails_nothing() -> None:
    assert not fails(suppressed(severity=Severity.HIGH), Options())
