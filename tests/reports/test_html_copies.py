"""The copies of a finding: where their bars lie on the axis, and how they differ."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import ABSENT, Call, Outcome, Trouble
from doublefire.reports.contract import Options
from doublefire.reports.html import comparison
from doublefire.reports.html.comparison import MISSING, NOTHING, marked, parts
from doublefire.reports.html.timeline import SHOWN_COPIES, Copy, Stretch, timeline

from .example import (
    SECOND,
    T0,
    call,
    clockless,
    finding,
    retried,
    timed_out,
)
from .html_page import audit_of, parsed

# --- the timeline ---------------------------------------------------------------------------------------------------


def rows(*calls: Call, **changes: Any) -> tuple[Copy, ...]:
    return timeline(finding(calls=calls, **changes), Options()).first


def at(start: float, end: float | None, **changes: Any) -> Call:
    return call(start_ns=T0 + int(start * SECOND), end_ns=None if end is None else T0 + int(end * SECOND), **changes)


def relation(copy: Copy) -> str:
    assert copy.times is not None
    return copy.times.relation.text


def bar(copy: Copy) -> Stretch:
    assert copy.times is not None
    return copy.times.bar


def test_bars_and_the_gap_lie_where_they_belong() -> None:
    first, second = rows(at(0, 3), at(7, 10))
    assert (bar(first), bar(second)) == (Stretch(0, 30), Stretch(70, 30))
    assert second.times is not None
    assert second.times.relation.gap == Stretch(30, 40)
    assert second.times.relation.overlap is None


def test_overlap_is_marked_over_the_time_both_ran() -> None:
    _, second = rows(at(0, 6), at(4, 10))
    assert second.times is not None
    assert second.times.relation.overlap == Stretch(40, 20)
    assert relation(second) == "overlaps copy 1 for 2 s"


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ((at(0, 1), at(1, 2)), "right after copy 1 ended"),
        ((at(0, 1), at(0, 1)), "overlaps copy 1 for 1 s"),
        ((at(0, None), at(4, 5)), "4 s after copy 1 ended"),
        ((at(0, 9), at(1, 2), at(10, 11)), "1 s after copy 1 ended"),
        ((at(5, 4), at(7, 8)), "2 s after copy 1 ended"),
    ],
)
def test_relation_to_the_latest_end_before(calls: tuple[Call, ...], words: str) -> None:
    assert relation(rows(*calls)[-1]) == words


def test_copies_that_never_ran_stand_among_the_others() -> None:
    refused = at(2, 3, outcome=Outcome.NOT_EXECUTED, trouble=Trouble.REFUSED, error="422")
    found = rows(at(0, 1), at(4, 5), also=(refused,))
    assert [(copy.number, copy.outcome, copy.ended) for copy in found] == [
        (1, "executed", "ran"),
        (2, "not-executed", "refused"),
        (3, "executed", "ran"),
    ]


def test_without_a_clock_there_is_an_order_and_no_axis() -> None:
    line = timeline(clockless(), Options())
    assert line.length == ""
    assert [copy.times for copy in line.first] == [None, None]
    assert "No clock was recorded" in parsed(audit_of(clockless())).one("details", class_="finding").words


def test_long_timelines_show_both_ends() -> None:
    line = timeline(finding(calls=tuple(at(n, n + 0.5) for n in range(40)), calls_total=90), Options())
    assert len(line.first) == len(line.last) == SHOWN_COPIES
    assert line.left_out == 80
    assert line.last[-1].number == 40


@given(st.lists(st.tuples(st.integers(0, 10**6), st.none() | st.integers(0, 10**6)), min_size=1, max_size=8))
def test_everything_lies_on_the_axis(times: list[tuple[int, int | None]]) -> None:
    for copy in rows(*(call(start_ns=start, end_ns=end) for start, end in times)):
        assert copy.times is not None
        for stretch in (copy.times.bar, copy.times.relation.gap, copy.times.relation.overlap):
            assert stretch is None or (stretch.left >= 0 and stretch.width > 0 and stretch.right <= 100.02)


# --- side by side ---------------------------------------------------------------------------------------------------


def sent(*values: Any, ignored: tuple[str, ...] = ()) -> dict[str, comparison.Row]:
    found = parts([call(arguments=value) for value in values], ignored, Options())[0]
    return {row.path: row for row in found.rows}


def test_equal_fields_stand_once() -> None:
    row = sent({"a": 1}, {"a": 1})["a"]
    assert ([cell.before for cell in row.cells], row.verdict) == (["1"], "equal")


def test_differing_fields_stand_side_by_side_with_the_difference_marked() -> None:
    row = sent({"note": "Refund for late delivery"}, {"note": "Refund for a late delivery"})["note"]
    assert row.verdict == "differs"
    assert [(cell.before, cell.changed, cell.after) for cell in row.cells] == [
        ("Refund for ", "", "late delivery"),
        ("Refund for ", "a ", "late delivery"),
    ]


def test_missing_fields_differ() -> None:
    assert sent({"a": 1, "b": 2}, {"a": 1})["b"].cells[1] == MISSING
    assert sent({"a": 1, "b": 2}, {"a": 1})["b"].verdict == "differs"


def test_what_was_not_recorded_is_neither_equal_nor_different() -> None:
    row = sent({"a": 1}, ABSENT)["a"]
    assert (row.cells[1], row.verdict) == (NOTHING, "")
    row = sent({"a": 1}, ABSENT, {"a": 1})["a"]
    assert (len(row.cells), row.verdict) == (3, "equal")


def test_fields_that_do_not_count_say_so() -> None:
    found = sent({"x": {"request_id": 1}, "a": 1}, {"x": {"request_id": 2}, "a": 2}, ignored=("x.request_id",))
    assert found["x.request_id"].ignored
    assert not found["a"].ignored


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ({"a": {"b": [1, {"c": 2}]}}, ["a.b[0]", "a.b[1].c"]),
        ({"a": {}, "b": []}, ["a", "b"]),
        ([1, 2], ["[0]", "[1]"]),
        ("text", [""]),
        ({"a.b": 1}, ["a.b"]),
    ],
)
def test_every_leaf_has_its_row(value: Any, paths: list[str]) -> None:
    assert list(sent(value)) == paths


@pytest.mark.parametrize(
    ("calls", "options", "note"),
    [
        ((call(arguments=ABSENT),), Options(), "not recorded"),
        ((call(),), Options(arguments="none"), "not shown in this report"),
        ((call(),), Options(), ""),
    ],
)
def test_why_there_is_nothing_to_compare(calls: tuple[Call, ...], options: Options, note: str) -> None:
    assert parts(calls, (), options)[0].note == note


@given(st.lists(st.text("ab ", max_size=12), min_size=2, max_size=4, unique=True))
def test_the_three_parts_are_the_text(texts: list[str]) -> None:
    for one in texts:
        cell = marked(one, [other for other in texts if other != one])
        assert cell.before + cell.changed + cell.after == one
        assert all(other.startswith(cell.before) and other.endswith(cell.after) for other in texts)


def test_a_retry_without_result_marks_no_difference() -> None:
    shown = parsed(audit_of(finding(calls=(timed_out(), retried()))))
    assert shown.all("mark") == []
    assert "nothing recorded" in shown.one("details", class_="finding").words
