"""Waits that give a machine away, and those that do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.semantics.values.durations import SECOND_NS
from doublefire.semantics.waits import (
    KNOWN_VISIBILITY_TIMEOUTS,
    KNOWN_WAITS,
    equal_spacing,
    known_visibility_timeout,
    known_wait,
)


def ns(seconds: float) -> int:
    return round(seconds * SECOND_NS)


@pytest.mark.parametrize(
    ("seconds", "who"),
    [
        (2.5, "Ultravox"),
        (5.0, "httpx"),
        (5.9, "OpenAI Agents"),
        (30.02, "MCP Python"),
        (59.99, "botocore"),
        (60.3, "botocore"),
        (61.9, "MCP TypeScript"),
        (80.5, "stripe"),
        (120.1, "google-api-core"),
        (180.0, "LangGraph"),
        (300.0, "aiohttp"),
        (600.4, "openai"),
    ],
)
def test_a_wait_of_a_known_client(seconds: float, who: str) -> None:
    wait = known_wait(ns(seconds))
    assert wait is not None
    assert who in wait.who


@pytest.mark.parametrize(
    "seconds", [-5, 0, 0.5, 1, 3.5, 4.0, 8, 12, 20, 29, 33, 45, 55, 70, 90, 100, 240, 400, 900, 3600]
)
def test_a_wait_of_nobody_known(seconds: float) -> None:
    assert known_wait(ns(seconds)) is None


@pytest.mark.parametrize(
    ("seconds", "who"), [(1800, "SQS"), (1810, "SQS"), (3600, "Redis"), (3665, "Redis"), (3599.5, "Redis")]
)
def test_a_queue_delivers_again(seconds: float, who: str) -> None:
    wait = known_visibility_timeout(ns(seconds))
    assert wait is not None
    assert who in wait.who


@pytest.mark.parametrize("seconds", [0, 30, 60, 600, 1700, 1900, 3000, 3400, 3800, 7200])
def test_no_queue_delivers_then(seconds: float) -> None:
    assert known_visibility_timeout(ns(seconds)) is None


@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        ([0, 10, 20], True),
        ([20, 0, 10], True),
        ([0, 10, 20.2, 30.1], True),
        ([0, 60, 121.5], True),
        ([0, 0.5, 1.0], True),
        ([], False),
        ([0], False),
        ([0, 10], False),
        ([0, 10, 21], False),
        ([0, 10, 20, 35], False),
        ([0, 1, 3, 7], False),
        ([0, 0, 0], False),
        ([0, 0.001, 0.002], False),
    ],
)
def test_equal_spacing(starts: list[float], expected: bool) -> None:
    assert equal_spacing([ns(start) for start in starts]) is expected


@given(st.integers(min_value=SECOND_NS, max_value=10**13), st.integers(3, 20), st.integers(0, 10**18))
def test_any_steady_beat_is_equally_spaced(step: int, copies: int, first: int) -> None:
    assert equal_spacing([first + step * i for i in range(copies)])


def test_every_known_wait_finds_itself_and_names_its_source() -> None:
    for wait in KNOWN_WAITS:
        assert known_wait(ns(wait.seconds)) is wait
        assert wait.source
    for wait in KNOWN_VISIBILITY_TIMEOUTS:
        assert known_visibility_timeout(ns(wait.seconds)) is wait
        assert wait.source
