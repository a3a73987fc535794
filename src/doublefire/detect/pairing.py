"""Requests, executions and results of one call brought together, whatever layer saw them.

A request pairs with the executions that ran it: by call id in its session (the newest request at or before the
execution, since ids may restart in each turn), else by tool and order, equal arguments first. What the model asked for
and nobody was seen to run is an execution of its own: with its result message, or lost, or still pending.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import polars as pl

from doublefire.model import Kind, MarkKind
from doublefire.schema import KINDS, MARK_KINDS
from doublefire.semantics.effects import bare_name

_EXECUTION, _REQUEST, _RESULT = (KINDS.index(kind) for kind in (Kind.EXECUTION, Kind.REQUEST, Kind.RESULT))
_FOLLOWS = [MARK_KINDS.index(kind) for kind in (MarkKind.USER, MarkKind.MODEL, MarkKind.MODEL_ERROR)]
SAME_REQUEST_NS = 50_000_000
"""Fifty milliseconds: two instrumentors' spans of one model call start within each other's overhead; a model cannot
answer twice in that time (openinference#2101)."""


class Pairs(NamedTuple):
    """Row numbers: execution -> request, request -> result, and the requests that are echoes of another."""

    request_of: dict[int, int]
    result_of: dict[int, int]
    into: dict[int, int]
    pending: frozenset[int]
    lost: frozenset[int]


def pair(sightings: pl.DataFrame, marks: pl.DataFrame) -> Pairs:
    """Pair unfolded sightings; they carry `row`, `session` and `at` (place in time)."""
    requests = sightings.filter(pl.col("kind") == _REQUEST)
    executions = sightings.filter(pl.col("kind") == _EXECUTION)
    results = sightings.filter(pl.col("kind") == _RESULT)
    into = _same_response(requests)
    requests = requests.filter(~pl.col("row").is_in(list(into))) if into else requests
    request_of = _by_call_id(executions, requests)
    request_of |= _by_order(executions.filter(pl.col("call_id").is_null()), requests, request_of)
    nameless = requests.filter(_unnamed())
    if not nameless.is_empty():
        unasked = executions.filter(pl.col("call_id").is_not_null() & ~pl.col("row").is_in(list(request_of)))
        request_of |= _by_order(unasked, nameless, request_of)
    result_of = {request: result for result, request in _by_call_id(results, requests, first=True).items()}
    asked = set(request_of.values())
    alone = requests.filter(~pl.col("row").is_in(list(asked | set(result_of))))
    pending = _pending(alone, marks)
    return Pairs(request_of, result_of, into, pending, frozenset(alone["row"]) - pending)


def _unnamed() -> pl.Expr:
    """Gemini's models name no call, the runtime does; ADK's log events make up an id, the tool's name and a number."""
    return pl.col("call_id").is_null() | (pl.col("call_id").str.replace(r"_\d+$", "") == pl.col("tool"))


def _same_response(requests: pl.DataFrame) -> dict[int, int]:
    """One response recorded by two instrumentors: the same call at nearly the same time from another span."""
    keyed = requests.filter(~_unnamed() & pl.col("start").is_not_null())
    twice = keyed.filter(pl.struct("session", "call_id", "tool").is_duplicated()).sort("start", "row")
    into: dict[int, int] = {}
    last: dict[tuple[str, str, str], tuple[int, int, str | None]] = {}
    for row, session, call_id, tool, start, span in twice.select(
        "row", "session", "call_id", "tool", "start", "span"
    ).iter_rows():
        before = last.get((session, call_id, tool))
        if before is not None and start - before[1] <= SAME_REQUEST_NS and span != before[2]:
            into[row] = before[0]
        else:
            last[session, call_id, tool] = (row, start, span)
    return into


def _by_call_id(seen: pl.DataFrame, requests: pl.DataFrame, *, first: bool = False) -> dict[int, int]:
    """Sighting row -> row of the newest request under its call id at or before it, else of the first one after it."""
    keys = ["session", "call_id"]
    left = seen.filter(pl.col("call_id").is_not_null()).select("row", "at", *keys).sort("at", "row")
    right = (
        requests.filter(pl.col("call_id").is_not_null())
        .select(pl.col("row").alias("request"), "at", *keys)
        .sort("at", "request")
    )
    if left.is_empty() or right.is_empty():
        return {}
    before = left.join_asof(right, on="at", by=keys, strategy="backward", check_sortedness=False)
    after = left.join_asof(right, on="at", by=keys, strategy="forward", check_sortedness=False)
    found = before.with_columns(pl.coalesce("request", after["request"])).filter(pl.col("request").is_not_null())
    if first:
        found = found.unique("request", keep="first", maintain_order=True)
    return dict(found.select("row", "request").iter_rows())


class _Seen(NamedTuple):
    row: int
    session: str
    tool: str
    exact: int | None
    at: int


def _seen(rows: pl.DataFrame) -> list[_Seen]:
    return [
        _Seen(*values) for values in rows.sort("at", "row").select("row", "session", "tool", "exact", "at").iter_rows()
    ]


def _by_order(executions: pl.DataFrame, requests: pl.DataFrame, taken: dict[int, int]) -> dict[int, int]:
    """Executions without a call id take the newest free request for their tool, equal arguments first.

    When all equal requests are taken, the newest of them was run again.
    """
    if executions.is_empty() or requests.is_empty():
        return {}
    asked: dict[tuple[str, str], list[_Seen]] = defaultdict(list)
    for request in _seen(requests):
        asked[request.session, bare_name(request.tool)].append(request)
    free = {row for rows in asked.values() for row in (seen.row for seen in rows)} - set(taken.values())
    found: dict[int, int] = {}
    for execution in _seen(executions):
        before = [
            seen for seen in asked.get((execution.session, bare_name(execution.tool)), ()) if seen.at <= execution.at
        ]
        choice = _choose(execution, before, free)
        if choice is not None:
            found[execution.row] = choice
            free.discard(choice)
    return found


def _choose(execution: _Seen, before: list[_Seen], free: set[int]) -> int | None:
    equal = [seen for seen in before if seen.exact is None or execution.exact is None or seen.exact == execution.exact]
    for pool in ([seen for seen in equal if seen.row in free], equal, [seen for seen in before if seen.row in free]):
        if pool:
            newest = pool[-1]
            same_turn = [seen for seen in pool if seen.at == newest.at]
            return same_turn[0].row
    return None


def _pending(alone: pl.DataFrame, marks: pl.DataFrame) -> frozenset[int]:
    """Requests after which their session shows nothing more: the run is still going, or the log was cut there."""
    if alone.is_empty():
        return frozenset()
    follows = marks.filter(pl.col("kind").is_in(_FOLLOWS)).select(
        "session", pl.col("at").alias("mark_at"), pl.col("turn").alias("mark_turn")
    )
    last = follows.group_by("session").agg(pl.struct("mark_at", "mark_turn").sort_by("mark_at").alias("later"))
    joined = alone.select("row", "session", "at", "turn").join(last, on="session", how="left")
    pending = set()
    for row, _, at, turn, later in joined.iter_rows():
        if not any(mark["mark_at"] > at and (turn is None or mark["mark_turn"] != turn) for mark in later or ()):
            pending.add(row)
    return frozenset(pending)
