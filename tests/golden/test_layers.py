"""Two files of one run given together count each call once: other layers, copies, another encoding of one trace."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from doublefire.api import audit

from .test_golden import DATA

OTLP = DATA / "otlp"


@pytest.mark.parametrize(
    ("names", "executions", "findings"),
    [
        (("mcp-client.jsonl.gz", "mcp-server.jsonl"), 6, {"charge_card": 2}),
        (("mcp-server.jsonl", "mcp-client.jsonl.gz"), 6, {"charge_card": 2}),
        (
            ("claude-code-spans.jsonl.gz", "claude-code-logs.jsonl.gz"),
            7,
            {"mcp__payments__charge_card": 2, "mcp__payments__send_sms": 2},
        ),
        (
            ("claude-code-logs.jsonl.gz", "claude-code-logs.pb"),
            7,
            {"mcp__payments__charge_card": 2, "mcp__payments__send_sms": 2},
        ),
        (("google-adk-spans.jsonl", "google-adk-logs.jsonl"), 5, {"notify": 2}),
        (("pydantic-ai-5.jsonl.gz", "pydantic-ai-5.pb"), 5, {"charge_card": 2, "send_email": 2}),
        (
            ("pydantic-ai-5.jsonl.gz", "collector-frames.bin", "pydantic-ai-5.pb"),
            5,
            {"charge_card": 2, "send_email": 2},
        ),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, tuple) else None,
)
def test_each_call_counts_once(names: tuple[str, ...], executions: int, findings: dict[str, int]) -> None:
    result = audit([OTLP / name for name in names])
    assert result.summary.executions == executions
    assert {finding.tool: finding.possible_effects for finding in result.findings if finding.cause} == findings


def test_separate_runs_stay_separate() -> None:
    result = audit([OTLP / "pydantic-ai-2.jsonl.gz", OTLP / "pydantic-ai-5.jsonl.gz"])
    assert result.summary.executions == 10


def test_arguments_that_only_the_log_holds_reach_the_span() -> None:
    result = audit([OTLP / "google-adk-spans.jsonl", OTLP / "google-adk-logs.jsonl"])
    (finding,) = [finding for finding in result.findings if finding.cause]
    assert all(call.arguments for call in finding.calls)
    assert all((call.call_id or "").startswith("adk-") for call in finding.calls)


def test_a_copied_session_file_adds_nothing(tmp_path: Path) -> None:
    original = DATA / "claude-code" / "session.jsonl"
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(original.read_bytes())
    assert audit([original, copy]).summary.executions == audit([original]).summary.executions


def test_a_forked_session_repeats_its_history_and_not_its_calls(tmp_path: Path) -> None:
    text = (DATA / "claude-code" / "session.jsonl").read_text("utf-8").replace('"toolu_', '"toolu_01QmZ8vK4xTn')
    original, fork = tmp_path / "original.jsonl", tmp_path / "fork.jsonl"
    original.write_text(text, encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    fork.write_text("".join(json.dumps({**line, "sessionId": "the-fork"}) + "\n" for line in lines), encoding="utf-8")
    assert audit([original, fork]).summary.executions == audit([original]).summary.executions
