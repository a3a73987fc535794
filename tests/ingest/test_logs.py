"""Log records: the tool events of command-line agents as rows of data, marks, and messages told as events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.ingest import log_vocabulary
from doublefire.ingest.log_vocabulary import ToolEvent
from doublefire.ingest.logs import LogRecord, log_emissions
from doublefire.model import ABSENT, Kind, Mark, MarkKind, Outcome, SessionOf, Sighting

END = 1_767_323_045_000_000_000
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def emitted(event: str, attributes: dict[str, Any], body: Any = None) -> list[Any]:
    return list(log_emissions(LogRecord(event, END, "t" * 32, "s" * 16, attributes, body)))


def call(event: str, attributes: dict[str, Any]) -> Sighting:
    (found,) = [item for item in emitted(event, attributes) if isinstance(item, Sighting)]
    return found


def test_claude_code_names_the_tool_of_a_server_in_its_details() -> None:
    found = call(
        "tool_result",
        {
            "session.id": "s1",
            "tool_name": "mcp_tool",
            "tool_use_id": "toolu_1",
            "success": "true",
            "duration_ms": "119",
            "tool_input": '{"cents":500}',
            "tool_parameters": '{"mcp_server_name":"pay","mcp_tool_name":"charge_card"}',
        },
    )
    assert (found.tool, found.call_id, found.session, found.arguments) == (
        "mcp__pay__charge_card",
        "toolu_1",
        "s1",
        {"cents": 500},
    )
    assert (found.start_ns, found.end_ns, found.status.failed) == (END - 119_000_000, END, False)


def test_claude_code_without_details_shows_a_command_only() -> None:
    found = call("claude_code.tool_result", {"tool_name": "Bash", "tool_parameters": '{"full_command": "ls"}'})
    assert (found.tool, found.arguments) == ("Bash", {"command": "ls"})
    assert call("claude_code.tool_result", {"tool_name": "Read"}).arguments is ABSENT


def test_codex_prefixes_servers_and_not_its_own_tools() -> None:
    attributes = {"conversation.id": "c1", "call_id": "call_1", "tool_name": "charge", "arguments": '{"cents":500}'}
    found = call("codex.tool_result", {**attributes, "tool_namespace": "mcp__pay", "output": "ok"})
    assert (found.tool, found.session, found.result) == ("mcp__pay__charge", "c1", "ok")
    assert call("codex.tool_result", {**attributes, "tool_namespace": "shell"}).tool == "charge"


@pytest.mark.parametrize(
    ("fields", "failed", "verdict"),
    [
        ({"success": "true"}, False, None),
        ({"success": True}, False, None),
        ({"success": "false", "error": "boom"}, True, None),
        ({"success": "false", "decision": "reject"}, True, Outcome.NOT_EXECUTED),
        ({"decision": "auto_accept"}, False, None),
    ],
)
def test_gemini_cli_says_how_a_call_ended(fields: dict[str, Any], failed: bool, verdict: Outcome | None) -> None:
    found = call("gemini_cli.tool_call", {"function_name": "pay", "function_args": '{"a": 1}', **fields})
    assert (found.status.failed, found.status.verdict) == (failed, verdict)


def test_one_more_agent_is_one_more_row(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ToolEvent(
        ("otter.act",),
        tool=("otter.verb",),
        server=(),
        arguments=("otter.with",),
        result=("otter.got",),
        call_id=("otter.no",),
        error=("otter.why",),
    )
    attributes = {"otter.verb": "pay", "otter.with": '{"a": 1}', "otter.no": 7, "otter.got": "ok"}
    assert emitted("otter.act", attributes) == []
    monkeypatch.setattr(log_vocabulary, "TOOL_EVENTS", (*log_vocabulary.TOOL_EVENTS, row))
    found = call("otter.act", attributes)
    assert (found.tool, found.arguments, found.call_id, found.result) == ("pay", {"a": 1}, "7", "ok")


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ("user_prompt", MarkKind.USER),
        ("codex.user_prompt", MarkKind.USER),
        ("api_request", MarkKind.MODEL),
        ("gemini_cli.api_error", MarkKind.MODEL_ERROR),
    ],
)
def test_events_that_mark_a_session(event: str, kind: MarkKind) -> None:
    session, mark = emitted(event, {"session.id": "s1"})
    assert session == SessionOf("t" * 32, "s1")
    assert isinstance(mark, Mark)
    assert (mark.kind, mark.session) == (kind, "s1")


@pytest.mark.parametrize("event", ["tool_decision", "codex.tool_decision", "codex.sse_event", "", "startup"])
def test_other_events_say_nothing(event: str) -> None:
    assert emitted(event, {"tool_name": "pay", "call_id": "c"}) == []


def test_a_model_call_told_as_one_event() -> None:
    asked = [
        {"role": "user", "parts": [{"type": "text", "content": "pay"}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "a", "name": "look", "arguments": {}}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "a", "response": "seen"}]},
    ]
    answered = [
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "b", "name": "pay", "arguments": {"n": 1}}]}
    ]
    values = {"gen_ai.input.messages": asked, "gen_ai.output.messages": answered, "gen_ai.response.id": "r1"}
    found = emitted("gen_ai.client.inference.operation.details", values)
    result = next(item for item in found if isinstance(item, Sighting) and item.kind is Kind.RESULT)
    request = next(item for item in found if isinstance(item, Sighting) and item.kind is Kind.REQUEST)
    assert (result.call_id, result.result, request.call_id, request.arguments) == ("a", "seen", "b", {"n": 1})
    assert (request.turn, [mark.kind for mark in found if isinstance(mark, Mark)]) == ("r1", ["user", "model"])
    assert result.end_ns is not None
    assert request.start_ns is not None
    assert result.end_ns < request.start_ns


def test_a_model_call_told_as_one_event_a_message() -> None:
    choice = {"index": 0, "message": {"tool_calls": [{"id": "b", "function": {"name": "pay", "arguments": "{}"}}]}}
    (request,) = [item for item in emitted("gen_ai.choice", {}, choice) if isinstance(item, Sighting)]
    (result,) = emitted("gen_ai.tool.message", {}, {"id": "b", "content": "ok"})
    assert (request.kind, request.tool, request.call_id) == (Kind.REQUEST, "pay", "b")
    assert (result.kind, result.call_id, result.result) == (Kind.RESULT, "b", "ok")


NAMES = sorted({name for row in log_vocabulary.TOOL_EVENTS for name in (*row.tool, *row.arguments, *row.call_id)})
EVENTS = [
    *(event for row in log_vocabulary.TOOL_EVENTS for event in row.events),
    "gen_ai.choice",
    "gen_ai.tool.message",
]


@given(
    st.sampled_from(EVENTS),
    st.dictionaries(
        st.sampled_from([*NAMES, "duration_ms", "success", "decision", "message", "tool_parameters"]), JSON
    ),
    JSON,
)
def test_values_of_any_kind_are_read_without_raising(event: str, attributes: dict[str, Any], body: Any) -> None:
    for item in emitted(event, attributes, body):
        assert not isinstance(item, Sighting) or item.start_ns is None or abs(item.start_ns) < 2**63
