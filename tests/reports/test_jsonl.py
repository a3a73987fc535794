"""One finding a line, and one call a line."""

from __future__ import annotations

import json

from doublefire.reports import Options
from doublefire.reports.jsonl import render_calls

from .example import call, empty_audit, hostile_audit, retried, rich_audit
from .rendering import render


def test_one_line_per_finding_and_the_same_as_in_json() -> None:
    lines = render("jsonl", rich_audit()).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(render("json", rich_audit()))["findings"]
    assert len(lines) == len(rich_audit().findings)


def test_without_findings_it_is_empty() -> None:
    assert render("jsonl", empty_audit()) == b""


def test_no_text_breaks_a_line() -> None:
    document = render("jsonl", hostile_audit())
    assert document.count(b"\n") == len(hostile_audit().findings)
    assert all(json.loads(line) for line in document.splitlines())


def test_calls_one_per_line() -> None:
    lines = b"".join(render_calls([call(), retried(tool="refund")], Options())).splitlines()
    first, second = (json.loads(line) for line in lines)
    assert (first["tool"], first["line"], first["outcome"]) == ("charge_card", 12, "executed")
    assert (second["tool"], second["line"]) == ("refund", 15)


def test_no_calls_no_lines() -> None:
    assert list(render_calls([], Options())) == []
