"""SARIF: what GitHub code scanning asks for, and that a real validator agrees."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from doublefire.model import Audit, Confidence, Severity
from doublefire.reports.rules_text import RULES

from .example import (
    call,
    clockless,
    crowded_audit,
    empty_audit,
    finding,
    hostile_audit,
    input_row,
    missing_key,
    retried,
    rich_audit,
    suppressed,
    timed_out,
)
from .rendering import render

AUDITS = [rich_audit, empty_audit, crowded_audit, hostile_audit]
LINK = re.compile(r"(?<!\\)\[(?:[^\[\]\\]|\\.)*(?<!\\)\]\((\d+)\)")


def run(audit: Audit, **options: Any) -> dict[str, Any]:
    log = json.loads(render("sarif", audit, **options))
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    assert log["$schema"].startswith("https://")
    assert isinstance(log["runs"][0], dict)
    return log["runs"][0]


def results(*findings: Any, **options: Any) -> list[dict[str, Any]]:
    found = run(Audit(empty_audit().summary, (), findings, (), ()), **options)["results"]
    assert isinstance(found, list)
    return found


def place(result: dict[str, Any]) -> tuple[str, dict[str, int]]:
    location = result["locations"][0]["physicalLocation"]
    return location["artifactLocation"]["uri"], location["region"]


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    else:
        yield value


@pytest.mark.parametrize("build", AUDITS)
def test_everything_that_github_requires(build: Callable[[], Audit]) -> None:
    document = run(build())
    rules = document["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["id"]
        assert rule["shortDescription"]["text"]
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
        assert rule["properties"]["precision"] in ("very-high", "high", "medium", "low")
    for result in document["results"]:
        uri, region = place(result)
        assert uri
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert list(result["partialFingerprints"]) == ["primaryLocationLineHash"]
        assert set(region) == {"startLine", "startColumn", "endLine", "endColumn"}


@pytest.mark.parametrize("build", AUDITS)
def test_no_empty_strings_and_no_nulls(build: Callable[[], Audit]) -> None:
    assert [leaf for leaf in leaves(run(build())) if leaf in ("", None)] == []


def test_even_when_the_trace_has_nothing_but_empty_strings() -> None:
    bare = {"path": "", "span_id": "", "tool": "", "line": None}
    document = run(Audit(empty_audit().summary, (), (finding(tool="", message="", calls=(call(**bare),)),), (), ()))
    assert [leaf for leaf in leaves(document) if leaf in ("", None)] == []


def test_rules_are_all_listed_once() -> None:
    ids = [rule["id"] for rule in run(empty_audit())["tool"]["driver"]["rules"]]
    assert ids == [rule.name for rule in RULES]


@pytest.mark.parametrize(
    ("severity", "level"),
    [
        (Severity.HIGH, "error"),
        (Severity.MEDIUM, "warning"),
        (Severity.LOW, "note"),
        (Severity.INFO, "note"),
    ],
)
def test_level_follows_the_severity_of_the_finding(severity: Severity, level: str) -> None:
    assert results(finding(severity=severity))[0]["level"] == level


def test_it_stands_at_the_second_copy_and_links_the_first() -> None:
    result = results(finding())[0]
    assert place(result) == (
        "traces/payments.jsonl",
        {"startLine": 15, "startColumn": 1, "endLine": 15, "endColumn": 2},
    )
    (related,) = result["relatedLocations"]
    assert related["id"] == 1
    assert related["physicalLocation"]["region"]["startLine"] == 12
    assert related["message"]["text"] == "charge_card: timeout, no key"
    assert "See [copy at line 12](1)." in result["message"]["text"]


@pytest.mark.parametrize("build", AUDITS)
def test_every_link_leads_to_a_related_location(build: Callable[[], Audit]) -> None:
    for result in run(build())["results"]:
        related = [location["id"] for location in result.get("relatedLocations", [])]
        links = [int(number) for number in LINK.findall(result["message"]["text"])]
        assert links == related[: len(links)]
        assert bool(links) is bool(related)


def test_a_hundred_copies_are_related_and_ten_linked() -> None:
    result = run(crowded_audit(findings=1, copies=130))["results"][0]
    assert len(result["relatedLocations"]) == 99
    assert len(LINK.findall(result["message"]["text"])) == 10
    assert "89 more" in result["message"]["text"]


def test_one_copy_has_no_related_location() -> None:
    result = results(finding(calls=(timed_out(),)))[0]
    assert "relatedLocations" not in result
    assert "See" not in result["message"]["text"]
    assert place(result)[1]["startLine"] == 12


def test_a_finding_without_copies_or_line_still_has_a_place() -> None:
    assert place(results(finding(calls=()))[0])[1]["startLine"] == 1
    assert place(results(clockless())[0])[1]["startLine"] == 1


def test_the_anchor_takes_the_alert_and_the_copies_stay_related() -> None:
    result = results(finding(), anchor="agents/doublefire.toml")[0]
    assert place(result)[0] == "agents/doublefire.toml"
    assert [location["physicalLocation"]["region"]["startLine"] for location in result["relatedLocations"]] == [12, 15]


def test_uris_are_relative_and_percent_encoded() -> None:
    copies = (timed_out(path="/repo/a b/c#1.jsonl"), retried(path="/repo/a b/c#1.jsonl"))
    assert place(results(finding(calls=copies), base=Path("/repo"))[0])[0] == "a%20b/c%231.jsonl"


def test_fingerprints_are_ours_and_equal_ones_are_numbered() -> None:
    found = results(finding(), finding(fingerprint="other"), finding())
    hashes = [result["partialFingerprints"]["primaryLocationLineHash"] for result in found]
    assert hashes == [f"{finding().fingerprint}:1", "other:1", f"{finding().fingerprint}:2"]


def test_fingerprints_do_not_move_with_lines() -> None:
    moved = finding(calls=(timed_out(line=112), retried(line=115)))
    assert results(moved)[0]["partialFingerprints"] == results(finding())[0]["partialFingerprints"]


def test_suppressed_findings_say_who_and_why() -> None:
    quiet, loud = results(suppressed(), finding())
    assert quiet["suppressions"] == [{"kind": "external", "justification": "config: sent twice on purpose"}]
    assert loud["suppressions"] == []


def test_message_says_what_why_and_how_sure() -> None:
    message = results(finding(confidence=Confidence.MEDIUM))[0]["message"]["text"]
    assert message.startswith("charge_card was sent again 4 s after its first copy timed out; both may have charged. ")
    assert "Cause: the client gave up waiting" in message
    assert "1 effect confirmed, 2 possible" in message
    assert "Confidence: medium" in message


def test_per_tool_findings_have_no_cause() -> None:
    result = results(missing_key())[0]
    assert "Cause" not in result["message"]["text"]
    assert "cause" not in result["properties"]


def test_brackets_of_a_trace_make_no_links() -> None:
    message = results(finding(message="[click](javascript:x) \\ ](1)"))[0]["message"]["text"]
    assert message.startswith("\\[click\\](javascript:x) \\\\ \\](1)")
    assert LINK.findall(message) == ["1"]


def test_unreadable_records_are_notifications() -> None:
    document = run(Audit(empty_audit().summary, (input_row(),), (), (), ()))
    (invocation,) = document["invocations"]
    notes = invocation["toolExecutionNotifications"]
    assert invocation["executionSuccessful"] is True
    assert [note["message"]["text"] for note in notes] == [
        "not-json: unexpected end of data",
        "too-deep: nested deeper than 1000 levels",
        "1 more record could not be read",
    ]
    assert notes[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert {note["level"] for note in notes} == {"warning"}
    descriptors = document["tool"]["driver"]["notifications"]
    assert {descriptors[note["descriptor"]["index"]]["id"] for note in notes} == {notes[0]["descriptor"]["id"]}


# --- Microsoft's validator, with its rules for GitHub: `npm install --global @microsoft/sarif-multitool` --------------


def validator() -> str:
    """The validator's command. Skips when it is not there, fails when DOUBLEFIRE_REQUIRE names `sarif-multitool`."""
    command = shutil.which("sarif-multitool") or shutil.which("Sarif.Multitool")
    if command is None:
        missing = "sarif-multitool is not installed: npm install --global @microsoft/sarif-multitool"
        if "sarif-multitool" in os.environ.get("DOUBLEFIRE_REQUIRE", "").split(","):
            pytest.fail(missing)
        pytest.skip(missing)
    return command


def complaints(document: bytes, folder: Path) -> list[str]:
    """What the validator reports as an error for a SARIF file: the ids of its rules."""
    (folder / "log.sarif").write_bytes(document)
    return [rule for kind in ("Sarif", "Ghas") for rule in complaints_of(kind, folder)]


def complaints_of(kind: str, folder: Path) -> list[str]:
    """One kind of rules at a time: npm's wrapper hands its arguments to a shell, to which a `;` is its own."""
    command = [validator(), "validate", "log.sarif", "--rule-kind", kind, "--output", f"{kind}.sarif"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert (folder / f"{kind}.sarif").exists(), done.stdout + done.stderr
    verdict = json.loads((folder / f"{kind}.sarif").read_text("utf-8-sig"))
    found = verdict["runs"][0].get("results", [])
    return [result["ruleId"] for result in found if result.get("level") == "error"]


@pytest.mark.parametrize("build", [rich_audit, empty_audit, hostile_audit])
@pytest.mark.parametrize("anchor", [None, "doublefire.toml"])
def test_validator_agrees(build: Callable[[], Audit], anchor: str | None, tmp_path: Path) -> None:
    assert complaints(render("sarif", build(), anchor=anchor), tmp_path) == []


def test_validator_sees_a_result_without_a_place(tmp_path: Path) -> None:
    log = json.loads(render("sarif", rich_audit()))
    log["runs"][0]["results"][0]["locations"] = []
    assert "GH1015" in complaints(json.dumps(log).encode(), tmp_path)
