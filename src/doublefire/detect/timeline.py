"""Sessions and clocks: which session each row belongs to, and its place in time inside it."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from doublefire.detect.tables import Tables
from doublefire.model import Kind, MarkKind
from doublefire.schema import KINDS, MARK_KINDS

SOURCE_STEP = 1 << 40
"""Orders of one input stay below this, so that positions of rows without a clock sort by input first."""


_REQUEST, _RESULT = KINDS.index(Kind.REQUEST), KINDS.index(Kind.RESULT)
_USER, _RUN_START = (pl.lit(MARK_KINDS.index(kind), pl.UInt8) for kind in (MarkKind.USER, MarkKind.RUN_START))


MASKED_ID = r"(?i)^(?:\[.*\]|<.*>|\*+|x{4,}|redacted|masked|hidden|removed|trimmed)$"
"""Placeholders that exporters write in place of an id."""


class Placed(NamedTuple):
    """Sightings and marks with `session` resolved, `at` (nanoseconds, or a position) and `clocked`; sightings carry
    `row`."""

    sightings: pl.DataFrame
    marks: pl.DataFrame


def place(tables: Tables) -> Placed:
    """Resolve sessions and places.

    A row's session is the one it names, else the conversation found on any span of its trace, else the trace, else
    its input. Where a session has a clock a row without a time takes the time of the row before it; a session without
    any clock keeps its order.
    """
    names = tables.sessions.group_by("trace").agg(pl.min("session").alias("named"))
    names = pl.concat([names, _continued(tables.sightings, names)])
    sightings = _with_session(_unmasked(tables.sightings.with_row_index("row"), ("call_id", "turn")), names)
    marks = _with_session(tables.marks, names)
    times = pl.concat(
        [
            sightings.select("source", "order", "session", pl.coalesce("start", "end").alias("time")),
            marks.select("source", "order", "session", pl.col("at_ns").alias("time")),
        ]
    )
    position = pl.col("source").cast(pl.Int64) * SOURCE_STEP + pl.col("order")
    filled = pl.col("time").forward_fill().backward_fill().over("source", "session", order_by="order")
    times = times.with_columns(pl.col("time").is_not_null().any().over("session").alias("clocked"))
    times = times.with_columns(
        pl.when("clocked").then(pl.coalesce("time", filled, position)).otherwise(position).alias("at")
    )
    times = times.select("source", "order", "at", "clocked")
    return Placed(
        sightings.join(times, on=["source", "order"], how="left"),
        _once(marks.join(times, on=["source", "order"], how="left")),
    )


def _unmasked(rows: pl.DataFrame, ids: tuple[str, ...]) -> pl.DataFrame:
    """Ids that an exporter masked are no ids: equal masks tie nothing together."""
    return rows.with_columns(
        pl.when(pl.col(name).str.contains(MASKED_ID)).then(None).otherwise(pl.col(name)).alias(name) for name in ids
    )


def _continued(sightings: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    """Traces that name no conversation but are given results of calls that another such trace asked for.

    Instrumented model clients without an agent span write one trace a model call; the history that each is given says
    which calls came before. Such traces are one session, named after the first.
    """
    loose = sightings.filter(
        pl.col("session").is_null() & pl.col("trace").is_not_null() & pl.col("call_id").is_not_null()
    )
    loose = loose.join(names, on="trace", how="anti")
    requests = loose.filter(pl.col("kind") == _REQUEST).select(
        "call_id", pl.col("trace").alias("asked"), pl.col("start").alias("time")
    )
    results = loose.filter((pl.col("kind") == _RESULT) & pl.col("end").is_not_null()).select(
        "call_id", "trace", pl.col("end").alias("time")
    )
    given = (
        results.sort("time").join_asof(requests.sort("time"), on="time", by="call_id", check_sortedness=False)
        if requests.height and results.height
        else None
    )
    into: dict[str, str] = {}

    def find(trace: str) -> str:
        while trace in into:
            trace = into[trace]
        return trace

    if given is not None:
        own = set(requests.select("asked", "call_id").iter_rows())
        for call_id, trace, asked in (
            given.filter(pl.col("asked").is_not_null()).sort("time").select("call_id", "trace", "asked").iter_rows()
        ):
            if trace != asked and (trace, call_id) not in own and find(trace) != find(asked):
                into[find(trace)] = find(asked)
    traces = {*into, *into.values()}
    return pl.DataFrame([(trace, find(trace)) for trace in traces], schema=names.schema, orient="row")


def _with_session(rows: pl.DataFrame, names: pl.DataFrame) -> pl.DataFrame:
    source = pl.format("input {}", pl.col("source") + 1)
    joined = rows.join(names, on="trace", how="left")
    return joined.with_columns(pl.coalesce("session", "named", "trace", source).alias("session")).drop("named")


def _once(marks: pl.DataFrame) -> pl.DataFrame:
    """Marks that name themselves (a message id, a count of user turns) stand once, at their first time.

    A user turn that another model call is given again as its newest message is a run that began again from the top:
    those repeats become run starts (agno#10366).
    """
    named = marks.filter(pl.col("ref").is_not_null()).sort("at", "source", "order")
    keys = ["session", "kind", "ref"]
    first = named.unique(keys, keep="first", maintain_order=True)
    newest = named.filter((pl.col("kind") == _USER) & pl.col("turn").is_not_null()).unique(
        [*keys, "turn"], keep="first", maintain_order=True
    )
    again = newest.filter(pl.struct(keys).is_first_distinct().not_()).with_columns(_RUN_START.alias("kind"))
    return pl.concat([first, again, marks.filter(pl.col("ref").is_null())]).sort("session", "at")
