"""The judge is only worth something if it can say no."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from .judge import misspelt, problems
from .story import Story, load

TWO_POSTS = """
title = "Two posts"
event = [
  { kind = "llm", id = "m1", at = 0, calls = [{ id = "a", tool = "post" }, { id = "b", tool = "post" }] },
  { kind = "tool", id = "e1", call = "a", at = 1 },
  { kind = "tool", id = "e2", call = "b", at = 2 },
]
"""
WANTED = {
    "rule": "duplicate-side-effect",
    "tool": "post",
    "calls": ["e1", "e2"],
    "cause": ["model-reemission"],
    "confidence": "medium",
    "max_confidence": "medium",
    "confirmed_effects": 2,
}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    path = tmp_path / "two_posts.toml"
    path.write_text(TWO_POSTS, encoding="utf-8")
    return load(path)


def _calls(*lines: int) -> list[dict[str, Any]]:
    return [{"span_id": None, "line": line, "session": "s1", "call_id": None} for line in lines]


def _report(*, executions: int = 2, cleared: str | None = None, **finding: Any) -> dict[str, Any]:
    found = {
        "rule": "duplicate-side-effect",
        "tool": "post",
        "calls": _calls(1, 2),
        "cause": "model-reemission",
        "confidence": "medium",
        "confirmed_effects": 2,
        **finding,
    }
    return {
        "findings": [found] if cleared is None else [],
        "cleared": [] if cleared is None else [{"reason": cleared, "calls": _calls(1, 2)}],
        "tools": [{"tool": "post", "effect": "write"}],
        "summary": {"executions": executions},
    }


def _expecting(story: Story, **expect: Any) -> Story:
    return replace(story, expect=expect)


@pytest.mark.parametrize(
    ("expect", "report"),
    [
        ({"finding": [WANTED]}, _report()),
        ({"cleared": [{"calls": ["e1", "e2"], "reason": ["read", "conflict"]}]}, _report(cleared="read")),
        ({"at_most": [{"calls": ["e1", "e2"], "confidence": "medium"}]}, _report()),
        ({"tool": [{"tool": "post", "effect": "write"}]}, _report(cleared="read")),
    ],
)
def test_it_is_content_when_all_is_as_expected(story: Story, expect: dict[str, Any], report: dict[str, Any]) -> None:
    assert problems(_expecting(story, **expect), report, "jsonl") == []


@pytest.mark.parametrize(
    "finding",
    [
        {"rule": "hidden-retry"},
        {"tool": "put"},
        {"calls": _calls(1)},
        {"cause": "replay"},
        {"confidence": "low"},
        {"confidence": "high"},
        {"confirmed_effects": 1},
    ],
)
def test_it_minds_a_finding_that_differs(story: Story, finding: dict[str, Any]) -> None:
    assert problems(_expecting(story, finding=[WANTED]), _report(**finding), "jsonl")


@pytest.mark.parametrize(
    ("expect", "report"),
    [
        ({}, _report()),
        ({"finding": [WANTED]}, _report(cleared="read")),
        ({"finding": [WANTED, WANTED]}, _report()),
        ({"cleared": [{"calls": ["e1", "e2"], "reason": "read"}]}, _report(cleared="conflict")),
        ({"cleared": [{"calls": ["e1"], "reason": "read"}]}, _report(cleared="read")),
        ({"at_most": [{"calls": ["e1", "e2"], "confidence": "low"}]}, _report()),
        ({"at_most": [{"calls": ["e1"], "confidence": "high"}]}, _report()),
        ({"tool": [{"tool": "post", "effect": "read"}]}, _report(cleared="read")),
        ({"tool": [{"tool": "put"}]}, _report(cleared="read")),
        ({"finding": [WANTED], "absent": [{"rule": "duplicate-side-effect", "tool": "post"}]}, _report()),
        ({"finding": [WANTED]}, _report(executions=3)),
        ({"finding": [WANTED], "count": {"executions": 1}}, _report()),
    ],
)
def test_it_minds_what_is_missing_and_what_is_too_much(
    story: Story, expect: dict[str, Any], report: dict[str, Any]
) -> None:
    assert problems(_expecting(story, **expect), report, "jsonl")


@pytest.mark.parametrize(
    "expect",
    [
        {"findings": [WANTED]},
        {"finding": [{**WANTED, "confidense": "high"}]},
        {"cleared": [{"calls": ["e1", "e9"], "reason": "read"}]},
    ],
)
def test_it_notices_expectations_that_nothing_would_check(story: Story, expect: dict[str, Any]) -> None:
    assert misspelt(_expecting(story, **expect))
    assert misspelt(_expecting(story, finding=[WANTED])) == []
