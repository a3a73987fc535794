"""The JSON Schema: it is one, every report fits it, and broken documents do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from doublefire.model import Audit
from doublefire.reports.schema_report import report_schema

from .example import crowded_audit, empty_audit, hostile_audit, rich_audit
from .rendering import render

VALIDATOR = Draft202012Validator(report_schema(), format_checker=Draft202012Validator.FORMAT_CHECKER)


def few_of_many() -> Audit:
    return crowded_audit(findings=2)


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(report_schema())
    assert json.loads(json.dumps(report_schema())) == report_schema()


@pytest.mark.parametrize("build", [rich_audit, empty_audit, few_of_many, hostile_audit])
@pytest.mark.parametrize("arguments", ["masked", "full", "none"])
def test_reports_fit(build: Callable[[], Audit], arguments: str) -> None:
    problems = VALIDATOR.iter_errors(json.loads(render("json", build(), arguments=arguments)))
    assert [f"{problem.json_path}: {problem.message}" for problem in problems] == []


BROKEN: list[tuple[str, Callable[[Any], Any]]] = [
    ("another version", lambda r: r.update(schema="doublefire/report/v2")),
    ("a missing part", lambda r: r.pop("cleared")),
    ("a missing field", lambda r: r["findings"][0].pop("fingerprint")),
    ("an unknown severity", lambda r: r["findings"][0].update(severity="critical")),
    ("a null that may not be", lambda r: r["findings"][0].update(tool=None)),
    ("an unknown cause", lambda r: r["findings"][0].update(cause="bad luck")),
    ("a count as text", lambda r: r["summary"].update(calls="6")),
    ("a time without nanoseconds", lambda r: r["findings"][0]["calls"][0].update(start="2026-03-02T09:00:01Z")),
    ("a time as a number", lambda r: r["findings"][0]["calls"][0].update(end=1_772_442_001)),
    ("an unknown reason", lambda r: r["cleared"][0].update(reason="luck")),
    ("a null list", lambda r: r["findings"][0].update(also=None)),
    ("an amount as a number", lambda r: r["findings"][1].update(amount={"value": 42, "currency": None, "unit": None})),
]


@pytest.mark.parametrize("break_it", [pytest.param(change, id=name) for name, change in BROKEN])
def test_broken_documents_do_not_fit(break_it: Callable[[Any], Any]) -> None:
    document = json.loads(render("json", rich_audit()))
    break_it(document)
    assert not VALIDATOR.is_valid(document)


def test_fields_added_later_fit() -> None:
    document = json.loads(render("json", rich_audit()))
    document["findings"][0]["new_field"] = 1
    assert VALIDATOR.is_valid(document)


def test_every_property_says_what_it_means() -> None:
    def properties(schema: Any) -> list[Any]:
        found = list(schema.get("properties", {}).values())
        inner = [*found, *([schema["items"]] if "items" in schema else [])]
        return found + [deeper for part in inner for deeper in properties(part)]

    assert len(properties(report_schema())) > 100
    assert [part for part in properties(report_schema()) if not part.get("description")] == []
