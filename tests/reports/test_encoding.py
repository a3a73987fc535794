"""JSON that always comes out."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.reports.encoding import MAX_DEPTH, TOO_DEEP, encode

from .example import deep

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.none() | st.booleans() | NUMBERS | st.text()
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(VALUES)
def test_round_trip(value: Any) -> None:
    assert json.loads(encode(value)) == value


@given(st.integers())
def test_integers_of_any_size_keep_their_digits(value: int) -> None:
    assert encode([value]) == f"[{value}]".encode()


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_decimals_keep_their_digits(value: Decimal) -> None:
    assert json.loads(encode({"n": value}), parse_float=Decimal, parse_int=Decimal) == {"n": value}


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_encodes(raw: str) -> None:
    shown = json.loads(encode({raw: raw}))
    assert list(shown.keys()) == list(shown.values())
    if raw.isascii():
        assert shown == {raw: raw}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("\ud800", "\ufffd"),
        (float("nan"), None),
        (float("-inf"), None),
        (Decimal("NaN"), None),
        (Decimal("Infinity"), None),
        ([2**64, "\udfff"], [2**64, "\ufffd"]),
        ({1: 2**70}, {"1": 2**70}),
        (True, True),
        (deep(50), deep(50)),
    ],
)
def test_what_strict_encoders_refuse(value: Any, expected: Any) -> None:
    assert json.loads(encode(value)) == expected


def test_an_integer_past_the_limit_on_digits_is_hexadecimal_text() -> None:
    value = 10**5000
    assert json.loads(encode([value])) == [hex(value)]


def test_deep_nesting_is_cut_not_crashed_on() -> None:
    value, depth = json.loads(encode(deep(100_000))), 0
    while isinstance(value, list):
        value, depth = value[0], depth + 1
    assert value == TOO_DEEP
    assert depth == MAX_DEPTH + 1
