"""How single values are shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import ABSENT, Confidence, Severity, Trouble
from doublefire.reports import Options
from doublefire.reports.shown import (
    by_gravity,
    cut,
    cut_start,
    error_text,
    key_labels,
    key_text,
    listed,
    path_text,
    payload,
    payload_text,
    place_text,
    place_texts,
    seconds,
    time_text,
    uri_text,
    visible,
)
from doublefire.semantics.values.durations import duration_text

from .example import T0, call, finding, retried, suppressed, timed_out

FULL, NONE = Options(arguments="full"), Options(arguments="none")
FIFTY = range(50)


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (0, []),
        (1, [0]),
        (100, list(range(100))),
        (101, [*FIFTY, *range(51, 101)]),
        (500, [*FIFTY, *range(450, 500)]),
    ],
)
def test_first_and_last_fifty_calls(total: int, expected: list[int]) -> None:
    calls = [call(line=number) for number in range(total)]
    assert [listed_call.place.line for listed_call in listed(calls)] == expected


@pytest.mark.parametrize(
    ("at_ns", "expected"),
    [
        (T0, "2026-03-02T09:00:01.000000000Z"),
        (T0 + 1, "2026-03-02T09:00:01.000000001Z"),
        (T0 + 123_456_789, "2026-03-02T09:00:01.123456789Z"),
        (0, "1970-01-01T00:00:00.000000000Z"),
        (-1, "1969-12-31T23:59:59.999999999Z"),
        (-60_000_000_000 * 10**9, "0068-09-03T13:20:00.000000000Z"),
        (None, None),
        (10**30, None),
        (-(10**30), None),
    ],
)
def test_times_are_rfc_3339_with_nanoseconds(at_ns: int | None, expected: str | None) -> None:
    assert time_text(at_ns) == expected


@given(st.integers(min_value=-(2**62), max_value=2**63 - 1), st.integers(min_value=1, max_value=10**15))
def test_times_sort_as_texts(at_ns: int, later: int) -> None:
    first, second = time_text(at_ns), time_text(min(at_ns + later, 2**63))
    assert first is not None
    assert second is not None
    assert first < second


@pytest.mark.parametrize(("duration_ns", "expected"), [(None, None), (0, 0.0), (4 * 10**9, 4.0), (1_500_000, 0.0015)])
def test_seconds(duration_ns: int | None, expected: float | None) -> None:
    assert seconds(duration_ns) == expected


@pytest.mark.parametrize(
    ("duration_ns", "expected"),
    [
        (0, "0 s"),
        (5, "5 ns"),
        (1_500, "1.5 µs"),
        (850_000_000, "850 ms"),
        (4_000_000_000, "4 s"),
        (34_210_000_000, "34.2 s"),
        (59_999_999_999, "1 min"),
        (60_000_000_000, "1 min"),
        (125_000_000_000, "2 min 5 s"),
        (7_200_000_000_000, "2 h"),
        (90_061_000_000_000, "1 d 1 h"),
    ],
)
def test_durations_for_people(duration_ns: int, expected: str) -> None:
    assert duration_text(duration_ns) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("plain, 漢字 🔥", "plain, 漢字 🔥"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31m\x00\x9b", "\\x1b[31m\\x00\\x9b"),
        ("a\u202eb\u2066c\u200bd", "a\\u202eb\\u2066c\\u200bd"),
        ("\u2028\ufeff\ufffe", "\\u2028\\ufeff\\ufffe"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("no\u00a0break", "no break"),
        ("", ""),
    ],
)
def test_nothing_hidden_in_text(raw: str, expected: str) -> None:
    assert visible(raw) == expected


@given(st.text(st.characters(exclude_categories=())))
def test_visible_text_prints_and_encodes(raw: str) -> None:
    assert visible(raw).isprintable()
    assert visible(visible(raw)) == visible(raw)
    visible(raw).encode()


@pytest.mark.parametrize(("limit", "expected"), [(5, "12345"), (4, "123…"), (1, "…"), (0, "…"), (9, "12345")])
def test_cut(limit: int, expected: str) -> None:
    assert cut("12345", limit) == expected


@pytest.mark.parametrize(("limit", "expected"), [(5, "12345"), (4, "…345"), (9, "12345"), (2, "…5")])
def test_cut_at_the_start(limit: int, expected: str) -> None:
    assert cut_start("12345", limit) == expected


def test_payload_absent_null_and_hidden_are_null() -> None:
    assert payload(ABSENT, FULL) is None
    assert payload(None, FULL) is None
    assert payload({"a": 1}, NONE) is None
    assert payload({"a": 1}, FULL) == {"a": 1}


def test_payload_text_is_one_bounded_line() -> None:
    assert payload_text({"a": "x\ny"}, FULL, 100) == '{"a":"x\\ny"}'
    assert payload_text({"a": "\u202e"}, FULL, 100) == '{"a":"\\u202e"}'
    assert payload_text("y" * 500, FULL, 20) == '"' + "y" * 18 + "…"
    assert payload_text(ABSENT, FULL, 20) is None


def test_masked_values_are_hidden_and_equal_ones_look_equal() -> None:
    addresses = ("ann@example.com", "ann@example.com", "bob@example.com")
    one, same, other = (payload({"to": address}, Options(salt=b"s")) for address in addresses)
    assert one == same != other
    assert "ann@" not in str(one)


def test_errors_follow_the_arguments_option() -> None:
    failed = timed_out(error="no reply for ann@example.com")
    assert error_text(failed, FULL) == "no reply for ann@example.com"
    assert "ann@example.com" not in str(error_text(failed, Options()))
    assert error_text(failed, NONE) == "timeout"
    assert error_text(timed_out(error=None), FULL) == "timeout"
    assert error_text(call(), FULL) is None
    assert error_text(call(trouble=Trouble.NONE, error="odd"), NONE) is None


def test_keys_follow_the_arguments_option() -> None:
    keyed = call(idempotency_key="refund ann@example.com")
    assert key_text(keyed, FULL) == "refund ann@example.com"
    assert "ann@example.com" not in str(key_text(keyed, Options()))
    assert key_text(keyed, NONE) == key_text(keyed, Options())
    assert key_text(call(), FULL) is None


@pytest.mark.parametrize(
    ("path", "base", "expected"),
    [
        ("/repo/traces/a.jsonl", "/repo", "traces/a.jsonl"),
        ("/elsewhere/a.jsonl", "/repo", "/elsewhere/a.jsonl"),
        ("/repository/a.jsonl", "/repo", "/repository/a.jsonl"),
        ("traces/a.jsonl", "/repo", "traces/a.jsonl"),
        ("/repo/a.jsonl", None, "/repo/a.jsonl"),
        ("-", "/repo", "-"),
    ],
)
def test_paths_are_relative_to_the_base(path: str, base: str | None, expected: str) -> None:
    assert path_text(path, Options(base=Path(base) if base else None)) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("traces/a.jsonl", "traces/a.jsonl"),
        ("./a b#c?.jsonl", "a%20b%23c%3F.jsonl"),
        ("http://evil.example/x", "http%3A/evil.example/x"),
        ("/abs/ü%.jsonl", "file:///abs/%C3%BC%25.jsonl"),
        ("lone\ud800", "lone%ED%A0%80"),
        ("<stdin>", "%3Cstdin%3E"),
    ],
)
def test_uris_are_percent_encoded(path: str, expected: str) -> None:
    assert uri_text(path, Options()) == expected


def test_places() -> None:
    assert place_text(call(path="a\n.jsonl", line=3).place, Options()) == "a\\n.jsonl:3"
    assert place_text(call(path="a.pb", line=None).place, Options()) == "a.pb"


def test_places_name_the_span_only_where_a_line_is_shared() -> None:
    apart = [call(line=1, span_id="aa"), call(line=2, span_id="bb")]
    shared = [call(line=1, span_id="aa"), call(line=1, span_id="bb"), call(line=1, span_id=None)]
    assert place_texts(apart, Options(base=None)) == ["traces/payments.jsonl:1", "traces/payments.jsonl:2"]
    assert [place.partition(":")[2] for place in place_texts(shared, Options())] == ["1#aa", "1#bb", "1"]
    assert [place.partition(":")[2] for place in place_texts(shared[:2], Options())] == ["1#aa", "1#bb"]


def test_keys_are_numbered_by_first_appearance() -> None:
    calls = [call(idempotency_key=key) for key in ("b", None, "a", "b")]
    assert key_labels(calls) == ["key 1", "no key", "key 2", "key 1"]


def test_worst_first_and_then_surest() -> None:
    low = finding(severity=Severity.LOW)
    unsure = finding(severity=Severity.HIGH, confidence=Confidence.LOW, calls=(retried(),))
    sure = finding(severity=Severity.HIGH, confidence=Confidence.HIGH)
    assert by_gravity([low, unsure, suppressed(severity=Severity.HIGH), sure]) == [sure, unsure, low]
