"""Google ADK: responses find their calls by id, else by tool and order; fragments and asides run nothing."""

from __future__ import annotations

from typing import Any

import pytest

from doublefire.ingest.dialects.google_adk import DIALECT
from doublefire.model import Kind, Sighting

from .emissions import emissions_of


def event(author: str, at: int, *parts: dict[str, Any], role: str = "model", **fields: Any) -> dict[str, Any]:
    content = {"role": role, "parts": list(parts)}
    return {"id": f"e{at}", "invocation_id": "i", "author": author, "timestamp": at, "content": content, **fields}


def call(name: str, value: int, call_id: str | None = None) -> dict[str, Any]:
    return {"function_call": {"name": name, "args": {"n": value}, **({"id": call_id} if call_id else {})}}


def response(name: str, value: Any, call_id: str | None = None) -> dict[str, Any]:
    return {"function_response": {"name": name, "response": {"got": value}, **({"id": call_id} if call_id else {})}}


def sightings(*events: dict[str, Any]) -> list[Sighting]:
    session = {"id": "s", "app_name": "a", "events": list(events)}
    return [seen for seen in emissions_of(DIALECT, [session]) if isinstance(seen, Sighting)]


def test_without_ids_a_response_takes_the_oldest_call_of_its_tool() -> None:
    seen = sightings(
        event("a", 1, call("tell", 1), call("tell", 2), call("ask", 3)),
        event("a", 2, response("ask", 3), response("tell", 1), role="user"),
        event("a", 3, response("tell", 2), role="user"),
    )
    assert [(item.tool, item.arguments["n"], item.result["got"]) for item in seen] == [
        ("ask", 3, 3),
        ("tell", 1, 1),
        ("tell", 2, 2),
    ]
    assert {item.kind for item in seen} == {Kind.EXECUTION}


def test_a_response_without_a_call_runs_nothing() -> None:
    assert sightings(event("a", 2, response("ask", 3), role="user")) == []


@pytest.mark.parametrize("fields", [{"partial": True}, {"options": {"partial": True}}])
def test_streaming_fragments_are_left_out(fields: dict[str, Any]) -> None:
    assert sightings(event("a", 1, call("tell", 1, "adk-1"), **fields)) == []


def test_a_long_running_call_ends_with_its_last_response() -> None:
    seen = sightings(
        event("a", 1, call("wait", 1, "adk-1"), long_running_tool_ids=["adk-1"]),
        event("a", 2, response("wait", "pending", "adk-1"), role="user"),
        event("a", 9, response("wait", "done", "adk-1"), role="user"),
    )
    assert [(item.kind, item.end_ns) for item in seen] == [(Kind.REQUEST, None), (Kind.RESULT, 9 * 10**9)]


def test_a_call_that_waits_for_its_confirmation_has_no_result_yet() -> None:
    waiting = {"requested_tool_confirmations": {"adk-1": {}}}
    seen = sightings(
        event("a", 1, call("pay", 1, "adk-1")),
        event("a", 2, response("pay", "needs confirmation", "adk-1"), role="user", actions=waiting),
        event("a", 3, call("adk_request_confirmation", 1, "adk-2")),
    )
    assert [(item.kind, item.tool) for item in seen] == [(Kind.REQUEST, "pay")]


def test_requests_repeated_in_event_logs_are_history() -> None:
    request = {"model_request": {"contents": [{"role": "model", "parts": [call("pay", 1)]}]}}
    session = {
        "id": "s",
        "context": {},
        "events": [event("user", 1, {"text": "x"}, role="user")],
        "event_logs": [request],
    }
    assert not [seen for seen in emissions_of(DIALECT, [session]) if isinstance(seen, Sighting)]
