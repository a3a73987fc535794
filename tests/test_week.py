"""Weeks of a support agent that nobody has seen: the nine duplicates of each, all of them and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from doublefire.api import audit
from doublefire.model import Audit, Confidence
from doublefire.settings import Settings

SAMPLES = Path(__file__).parents[1] / "sample_traces"
REPEAT_RULES = {
    "duplicate-side-effect",
    "hidden-retry",
    "idempotency-key-conflict",
    "idempotency-key-not-enforced",
    "unstable-idempotency-key",
}
Copies = set[tuple[str, frozenset[str | None]]]


def make_week(seed: int, folder: Path) -> tuple[Path, Path]:
    trace, answers = folder / "trace.jsonl", folder / "answers.json"
    script = [sys.executable, str(SAMPLES / "make_week.py"), "--seed", str(seed)]
    subprocess.run([*script, "--out", str(trace), "--answers", str(answers)], check=True)
    return trace, answers


def key(answers: Path) -> Copies:
    return {(answer["tool"], frozenset(answer["span_ids"])) for answer in json.loads(answers.read_text("utf-8"))}


def accused(result: Audit) -> Copies:
    """The copies of every repeat finding that is at least of medium confidence."""
    return {
        (finding.tool, frozenset(call.place.span_id for call in finding.calls))
        for finding in result.findings
        if finding.rule in REPEAT_RULES and finding.confidence != Confidence.LOW
    }


@pytest.mark.parametrize("seed", range(1001, 1021))
def test_nine_duplicates_and_nothing_else(seed: int, tmp_path: Path) -> None:
    trace, answers = make_week(seed, tmp_path)
    assert len(key(answers)) == 9
    assert accused(audit([trace], Settings())) == key(answers)


def test_the_week_that_is_checked_in() -> None:
    result = audit([SAMPLES / "week.otlp.jsonl"], Settings())
    assert accused(result) == key(SAMPLES / "week.answers.json")
    assert result.summary.rejected == 0


def test_checked_in_week_is_what_the_script_writes(tmp_path: Path) -> None:
    trace, answers = make_week(7, tmp_path)
    assert trace.read_bytes() == (SAMPLES / "week.otlp.jsonl").read_bytes()
    assert answers.read_bytes() == (SAMPLES / "week.answers.json").read_bytes()


def test_answers_are_nowhere_in_the_trace(tmp_path: Path) -> None:
    trace, answers = make_week(3, tmp_path)
    text = trace.read_text("utf-8").casefold()
    assert not [answer["how"] for answer in json.loads(answers.read_text("utf-8")) if answer["how"].casefold() in text]
    assert "duplicate" not in text


def test_weeks_of_two_seeds_share_no_copies(tmp_path: Path) -> None:
    first = key(make_week(1, tmp_path)[1])
    assert first.isdisjoint(key(make_week(2, tmp_path)[1]))


FOUND = [
    ("payments.log.jsonl", {("duplicate-side-effect", "charge_card"), ("unstable-idempotency-key", "create_shipment")}),
    ("coding-session.claude.jsonl", {("duplicate-side-effect", "mcp__tracker__create_issue")}),
    ("help-desk.chat.jsonl", {("duplicate-side-effect", "send_email")}),
    ("refunds.openinference.jsonl.gz", {("duplicate-side-effect", "refund_order")}),
]


@pytest.mark.parametrize(("name", "expected"), FOUND)
def test_small_samples_show_what_their_readme_says(name: str, expected: set[tuple[str, str]]) -> None:
    findings = [finding for finding in audit([SAMPLES / name], Settings()).findings if finding.rule in REPEAT_RULES]
    assert {(finding.rule, finding.tool) for finding in findings} == expected
    assert len(findings) == len(expected)
    assert all(len(finding.calls) == 2 for finding in findings)
    assert Confidence.LOW not in {finding.confidence for finding in findings}


def test_no_clock_no_high_confidence() -> None:
    findings = audit([SAMPLES / "help-desk.chat.jsonl"], Settings()).findings
    assert {finding.confidence for finding in findings if finding.rule in REPEAT_RULES} == {Confidence.MEDIUM}


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.jsonl*")), ids=lambda sample: sample.name)
def test_every_sample_is_told_of(sample: Path) -> None:
    assert f"`{sample.name}`" in (SAMPLES / "README.md").read_text("utf-8")
