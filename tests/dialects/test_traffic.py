"""JSON-RPC traffic: which answer belongs to which request, what was asked twice, and what never came back."""

from __future__ import annotations

from typing import Any

import pytest

from doublefire.ingest.dialects.a2a import DIALECT as A2A
from doublefire.ingest.dialects.mcp_jsonrpc import DIALECT as MCP
from doublefire.model import ABSENT, Effect, Outcome, Sighting

from .emissions import emissions_of

Json = dict[str, Any]


def call(identity: Any, cents: int = 5, **params: Any) -> Json:
    params = {"name": "pay", "arguments": {"cents": cents}, **params}
    return {"jsonrpc": "2.0", "id": identity, "method": "tools/call", "params": params}


def answer(identity: Any, text: str) -> Json:
    return {"jsonrpc": "2.0", "id": identity, "result": {"content": [{"type": "text", "text": text}]}}


def other(identity: Any, method: str) -> Json:
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": {}}


def seen(messages: list[Any]) -> list[Sighting]:
    return [item for item in emissions_of(MCP, messages) if isinstance(item, Sighting)]


def told(messages: list[Any]) -> list[tuple[int, Any]]:
    """(cents, result) of every execution in order."""
    return [(item.arguments["cents"], item.result) for item in seen(messages)]


CANCELLED = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
SAMPLED = {"jsonrpc": "2.0", "id": 1, "result": {"role": "assistant", "content": {"type": "text"}, "model": "m"}}

EXCHANGES: dict[str, tuple[list[Any], list[tuple[int, Any]]]] = {
    "one call": ([call(1), answer(1, "ok")], [(5, "ok")]),
    "answers out of order": ([call(1), call(2, 7), answer(2, "b"), answer(1, "a")], [(7, "b"), (5, "a")]),
    "a number is no text": ([call(1), call("1", 7), answer("1", "b"), answer(1, "a")], [(7, "b"), (5, "a")]),
    "no answer": ([call(1), call(2, 7), answer(2, "b")], [(7, "b"), (5, ABSENT)]),
    "an answer to nothing": ([answer(9, "x"), call(1), answer(1, "a")], [(5, "a")]),
    "an answer that comes twice": ([call(1), answer(1, "a"), answer(1, "a")], [(5, "a")]),
    "a late answer after a cancellation": ([call(1), CANCELLED, answer(1, "done")], [(5, "done")]),
    "ids that start over": ([call(1), answer(1, "a"), call(1), answer(1, "b")], [(5, "a"), (5, "b")]),
    "a connection that was opened again": (
        [call(1), other(0, "initialize"), call(1), answer(1, "b")],
        [(5, ABSENT), (5, "b")],
    ),
    "the server's own request under the same id": (
        [call(1), other(1, "sampling/createMessage"), SAMPLED, answer(1, "a")],
        [(5, "a")],
    ),
    "a batch": ([[call(1), call(2, 7)], [answer(2, "b"), answer(1, "a")]], [(7, "b"), (5, "a")]),
    "other methods": ([other(1, "resources/read"), answer(1, "x"), other(2, "tools/list")], []),
    "a call without a name": ([call(1, name=None), answer(1, "x")], []),
    "text in a wrapper": (
        [{"line": '{"jsonrpc": "2.0"}'}, {"m": {"b": call(1)}}, {"m": {"b": answer(1, "a")}}],
        [(5, "a")],
    ),
}


@pytest.mark.parametrize(("messages", "expected"), EXCHANGES.values(), ids=EXCHANGES)
def test_requests_and_answers(messages: list[Any], expected: list[tuple[int, Any]]) -> None:
    assert told(messages) == expected


def at(direction: str, message: Json) -> Json:
    return {"timestamp": "2026-01-02T03:04:05Z", "direction": direction, "message": message}


def test_two_observers_of_one_request_see_one_call() -> None:
    log = [at("client->proxy", call(1)), at("proxy->server", call(1)), at("server->proxy", answer(1, "a"))]
    assert told([*log, at("proxy->client", answer(1, "a"))]) == [(5, "a")]


def test_a_request_that_is_sent_again_in_one_direction_is_two_calls() -> None:
    log = [at("out", call(1)), at("out", call(1)), at("in", answer(1, "a"))]
    assert told(log) == [(5, "a"), (5, ABSENT)]


def test_the_answers_of_a_client_to_its_server_are_no_results() -> None:
    log = [
        at("out", call(1)),
        at("in", other(1, "elicitation/create")),
        at("out", {"jsonrpc": "2.0", "id": 1, "result": {}}),
    ]
    assert told([*log, at("in", answer(1, "a"))]) == [(5, "a")]


@pytest.mark.parametrize(
    ("state", "follows"),
    [
        ({"requestState": "s"}, {"requestState": "s"}),
        ({"requestState": "s"}, {"requestState": "s", "inputResponses": {}}),
        ({}, {"inputResponses": {"a": 1}}),
    ],
)
def test_a_call_that_goes_on_after_input_is_one(state: Json, follows: Json) -> None:
    needs = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", **state}}
    assert told([call(1), needs, call(2, **follows), answer(2, "ok")]) == [(5, "ok")]


def test_a_call_that_never_got_its_input_stays_open() -> None:
    needs = {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "requestState": "s"}}
    assert told([call(1), needs, call(2, 7), answer(2, "ok")]) == [(7, "ok"), (5, ABSENT)]


@pytest.mark.parametrize(
    ("last", "result", "failed"),
    [
        ([other(2, "tasks/result"), answer(2, "ok")], "ok", None),
        ([other(2, "tasks/get"), {"jsonrpc": "2.0", "id": 2, "result": {"status": "failed"}}], ABSENT, True),
        ([other(2, "tasks/get"), {"jsonrpc": "2.0", "id": 2, "result": {"status": "working"}}], ABSENT, None),
        ([other(2, "tasks/get"), {"jsonrpc": "2.0", "id": 2, "result": {"status": "completed"}}], ABSENT, None),
        ([other(2, "tasks/cancel"), {"jsonrpc": "2.0", "id": 2, "result": {"status": "cancelled"}}], ABSENT, True),
    ],
)
def test_a_task_is_the_call_that_began_it(last: list[Json], result: Any, failed: bool | None) -> None:
    began = {"jsonrpc": "2.0", "id": 1, "result": {"task": {"taskId": "t", "status": "working"}}}
    last[0]["params"] = {"taskId": "t"}
    (execution,) = seen([call(1), began, *last])
    assert (execution.result, execution.status.failed) == (result, failed)


@pytest.mark.parametrize(
    ("message", "failed", "verdict"),
    [
        ({"error": {"code": -32602, "message": "bad"}}, True, Outcome.NOT_EXECUTED),
        ({"error": {"code": -32601, "message": "unknown"}}, True, Outcome.NOT_EXECUTED),
        ({"error": {"code": -32603, "message": "internal"}}, True, None),
        ({"error": {"code": [], "message": {}}}, True, None),
        ({"result": {"content": [], "isError": True}}, True, None),
        ({"result": {"content": [], "isError": False}}, False, None),
        ({"result": {"content": []}}, None, None),
    ],
)
def test_how_a_call_ended(message: Json, failed: bool | None, verdict: Outcome | None) -> None:
    (execution,) = seen([call(1), {"jsonrpc": "2.0", "id": 1, **message}])
    assert (execution.status.failed, execution.status.verdict) == (failed, verdict)


@pytest.mark.parametrize(
    ("meta", "headers", "key"),
    [
        ({"idempotency_key": "k"}, {}, "k"),
        ({"example.com/idempotencyKey": "k"}, {}, "k"),
        ({}, {"Idempotency-Key": "k"}, "k"),
        ({"progressToken": 1}, {"X-Request-Id": "r"}, None),
        ({"idempotency_key": ""}, {}, None),
        ({"idempotency_key": {"a": 1}}, {}, None),
    ],
)
def test_a_key_beside_the_arguments(meta: Json, headers: Json, key: str | None) -> None:
    log = [{"message": call(1, _meta=meta), "headers": headers}, {"message": answer(1, "ok")}]
    assert [item.key for item in seen(log)] == [key]


def test_a_stored_answer_is_marked_as_replayed() -> None:
    stored = answer(1, "ok")
    stored["result"]["_meta"] = {"replayed": True}
    assert [item.replayed for item in seen([call(1), stored, call(2), answer(2, "ok")])] == [True, False]


def send(identity: int, message: Any) -> Json:
    return {"jsonrpc": "2.0", "id": identity, "method": "message/send", "params": {"message": message}}


@pytest.mark.parametrize(
    ("result", "failed", "verdict"),
    [
        ({"status": {"state": "completed"}}, None, None),
        ({"status": {"state": "TASK_STATE_REJECTED"}}, True, Outcome.NOT_EXECUTED),
        ({"task": {"status": {"state": "failed"}}}, True, None),
        ({"kind": "message", "parts": []}, None, None),
        ([], None, None),
    ],
)
def test_how_a_message_to_an_agent_ended(result: Any, failed: bool | None, verdict: Outcome | None) -> None:
    log = [send(1, {"role": "user", "parts": [], "messageId": "m"}), {"jsonrpc": "2.0", "id": 1, "result": result}]
    (sent,) = [item for item in emissions_of(A2A, log) if isinstance(item, Sighting)]
    assert (sent.tool, sent.effect) == ("message/send", Effect.WRITE)
    assert (sent.status.failed, sent.status.verdict) == (failed, verdict)


def test_what_is_no_message_to_an_agent_is_passed_over() -> None:
    log = [send(1, None), other(2, "tasks/get"), answer(2, "x")]
    assert [item for item in emissions_of(A2A, log) if isinstance(item, Sighting)] == []
