"""Workflow commands: one a line, escaped, the worst first."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

from doublefire.model import Audit, Severity
from doublefire.reports.github import MAX_ANNOTATIONS

from .example import clockless, crowded_audit, empty_audit, finding, hostile_audit, missing_key, rich_audit, suppressed
from .rendering import text

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def commands(audit: Audit, **options: object) -> list[tuple[str, dict[str, str], str]]:
    """Level, properties and message of every annotation, as the runner reads them; the closing one left out."""
    lines = text("github", audit, **options).split("\n")
    assert lines.pop() == ""
    found = [COMMAND.fullmatch(line) for line in lines]
    assert None not in found
    parts = [match.groups() for match in found if match]
    return [(level, dict(pair.split("=", 1) for pair in pairs.split(",")), words) for level, pairs, words in parts][:-1]


def alone(**changes: object) -> Audit:
    return Audit(empty_audit().summary, (), (finding(**changes),), (), ())


@pytest.mark.parametrize(
    ("severity", "level"),
    [
        (Severity.HIGH, "error"),
        (Severity.MEDIUM, "warning"),
        (Severity.LOW, "notice"),
        (Severity.INFO, "notice"),
    ],
)
def test_level_follows_the_severity(severity: Severity, level: str) -> None:
    assert [command[0] for command in commands(alone(severity=severity))] == [level]


def test_it_stands_at_the_second_copy() -> None:
    (_, place, message) = commands(alone())[0]
    assert place["file"] == "traces/payments.jsonl"
    assert place["line"] == "15"
    assert unquote(place["title"]) == "duplicate-side-effect: charge_card"
    assert "sent again 4 s after" in message


def test_it_stands_at_the_anchor_when_there_is_one() -> None:
    (_, place, _) = commands(alone(), anchor="doublefire.toml")[0]
    assert (place["file"], place["line"]) == ("doublefire.toml", "1")


def test_without_a_line_only_the_file() -> None:
    audit = Audit(empty_audit().summary, (), (clockless(),), (), ())
    assert set(commands(audit)[0][1]) == {"file", "title"}


def test_without_copies_no_file() -> None:
    assert set(commands(alone(calls=()))[0][1]) == {"title"}


def test_special_characters_are_percent_encoded() -> None:
    line = text("github", alone(tool="a,b:c%d", message="100% sure: a, b")).split("\n")[0]
    assert "title=duplicate-side-effect%3A a%2Cb%3Ac%25d::100%25 sure: a, b%0A" in line


def test_the_worst_first() -> None:
    levels = [command[0] for command in commands(rich_audit())]
    assert levels == sorted(levels, key=["error", "warning", "notice"].index)


def test_no_more_than_github_keeps_and_the_rest_is_counted() -> None:
    lines = text("github", crowded_audit(findings=120, copies=2)).splitlines()
    assert len(lines) == MAX_ANNOTATIONS
    assert lines[-1].startswith("::notice title=doublefire::120 findings")


def test_suppressed_findings_are_not_annotated() -> None:
    assert commands(Audit(empty_audit().summary, (), (suppressed(),), (), ())) == []


def test_no_findings_one_notice() -> None:
    assert text("github", empty_audit()) == "::notice title=doublefire::No finding in 3 executions of 1 tool.\n"


def test_hostile_text_makes_no_command() -> None:
    audit = hostile_audit()
    assert len(commands(audit)) == sum(found.suppressed is None for found in audit.findings)
    assert "\x1b" not in text("github", audit)
    assert "\u202e" not in text("github", audit)


def test_per_tool_findings_carry_the_advice() -> None:
    audit = Audit(empty_audit().summary, (), (missing_key(),), (), ())
    assert "Add an idempotency key to this tool" in commands(audit)[0][2]
