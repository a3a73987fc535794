"""Secrets are masked by name and by shape; what explains a finding stays."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublefire.model import ABSENT
from doublefire.semantics.masking import CLOSE, MAX_ITEMS, MAX_TEXT, OPEN, mask, mask_of, mask_text
from doublefire.semantics.secret_forms import SHAPES, likely_shapes

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP"
UUID = "3d0a9d5e-7c1a-4a55-9b3e-2f5e1c2b0001"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("password", "hunter2"),
        ("dbPassword", "hunter2"),
        ("api_key", "abc"),
        ("X-Api-Key", "abc"),
        ("stripe_secret_key", "abc"),
        ("Authorization", "abc"),
        ("access_token", "abc"),
        ("refreshTokens", ["abc"]),
        ("cookie", "a=b"),
        ("card_number", "4242"),
        ("cardNumber", 4242424242424242),
        ("cvv", 123),
        ("pin", "0000"),
        ("iban", "DE1"),
        ("ssn", "078051120"),
        ("date_of_birth", "1990-01-01"),
        ("email", "not an address"),
        ("phone", "0170"),
        ("phoneNumber", 491701234567),
        ("credentials", {"user": "a", "value": "abc"}),
    ],
)
def test_masked_by_name(name: str, value: Any) -> None:
    shown = json.dumps(mask({name: value}), ensure_ascii=False)
    assert OPEN in shown
    assert all(secret not in shown for secret in ("hunter2", "abc", "4242", "0170", "1990", "078051", "address", "123"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("customer_id", "cus_9"),
        ("order_id", "4111111111111111"),
        ("order_id", UUID),
        ("amount", Decimal("42.50")),
        ("cents", 1500),
        ("currency", "EUR"),
        ("account", "acct_1"),
        ("idempotency_key", "kX9dPq2LmZ81vRt0aBcYkX9dPq2LmZ81vRt0aBcY"),
        ("clientToken", "t-1"),
        ("next_token", "abc"),
        ("max_tokens", 5),
        ("tokens", 5),
        ("commit", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("date", "2026-03-02"),
        ("time", "2026-03-02T09:00:00.123456Z"),
        ("url", "https://api.example.com/v1/orders?page=2"),
        ("start_ns", 1772442001123456789),
        ("ms", 1772442001123),
        ("note", "Ticket 91 was closed by order 5512-77"),
        ("path", "/home/build/a_rather_long_file_name_without_any_secret.txt"),
        ("password", None),
        ("secret", False),
        ("password", "[REDACTED]"),
    ],
)
def test_visible(name: str, value: Any) -> None:
    assert mask({name: value}) == {name: value}


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("mail to bob@example.com now", "bob@example.com"),
        ("card 4111 1111 1111 1111 declined", "4111 1111 1111 1111"),
        ("card 4111-1111-1111-1111", "4111-1111-1111-1111"),
        ("amex 378282246310005", "378282246310005"),
        ("call +49 170 1234567 or", "+49 170 1234567"),
        ("call (555) 123-4567", "(555) 123-4567"),
        ("SSN 078-05-1120", "078-05-1120"),
        ("to DE89 3704 0044 0532 0130 00 today", "DE89 3704 0044 0532 0130 00"),
        ("Authorization: Bearer abcdefghijkl", "abcdefghijkl"),
        (f"token {JWT} expired", JWT),
        ("key sk-proj-abcdefghijklmnop1234", "sk-proj-abcdefghijklmnop1234"),
        ("sk_live_abcdefghijklmnop", "sk_live_abcdefghijklmnop"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("xoxb-1234567890-abcdef", "xoxb-1234567890-abcdef"),
        ("postgres://app:hunter2@db.example.com/x", "hunter2"),
        ("mysql --password hunter2 -u x", "hunter2"),
        ("PASSWORD=hunter2 make", "hunter2"),
        ("{'password': 'hunter2'}", "hunter2"),
        ('{"a": {"password": "hunter2"}}', "hunter2"),
        ('sent \\"api_key\\": \\"hunter2\\"', "hunter2"),
        ("your password is hunter2", "hunter2"),
        ("k kX9dPq2LmZ81vRt0aBcYQw3eRt5yUi7oP1aSdF9g k", "kX9dPq2LmZ81vRt0aBcYQw3eRt5yUi7oP1aSdF9g"),
        ("ba\u017fic abcdefgh12", "abcdefgh12"),
        ("pa\u017f\u017fword=hunter2", "hunter2"),
        ("\u212aey api_\u212aey=hunter2", "hunter2"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "MIIabc"),
    ],
)
def test_masked_by_shape(text: str, secret: str) -> None:
    for shown in (mask_text(text), mask({"note": text})["note"], mask([text])[0]):
        assert secret not in shown
        assert OPEN in shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "password is required",
        "HTTP 409: order 4111111111111112 exists",
        "2026-03-02 09:00:00 and 10.0.0.12:8080",
        "version 1.2.3-rc.4 of pkg@1.2.3",
        "a reset_password_for_all_the_users_of_this_tenant call",
        f"order {UUID} was paid with 42.00 USD",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "tel 5 and +1 more",
        "DE89370400440532013001 fails its check digits",
        "[EMAIL] and ****4242",
        '{"a":1.50,  "b": [1,2]}',
        "the page token of the next page",
    ],
)
def test_plain_texts_stay(text: str) -> None:
    assert mask_text(text) == text


def test_json_in_text_is_masked_by_name_and_keeps_its_numbers() -> None:
    assert mask_text('{"api_key": "abc", "amount": 1.50, "id": 12345678901234567890123}') == (
        f'{{"api_key":"{mask_of("secret", "abc")}","amount":1.50,"id":12345678901234567890123}}'
    )


def test_one_secret_has_one_mask_and_two_have_two() -> None:
    first, again, other = mask(["Bob@Example.com", {"email": "bob@example.com"}, "x ann@example.com"])
    assert first == again["email"]
    assert first not in other
    assert mask_text("4111 1111 1111 1111") == mask_text("4111-1111-1111-1111")


def test_the_salt_changes_every_mask() -> None:
    assert mask_text("a@b.example", b"one") != mask_text("a@b.example", b"two")
    assert mask_text("a@b.example", b"x" * 500) == mask_text("a@b.example", b"x" * 500)
    assert mask_text("a@b.example", b"x" * 500) != mask_text("a@b.example", b"x" * 501)


def test_names_of_fields_are_masked_too() -> None:
    assert "bob@example.com" not in str(mask({"bob@example.com": {"password": 1}}))


def test_a_number_of_thousands_of_digits_stays() -> None:
    assert mask({"n": 10**5000}) == {"n": 10**5000}


def test_nothing_recorded_stays_so() -> None:
    assert mask(ABSENT) is ABSENT


def test_size_and_depth_are_bounded() -> None:
    deep: Any = "bob@example.com"
    for _ in range(5000):
        deep = [deep]
    assert len(str(mask(deep))) < 200
    assert len(mask(list(range(10 * MAX_ITEMS)))) == MAX_ITEMS + 1
    assert len(mask({str(n): n for n in range(10 * MAX_ITEMS)})) == MAX_ITEMS + 1
    assert len(mask_text("x y " * MAX_TEXT)) < MAX_TEXT + 50


def test_a_secret_that_a_cut_would_halve_is_not_shown() -> None:
    text = "a " * (MAX_TEXT // 2 - 4) + "bob@example.com" + " b" * MAX_TEXT
    assert "bob" not in mask_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "1 ",
        "4",
        "a@",
        "password ",
        "eyJ",
        "DE89",
        "+1 ",
        "-----BEGIN PRIVATE KEY-----",
        "://a:",
        "[",
        "a.b@",
        "bearer ",
        "secret_",
    ],
)
def test_hostile_texts_are_masked_in_linear_time(text: str) -> None:
    assert len(mask_text(text * (100_000 // len(text)))) < 2 * MAX_TEXT


PIECES = (
    *(
        "pass",
        "word",
        "password",
        "pwd",
        "secret_key",
        "api key",
        "to\u212aen",
        "cvv",
        "is",
        "\u0131s ",
        "is 1",
        "bearer ",
    ),
    *(
        "ba\u017fic ",
        "negotiate ",
        "=",
        ": ",
        "--",
        "-",
        "_",
        ".",
        "/",
        "'",
        '"',
        "@",
        "+",
        "(",
        ")",
        " ",
        "\n",
        "x",
        "A",
    ),
    *(
        "1",
        "12",
        "4111",
        "1111",
        "123-45-6789",
        "555",
        "5550",
        "\u0661\u0662\u0663",
        "a@b.co",
        "://",
        "eyJ",
        "sk-",
        "hf_",
    ),
    *("sk_live_", "xoxb-", "AKIA", "DE89", "3704 0044 0532 0130 00", "DE89370400440532013000", "abcdefgh", "ABCDEFGH"),
    *("kX9dPq2LmZ81vRt0aBcYQw3e", "-----BEGIN ", "PRIVATE KEY-----"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from(["", " ", "-"]))
@settings(max_examples=1000)
def test_no_shape_that_matches_is_passed_over(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    matching = [shape for shape in SHAPES if shape.pattern.search(text)]
    assert [shape.kind for shape in matching if shape not in likely_shapes(text)] == []


@pytest.mark.parametrize("text", ["", "cus_8812", "EUR", "succeeded", "Second reminder for invoice", "true", "12.50"])
def test_ordinary_texts_are_spared_every_shape(text: str) -> None:
    assert likely_shapes(text) == []


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.emails()
    | st.just('{"pin": 1}'),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from(["email", "token", "id", "pin"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_masking_again_changes_nothing(value: Any) -> None:
    once = mask(value)
    assert mask(once) == once


@given(VALUES)
def test_the_shape_stays(value: Any) -> None:
    shown = mask(value)
    if isinstance(value, (dict, list)):
        assert type(shown) is type(value)
    if isinstance(value, list):
        assert len(shown) == len(value)


@given(
    st.emails(domains=st.just("example.com")),
    st.text(alphabet="ab \n:,", max_size=20),
    st.text(alphabet=" \n,", min_size=1, max_size=20),
)
def test_no_address_survives(address: str, before: str, after: str) -> None:
    local = address.partition("@")[0]
    if all(character.isalnum() or character in "._%+-" for character in local):
        shown = mask_text(f"{before} {address}{after}")
        assert address not in shown
        assert CLOSE in shown
