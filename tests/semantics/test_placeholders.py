"""Masks and cut marks, and texts that only look like them."""

from __future__ import annotations

import pytest

from doublefire.semantics.values.placeholders import identifying, masked, truncated

LONG = "Dear customer, we would like to inform you that"


@pytest.mark.parametrize(
    "value",
    [
        "[EMAIL]",
        "[REDACTED]",
        "<redacted>",
        "***",
        "****1234",
        "redacted",
        "XXXX",
        "__REDACTED__",
        "{{EMAIL}}",
        "[PHONE]",
        "<PERSON>",
        "[Filtered]",
        "(hidden)",
        "[EMAIL_1]",
        "[REDACTED_EMAIL]",
        "<EMAIL_ADDRESS>",
        "<email-redacted>",
        "j***@example.com",
        "**** **** **** 4242",
        "xxxx-xxxx-xxxx-4242",
        "[redacted: email]",
        "[MASKED]",
        "sk***9f",
        "***@***.com",
        "REDACTED_BY_POLICY",
        "[Content Removed]",
        "[PII:email]",
        "[***]",
        "Dear <PERSON>, see you",
        "Call [PHONE_NUMBER_2] today",
        "•••••",
        "████",
    ],
)
def test_masked(value: str) -> None:
    assert masked(value)


@pytest.mark.parametrize(
    "value",
    [
        "hidden gem",
        "x",
        "xx",
        "to",
        "a@example.com",
        "[Your Name]",
        "Hi {{name}}",
        "#general",
        "#123",
        "Removed item",
        "id",
        "email",
        "name",
        "[1]",
        "<b>",
        "(a)",
        "user",
        "[URGENT] call",
        "** note **",
        "c++",
        "a**b",
        "filtered water",
        "###",
        "[x]",
        "{id}",
        "**Hello**",
        "No. 4",
        "2**3",
        "removed",
        "hidden",
        "...",
        "----",
        "",
        "/users/{id}",
        "masked ball tickets",
    ],
)
def test_not_masked(value: str) -> None:
    assert not masked(value)


@pytest.mark.parametrize(
    "value",
    [
        f"{LONG}... [truncated]",
        f"{LONG}...",
        f"{LONG}\u2026",
        "abc\u2026(truncated)",
        "<truncated 123 chars>",
        "attachment://7f3a",
        "[trimmed 20 lines]",
        "foo... (1234 more characters)",
        '{"a": "bc',
        "[{'a': 1}, {'b",
        "abc [+20 chars]",
        "head...<200 bytes omitted>...tail",
        "\u2026truncated",
        "abc [truncated, 500 chars total]",
        "[truncated for brevity]",
        "[... 20 lines truncated ...]",
    ],
)
def test_truncated(value: str) -> None:
    assert truncated(value)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "We will see...",
        "wait\u2026 what",
        LONG,
        "Price (omitted tax) is 4",
        "20 lines",
        "Fix truncated output",
        "[note] truncated table users",
        '{"a":1}',
        "TRUNCATE TABLE x",
        "a (3 items)",
        "see the attachment: report.pdf",
    ],
)
def test_not_truncated(value: str) -> None:
    assert not truncated(value)


@pytest.mark.parametrize(
    "name",
    [
        "id",
        "order_id",
        "orderId",
        "customer_uuid",
        "to",
        "email",
        "recipient",
        "recipientEmail",
        "account",
        "customer",
        "order",
        "invoice",
        "phone",
        "number",
        "channel",
        "url",
        "path",
        "sku",
        "card",
        "card_number",
        "X-Customer-Id",
    ],
)
def test_identifying(name: str) -> None:
    assert identifying(name)


@pytest.mark.parametrize(
    "name",
    [
        "amount",
        "subject",
        "body",
        "note",
        "text",
        "message",
        "idea",
        "validate",
        "color",
        "title",
        "total",
        "currency",
        "",
    ],
)
def test_not_identifying(name: str) -> None:
    assert not identifying(name)


@pytest.mark.parametrize(
    "value", ["*" * 100_000, "[" * 100_000, "<redacted " * 20_000, "x" * 119, "xxxx-" * 23, "...." * 30_000, "*x" * 59]
)
def test_hostile_text_is_read_in_linear_time(value: str) -> None:
    assert masked(value) in (True, False)
    assert truncated(value) in (True, False)
