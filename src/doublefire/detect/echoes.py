"""Echoes: sightings that repeat a known execution. Which ones fold into which, before anything is counted.

Bulk rules (the same span again, the same row again) are joins; what needs the span tree (nested and sibling tool spans,
twin traces) runs row by row, but only over traces that hold one tool name at least twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import polars as pl

from doublefire.model import Kind, Layer, Outcome
from doublefire.schema import KINDS, LAYERS, OUTCOMES
from doublefire.semantics.effects import bare_name, is_generic_wrapper, same_tool_less_prefix

SIBLING_NS = 5_000_000
"""Five milliseconds: two instrumentors of one call start and stop their clocks within one wrapper's overhead of each
other (openinference#2101); real parallel copies that close have different call ids or results."""
GLOBAL_ID_LENGTH = 12
"""Call ids this long are minted at random by providers and do not restart in each session; `call_1` does."""

_EXECUTION = KINDS.index(Kind.EXECUTION)
_REQUEST = KINDS.index(Kind.REQUEST)
_SERVER = LAYERS.index(Layer.SERVER)
_EXECUTED = OUTCOMES.index(Outcome.EXECUTED)


class Fold(NamedTuple):
    """`into` maps a folded sighting's row to the row that stands for it, not yet resolved over several steps."""

    into: dict[int, int]
    outer: dict[int, int]
    """Kept inner execution -> the outermost span of the same call, whose ids and arguments it inherits."""


def resolved(into: dict[int, int], row: int) -> int:
    """The row that finally stands for this one."""
    while row in into:
        row = into[row]
    return row


def fold(sightings: pl.DataFrame, links: pl.DataFrame) -> Fold:
    """Every echo among these sightings (which carry `row` and a resolved `session`)."""
    into: dict[int, int] = {}
    into.update(_same_span(sightings))
    for keys, rows in _repeated_rows(sightings):
        into.update(list(_first_of(rows, keys, into)))
    into.update(_logged_too(sightings.filter(~pl.col("row").is_in(list(into)))))
    left = sightings.filter(
        (pl.col("kind") == _EXECUTION) & pl.col("trace").is_not_null() & ~pl.col("row").is_in(list(into))
    )
    into.update(_twin_traces(left))
    outer: dict[int, int] = {}
    suspects = _residue(left.filter(~pl.col("row").is_in(list(into))))
    parents = _parents(links, suspects)
    for trace, spans in suspects.items():
        _fold_trace(spans, parents[trace], into, outer)
    return Fold(into, outer)


# --- the same thing recorded again -----------------------------------------------------------------------------------


def _same_span(sightings: pl.DataFrame) -> Iterator[tuple[int, int]]:
    """One (trace, span) is one execution; the fuller copy stands, of equal ones the later (otel collector#11056)."""
    spans = sightings.filter((pl.col("kind") == _EXECUTION) & pl.col("span").is_not_null())
    if spans.select(pl.struct("trace", "span").n_unique()).item() == spans.height:
        return
    fullness = pl.sum_horizontal(
        *(pl.col(name).is_not_null().cast(pl.Int8) for name in ("exact", "result", "end", "call_id"))
    )
    ranked = spans.with_columns(fullness.alias("fullness")).sort("fullness", "source", "order")
    kept = ranked.select("trace", "span", pl.col("row").last().over("trace", "span").alias("keep"), "row")
    yield from kept.filter(pl.col("row") != pl.col("keep")).select("row", "keep").iter_rows()


def _repeated_rows(sightings: pl.DataFrame) -> Iterator[tuple[list[str], pl.DataFrame]]:
    """Rows without spans of their own, by what makes two of them one: log rows, copied histories, requests."""
    global_id = pl.col("call_id").str.len_chars() >= GLOBAL_ID_LENGTH
    clocked = pl.col("start").is_not_null()
    requests = sightings.filter(pl.col("kind") == _REQUEST)
    executions = sightings.filter((pl.col("kind") == _EXECUTION) & pl.col("span").is_null())
    yield ["session", "call_id", "start", "end", "tool", "exact", "result"], executions.filter(clocked)
    yield ["call_id", "start", "end", "tool", "exact"], executions.filter(clocked & global_id)
    yield (
        ["trace", "span", "call_id", "tool", "exact"],
        requests.filter(pl.col("span").is_not_null() & pl.col("call_id").is_not_null()),
    )
    yield ["call_id", "start", "tool", "exact"], requests.filter(clocked & global_id)
    yield (
        ["session", "turn", "call_id", "tool", "exact"],
        requests.filter(pl.col("turn").is_not_null() & pl.col("call_id").is_not_null()),
    )


def _logged_too(sightings: pl.DataFrame) -> Iterator[tuple[int, int]]:
    """A log row of a call that a span of the same session shows too, while it ran: command-line agents write both."""
    clocked = sightings.filter(
        (pl.col("kind") == _EXECUTION) & pl.col("call_id").is_not_null() & pl.col("start").is_not_null()
    ).select("row", "session", "call_id", "start", pl.coalesce("end", "start").alias("end"), "span")
    spans = clocked.filter(pl.col("span").is_not_null()).select(
        "session", "call_id", *(pl.col(name).alias(f"span_{name}") for name in ("row", "start", "end"))
    )
    rows = clocked.filter(pl.col("span").is_null()).join(spans, on=["session", "call_id"])
    during = (pl.col("start") <= pl.col("span_end") + SIBLING_NS) & (pl.col("end") >= pl.col("span_start") - SIBLING_NS)
    nearest = rows.filter(during).sort((pl.col("end") - pl.col("span_end")).abs()).unique("row", keep="first")
    yield from nearest.select("row", "span_row").iter_rows()


def _first_of(rows: pl.DataFrame, keys: list[str], into: dict[int, int]) -> Iterator[tuple[int, int]]:
    """(repeat, first) among rows with equal keys; two calls without ids in one record are two calls, however equal."""
    rows = rows.filter(~pl.col("row").is_in(list(into))) if into else rows
    if rows.height < 2 or rows.select(pl.struct(keys).n_unique()).item() == rows.height:
        return
    kept = [pl.col(name).first().over(keys).alias(f"kept_{name}") for name in ("row", "source", "line")]
    first = (
        rows.sort("start", "source", "order", nulls_last=True)
        .with_columns(kept)
        .filter(pl.col("row") != pl.col("kept_row"))
    )
    beside = (
        pl.col("call_id").is_null()
        & (pl.col("source") == pl.col("kept_source"))
        & pl.col("line").eq_missing(pl.col("kept_line"))
    )
    yield from first.filter(~beside).select("row", "kept_row").iter_rows()


def _twin_traces(executions: pl.DataFrame) -> Iterator[tuple[int, int]]:
    """A trace whose every execution stands, with equal times and arguments, in another trace of the same session.

    A hook or proxy exported the run twice (codex-observability-plugin#46, litellm#14020). Sessions that are the trace
    itself are compared too; two explicit sessions never are.
    """
    own = pl.when(pl.col("session") == pl.col("trace")).then(None).otherwise(pl.col("session"))
    rows = executions.filter(pl.col("start").is_not_null() & pl.col("end").is_not_null()).with_columns(own.alias("own"))
    keys = ["own", "tool", "exact", "call_id", "start", "end"]
    shared = rows.filter(pl.struct(keys).is_duplicated())
    if shared.is_empty():
        return
    sizes = executions.group_by("trace").len("size")
    twins = shared.group_by("trace").agg(pl.len().alias("shared"), pl.min("row").alias("first")).join(sizes, on="trace")
    whole = set(twins.filter(pl.col("shared") == pl.col("size"))["trace"])
    stands: dict[tuple[object, ...], tuple[int, str]] = {}
    for *key, trace, row in shared.sort("source", "order").select(*keys, "trace", "row").iter_rows():
        kept = stands.setdefault(tuple(key), (row, trace))
        if kept[1] != trace and trace in whole:
            yield row, kept[0]


# --- the span tree ---------------------------------------------------------------------------------------------------


class _Span(NamedTuple):
    row: int
    trace: str
    span: str | None
    parent: str | None
    tool: str
    scope: str | None
    call_id: str | None
    layer: int
    start: int | None
    end: int | None
    exact: int | None
    result: int | None
    wrapper: bool


_SPAN_COLUMNS = list(_Span._fields)


def _residue(executions: pl.DataFrame) -> dict[str, list[_Span]]:
    """The executions of each trace that could hold an echo: one bare tool name twice, or a generic wrapper."""
    names = executions["tool"].unique().to_list()
    bare = pl.DataFrame(
        {"tool": names, "bare": [_folded(name) for name in names]}, schema={"tool": pl.String, "bare": pl.String}
    )
    rows = executions.join(bare, on="tool", how="left")
    again = rows.filter(pl.struct("trace", "bare").is_duplicated() | pl.col("wrapper")).select("trace").unique()
    picked = rows.join(again, on="trace", how="semi").sort("trace", "start", "end", "source", "order", nulls_last=True)
    by_trace: dict[str, list[_Span]] = defaultdict(list)
    for values in picked.select(_SPAN_COLUMNS).iter_rows():
        by_trace[values[1]].append(_Span(*values))
    return by_trace


def _folded(name: str) -> str:
    return bare_name(name).casefold()


def _parents(links: pl.DataFrame, residue: dict[str, list[_Span]]) -> dict[str, dict[str, str | None]]:
    """Span -> parent of the other spans in these traces."""
    found: dict[str, dict[str, str | None]] = defaultdict(dict)
    wanted = links.filter(pl.col("trace").is_in(list(residue))) if residue else links.clear()
    for trace, span, parent in wanted.iter_rows():
        found[trace][span] = parent
    return found


def _fold_trace(rows: list[_Span], parents: dict[str, str | None], into: dict[int, int], outer: dict[int, int]) -> None:
    by_span: dict[str | None, _Span] = {row.span: row for row in rows if row.span}
    climb = {**parents, **{row.span: row.parent for row in rows if row.span}}
    inner_of: dict[int, list[_Span]] = defaultdict(list)
    for row in rows:
        ancestor = next((up for up in _ancestors(row, climb, by_span) if _same_call(up, row)), None)
        if ancestor is not None:
            inner_of[ancestor.row].append(row)
    spans = {row.row: row for row in rows}
    for outside, inside in inner_of.items():
        into[outside] = inside[0].row
        for row in inside:
            outer[row.row] = outside
    survivors = [row for row in rows if row.row not in inner_of]
    into.update(_siblings(survivors, spans, outer))


def _ancestors(row: _Span, climb: dict[str, str | None], by_span: dict[str | None, _Span]) -> Iterator[_Span]:
    seen: set[str] = set()
    at = row.parent
    while at and at not in seen:
        seen.add(at)
        if at in by_span:
            yield by_span[at]
        at = climb.get(at)


def _same_call(up: _Span, row: _Span) -> bool:
    named = same_tool_less_prefix(up.tool, row.tool) or is_generic_wrapper(up.tool) or is_generic_wrapper(row.tool)
    equal = up.exact is None or row.exact is None or up.exact == row.exact or is_generic_wrapper(up.tool)
    return named and equal


def _siblings(rows: Iterable[_Span], spans: dict[int, _Span], outer: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Twins side by side: two instrumentors' spans of one call, or one call's span written twice in one scope."""
    recent: list[_Span] = []
    for row in rows:
        start = row.start
        if start is None:
            continue
        recent = [other for other in recent if other.start is not None and start - other.start <= SIBLING_NS]
        twin = next((other for other in recent if _twins(other, row)), None)
        if twin is None:
            recent.append(row)
        else:
            yield row.row, twin.row


def _twins(a: _Span, b: _Span) -> bool:
    if not same_tool_less_prefix(a.tool, b.tool) or (a.call_id and b.call_id and a.call_id != b.call_id):
        return False
    if a.exact is not None and b.exact is not None and a.exact != b.exact:
        return False
    if a.scope != b.scope:
        return a.end is not None and b.end is not None and abs(a.end - b.end) <= SIBLING_NS
    return a.call_id == b.call_id and (a.start, a.end, a.result) == (b.start, b.end, b.result)
