"""The copies of a finding on one time axis: when each began, how long it took, how it ended, its key and its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text

from doublefire.model import Call, Finding, Outcome
from doublefire.reports.contract import Options
from doublefire.reports.shown import cut_start, key_labels, place_texts, uri_text
from doublefire.reports.words import outcome_text
from doublefire.semantics.values.durations import duration_text

SHOWN_COPIES: Final = 4
"""The first and the last so many: the timeline is to be seen at a glance."""
BAR: Final = "━"
BAR_COLUMNS: Final = (10, 40)
"""Narrowest and widest axis: below ten columns lengths cannot be told apart, past forty the eye loses the row."""
GAP: Final = 2
"""Blank columns between two columns."""
OUTCOME_STYLES: Final = {
    Outcome.EXECUTED: "green",
    Outcome.UNKNOWN: "yellow",
    Outcome.NOT_EXECUTED: "dim",
    Outcome.CONFLICT: "dim",
}


def timeline(finding: Finding, width: int, options: Options) -> Table:
    """One row a copy, in order of time; copies that never ran are dimmed."""
    calls = sorted((*finding.calls, *finding.also), key=lambda call: (call.start_ns is None, call.start_ns or 0))
    axis = Axis(calls, min(max(width // 4, BAR_COLUMNS[0]), BAR_COLUMNS[1]))
    rows = [
        [axis.offset(call, number), axis.bar(call), axis.took(call), outcome_text(call), key]
        for number, (call, key) in enumerate(zip(calls, key_labels(calls), strict=True), 1)
    ]
    room = width - sum(max((len(row[column]) for row in rows), default=0) + GAP for column in range(5))
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    for _ in range(5):
        grid.add_column(no_wrap=True)
    for position, (call, row, place) in enumerate(zip(calls, rows, place_texts(calls, options), strict=True)):
        if position == SHOWN_COPIES and len(calls) > 2 * SHOWN_COPIES:
            left = max(len(calls), finding.calls_total + len(finding.also)) - 2 * SHOWN_COPIES
            grid.add_row("", Text(f"{left:,} more", "dim"))
        if SHOWN_COPIES <= position < len(calls) - SHOWN_COPIES:
            continue
        style = OUTCOME_STYLES[call.outcome]
        grid.add_row(*(Text(cell, style) for cell in row), Text(cut_start(place, room), link_style(call, options)))
    return grid


class Axis:
    """The time from the first start to the last end, laid over a number of columns."""

    def __init__(self, calls: Sequence[Call], columns: int) -> None:
        starts = [call.start_ns for call in calls if call.start_ns is not None]
        ends = [call.end_ns for call in calls if call.end_ns is not None]
        self.first = min(starts, default=0)
        self.length = max([1, *(at - self.first for at in (*starts, *ends))])
        self.columns = columns if starts else 0

    def offset(self, call: Call, number: int) -> str:
        """How long after the first copy this one began; its number where there is no clock."""
        return f"copy {number}" if call.start_ns is None else f"+{duration_text(call.start_ns - self.first)}"

    def took(self, call: Call) -> str:
        known = call.start_ns is not None and call.end_ns is not None
        return duration_text(max((call.end_ns or 0) - (call.start_ns or 0), 0)) if known else ""

    def bar(self, call: Call) -> str:
        """At least one column, so that the shortest call is seen."""
        if call.start_ns is None:
            return " " * self.columns
        start = min(self.column(call.start_ns), self.columns - 1)
        length = max(self.column(call.end_ns or call.start_ns) - start, 1)
        return (" " * start + BAR * length).ljust(self.columns)

    def column(self, at_ns: int) -> int:
        return round((at_ns - self.first) * self.columns / self.length)


def link_style(call: Call, options: Options) -> str:
    """A hyperlink to the file, where the terminal can follow one and the path is a real one."""
    path = Path(options.base or "", call.place.path)
    return f"link {uri_text(str(path), Options())}" if options.hyperlinks and path.is_absolute() else ""
