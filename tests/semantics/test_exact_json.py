"""Decoding loses nothing and raises nothing but ValueError."""

from __future__ import annotations

import contextlib
import json
import math
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.semantics.values.exact_json import decode, decode_maybe

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9007199254740993", 9007199254740993),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("-18446744073709551617", -18446744073709551617),
        ("0.1", Decimal("0.1")),
        ("42.0", Decimal("42.0")),
        ("1e400", Decimal("1e400")),
        ("1e999999999", Decimal("1e999999999")),
        ("1e99999999999999999999", "1e99999999999999999999"),
        ("9" * 5000, Decimal("9" * 5000)),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        ('\ufeff{"a": 1}', {"a": 1}),
        (r'"\ud800"', "\ud800"),
        (b'["\xed\xa0\x80"]', ["\ud800"]),
        ("[true, null]", [True, None]),
        (" {} ", {}),
    ],
)
def test_decodes_exactly(text: bytes | str, value: Any) -> None:
    decoded = decode(text)
    assert decoded == value
    assert type(decoded) is type(value)


def test_numbers_that_json_does_not_know_are_floats() -> None:
    nan, infinite = decode("[NaN, -Infinity]")
    assert math.isnan(nan)
    assert infinite == -math.inf


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "{'a': 1}",
        "[1,]",
        '{"a" 1}',
        "1 2",
        b"\xff\xfe\xfd",
        "[" * 100_000,
        '{"a":' * 100_000,
        "plain text",
    ],
)
def test_what_is_no_json_is_a_value_error(text: bytes | str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(text)


@given(JSON)
def test_agrees_with_the_standard_library(value: Any) -> None:
    assert decode(json.dumps(value)) == value


@given(st.binary(max_size=60))
def test_never_raises_anything_else(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        decode(data)


@pytest.mark.parametrize(("text", "value"), [('{"a": 1}', {"a": 1}), (" [1.0] \n", [Decimal("1.0")]), ("{}", {})])
def test_objects_and_arrays_in_text(text: str, value: Any) -> None:
    assert decode_maybe(text) == value


@pytest.mark.parametrize(
    "text", ["", "1", "true", "null", '"{}"', "[EMAIL]", "{not json}", "{'a': 1}", "[1] and [2]", "[" * 9000]
)
def test_other_text_is_the_very_same(text: str) -> None:
    assert decode_maybe(text) is text
