"""What makes two calls the same action: equal pairs, different pairs, and laws."""

from __future__ import annotations

import json
import unicodedata
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import ABSENT
from doublefire.semantics.identity import walk
from doublefire.semantics.identity.canonical import ArgumentsState, IdentityRules, canonical_tree, encoded, identify
from doublefire.semantics.values.exact_json import decode
from doublefire.semantics.values.paths import parse_path
from doublefire.semantics.values.placeholders import masked, truncated
from doublefire.semantics.values.shapes import shape_of

UUID_1, UUID_2 = "3d0a9d5e-7c1a-4a55-9b3e-2f5e1c2b0001", "a67e0b8e-0f2f-4d0b-8e4c-9c7d4e5f0002"

EQUAL: list[tuple[str, Any, Any]] = [
    ("key order", {"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ("text and object", '{"to":"x", "cents": 5}', {"cents": 5, "to": "x"}),
    ("encoded twice", '"{\\"a\\": 1}"', {"a": 1}),
    ("integer and float", {"n": 42}, {"n": 42.0}),
    ("integer and decimal", {"n": 42}, {"n": Decimal("4.2e1")}),
    ("trailing zeros", {"n": Decimal("1.50")}, {"n": 1.5}),
    ("minus zero", {"n": Decimal("-0.0")}, {"n": 0}),
    ("a large power of ten", {"n": Decimal("1e30")}, {"n": 10**30}),
    ("null and absent", {"a": 1, "b": None}, {"a": 1}),
    ("null and absent inside", {"a": {"b": None, "c": 1}}, {"a": {"c": 1}}),
    ("composed and decomposed", {"n": "Zoe\u0308"}, {"n": "Zo\u00eb"}),
    ("JSON in a string", {"body": '{"a": 1.0, "b": 2}'}, {"body": {"b": 2, "a": 1}}),
    ("spacing of JSON in a string", {"body": "[1, 2]"}, {"body": "[1,2]"}),
    ("case of mail", {"to": "Bob@Example.COM"}, {"to": "bob@example.com"}),
    ("case of mail in brackets", {"to": "Bob <Bob@Example.com>"}, {"to": "Bob <bob@example.com>"}),
    ("case of host", {"url": "HTTPS://API.Example.com/Path"}, {"url": "https://api.example.com/Path"}),
    ("case of bare host", {"host": "DB.Example.com", "x": 1}, {"host": "db.example.com", "x": 1}),
    ("Python literal", "{'order': 7, 'gift': True, 'note': None}", {"order": 7, "gift": True}),
    ("request id", {"a": 1, "request_id": "r1"}, {"a": 1, "request_id": "r2"}),
    ("nested volatile", {"a": 1, "metadata": {"traceId": "x", "sent_at": "y"}}, {"a": 1, "metadata": {"sentAt": "z"}}),
    ("volatile object and none", {"a": 1, "metadata": {"requestId": "x"}}, {"a": 1}),
    ("empty object and absent", {"a": 1, "filter": {}}, {"a": 1}),
    ("volatile in a list", {"a": [{"b": 1, "nonce": "x"}]}, {"a": [{"b": 1, "nonce": "y"}]}),
    ("volatile in JSON in a string", {"body": '{"a":1,"timestamp":1}'}, {"body": '{"a":1,"timestamp":2}'}),
    ("headers", {"a": 1, "headers": {"X-Request-Id": "1", "Date": "a"}}, {"a": 1, "headers": {"Date": "b"}}),
    ("attempt", {"a": 1, "attempt": 1, "retryCount": 0}, {"a": 1, "attempt": 2, "retryCount": 1}),
    ("timeout", {"a": 1, "timeout_ms": 1000}, {"a": 1, "timeout_ms": 9000}),
    ("trace context", {"a": 1, "_meta": {"traceparent": "00-1"}}, {"a": 1, "_meta": {"traceparent": "00-2"}}),
    ("signature", {"a": 1, "signature": "0xab"}, {"a": 1, "signature": "0xcd"}),
    ("proof times", {"a": 1, "nonce": "1", "validAfter": 5}, {"a": 1, "nonce": "2", "validAfter": 6}),
    ("fresh access token", {"a": 1, "access_token": "x"}, {"a": 1, "access_token": "y"}),
    ("idempotency key", {"a": 1, "idempotency_key": UUID_1}, {"a": 1, "idempotency_key": UUID_2}),
    ("tool call id", {"a": 1, "tool_call_id": "c1"}, {"a": 1, "tool_call_id": "c2"}),
    ("self", {"a": 1, "self": "<Tool object at 0x7f01>"}, {"a": 1}),
    ("run configuration", {"a": 1, "config": {"configurable": {"thread_id": "1"}}}, {"a": 1}),
    ("graph state", {"a": 1, "state": {"messages": [1]}}, {"a": 1, "state": {"messages": [1, 2]}}),
    ("runtime", {"a": 1, "runtime": "ToolRuntime(state=1)"}, {"a": 1, "runtime": "ToolRuntime(state=2)"}),
    ("memory address", {"a": "<Order object at 0x7f01>"}, {"a": "<Order object at 0x8f02>"}),
    ("wrapped in input", {"input": {"a": 1}}, {"a": 1}),
    ("wrapped in args and kwargs", {"args": [], "kwargs": {"a": 1}}, {"a": 1}),
    ("wrapped in kwargs with noise", {"args": [], "kwargs": {"a": 1}, "sanitize_inputs_outputs": True}, {"a": 1}),
    ("wrapped in args", {"args": [{"a": 1}], "kwargs": {}}, {"a": 1}),
    ("wrapped in text", {"arguments": '{"a": 1}'}, {"a": 1}),
    ("wrapped twice", {"inputs": {"input": {"a": 1}}}, {"a": 1}),
    ("the only text", {"__arg1": "Berlin"}, "Berlin"),
    ("masked credential", {"a": 1, "api_key": "***"}, {"a": 1, "api_key": "[REDACTED]"}),
]


@pytest.mark.parametrize(("first", "second"), [pair[1:] for pair in EQUAL], ids=[pair[0] for pair in EQUAL])
def test_same_action(first: Any, second: Any) -> None:
    assert identify(first).exact == identify(second).exact
    assert identify(first).loose == identify(second).loose


DIFFERENT: list[tuple[str, Any, Any]] = [
    ("true and 1", {"n": True}, {"n": 1}),
    ("text and number", {"n": "8"}, {"n": 8}),
    ("beyond 2^53", {"n": 2**53}, {"n": 2**53 + 1}),
    ("30 digits", {"n": int("1" * 30)}, {"n": int("1" * 29 + "2")}),
    ("long decimals", {"n": Decimal("0." + "1" * 40)}, {"n": Decimal("0." + "1" * 39 + "2")}),
    ("huge exponents", {"n": Decimal("1e400")}, {"n": Decimal("1e401")}),
    ("sign", {"n": 1}, {"n": -1}),
    ("null in a list", {"n": [1, None]}, {"n": [1]}),
    ("order of a list", {"n": [1, 2]}, {"n": [2, 1]}),
    ("empty text and absent", {"a": 1, "b": ""}, {"a": 1}),
    ("case of a path", {"url": "https://a.example/X"}, {"url": "https://a.example/x"}),
    ("case of a name", {"name": "Bob"}, {"name": "bob"}),
    ("amount", {"to": "a", "amount": 1}, {"to": "a", "amount": 2}),
    ("currency", {"amount": 1, "currency": "EUR"}, {"amount": 1, "currency": "USD"}),
    ("recipient", {"to": "a@example.com"}, {"to": "b@example.com"}),
    ("config as content", {"config": {"size": 1}}, {"config": {"size": 2}}),
    ("state as content", {"state": "CA"}, {"state": "NY"}),
    ("runtime as content", {"runtime": "python3.12"}, {"runtime": "python3.13"}),
    ("description of no shell", {"command": "x", "description": "a"}, {"command": "x", "description": "b"}),
    ("a mail's last lines", {"signature": "Best, Bob"}, {"signature": "Best, Ann"}),
    (
        "a Slack message",
        {"channel": "C1", "timestamp": "1700000000.000100"},
        {"channel": "C1", "timestamp": "1700000000.000200"},
    ),
    ("validity of a coupon", {"code": "X", "valid_after": "2026-01-01"}, {"code": "X", "valid_after": "2026-02-01"}),
    ("date of no header", {"date": "2026-01-01"}, {"date": "2026-01-02"}),
    ("authorised payment", {"authorization": {"value": 1}}, {"authorization": {"value": 2}}),
    ("positional arguments", {"args": [1], "kwargs": {"a": 1}}, {"args": [2], "kwargs": {"a": 1}}),
    ("field named input", {"input": "a", "x": 1}, {"input": "b", "x": 1}),
    ("plain texts", "Berlin", "Paris"),
    ("surrogates", {"a": "\ud800"}, {"a": "\ud801"}),
]


@pytest.mark.parametrize(("first", "second"), [pair[1:] for pair in DIFFERENT], ids=[pair[0] for pair in DIFFERENT])
def test_another_action(first: Any, second: Any) -> None:
    assert identify(first).exact != identify(second).exact


@pytest.mark.parametrize(
    "name",
    [
        "amount",
        "cents",
        "currency",
        "to",
        "recipient",
        "account",
        "account_id",
        "id",
        "order_id",
        "orderId",
        "quantity",
        "qty",
        "date",
        "time",
        "start",
        "start_time",
        "startTime",
        "end",
        "end_time",
        "slot",
        "offset",
        "page",
        "cursor",
        "limit",
        "since",
        "until",
        "page_token",
        "next_token",
        "customer_id",
        "event_id",
        "message_id",
        "created_at",
        "scheduled_at",
        "send_at",
        "due_at",
        "uuid",
        "reference",
        "external_id",
        "invoice_id",
        "transaction_id",
        "session_id",
        "user",
        "name",
        "title",
        "body",
        "text",
        "comment",
        "reason",
        "summary",
        "description",
    ],
)
def test_never_dropped(name: str) -> None:
    first, second = identify({"x": 1, name: UUID_1}), identify({"x": 1, name: UUID_2})
    assert first.exact != second.exact
    assert first.ignored == first.keys == ()


@pytest.mark.parametrize(
    "name", ["description", "reason", "summary", "explanation", "security_risk", "thought", "timeout", "justification"]
)
def test_what_is_said_about_a_command_is_no_part_of_it(name: str) -> None:
    first = identify({"command": "git push", name: "one"}, shell=True)
    second = identify({"command": "git push\n", name: "two"}, shell=True)
    assert first.exact == second.exact == identify({"command": "git push"}, shell=True).exact
    assert first.ignored == (name,)


def test_commands_differ_by_what_they_run() -> None:
    assert identify({"command": "git push"}, shell=True).exact != identify({"command": "git push -f"}, shell=True).exact


def test_ignored_paths_are_sorted_and_in_the_language_of_the_configuration() -> None:
    arguments = {"b": [{"nonce": 1}, {"nonce": 2}], "a.b": {"traceId": "x"}, "c": 1}
    assert identify(arguments).ignored == (r"a\.b.traceId", "b[].nonce")


# --- configuration ---------------------------------------------------------------------------------------------------


def test_configured_identity_is_all_that_counts() -> None:
    rules = IdentityRules(identity=(parse_path("customer"), parse_path("stamp.timestamp")))
    base = {"customer": "c", "note": "one", "stamp": {"timestamp": 5}}
    assert identify(base, rules=rules).exact == identify({**base, "note": "two"}, rules=rules).exact
    assert identify(base, rules=rules).exact != identify({**base, "stamp": {"timestamp": 6}}, rules=rules).exact
    assert identify({"note": "one"}, rules=rules).state is ArgumentsState.EMPTY


def test_configured_ignore() -> None:
    rules = IdentityRules(ignore=(parse_path("metadata.*"), parse_path("items[].note")))
    first = identify({"a": 1, "metadata": {"x": 1}, "items": [{"id": 1, "note": "p"}]}, rules=rules)
    assert first.exact == identify({"a": 1, "items": [{"id": 1, "note": "q"}]}, rules=rules).exact
    assert first.exact != identify({"a": 1, "items": [{"id": 2, "note": "p"}]}, rules=rules).exact
    assert first.ignored == ("items[].note", "metadata.x")


# --- how much it proves ----------------------------------------------------------------------------------------------

TRUNCATED_JSON = '{"to": "a@example.com", "body": "Dear cust'


@pytest.mark.parametrize(
    ("arguments", "state"),
    [
        (ABSENT, ArgumentsState.ABSENT),
        ({}, ArgumentsState.EMPTY),
        ("", ArgumentsState.EMPTY),
        ("  ", ArgumentsState.EMPTY),
        ("{}", ArgumentsState.EMPTY),
        (None, ArgumentsState.EMPTY),
        ([], ArgumentsState.EMPTY),
        ({"a": None, "b": "", "c": {}}, ArgumentsState.EMPTY),
        ({"timestamp": 1, "request_id": "x"}, ArgumentsState.EMPTY),
        ({"idempotency_key": "k"}, ArgumentsState.EMPTY),
        ({"input": {}}, ArgumentsState.EMPTY),
        ({"to": "[EMAIL]", "body": "[REDACTED]"}, ArgumentsState.MASKED),
        ({"to": "[EMAIL]", "subject": "Ticket 91", "body": "We are on it."}, ArgumentsState.MASKED),
        ({"to": "[EMAIL]", "order_id": "[REDACTED]", "amount": 5}, ArgumentsState.MASKED),
        ({"to": "[EMAIL]", "order_id": "o-1"}, ArgumentsState.PARTLY_MASKED),
        ({"email": "***", "lines": [{"sku": "a"}]}, ArgumentsState.PARTLY_MASKED),
        ({"order_id": 7, "text": "Dear <PERSON>, it is done"}, ArgumentsState.PARTLY_MASKED),
        ({"to": "a@example.com", "body": "We would like to inform you that... [truncated]"}, ArgumentsState.TRUNCATED),
        ({"to": "[EMAIL]", "order_id": 1, "body": "x" * 60 + "..."}, ArgumentsState.TRUNCATED),
        (TRUNCATED_JSON, ArgumentsState.TRUNCATED),
        ({"flag": False}, ArgumentsState.FULL),
        ({"n": 0}, ArgumentsState.FULL),
        ({"to": "a@example.com", "body": "We will see..."}, ArgumentsState.FULL),
        ({"a": 1, "password": "[REDACTED]"}, ArgumentsState.FULL),
        ("Berlin", ArgumentsState.FULL),
        ([1, 2], ArgumentsState.FULL),
    ],
)
def test_state(arguments: Any, state: ArgumentsState) -> None:
    assert identify(arguments).state is state


# --- laws ------------------------------------------------------------------------------------------------------------

NAMES = st.text(max_size=8) | st.sampled_from(
    ["a", "id", "to", "amount", "order_id", "timestamp", "headers", "host", "idempotency_key", "note"]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**17, 10**40)
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.text(max_size=50)
    | st.sampled_from(["[EMAIL]", '{"a": 1}', "Bob@Example.com", UUID_1, "x" * 60 + "..."])
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=15
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=6)


@given(OBJECTS)
def test_key_order_and_nulls_say_nothing(arguments: dict[str, Any]) -> None:
    turned = {**dict(reversed(list(arguments.items()))), "one more": None}
    assert identify(turned).exact == identify(arguments).exact


@given(st.dictionaries(NAMES, VALUES, min_size=2, max_size=6))
def test_an_object_with_a_kept_field_and_its_text_are_one(arguments: dict[str, Any]) -> None:
    arguments = {"order": 1, "piece": 2, **arguments}
    text = json.dumps(arguments, default=str, indent=1)
    assert identify(text).exact == identify(decode(text)).exact


@given(st.dictionaries(st.text(alphabet="abcxyz", min_size=1), LEAVES, max_size=5))
def test_volatile_fields_never_matter(arguments: dict[str, Any]) -> None:
    base = {"order": 1, "inner": arguments}
    noisy = {"order": 1, "inner": {**arguments, "X-Request-Id": "1"}, "timestamp": 5, "attempt": 2, "nonce": "q"}
    assert identify(noisy).exact == identify(base).exact


@given(st.integers() | st.integers(-(10**60), 10**60), st.integers(0, 30))
def test_equal_numbers_are_equal_however_they_are_written(number: int, zeros: int) -> None:
    written = Decimal(f"{number}.{'0' * zeros}") if zeros else Decimal(f"{number}e0")
    assert identify({"n": number}).exact == identify({"n": written}).exact


@given(st.decimals(allow_nan=False, allow_infinity=False), st.decimals(allow_nan=False, allow_infinity=False))
def test_numbers_are_equal_only_by_value(first: Decimal, second: Decimal) -> None:
    assert (identify({"n": first}).exact == identify({"n": second}).exact) is (first == second)


@given(st.text())
def test_composition_of_characters_says_nothing(text: str) -> None:
    assert (
        identify({"a": 1, "note": unicodedata.normalize("NFD", text)}).exact
        == identify({"a": 1, "note": unicodedata.normalize("NFC", text)}).exact
    )


@given(OBJECTS)
def test_the_tree_is_what_is_encoded(arguments: dict[str, Any]) -> None:
    assert encoded(canonical_tree(arguments)) == identify(arguments).exact


@given(st.from_regex(walk.ORDINARY_TEXT, fullmatch=True).filter(lambda text: len(text) < walk.ORDINARY_LENGTH))
def test_ordinary_texts_need_no_second_look(text: str) -> None:
    assert canonical_tree({"a": 1, "note": text}) == {"a": 1, "note": text}
    assert not masked(text)
    assert not truncated(text)
    assert shape_of(text) is None


# --- hostile and odd content -----------------------------------------------------------------------------------------


def nested(depth: int, leaf: Any) -> Any:
    for level in range(depth):
        leaf = {"a": leaf} if level % 2 else [leaf]
    return leaf


@pytest.mark.parametrize("depth", [10, 150, 199, 200, 201, 400])
def test_deep_values_are_compared(depth: int) -> None:
    first, again, second = (identify(nested(depth, leaf)) for leaf in ("x", "x", "y"))
    assert first.exact == again.exact != second.exact
    assert first.state is ArgumentsState.FULL


def test_what_cannot_be_compared_matches_nothing() -> None:
    assert identify(nested(50_000, 1)).state is ArgumentsState.ABSENT


@pytest.mark.parametrize(
    "arguments",
    [
        {"n": Decimal("1e999999999")},
        {"n": Decimal("-1e-999999999")},
        {"n": float("nan")},
        {"n": float("inf")},
        {"n": Decimal("sNaN")},
        {"n": 10**5000},
        {"a": b"\x00\xff"},
        {"a": {1, 2}},
        {"a": date(2026, 1, 1)},
        {1: "a", "1": "b"},
        {"\ud800": "\udfff"},
        "{" * 100_000,
        "[" * 100_000,
        "{'a': " + "(" * 5000,
        "{'a': '\\d'}",
        "[" * 60_000 + "]" * 60_000,
        {"x" * 100_000: 1},
        {str(n): n for n in range(5000)},
        {"note": "a@" * 20_000},
        {"note": "http://" * 20_000},
        {"note": "[" * 50_000 + "..."},
    ],
    ids=lambda value: repr(value)[:30] if len(str(type(value))) < 20 and not isinstance(value, dict) else None,
)
def test_odd_content_has_an_identity(arguments: Any) -> None:
    identity = identify(arguments)
    assert identity.exact == identify(arguments).exact
    assert identity.state is not ArgumentsState.ABSENT
    assert len(identity.exact) < 200_000


def test_an_exponent_is_not_expanded() -> None:
    assert identify({"n": Decimal("1e999999999")}).exact == b'{"n":1e999999999}'
