"""Idempotency keys by name, and names that are none."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.semantics.identity.canonical import IdentityRules, identify
from doublefire.semantics.identity.keys import find_keys, find_weak_keys, header_key, is_key_name, is_weak_key_name
from doublefire.semantics.values.paths import parse_path


@pytest.mark.parametrize(
    "name",
    [
        "Idempotency-Key",
        "X-Idempotency-Key",
        "idempotency_key",
        "idempotencyKey",
        "_idempotency_key",
        "IDEMPOTENCY_KEY",
        "idempotency_token",
        "Idempotency-Token",
        "I-Twilio-Idempotency-Token",
        "idempotency",
        "idempotentKey",
        "IdempotencyHeader",
        "ClientToken",
        "clientToken",
        "client_token",
        "clientRequestToken",
        "ClientRequestToken",
        "CallerReference",
        "MessageDeduplicationId",
        "dedupe_key",
        "dedupeKey",
        "deduplication_id",
        "dedup_id",
        "PayPal-Request-Id",
        "unique_token",
        "request_token",
        "newClientOrderId",
        "vendor/idempotencyKey",
        "com.example.idempotency_key",
    ],
)
def test_key_names(name: str) -> None:
    assert is_key_name(name)
    assert not is_weak_key_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "id",
        "order_id",
        "key",
        "api_key",
        "token",
        "access_token",
        "external_id",
        "invoice_id",
        "transaction_id",
        "reference",
        "reference_id",
        "request_id",
        "X-Request-Id",
        "client_id",
        "message_id",
        "messageId",
        "idempotent",
        "idempotent_hint",
        "idempotency_key_ttl",
        "idempotency_window",
        "page_token",
        "next_token",
        "public_key",
        "keys",
        "nonce",
        "signature",
        "clOrdId",
        "client_order_id",
        "idempotency_required",
    ],
)
def test_other_names(name: str) -> None:
    assert not is_key_name(name)
    assert not header_key(name)


@pytest.mark.parametrize("name", ["request_id", "requestId", "x-request-id", "X-Request-ID", "vscode.requestId"])
def test_request_ids_are_weak(name: str) -> None:
    assert is_weak_key_name(name)


@pytest.mark.parametrize("name", ["request", "order_id", "requested_id", "id", "trace_id"])
def test_other_ids_are_not_even_weak(name: str) -> None:
    assert not is_weak_key_name(name)


@pytest.mark.parametrize("name", ["Idempotency-Key", "idempotency-key", "PayPal-Request-Id", "X-Idempotency-Key"])
def test_headers(name: str) -> None:
    assert header_key(name)


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        ({"sku": "a", "clientToken": "t-1"}, (("clientToken", "t-1"),)),
        ({"payment": "p", "options": {"idempotencyKey": "k-1"}}, (("options.idempotencyKey", "k-1"),)),
        ({"headers": {"Idempotency-Key": ["k-2"]}}, (("headers.Idempotency-Key", "k-2"),)),
        ({"_meta": {"shop/idempotencyKey": 17}}, (("_meta.shop/idempotencyKey", "17"),)),
        ({"body": '{"idempotency_key": "k"}'}, (("body.idempotency_key", "k"),)),
        ({"lines": [{"dedupe_key": "x"}]}, (("lines[].dedupe_key", "x"),)),
        ('{"input": {"idempotency_key": "k"}}', (("idempotency_key", "k"),)),
        ({"side": "buy", "qty": 1, "client_order_id": "c"}, (("client_order_id", "c"),)),
        ({"message": {"messageId": "m", "role": "user", "parts": []}}, (("message.messageId", "m"),)),
        (
            {"config": {"configurable": {"idempotency_key": "k"}}, "a": 1},
            (("config.configurable.idempotency_key", "k"),),
        ),
        # none of these
        ({"client_order_id": "c"}, ()),
        ({"messageId": "m", "chat": 1}, ()),
        ({"idempotency_key": ""}, ()),
        ({"idempotency_key": None}, ()),
        ({"idempotency_key": "  "}, ()),
        ({"idempotency_key": "[REDACTED]"}, ()),
        ({"idempotency_key": "****"}, ()),
        ({"idempotency_key": True}, ()),
        ({"idempotency_key": {}}, ()),
        ({"request_id": "r"}, ()),
        ({"note": "idempotency_key: k"}, ()),
        ("plain", ()),
        (None, ()),
    ],
)
def test_finds_keys(arguments: Any, keys: tuple[tuple[str, str], ...]) -> None:
    assert find_keys(arguments) == keys
    assert identify(arguments).keys == keys


def test_configured_keys_come_first_and_make_no_identity() -> None:
    rules = IdentityRules(key=(parse_path("client_reference"), parse_path("headers.X-Ref")))
    first = {"idempotency_key": "k", "client_reference": "a", "headers": {"X-Ref": "r"}, "cents": 5}
    second = {"cents": 5, "client_reference": "b"}
    assert find_keys(first, rules) == (("client_reference", "a"), ("headers.X-Ref", "r"), ("idempotency_key", "k"))
    assert identify(first, rules=rules).keys == find_keys(first, rules)
    assert identify(first, rules=rules).exact == identify(second, rules=rules).exact
    assert identify(first).exact != identify(second).exact


def test_a_key_outside_the_configured_identity_or_inside_an_ignored_field_is_found() -> None:
    arguments = {"cents": 5, "meta": {"idempotency_key": "k"}}
    for rules in (IdentityRules(identity=(parse_path("cents"),)), IdentityRules(ignore=(parse_path("meta"),))):
        assert identify(arguments, rules=rules).keys == (("meta.idempotency_key", "k"),)


def test_weak_keys() -> None:
    arguments = {"a": {"requestId": "r-1"}, "headers": {"X-Request-Id": "r-2"}, "order_id": "o", "request_id": ""}
    assert find_weak_keys(arguments) == (("a.requestId", "r-1"), ("headers.X-Request-Id", "r-2"))


NAMES = st.sampled_from(
    [
        "idempotency_key",
        "clientToken",
        "a",
        "metadata",
        "headers",
        "order_id",
        "request_id",
        "config",
        "state",
        "timestamp",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=10,
)


@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_the_identity_has_the_keys_that_are_found(arguments: dict[str, Any]) -> None:
    assert set(identify(arguments).keys) == set(find_keys(arguments))


def test_deep_and_wide_arguments_are_no_trouble() -> None:
    deep: Any = {"idempotency_key": "k"}
    for _ in range(500):
        deep = {"a": deep}
    assert find_keys(deep) == ()
    assert find_keys({"rows": [{"x": n} for n in range(1000)], "dedupe_key": "d"}) == (("dedupe_key", "d"),)
