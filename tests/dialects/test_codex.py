"""Codex: responses are told apart by what lies between them, and events give the outcome under the request's name."""

from __future__ import annotations

from typing import Any

import pytest

from doublefire.ingest.dialects.codex import DIALECT
from doublefire.model import Effect, Kind, Mark, MarkKind, Outcome, Sighting

from .emissions import emissions_of

AT = "2026-03-02T09:00:00.000Z"
META = {"timestamp": AT, "type": "session_meta", "payload": {"id": "s"}}


def item(**payload: Any) -> dict[str, Any]:
    return {"timestamp": AT, "type": "response_item", "payload": payload}


def call(call_id: str, name: str = "pay", **fields: Any) -> dict[str, Any]:
    return item(type="function_call", name=name, arguments='{"cents": 5}', call_id=call_id, **fields)


def output(call_id: str, text: Any = "ok") -> dict[str, Any]:
    return item(type="function_call_output", call_id=call_id, output=text)


def completed(**payload: Any) -> dict[str, Any]:
    return {"timestamp": AT, "type": "event_msg", "payload": {"type": "item_completed", "item": payload}}


def sightings(*lines: dict[str, Any]) -> list[Sighting]:
    return [seen for seen in emissions_of(DIALECT, [META, *lines]) if isinstance(seen, Sighting)]


@pytest.mark.parametrize(
    ("lines", "turns"),
    [
        ([call("a"), call("b")], ["1", "1"]),
        (
            [item(type="reasoning"), call("a"), item(type="message", role="assistant", content=[]), call("b")],
            ["1", "1"],
        ),
        ([call("a"), output("a"), call("b")], ["1", "2"]),
        ([call("a"), call("b"), output("a"), output("b"), call("c")], ["1", "1", "2"]),
        ([call("a"), item(type="message", role="user", content=[]), call("b")], ["1", "2"]),
        ([call("a"), completed(type="McpToolCall", id="a"), call("b")], ["1", "1"]),
    ],
)
def test_a_response_ends_where_the_model_is_told_something(lines: list[dict[str, Any]], turns: list[str]) -> None:
    assert [seen.turn for seen in sightings(*lines) if seen.kind is Kind.REQUEST] == turns


@pytest.mark.parametrize(
    ("fields", "tool"),
    [
        ({"name": "charge"}, "charge"),
        ({"name": "mcp__pay__charge"}, "mcp__pay__charge"),
        ({"name": "charge", "namespace": "mcp__pay"}, "mcp__pay__charge"),
        ({"name": "charge", "namespace": "mcp__pay__"}, "mcp__pay__charge"),
        ({"name": "charge", "namespace": None}, "charge"),
    ],
)
def test_namespace_and_name_are_one_tool(fields: dict[str, Any], tool: str) -> None:
    assert [seen.tool for seen in sightings(call("a", **fields))] == [tool]


def test_an_event_takes_name_and_arguments_of_its_request() -> None:
    item = completed(
        type="McpToolCall", id="a", server="my pay", tool="charge", arguments={"cents": 5, "currency": None}
    )
    asked, ran = sightings(call("a", "mcp__my_pay__charge"), item)
    assert (ran.kind, ran.tool, ran.arguments) == (Kind.EXECUTION, asked.tool, asked.arguments)


@pytest.mark.parametrize(
    ("fields", "failed", "verdict", "effect"),
    [
        ({"type": "McpToolCall", "status": "completed"}, False, None, None),
        ({"type": "McpToolCall", "status": "completed", "readOnlyHint": True}, False, None, Effect.READ),
        ({"type": "McpToolCall", "status": "completed", "readOnlyHint": False}, False, None, None),
        ({"type": "McpToolCall", "status": "failed"}, True, None, None),
        ({"type": "McpToolCall", "status": "completed", "result": {"isError": True}}, True, None, None),
        ({"type": "McpToolCall", "status": "declined"}, True, Outcome.NOT_EXECUTED, None),
        ({"type": "CommandExecution", "status": "completed", "exit_code": 0}, False, None, None),
        ({"type": "CommandExecution", "status": "failed", "exit_code": 1}, True, None, None),
        ({"type": "CommandExecution", "status": "declined"}, True, Outcome.NOT_EXECUTED, None),
        ({"type": "CommandExecution"}, None, None, None),
        ({"type": "FileChange", "status": "completed"}, False, None, None),
        ({"type": "FileChange", "status": "failed"}, True, None, None),
    ],
)
def test_the_outcome_of_an_item(
    fields: dict[str, Any], failed: bool | None, verdict: Outcome | None, effect: Effect | None
) -> None:
    (ran,) = sightings(completed(id="a", **fields))
    assert (ran.status.failed, ran.status.verdict, ran.effect) == (failed, verdict, effect)


@pytest.mark.parametrize("kind", ["UserMessage", "AgentMessage", "Reasoning", "Plan", "Extension", "Unheard"])
def test_items_that_run_nothing_are_no_executions(kind: str) -> None:
    assert sightings(completed(type=kind, id="a", content=[])) == []


def test_history_that_a_compaction_repeats_is_not_read() -> None:
    history = [call("a")["payload"], output("a")["payload"]]
    assert sightings({"timestamp": AT, "type": "compacted", "payload": {"replacement_history": history}}) == []


def fork(*lines: tuple[str, dict[str, Any]]) -> list[Sighting]:
    head = [
        {**META, "payload": {"id": "child", "forked_from_id": "parent"}},
        {**META, "payload": {"id": "parent"}},
    ]
    return [
        seen
        for seen in emissions_of(DIALECT, [*head, *({**line, "timestamp": at} for at, line in lines)])
        if isinstance(seen, Sighting)
    ]


@pytest.mark.parametrize("copied_at", ["2026-03-02T09:00:00.200Z", "2026-03-01T17:00:00.000Z"])
def test_lines_copied_into_a_fork_belong_to_its_parent(copied_at: str) -> None:
    seen = fork((copied_at, call("a")), (copied_at, output("a")), ("2026-03-02T09:00:30.000Z", call("b")))
    assert [item.session for item in seen] == ["parent", "parent", "child"]


def test_a_header_written_again_is_no_fork() -> None:
    assert [seen.session for seen in sightings(META, call("a"))] == ["s"]


@pytest.mark.parametrize(
    ("content", "human"),
    [
        ("Pay Ada", True),
        ("<user_shell_command>ls</user_shell_command>", True),
        ("<environment_context>\n</environment_context>", False),
        ("# AGENTS.md instructions for /app\n\n<INSTRUCTIONS>", False),
        ("<turn_aborted>\n", False),
    ],
)
def test_who_speaks_under_role_user(content: str, human: bool) -> None:
    line = item(type="message", role="user", content=[{"type": "input_text", "text": content}])
    marks = [mark for mark in emissions_of(DIALECT, [META, line]) if isinstance(mark, Mark)]
    assert [mark.kind for mark in marks] == [MarkKind.USER] * human
