"""Audits of real traces, not of made-up values: what detection hands over is what the reports promise."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from doublefire.api import audit
from doublefire.model import Audit
from doublefire.reports import REPORTS
from doublefire.reports.schema_report import report_schema
from doublefire.settings import Settings

from .rendering import render

SAMPLES = Path(__file__).parents[2] / "sample_traces"


@cache
def audited() -> Audit:
    return audit([SAMPLES], Settings())


def test_report_fits_its_schema() -> None:
    document = json.loads(render("json", audited()))
    problems = Draft202012Validator(report_schema()).iter_errors(document)
    assert [f"{problem.json_path}: {problem.message}" for problem in problems] == []
    assert document["findings"]
    assert document["cleared"]


@pytest.mark.parametrize("name", [report.name for report in REPORTS])
def test_every_report_renders(name: str) -> None:
    assert len(render(name, audited())) > 1000
