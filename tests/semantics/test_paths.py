"""The path language of the configuration."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.semantics.values.paths import Concrete, Path, Wild, dotted, matches, parse_path, select

STEPS = st.text(min_size=1, max_size=6) | st.text(alphabet=".[]*\\ab", min_size=1, max_size=6) | st.sampled_from(Wild)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("customer_id", ("customer_id",)),
        ("metadata.*", ("metadata", Wild.ANY_KEY)),
        ("items[].note", ("items", Wild.ANY_ELEMENT, "note")),
        ("headers.X-Ref", ("headers", "X-Ref")),
        (r"vscode\.requestId", ("vscode.requestId",)),
        ("[]", (Wild.ANY_ELEMENT,)),
        ("grid[][].x", ("grid", Wild.ANY_ELEMENT, Wild.ANY_ELEMENT, "x")),
        (r"\*", ("*",)),
        (r"a\[0\]", ("a[0]",)),
        (r"back\\[]", ("back\\", Wild.ANY_ELEMENT)),
        ("*[]", (Wild.ANY_KEY, Wild.ANY_ELEMENT)),
        ("größe.naïve key", ("größe", "naïve key")),
    ],
)
def test_parses(text: str, steps: tuple[str | Wild, ...]) -> None:
    assert parse_path(text) == Path(steps)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a key is missing"),
        (".a", "a key is missing"),
        ("a.", "a key is missing"),
        ("a..b", "a key is missing"),
        ("a[0]", r"only \[\]"),
        ("a]", r"only \[\]"),
        ("a[]b", "a dot is missing"),
        ("a*", "whole key"),
        ("**", "whole key"),
        ("a\\", "backslash"),
    ],
)
def test_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_path(text)


@given(st.lists(STEPS, min_size=1, max_size=5))
def test_a_path_reads_back_as_itself(steps: list[str | Wild]) -> None:
    path = Path(tuple(steps))
    assert parse_path(str(path)) == path


@pytest.mark.parametrize(
    ("path", "place", "fits"),
    [
        ("metadata.*", ("metadata", "a"), True),
        ("metadata.*", ("metadata",), False),
        ("metadata.*", ("metadata", "a", "b"), False),
        ("metadata.*", ("metadata", 0), False),
        ("items[].note", ("items", 3, "note"), True),
        ("items[].note", ("items", "3", "note"), False),
        ("items[].note", ("items", 3, "notes"), False),
        ("a", ("A",), False),
        (r"\*", ("*",), True),
        (r"\*", ("x",), False),
    ],
)
def test_matches(path: str, place: Concrete, fits: bool) -> None:
    assert matches(parse_path(path), place) is fits


@given(st.lists(st.text(min_size=1, max_size=5) | st.integers(0, 9), min_size=1, max_size=5))
def test_the_dotted_form_of_a_place_matches_it(place: list[str | int]) -> None:
    assert matches(parse_path(dotted(tuple(place))), tuple(place))


VALUE = {"a": {"b": 1, "c": 2}, "items": [{"n": 1}, {"n": 2}, 3], "body": '{"x": {"y": 7}}', "none": None, "x.y": 4}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a.b", [1]),
        ("a.*", [1, 2]),
        ("items[].n", [1, 2]),
        ("items[]", [{"n": 1}, {"n": 2}, 3]),
        ("body.x.y", [7]),
        ("none", [None]),
        (r"x\.y", [4]),
        ("x.y", []),
        ("a.b.c", []),
        ("items.n", []),
        ("a[]", []),
        ("absent", []),
    ],
)
def test_selects(path: str, found: list[Any]) -> None:
    assert select(parse_path(path), VALUE) == found
