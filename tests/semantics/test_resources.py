"""What a result says was made: ids told from states, amounts, times, arguments and ids of the exchange."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import ABSENT
from doublefire.semantics.resources.ids import (
    TEXT_FIELD,
    compare_resources,
    is_container,
    names_something_made,
    own_resources,
    resource_ids,
)

UUID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

NAMED: list[tuple[Any, dict[str, str]]] = [
    ({"id": "T-101"}, {"id": "T-101"}),
    ({"id": 5}, {"id": "5"}),
    ({"id": UUID}, {"id": UUID}),
    ({"id": "abc"}, {"id": "abc"}),
    ({"charge_id": "ch_1", "charged": 4200}, {"charge_id": "ch_1"}),
    ({"chargeId": "ch_1"}, {"chargeId": "ch_1"}),
    ({"ticketID": 7}, {"ticketID": "7"}),
    ({"message_id": "1"}, {"message_id": "1"}),
    ({"messageId": "<a.b@mail.example.com>"}, {"messageId": "<a.b@mail.example.com>"}),
    (
        {"MessageId": "0100-abc", "ResponseMetadata": {"RequestId": "r-1", "HTTPStatusCode": 200}},
        {"MessageId": "0100-abc"},
    ),
    ({"uuid": UUID}, {"uuid": UUID}),
    ({"sid": "SM1"}, {"sid": "SM1"}),
    ({"ticket": "T-1"}, {"ticket": "T-1"}),
    ({"order": "O-2"}, {"order": "O-2"}),
    ({"booking": "BK-77"}, {"booking": "BK-77"}),
    ({"payment": "p_1", "status": "succeeded"}, {"payment": "p_1"}),
    ({"refund": "re_1"}, {"refund": "re_1"}),
    ({"invoice": "in_2"}, {"invoice": "in_2"}),
    ({"transfer": "tr_2"}, {"transfer": "tr_2"}),
    ({"event": "1"}, {"event": "1"}),
    ({"issue": 2}, {"issue": "2"}),
    ({"note": "n7"}, {"note": "n7"}),
    ({"number": 12, "state": "open"}, {"number": "12"}),
    ({"number": "INC0010023"}, {"number": "INC0010023"}),
    ({"iid": 4}, {"iid": "4"}),
    ({"key": "ABC-1", "id": "10001"}, {"key": "ABC-1", "id": "10001"}),
    ({"confirmation": "HATHAU"}, {"confirmation": "HATHAU"}),
    ({"confirmation_code": "QX81K"}, {"confirmation_code": "QX81K"}),
    ({"confirmationNumber": 88123}, {"confirmationNumber": "88123"}),
    ({"pnr": "HATHAV"}, {"pnr": "HATHAV"}),
    ({"reference": "INV-2"}, {"reference": "INV-2"}),
    ({"ref": "R-9"}, {"ref": "R-9"}),
    ({"order_number": "1001"}, {"order_number": "1001"}),
    ({"tracking_number": "1Z999AA10123456784"}, {"tracking_number": "1Z999AA10123456784"}),
    ({"ok": True, "ts": "1712.0001"}, {"ts": "1712.0001"}),
    ({"ts": "17.2"}, {"ts": "17.2"}),
    ({"ts": "1"}, {"ts": "1"}),
    ({"ts": "1503435956.000247", "channel": "C1"}, {"ts": "1503435956.000247"}),
    ({"checkout_session_id": "cs_1"}, {"checkout_session_id": "cs_1"}),
    ({"pull_request_id": 9}, {"pull_request_id": "9"}),
    ({"transaction_id": "txn_3"}, {"transaction_id": "txn_3"}),
    ({"tx_hash": "0xabc123"}, {"tx_hash": "0xabc123"}),
    ({"run_id": 77}, {"run_id": "77"}),
    ({"html_url": "https://example.com/o/r/issues/12"}, {"html_url": "https://example.com/o/r/issues/12"}),
    ({"url": "https://example.com/t/5?sig=1"}, {"url": "https://example.com/t/5"}),
    ({"link": "https://example.com/i/1#issuecomment-99"}, {"link": "https://example.com/i/1#issuecomment-99"}),
    ({"data": {"id": "d1"}}, {"data.id": "d1"}),
    ({"order": {"id": "o1", "status": "new"}}, {"order.id": "o1"}),
    ({"result": {"ticket": {"number": "T-5"}}}, {"ticket.number": "T-5"}),
    ({"orders": [{"id": "o1"}]}, {"orders[0].id": "o1"}),
    ({"ids": ["x9"]}, {"ids[0]": "x9"}),
    ([{"id": 1}, {"id": 2}], {"[0].id": "1", "[1].id": "2"}),
    ({"charge_id": "ch_1", "account_id": "acct_7"}, {"charge_id": "ch_1", "account_id": "acct_7"}),
    ('{"id": "T-101"}', {"id": "T-101"}),
    ("{'id': 'T-101'}", {"id": "T-101"}),
    ({"content": [{"type": "text", "text": '{"id": "T-101"}'}]}, {"id": "T-101"}),
    ({"content": [{"type": "text", "text": "ch_1"}]}, {TEXT_FIELD: "ch_1"}),
    ({"content": [{"type": "text", "text": "x"}], "structuredContent": {"id": "s1"}}, {"id": "s1"}),
    ({"type": "tool", "tool_call_id": "call_9", "content": '{"id": "T-1"}', "status": "success"}, {"id": "T-1"}),
    ({"body": '{"order_id": 3}'}, {"body.order_id": "3"}),
    ('Wall time: 0.1 seconds\nOutput:\n{"charge_id":"ch_7"}', {"charge_id": "ch_7"}),
    ({"ok": True, "message": "Ticket T-101 created"}, {"message": "T-101"}),
    ("ch_1", {TEXT_FIELD: "ch_1"}),
    ("T-2", {TEXT_FIELD: "T-2"}),
    ("BK-77", {TEXT_FIELD: "BK-77"}),
    ("certificate_4", {TEXT_FIELD: "certificate_4"}),
    ("R1", {TEXT_FIELD: "R1"}),
    (UUID, {TEXT_FIELD: UUID}),
    ("HATHAU99", {TEXT_FIELD: "HATHAU99"}),
    ("18c2f9a0b1d3e4", {TEXT_FIELD: "18c2f9a0b1d3e4"}),
    ("Created ticket T-101", {TEXT_FIELD: "T-101"}),
    ("refund re_2 ok", {TEXT_FIELD: "re_2"}),
    ("Charged $42.00 (ch_1).", {TEXT_FIELD: "ch_1"}),
    ("Created issue #12", {TEXT_FIELD: "#12"}),
    ("Case #980751090126723908 has been created.", {TEXT_FIELD: "#980751090126723908"}),
    ("Order 5512 placed", {TEXT_FIELD: "5512"}),
    ("Message sent (id: 18c2f9)", {TEXT_FIELD: "18c2f9"}),
    ("Booking confirmed, reference: HATHAU", {TEXT_FIELD: "HATHAU"}),
    ("https://example.com/issues/12", {TEXT_FIELD: "https://example.com/issues/12"}),
    ("Created https://example.com/issues/12", {TEXT_FIELD: "https://example.com/issues/12"}),
]

NOTHING_NAMED: list[Any] = [
    ABSENT,
    {"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Invalid params"}},
    None,
    "",
    "ok",
    "done",
    "null",
    "a",
    "7",
    "42 rows affected",
    "2 failed",
    "DONE",
    "SUCCESS",
    "2026-03-02",
    "2026-03-02T09:00:00Z",
    "09:30",
    "$42.00",
    "12.50",
    "UTF-8",
    "v1.2",
    "Sent 3 messages",
    "Booked 3 orders",
    "Order 2 of 3 placed",
    "Version 12 deployed",
    "T-1 and T-2 were created",
    "Mail sent to k9@example.com",
    "Saved to /tmp/out-1.txt",
    "request id: 9f8e7d6c",
    "line one T-1\nline two",
    "x" * 500 + " T-1",
    True,
    7,
    1.5,
    {},
    [],
    {"ok": True},
    {"success": True, "error": None},
    {"status": "succeeded"},
    {"status": "T-1"},
    {"count": 3, "total": 7},
    {"amount": 4200, "currency": "USD"},
    {"cents": 100},
    {"charge": 4200},
    {"refund": 500, "currency": "EUR"},
    {"payment": "4200"},
    {"order": True},
    {"ticket": "created"},
    {"message": "sent"},
    {"event": "charge.succeeded"},
    {"confirmation": "sent"},
    {"id": None},
    {"id": ""},
    {"id": True},
    {"id": -1},
    {"id": 0},
    {"id": "ok"},
    {"id": "***"},
    {"id": "[REDACTED]"},
    {"id": "two words"},
    {"id": "2026-03-02T09:00:00Z"},
    {"request_id": "r-1"},
    {"requestId": "r-1"},
    {"x_request_id": "r-1"},
    {"trace_id": "ab12", "span_id": "cd34"},
    {"correlation_id": UUID},
    {"session_id": "s1"},
    {"conversation_id": "c1"},
    {"tool_call_id": "call_1"},
    {"idempotency_key": "k-1"},
    {"debug_id": "d1"},
    {"response_id": "resp_1"},
    {"parent_id": "p1"},
    {"api_key": "sk-1"},
    {"public_key": "pk-1"},
    {"etag": "W/1"},
    {"sha256": "ab12cd34"},
    {"checksum": "ab12cd34"},
    {"token": "tok_1"},
    {"code": 200},
    {"code": "OK"},
    {"code": "created"},
    {"created_at": "2026-03-02T09:00:00Z", "time": "09:30"},
    {"timestamp": 1772442000},
    {"ts": 1772442000},
    {"ts": 1772442000.123},
    {"ts": "2026-03-02T09:00:00Z"},
    {"duration_ms": 12},
    {"phone_number": "+15550100"},
    {"page_number": 3},
    {"line_number": 30},
    {"version": 7},
    {"avatar_url": "https://example.com/u/5"},
    {"next_url": "https://example.com/p/2"},
    {"url": "https://example.com/orders"},
    {"metadata": {"id": "m1"}},
    {"meta": {"request": {"id": "r1"}}},
    {"headers": {"x-id": "h1"}},
    {"usage": {"id": "u1"}},
    {"items": [{"id": "a"}, {"id": "b"}]},
    {"stdout": "T-101", "exit_code": 0},
    [{"id": i} for i in range(50)],
]


@pytest.mark.parametrize(("result", "expected"), NAMED)
def test_ids_are_found_by_field_and_by_shape(result: Any, expected: dict[str, str]) -> None:
    assert resource_ids(result) == expected


@pytest.mark.parametrize("result", NOTHING_NAMED)
def test_other_values_are_no_ids(result: Any) -> None:
    assert resource_ids(result) == {}


@pytest.mark.parametrize(
    ("result", "arguments", "expected"),
    [
        ({"id": "c1"}, {"customer": "c1"}, {}),
        ({"id": 42}, {"order": "42"}, {}),
        ({"id": "42"}, {"order": 42}, {}),
        ({"id": "x1"}, {"deep": [{"er": {"id": "x1"}}]}, {}),
        ({"id": "x1"}, '{"id": "x1"}', {}),
        ({"id": "x1"}, {"body": '{"id": "x1"}'}, {}),
        ({"order_id": "O-1", "refund_id": "re_1"}, {"order_id": "O-1"}, {"refund_id": "re_1"}),
        ({"url": "https://example.com/orders/42"}, {"order": 42}, {}),
        (
            {"url": "https://example.com/orders/42/notes/7"},
            {"order": 42},
            {"url": "https://example.com/orders/42/notes/7"},
        ),
        ({"url": "https://example.com/f/9"}, {"url": "https://example.com/f/9"}, {}),
        ("Closed issue #12", {"issue": 12}, {}),
        ("Closed issue #12", {"text": "close 12 please"}, {}),
        ("T-1", {"ticket": "T-1"}, {}),
        ("Updated T-1, note n-5 added", {"ticket": "T-1"}, {TEXT_FIELD: "n-5"}),
        ({"id": "1"}, {"text": "buy 1 apple"}, {"id": "1"}),
        (
            "https://example.com/issues/12",
            {"command": "gh issue create --title Crash"},
            {TEXT_FIELD: "https://example.com/issues/12"},
        ),
        ("https://example.com/issues/12", {"command": "gh issue comment 12"}, {}),
        ("Switched to branch fix-12", {"command": "git checkout -b fix-12"}, {}),
        ("main abc1234..def5678 pushed", {"command": "git push"}, {}),
        ("Created pod web-1", {"cmd": "kubectl create"}, {}),
    ],
)
def test_a_value_that_repeats_an_argument_names_nothing(result: Any, arguments: Any, expected: dict[str, str]) -> None:
    assert resource_ids(result, arguments) == expected


@pytest.mark.parametrize(
    ("a", "b", "tool", "expected"),
    [
        ({"id": "1"}, {"id": "2"}, None, "different"),
        ({"id": "1"}, {"id": "1"}, None, "same"),
        ({"id": "1"}, {"ticket": "1"}, None, "unknown"),
        ({}, {}, None, "unknown"),
        ({"id": "1"}, {}, None, "unknown"),
        ({"charge_id": "ch_1", "account_id": "a"}, {"charge_id": "ch_2", "account_id": "a"}, None, "different"),
        ({"charge_id": "ch_1", "account_id": "a"}, {"charge_id": "ch_1", "account_id": "a"}, None, "same"),
        ({"id": "1", "url": "u/1"}, {"id": "1", "url": "u/2"}, None, "different"),
        ({"account_id": "a"}, {"account_id": "a"}, "charge_card", "unknown"),
        ({"account_id": "a"}, {"account_id": "b"}, "charge_card", "different"),
        ({"channel": "C1"}, {"channel": "C1"}, "post_message", "unknown"),
        ({"customer_id": "c"}, {"customer_id": "c"}, "create_customer", "same"),
        ({"customer.id": "c"}, {"customer.id": "c"}, "charge_card", "unknown"),
        ({"customer_id": "c"}, {"customer_id": "c"}, None, "unknown"),
        ({"channel_id": "c", "ts": "1.1"}, {"channel_id": "c", "ts": "1.1"}, "post_message", "same"),
        ({TEXT_FIELD: "T-1"}, {TEXT_FIELD: "T-1"}, None, "same"),
        ({TEXT_FIELD: "T-1"}, {TEXT_FIELD: "T-2"}, None, "different"),
    ],
)
def test_ids_are_compared_field_by_field(a: dict[str, str], b: dict[str, str], tool: str | None, expected: str) -> None:
    assert compare_resources(a, b, tool=tool) == expected
    assert compare_resources(b, a, tool=tool) == expected


def test_containers_are_left_out_of_what_was_made() -> None:
    ids = {"charge_id": "ch_1", "customer_id": "c", "data.account.id": "a"}
    assert own_resources(ids, "charge_card") == {"charge_id": "ch_1"}
    assert not is_container("id")
    assert is_container("customer.id")
    assert not is_container("customer_id", "create_customer")


@pytest.mark.parametrize(
    ("result", "arguments", "expected"),
    [
        ({"error": "x", "id": "ch_1"}, ABSENT, True),
        ({"error": "x", "order_id": "O-1"}, {"order_id": "O-1"}, False),
        ({"error": "x", "customer_id": "c"}, ABSENT, False),
        ({"error": {"id": "e1"}}, ABSENT, False),
        ({"error": "x", "request_id": "r"}, ABSENT, False),
        ("Created T-1", ABSENT, False),
    ],
)
def test_something_made_beside_an_error(result: Any, arguments: Any, expected: bool) -> None:
    assert names_something_made(result, arguments) is expected


def test_deep_and_wide_results_are_bounded() -> None:
    deep: Any = {"id": "x"}
    for _ in range(3000):
        deep = {"order": deep}
    assert resource_ids(deep) == {}
    assert len(resource_ids({f"a{i}_id": f"v{i}" for i in range(10_000)})) <= 64
    assert resource_ids("[" * 100_000) == {}


tokens = st.from_regex(r"[a-z]{2,4}_[0-9]{1,6}", fullmatch=True)


@given(tokens, tokens)
def test_two_ids_of_one_field_are_the_same_only_if_equal(first: str, second: str) -> None:
    a, b = resource_ids({"charge_id": first}), resource_ids({"charge_id": second})
    assert compare_resources(a, b) == ("same" if first == second else "different")


@given(st.dictionaries(st.sampled_from(["id", "order_id", "ref", "note"]), tokens | st.integers(1, 9), max_size=4))
def test_json_text_names_what_the_object_names(result: dict[str, Any]) -> None:
    assert resource_ids(json.dumps(result)) == resource_ids(result)


@given(st.dictionaries(st.sampled_from(["id", "order_id", "ref", "note"]), tokens, max_size=4))
def test_a_result_that_repeats_its_arguments_names_nothing(result: dict[str, Any]) -> None:
    assert resource_ids(result, result) == {}
