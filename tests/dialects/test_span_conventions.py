"""The conventions on top of spans: every framework's names, wrappings and traps, and a framework that nobody knows."""

from __future__ import annotations

from typing import Any

import pytest

from doublefire.ingest import vocabulary
from doublefire.ingest.vocabulary import ModelSpan, ToolSpan
from doublefire.model import ABSENT, Kind, MarkKind, Outcome, SessionOf
from doublefire.semantics.effects import is_pseudo_tool

from .otel import children, execution, marks, places, read, sightings
from .span_flavours import CHAT_CALL, FLAVOURS, MODELS, PARTS, REFUND, TOLD, TOOL


@pytest.mark.parametrize(("name", "attributes", "fields"), FLAVOURS.values(), ids=FLAVOURS)
def test_one_call_in_every_flavour(name: str, attributes: dict[str, Any], fields: dict[str, Any]) -> None:
    call = execution(name, attributes, **fields)
    assert (call.tool, call.call_id, call.arguments) == ("refund", "call_7", {"order": 7})
    assert call.result == "done"


@pytest.mark.parametrize(
    ("name", "attributes", "tool"),
    [
        ("tools/call refund", {"mcp.method.name": "tools/call"}, "refund"),
        ("MCP send tools/call refund", {"mcp.method.name": "tools/call", "jsonrpc.request.id": "4"}, "refund"),
        ("execute_tool Shop-refund", {"gen_ai.operation.name": "execute_tool"}, "Shop-refund"),
        ("execute_tool refund", {}, "refund"),
    ],
)
def test_names_that_only_the_span_holds(name: str, attributes: dict[str, Any], tool: str) -> None:
    call = execution(name, attributes)
    assert (call.tool, call.arguments) == (tool, ABSENT)


def test_a_bare_single_argument_stands_alone() -> None:
    call = execution("get", {"openinference.span.kind": "TOOL", "tool.name": "get", "input.value": "R1"})
    assert call.arguments == "R1"


@pytest.mark.parametrize(
    "attributes",
    [
        {"gcp.vertex.agent.tool_call_args": "{}", "gen_ai.tool.name": "refund"},
        {"gcp.vertex.agent.tool_call_args": "N/A", "gen_ai.tool.name": "refund"},
        TOOL,
    ],
)
def test_what_was_not_recorded_is_absent_and_not_empty(attributes: dict[str, Any]) -> None:
    assert execution("execute_tool refund", attributes).arguments is ABSENT


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("execute_tool (merged)", {"gen_ai.operation.name": "execute_tool"}),
        ("running tools", {"tools": ["a"]}),
        ("running 2 tools", {"tools": ["a", "b"]}),
        ("orchestrate_tools", {"gen_ai.operation.name": "orchestrate_tools"}),
        ("execute_event_loop_cycle", {"gen_ai.operation.name": "execute_event_loop_cycle"}),
        ("invoke_agent x", {"gen_ai.operation.name": "invoke_agent", **TOLD}),
        ("agent run", {"all_messages_events": "[]"}),
        ("tools", {"openinference.span.kind": "CHAIN", "input.value": "[]"}),
        ("ai.generateText", {"ai.operationId": "ai.generateText", "ai.response.toolCalls": "[]"}),
        ("claude_code.tool.execution", {"span.type": "tool.execution", "success": "true"}),
        ("mcp__paymentssend_sms", {}),
        ("Task Created", {}),
    ],
)
def test_spans_around_tools_run_nothing(name: str, attributes: dict[str, Any]) -> None:
    seen = sightings(read(name, attributes), Kind.EXECUTION)
    assert [item.tool for item in seen if not is_pseudo_tool(item.tool or "")] == []
    assert len(places(read(name, attributes))) == 1


def test_a_pending_span_of_logfire_says_nothing_at_all() -> None:
    assert read("running tool", {**TOOL, "logfire.span_type": "pending_span", "session.id": "s"}) == []


@pytest.mark.parametrize(
    ("attributes", "failed", "verdict"),
    [
        ({"pydantic_ai.tool.failure_stage": "validation"}, True, Outcome.NOT_EXECUTED),
        ({"pydantic_ai.tool.deferral.name": "ApprovalRequired"}, True, Outcome.NOT_EXECUTED),
        ({"pydantic_ai.tool.deferral.name": "CallDeferred"}, False, None),
        ({"pydantic_ai.tool.retry.cause": "model_retry"}, True, None),
        ({}, True, None),
    ],
)
def test_how_pydantic_ai_says_what_an_error_is(
    attributes: dict[str, Any], failed: bool, verdict: Outcome | None
) -> None:
    call = execution("execute_tool refund", {**TOOL, **attributes}, failed=True)
    assert (call.status.failed, call.status.verdict) == (failed, verdict)


@pytest.mark.parametrize(
    ("error_type", "expected"),
    [("tool_error", "TimeoutError"), ("_OTHER", "TimeoutError"), ("HTTPError", "HTTPError"), (None, "TimeoutError")],
)
def test_an_exception_event_names_what_a_generic_error_type_does_not(error_type: str | None, expected: str) -> None:
    event = ("exception", None, {"exception.type": "TimeoutError", "exception.message": "timed out"})
    status = execution("execute_tool refund", {**TOOL, "error.type": error_type}, events=[event]).status
    assert (status.failed, status.error_type, status.message) == (True, expected, "timed out")


@pytest.mark.parametrize("name", vocabulary.SESSION)
def test_every_name_of_a_conversation(name: str) -> None:
    assert SessionOf("0af7651916cd43dd8448eb211c80319c", "s1") in read("x", {name: "s1"})


@pytest.mark.parametrize("attributes", [{"mcp.session.id": "m1"}, {"session.id": ""}, {"session.id": ["a"]}, {}])
def test_what_names_no_conversation(attributes: dict[str, Any]) -> None:
    assert not [item for item in read("tools/call refund", attributes) if isinstance(item, SessionOf)]


# --- model calls -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attributes", "events"), MODELS.values(), ids=MODELS)
def test_one_request_in_every_flavour(attributes: dict[str, Any], events: list[Any]) -> None:
    found = read("model", attributes, kind="client", events=events)
    (request,) = sightings(found, Kind.REQUEST)
    assert (request.tool, request.call_id, request.arguments) == ("refund", "call_7", {"order": 7})
    assert request.turn == request.span
    assert [mark.kind for mark in marks(found) if mark.kind is not MarkKind.USER] == [MarkKind.MODEL]


def test_a_failed_model_call_is_an_error_and_asks_for_nothing() -> None:
    found = read("chat x", {"gen_ai.operation.name": "chat", "error.type": "timeout", **TOLD}, failed=True)
    assert [mark.kind for mark in marks(found)] == [MarkKind.MODEL_ERROR]
    assert sightings(found, Kind.REQUEST) == []


def test_history_is_no_request_and_only_its_newest_results_count() -> None:
    history = [
        {"role": "user", "parts": [{"type": "text", "content": "refund 7"}]},
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "a", "name": "look", "arguments": {}}]},
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "a", "result": "old"}]},
        {"role": "assistant", "parts": PARTS},
        {"role": "user", "parts": [{"type": "tool_call_response", "id": "call_7", "response": "new"}]},
    ]
    found = read("chat x", {"gen_ai.operation.name": "chat", "gen_ai.input.messages": history})
    assert sightings(found, Kind.REQUEST) == []
    assert [(item.call_id, item.result) for item in sightings(found, Kind.RESULT)] == [("call_7", "new")]


def test_a_tool_that_ran_at_the_provider_is_asked_and_answered_at_once() -> None:
    parts = [
        {"type": "server_tool_call", "id": "s1", "name": "send_mail", "server_tool_call": {"type": "x", "to": "a@b.c"}},
        {"type": "server_tool_call_response", "id": "s1", "server_tool_call_response": {"type": "x", "ok": True}},
    ]
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": [{"role": "assistant", "parts": parts}]}
    found = read("chat x", attributes)
    assert [item.arguments for item in sightings(found, Kind.REQUEST)] == [{"to": "a@b.c"}]
    assert [item.call_id for item in sightings(found, Kind.RESULT)] == ["s1"]


# --- child requests --------------------------------------------------------------------------------------------------


def test_a_request_below_a_tool_carries_its_status_and_key() -> None:
    attributes = {
        "http.request.method": "post",
        "url.full": "https://Pay.example/v1/charges?x=1",
        "http.response.status_code": "503",
        "http.request.resend_count": 2,
        "http.request.header.idempotency-key": ["k-1"],
    }
    (request,) = children(read("POST", attributes, kind="client"))
    assert (request.verb, request.address, request.status, request.resend, request.key) == (
        "POST",
        "pay.example/v1/charges",
        503,
        2,
        "k-1",
    )


@pytest.mark.parametrize("status", ["soon", 10**30, float("nan"), float("inf"), [500], None, "9" * 5000])
def test_a_status_that_is_none(status: Any) -> None:
    (request,) = children(read("POST", {"http.method": "POST", "http.status_code": status}))
    assert request.status is None


# --- a framework that nobody knows -----------------------------------------------------------------------------------


def test_a_flavour_that_differs_only_in_names_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    tool = ToolSpan(
        "otter",
        tests=(vocabulary.Test("otter.step", "act"),),
        tool=("otter.verb",),
        server=("otter.desk",),
        arguments=("otter.with",),
        result=("otter.got",),
        call_id=("otter.no",),
        refused=(vocabulary.Test("otter.vetoed", "yes"),),
    )
    model = ModelSpan(
        "otter",
        tests=(vocabulary.Test("otter.step", "think"),),
        output=(("otter.said", "chat"),),
        response_id=("otter.thought",),
    )
    acted = {"otter.step": "act", "otter.verb": "refund", "otter.desk": "shop", "otter.with": REFUND, "otter.no": "n1"}
    thought = {
        "otter.step": "think",
        "otter.thought": "t1",
        "otter.said": [{"role": "assistant", "tool_calls": [CHAT_CALL]}],
    }
    assert sightings(read("act", acted), Kind.EXECUTION) == []
    monkeypatch.setattr(vocabulary, "TOOLS", (*vocabulary.TOOLS, tool))
    monkeypatch.setattr(vocabulary, "MODELS", (*vocabulary.MODELS, model))
    call = execution("act", {**acted, "otter.vetoed": "yes"})
    assert (call.tool, call.call_id, call.arguments) == ("shop.refund", "n1", {"order": 7})
    assert call.status.verdict is Outcome.NOT_EXECUTED
    (request,) = sightings(read("think", thought), Kind.REQUEST)
    assert (request.tool, request.turn) == ("refund", "t1")
