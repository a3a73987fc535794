"""What else happened in a session between two copies: marks and other executions, by place in time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import NamedTuple

import polars as pl

from doublefire.detect.copies import Copy
from doublefire.detect.tables import Execution
from doublefire.detect.weights import DOUBLE_SUBMIT_NS
from doublefire.model import Effect, MarkKind
from doublefire.schema import EFFECTS, MARK_KINDS


class Moment(NamedTuple):
    """One mark of a session."""

    at: int
    kind: MarkKind
    text: int | None
    fresh: bool
    """A user turn that says something new, not the same words again at once."""


_READ = EFFECTS.index(Effect.READ)


class Sessions:
    """Marks and effectful executions of the sessions that hold candidates; lookups are by bisection."""

    def __init__(
        self,
        marks: pl.DataFrame,
        executions: pl.DataFrame,
        sessions: Iterable[str],
        copy_of: Callable[[Execution], Copy],
    ) -> None:
        wanted = pl.DataFrame({"session": sorted(set(sessions))}, schema={"session": pl.String})
        self._marks = _moments(marks.join(wanted, on="session", how="semi"))
        self._writes: dict[str, list[Execution]] = defaultdict(list)
        effectful = executions.filter(pl.col("effect") != _READ).join(wanted, on="session", how="semi")
        for values in (
            effectful.with_columns(pl.lit("").alias("scope")).sort("at", "row").select(Execution._fields).iter_rows()
        ):
            self._writes[values[5]].append(Execution(*values))
        self._copy_of = copy_of

    def marks_between(self, session: str, after: int, before: int) -> list[Moment]:
        """The marks of a session strictly between two places."""
        marks = self._marks.get(session, [])
        return marks[bisect_right(marks, after, key=_at) : bisect_left(marks, before, key=_at)]

    def writes_between(self, session: str, after: int, before: int) -> list[Copy]:
        """The executions of a session that may have changed something, begun strictly between two places."""
        writes = self._writes.get(session, [])
        return [
            self._copy_of(row)
            for row in writes[bisect_right(writes, after, key=_at) : bisect_left(writes, before, key=_at)]
        ]


def _at(item: Moment | Execution) -> int:
    return item.at


def _moments(marks: pl.DataFrame) -> dict[str, list[Moment]]:
    found: dict[str, list[Moment]] = defaultdict(list)
    last_words: dict[str, tuple[int, int | None]] = {}
    for session, at, kind_code, text, clocked in (
        marks.sort("at").select("session", "at", "kind", "text", "clocked").iter_rows()
    ):
        kind = MARK_KINDS[kind_code]
        fresh = False
        if kind is MarkKind.USER:
            said_at, words = last_words.get(session, (0, None))
            again = text is not None and text == words and clocked and at - said_at <= DOUBLE_SUBMIT_NS
            fresh = not again
            last_words[session] = (at, text)
        found[session].append(Moment(at, kind, text, fresh))
    return found
