"""Groups: executions of one identity in one scope that lie close enough, or that one call or one key ties together.

Bulk work is a count over keys; only rows whose key occurs twice become Python values. A long run of equal calls (a
polling loop) costs its length, never its square.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import polars as pl

from doublefire.detect.settings import DetectSettings
from doublefire.detect.tables import Execution
from doublefire.model import Scope

SCOPE_COLUMN = {
    Scope.SESSION: pl.col("session"),
    Scope.TRACE: pl.coalesce("trace", "session"),
    Scope.ALL: pl.lit(""),
}
MAX_NEAR = 8
"""Neighbours in time that a differing copy is compared with: retries follow each other, and comparing all pairs of a
long list of similar mails would square."""


class Group(NamedTuple):
    """Copies in order of time. `relaxed`: they are equal only after ignoring a nonce or a rewording."""

    copies: tuple[Execution, ...]
    relaxed: bool = False


def groups_of(
    executions: pl.DataFrame, settings: DetectSettings, near: Callable[[Execution, Execution], bool]
) -> Iterator[Group]:
    """All groups of two or more; `near` tells whether two copies of one loose identity are one action reworded."""
    alone = ~(pl.col("loose").is_not_null() & pl.col("loose").is_duplicated()) & ~pl.col("call").is_duplicated()
    rows = executions.filter(~alone).with_columns(SCOPE_COLUMN[settings.scope].alias("scope"))
    again = pl.struct("scope", "tool", "loose").is_duplicated() & pl.col("loose").is_not_null()
    candidates = rows.filter(again | pl.col("call").is_duplicated())
    buckets: dict[tuple[object, ...], list[Execution]] = defaultdict(list)
    copies = [Execution(*values) for values in candidates.sort("at", "row").select(Execution._fields).iter_rows()]
    of_call = {copy.call: (copy.exact, copy.loose) for copy in copies if copy.loose is not None}
    for copy in copies:
        if copy.loose is None and copy.call in of_call:
            copy = copy._replace(exact=of_call[copy.call][0], loose=of_call[copy.call][1])
        identity = ("call", copy.call) if copy.loose is None else copy.loose
        buckets[copy.scope, copy.tool, identity].append(copy)
    for bucket in buckets.values():
        if len(bucket) > 1:
            yield from _split(bucket, settings.window_of(bucket[0].tool), near)


def _split(copies: list[Execution], window_ns: int, near: Callable[[Execution, Execution], bool]) -> Iterator[Group]:
    by_identity: dict[int | None, list[Execution]] = defaultdict(list)
    for copy in copies:
        by_identity[copy.exact].append(copy)
    parts = [part for equal in by_identity.values() for part in _windows(equal, window_ns)]
    if len(by_identity) == 1:
        yield from (Group(tuple(part)) for part in parts if len(part) > 1)
        return
    for merged in _merged(sorted(parts, key=lambda part: (part[0].at, part[0].row)), window_ns, near):
        if len(merged.copies) > 1:
            yield merged


def _windows(copies: list[Execution], window_ns: int) -> Iterable[list[Execution]]:
    """Copies of one identity cut where the gap to all that went before is too wide, unless a call or key ties them."""
    parts: list[list[Execution]] = []
    last_end = 0
    for copy in copies:
        if parts and (not copy.clocked or copy.at - last_end <= window_ns):
            parts[-1].append(copy)
        else:
            parts.append([copy])
        last_end = max(last_end, _end(copy))
    return parts if len(parts) < 2 else _tied(parts)


def _tied(parts: list[list[Execution]]) -> list[list[Execution]]:
    home: dict[tuple[str, int], int] = {}
    into = list(range(len(parts)))

    def find(number: int) -> int:
        while into[number] != number:
            number = into[number]
        return number

    for number, part in enumerate(parts):
        for copy in part:
            ties = [("call", copy.call)] if copy.tied else []
            ties += [("key", copy.key)] if copy.key is not None else []
            for tie in ties:
                into[find(number)] = find(home.setdefault(tie, number))
    joined: dict[int, list[Execution]] = defaultdict(list)
    for number, part in enumerate(parts):
        joined[find(number)] += part
    return [sorted(part, key=lambda copy: (copy.at, copy.row)) for part in joined.values()]


def _end(copy: Execution) -> int:
    return copy.end if copy.clocked and copy.end is not None else copy.at


def _merged(
    parts: list[list[Execution]], window_ns: int, near: Callable[[Execution, Execution], bool]
) -> Iterator[Group]:
    """Parts of differing identity joined where neighbours within the window are one action reworded."""
    groups: list[tuple[list[Execution], bool]] = []
    for part in parts:
        for number in range(len(groups) - 1, max(-1, len(groups) - 1 - MAX_NEAR), -1):
            other = groups[number][0]
            gap = part[0].at - max(map(_end, other)) if part[0].clocked else 0
            if gap <= window_ns and near(other[-1], part[0]):
                groups[number] = (other + part, True)
                break
        else:
            groups.append((part, False))
    for copies, relaxed in groups:
        yield Group(tuple(sorted(copies, key=lambda copy: (copy.at, copy.row))), relaxed)
