"""Times in every spelling that logs use, exactly."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.ingest.times import parse_time

NINE = 1_772_442_000  # 2026-03-02T09:00:00Z


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-02T09:00:00.123Z", NINE * 10**9 + 123_000_000),
        ("2026-03-02T09:00:00Z", NINE * 10**9),
        ("2026-03-02t09:00:00z", NINE * 10**9),
        ("2026-03-02T09:00Z", NINE * 10**9),
        ("2026-03-02T09:00:00.123456789Z", NINE * 10**9 + 123_456_789),
        ("2026-03-02T09:00:00.12345678999Z", NINE * 10**9 + 123_456_789),
        ("2026-03-02T09:00:00,5Z", NINE * 10**9 + 500_000_000),
        ("2026-03-02T11:30:00.5+02:30", NINE * 10**9 + 500_000_000),
        ("2026-03-02T01:00:00-0800", NINE * 10**9),
        ("2026-03-02T11:00:00+02", NINE * 10**9),
        ("2026-03-02 09:00:00+00:00", NINE * 10**9),
        ("2026-03-02 09:00:00.25 UTC", NINE * 10**9 + 250_000_000),
        ("2026-03-02T09:00:00.5", NINE * 10**9 + 500_000_000),
        ("  2026-03-02T09:00:00Z\n", NINE * 10**9),
        ("1969-12-31T23:59:59.5Z", -500_000_000),
        (NINE, NINE * 10**9),
        (NINE * 1000 + 7, NINE * 10**9 + 7_000_000),
        (NINE * 10**6 + 7, NINE * 10**9 + 7_000),
        (NINE * 10**9 + 7, NINE * 10**9 + 7),
        (str(NINE * 10**9 + 7), NINE * 10**9 + 7),
        (f"{NINE}.2254605", NINE * 10**9 + 225_460_500),
        (1_772_442_000.2254605, NINE * 10**9 + 225_460_500),
        (Decimal("1772442000.225460501"), NINE * 10**9 + 225_460_501),
        (Decimal("1772442000225.4605"), NINE * 10**9 + 225_460_500),
    ],
)
def test_a_time_is_read_exactly(value: Any, expected: int) -> None:
    assert parse_time(value) == expected


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [(5, "s", 5 * 10**9), (5, "ms", 5 * 10**6), ("5", "us", 5_000), (5, "ns", 5), (Decimal("0.5"), "s", 5 * 10**8)],
)
def test_a_given_unit_wins_over_the_magnitude(value: Any, unit: str, expected: int) -> None:
    assert parse_time(value, unit) == expected


@pytest.mark.parametrize(
    "value",
    [
        *(None, True, False, "", "soon", "2026-03-02", "09:00:00", "20260302", [], {}, b"2026-03-02T09:00:00Z")[:7],
        *([], {}, b"2026-03-02T09:00:00Z"),
        *("2026-13-02T09:00:00Z", "2026-02-30T09:00:00.123Z", "2026-03-02T25:00:00.123Z", "2026-03-02X09:00:00.123Z"),
        *(
            "2026-03-02T09:00:0x.123Z",
            "2026-03-02T09:00:00.x23Z",
            "\uff12\uff10\uff12\uff16-03-02T09:00:00Z",
            "[trimmed for fixture]!!Z",
        ),
        *(0, "0", 0.0, Decimal(0), float("inf"), float("nan"), Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999")),
        *(10**400, -(10**400), "9" * 400, 1e300, "9999-01-01T00:00:00Z", "9999-01-01T00:00:00.123Z"),
        *("0001-01-01T00:00:00Z", "1" * 26),
    ],
)
def test_what_is_no_time_is_none(value: Any) -> None:
    assert parse_time(value) is None


MOMENTS = st.datetimes(datetime(1975, 1, 1), datetime(2100, 1, 1))


@given(MOMENTS)
def test_every_spelling_of_a_moment_is_the_same_time(moment: datetime) -> None:
    at = moment.replace(tzinfo=UTC)
    passed = at - datetime(1970, 1, 1, tzinfo=UTC)
    expected = passed // timedelta(microseconds=1) * 1_000
    micros = expected // 1_000
    assert parse_time(at.isoformat()) == expected
    assert parse_time(moment.isoformat(sep=" ")) == expected
    assert parse_time(micros) == expected
    assert parse_time(Decimal(micros).scaleb(-6)) == expected
    assert parse_time(f"{micros // 10**6}.{micros % 10**6:06d}") == expected


@given(st.text(max_size=40) | st.integers() | st.floats() | st.decimals())
def test_nothing_raises_and_every_time_fits_64_bits(value: Any) -> None:
    at = parse_time(value)
    assert at is None or -(2**63) < at < 2**63
