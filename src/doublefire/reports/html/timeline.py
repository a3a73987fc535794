"""The copies of a finding on one time axis, in percent of it: bars, the gaps between them and where they overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from doublefire.model import Call, Finding
from doublefire.reports.contract import Options
from doublefire.reports.html.text import short
from doublefire.reports.shown import error_text, key_labels, place_texts, time_text
from doublefire.reports.words import outcome_text
from doublefire.semantics.values.durations import duration_text

SHOWN_COPIES: Final = 5
"""The first and the last so many: more rows show no more of the pattern."""
LEAST_PERCENT: Final = 0.8
"""The shortest bar that is still seen on a phone."""
CLOCK: Final = slice(0, len("2026-03-02T09:00:01.000"))
"""To the millisecond: finer than that nobody compares by eye."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the axis: where it begins and how long it is, in percent."""

    left: float
    width: float

    @property
    def right(self) -> float:
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class Relation:
    """How a copy lies to the ones before it: `4 s after copy 1 ended`, `overlaps copy 1 for 2 s`."""

    text: str = ""
    gap: Stretch | None = None
    overlap: Stretch | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """When a copy ran, where there is a clock; `took` is empty where no end was recorded."""

    start: str
    offset: str
    took: str
    bar: Stretch
    relation: Relation


@dataclass(frozen=True, slots=True)
class Copy:
    """One row: every text is ready to be shown, and empty where nothing was recorded."""

    number: int
    outcome: str
    ended: str
    place: str
    key: str
    error: str
    times: Times | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The rows that are shown, in order of time, with `left_out` rows missing between `first` and `last`."""

    first: tuple[Copy, ...]
    last: tuple[Copy, ...]
    left_out: int
    length: str
    """How long the whole axis is; empty without a clock."""


def timeline(finding: Finding, options: Options) -> Timeline:
    """Copies that never ran are rows like the others: they explain the ones that did."""
    calls = in_order(finding)
    axis = Axis(calls)
    rows = tuple(_copies(calls, axis, options))
    if len(rows) <= 2 * SHOWN_COPIES:
        return Timeline(rows, (), 0, axis.text)
    left_out = max(len(rows), finding.calls_total + len(finding.also)) - 2 * SHOWN_COPIES
    return Timeline(rows[:SHOWN_COPIES], rows[-SHOWN_COPIES:], left_out, axis.text)


def in_order(finding: Finding) -> list[Call]:
    """All copies by their start, those without a clock last and as they came."""
    return sorted((*finding.calls, *finding.also), key=lambda call: (call.start_ns is None, call.start_ns or 0))


class Axis:
    """The time from the first start to the last end."""

    def __init__(self, calls: Sequence[Call]) -> None:
        starts = [call.start_ns for call in calls if call.start_ns is not None]
        ends = [call.end_ns for call in calls if call.end_ns is not None]
        self.first = min(starts, default=0)
        self.length = max([1, *(at - self.first for at in (*starts, *ends))])
        self.text = duration_text(self.length) if starts and self.length > 1 else ""

    def stretch(self, start_ns: int, end_ns: int) -> Stretch:
        """Never shorter than the eye can see, and never past the end."""
        left = min((start_ns - self.first) * 100 / self.length, 100 - LEAST_PERCENT)
        width = max((end_ns - start_ns) * 100 / self.length, LEAST_PERCENT)
        return Stretch(round(left, 2), round(min(width, 100 - left), 2))


def _copies(calls: Sequence[Call], axis: Axis, options: Options) -> Iterator[Copy]:
    latest: tuple[int, int] | None = None  # the running maximum of the ends, and whose it is
    rows = zip(calls, place_texts(calls, options), key_labels(calls), strict=True)
    for number, (call, place, key) in enumerate(rows, 1):
        yield Copy(
            number=number,
            outcome=call.outcome.value,
            ended=outcome_text(call),
            place=short(place),
            key=key,
            error=short(error_text(call, options) or ""),
            times=None if call.start_ns is None else _times(call.start_ns, call.end_ns, latest, axis),
        )
        if call.start_ns is not None:
            latest = max(latest or (call.start_ns, number), (_end(call.start_ns, call.end_ns), number))


def _end(start: int, end: int | None) -> int:
    """A missing end counts as the start, and so does one before it."""
    return start if end is None else max(start, end)


def _times(start: int, end: int | None, latest: tuple[int, int] | None, axis: Axis) -> Times:
    ran_until = _end(start, end)
    return Times(
        start=(time_text(start) or "")[CLOCK].replace("T", " "),
        offset=f"+{duration_text(start - axis.first)}" if start > axis.first else "",
        took="" if end is None else duration_text(ran_until - start),
        bar=axis.stretch(start, ran_until),
        relation=_relation(start, ran_until, latest, axis),
    )


def _relation(start: int, end: int, latest: tuple[int, int] | None, axis: Axis) -> Relation:
    """The gap to the latest end before, or how long the copy overlapped with it."""
    if latest is None:
        return Relation()
    before, number = latest
    if start < before:
        shared = min(before, end)
        lasting = f" for {duration_text(shared - start)}" if shared > start else ""
        return Relation(f"overlaps copy {number}{lasting}", overlap=axis.stretch(start, shared))
    if start == before:
        return Relation(f"right after copy {number} ended")
    return Relation(f"{duration_text(start - before)} after copy {number} ended", gap=axis.stretch(before, start))
