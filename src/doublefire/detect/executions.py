"""The executions table: every attempt to run a call, once, with what all its sightings say together."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import polars as pl

from doublefire.detect.children import ChildRequest, attach, key_of, outcome_of
from doublefire.detect.echoes import GLOBAL_ID_LENGTH, Fold, fold, resolved
from doublefire.detect.pairing import Pairs, pair
from doublefire.detect.tables import Tables
from doublefire.detect.timeline import place
from doublefire.model import Kind, Layer, MarkKind, Outcome, Trouble
from doublefire.schema import KINDS, LAYERS, MARK_KINDS, OUTCOMES, TROUBLES
from doublefire.semantics.identity.hashes import text_hash

_EXECUTION, _REQUEST = KINDS.index(Kind.EXECUTION), KINDS.index(Kind.REQUEST)
_SERVER = LAYERS.index(Layer.SERVER)
_EXECUTED, _UNKNOWN = OUTCOMES.index(Outcome.EXECUTED), OUTCOMES.index(Outcome.UNKNOWN)
_NONE, _NO_RESULT = TROUBLES.index(Trouble.NONE), TROUBLES.index(Trouble.NO_RESULT)
_MODEL = MARK_KINDS.index(MarkKind.MODEL)

ARGUMENTS = ("exact", "loose", "state", "key", "key_field", "effect", "effect_source", "tool_kind")
RESULT = ("result", "empty", "replayed")
PAYLOAD = ("store", "offset", "size")
DONATED = ("call_id", "agent", "turn", *ARGUMENTS, *RESULT, "outcome", "trouble")


class Executed(NamedTuple):
    """The executions table, the marks beside it, what lies behind each row, and the counts of the fold."""

    executions: pl.DataFrame
    marks: pl.DataFrame
    sightings: pl.DataFrame
    members: dict[int, list[int]]
    """Execution row -> rows of the other sightings of it."""
    children: dict[int, tuple[ChildRequest, ...]]
    echoes: int
    places: tuple[pl.Series, pl.Series, pl.Series, pl.Series]
    """Source, line, span and layer of every sighting, by row."""


def executions_of(tables: Tables) -> Executed:
    """Fold the echoes, pair requests, executions and results, and assemble one row an execution."""
    sightings, marks = place(tables)
    folded = fold(sightings, tables.links)
    left = sightings.filter(~pl.col("row").is_in(list(folded.into))) if folded.into else sightings
    left = _with_payloads(left)
    left = left.update(_donations(left, _with_payloads(sightings), folded), on="row")
    pairs = pair(left, marks)
    rows = pl.concat([_ran(left, pairs), _only_asked(left, pairs)], how="diagonal_relaxed")
    rows = _with_turns(rows, marks)
    children = attach(tables.children, sightings, tables.links, folded.into)
    rows = _with_calls(_with_children(rows, children))
    source, line, span, layer = sightings.select("source", "line", "span", "layer")
    return Executed(
        rows.sort("at", "row"),
        marks,
        sightings,
        _members(folded, pairs),
        children,
        len(folded.into) + len(pairs.into),
        (source, line, span, layer),
    )


def _with_payloads(rows: pl.DataFrame) -> pl.DataFrame:
    """Both payload places start out as the sighting's own."""
    places = [pl.col(name).alias(f"{part}_{name}") for part in ("arguments", "result") for name in PAYLOAD]
    return rows.with_columns(*places, pl.lit(None, pl.UInt64).alias("model_key"))


def _places(part: str) -> list[str]:
    return [f"{part}_{name}" for name in PAYLOAD]


# --- what folded sightings leave to the one that stands for them ------------------------------------------------------


def _donations(left: pl.DataFrame, sightings: pl.DataFrame, folded: Fold) -> pl.DataFrame:
    donors: dict[int, list[int]] = defaultdict(list)
    for drop in folded.into:
        donors[resolved(folded.into, drop)].append(drop)
    for inner, outside in folded.outer.items():
        kept = resolved(folded.into, inner)
        if outside not in donors[kept]:
            donors[kept].append(outside)
    columns = [*DONATED, *_places("arguments"), *_places("result"), "layer"]
    if not donors:
        return left.clear().select("row", *columns[:-1])
    wanted = set(donors) | {row for rows in donors.values() for row in rows}
    values = {
        row: dict(zip(columns, rest, strict=True))
        for row, *rest in sightings.filter(pl.col("row").is_in(list(wanted))).select("row", *columns).iter_rows()
    }
    gifts = [
        {"row": kept, **_merged(values[kept], [values[row] for row in rows])}
        for kept, rows in donors.items()
        if kept in values
    ]
    return pl.DataFrame(gifts, schema={name: left.schema[name] for name in ("row", *columns[:-1])})


def _merged(kept: dict[str, Any], donors: list[dict[str, Any]]) -> dict[str, Any]:
    """The kept sighting's values, holes filled from its donors; a client's trouble is remembered over a server's
    success."""
    merged = dict(kept)
    said = kept["outcome"] != _EXECUTED or kept["result"] is not None or kept["layer"] == _SERVER
    for donor in donors:
        for name in ("call_id", "agent", "turn"):
            merged[name] = merged[name] if merged[name] is not None else donor[name]
        if merged["exact"] is None and donor["exact"] is not None:
            merged |= {name: donor[name] for name in (*ARGUMENTS, *_places("arguments"))}
        if merged["result"] is None and donor["result"] is not None:
            merged |= {name: donor[name] for name in (*RESULT, *_places("result"))}
        if merged["key"] is None:
            merged |= {"key": donor["key"], "key_field": donor["key_field"]}
        if not said:
            merged |= {"outcome": donor["outcome"], "trouble": donor["trouble"]}
        elif merged["trouble"] == _NONE:
            merged["trouble"] = donor["trouble"]
    merged.pop("layer")
    return merged


# --- rows ------------------------------------------------------------------------------------------------------------


def _ran(left: pl.DataFrame, pairs: Pairs) -> pl.DataFrame:
    """Executions that were seen to run, with what their request and result message add."""
    rows = left.filter(pl.col("kind") == _EXECUTION).join(
        _frame(pairs.request_of, "row", "request"), on="row", how="left"
    )
    asked = left.filter(pl.col("kind") == _REQUEST).select(
        pl.col("row").alias("request"),
        *(
            pl.col(name).alias(f"asked_{name}")
            for name in ("turn", "call_id", "agent", *ARGUMENTS, *_places("arguments"))
        ),
    )
    rows = rows.join(asked, on="request", how="left")
    unrecorded = pl.col("exact").is_null() & pl.col("asked_exact").is_not_null()
    rows = rows.with_columns(
        *(pl.coalesce(name, f"asked_{name}").alias(name) for name in ("turn", "call_id", "agent")),
        *(
            pl.when(unrecorded).then(f"asked_{name}").otherwise(name).alias(name)
            for name in (*ARGUMENTS, *_places("arguments"))
        ),
        pl.col("asked_key").alias("model_key"),
        pl.lit(False).alias("requested"),
    )
    return _with_results(
        rows.drop(name for name in rows.columns if name.startswith("asked_") and name != "asked_exact"), left, pairs
    )


def _with_results(rows: pl.DataFrame, left: pl.DataFrame, pairs: Pairs) -> pl.DataFrame:
    """Where a span recorded no result, the result message that the model was given says what came of it."""
    told = _told(left, pairs)
    rows = rows.join(told, on="request", how="left")
    silent = pl.col("result").is_null() & (pl.col("outcome") == _EXECUTED) & pl.col("told_outcome").is_not_null()
    names = (*RESULT, "outcome", "trouble", *_places("result"))
    return rows.with_columns(pl.when(silent).then(f"told_{name}").otherwise(name).alias(name) for name in names).drop(
        f"told_{name}" for name in (*names, "end")
    )


def _told(left: pl.DataFrame, pairs: Pairs) -> pl.DataFrame:
    names = (*RESULT, "outcome", "trouble", *_places("result"), "end")
    results = left.select(pl.col("row").alias("told"), *(pl.col(name).alias(f"told_{name}") for name in names))
    return _frame(pairs.result_of, "request", "told").join(results, on="told", how="left").drop("told")


def _only_asked(left: pl.DataFrame, pairs: Pairs) -> pl.DataFrame:
    """Requests that stand for an execution that no span shows: answered by a result message, or lost."""
    ran = set(pairs.request_of.values()) | pairs.pending
    rows = left.filter((pl.col("kind") == _REQUEST) & ~pl.col("row").is_in(list(ran | set(pairs.into))))
    rows = rows.with_columns(pl.col("row").alias("request")).join(_told(left, pairs), on="request", how="left")
    answered = pl.col("told_outcome").is_not_null()
    return rows.with_columns(
        *(pl.col(f"told_{name}").alias(name) for name in (*RESULT, *_places("result"), "end")),
        pl.when(answered).then("told_outcome").otherwise(_UNKNOWN).cast(pl.UInt8).alias("outcome"),
        pl.when(answered).then("told_trouble").otherwise(_NO_RESULT).cast(pl.UInt8).alias("trouble"),
        pl.col("key").alias("model_key"),
        pl.lit(True).alias("requested"),
        pl.col("exact").alias("asked_exact"),
    ).drop(name for name in rows.columns if name.startswith("told_"))


def _frame(pairs: dict[int, int], left: str, right: str) -> pl.DataFrame:
    return pl.DataFrame({left: list(pairs), right: list(pairs.values())}, schema={left: pl.UInt32, right: pl.UInt32})


def _with_turns(rows: pl.DataFrame, marks: pl.DataFrame) -> pl.DataFrame:
    """An execution whose request was not recorded belongs to the model response before it."""
    responses = (
        marks.filter((pl.col("kind") == _MODEL) & pl.col("turn").is_not_null())
        .select("session", "at", pl.col("turn").alias("after"))
        .sort("at")
    )
    rows = rows.sort("at", "row")
    if responses.is_empty():
        return rows
    joined = rows.join_asof(responses, on="at", by="session", strategy="backward", check_sortedness=False)
    return joined.with_columns(
        pl.coalesce("turn", "after").alias("turn"), pl.col("turn").is_null().alias("turn_inferred")
    ).drop("after")


def _with_calls(rows: pl.DataFrame) -> pl.DataFrame:
    """`call` is equal for executions of one call; `tied` says that it ties them whatever the gap between them.

    Without a request and a turn, only an id that cannot restart in each turn ties executions beyond the window.
    """
    inferred = pl.col("turn_inferred") if "turn_inferred" in rows.columns else pl.lit(False)
    turned = pl.col("turn").is_not_null() & ~inferred
    long = pl.col("call_id").str.len_chars() >= GLOBAL_ID_LENGTH
    name = (
        pl.when(pl.col("request").is_not_null())
        .then(pl.format("request {}", "request"))
        .when(pl.col("call_id").is_null())
        .then(pl.format("row {}", "row"))
        .when(turned)
        .then(pl.concat_str("session", "turn", "call_id", separator="\x1f"))
        .otherwise(pl.concat_str("session", "call_id", separator="\x1f"))
    )
    tied = (pl.col("request").is_not_null() | turned | long).fill_null(value=False)
    return rows.with_columns(name.hash(seed=0).alias("call"), tied.alias("tied"))


def _with_children(rows: pl.DataFrame, children: dict[int, tuple[ChildRequest, ...]]) -> pl.DataFrame:
    """Outcome as the child requests show it, and their key where the call itself carries none."""
    found = [(row, outcome_of(requests), key_of(requests)) for row, requests in children.items()]
    said = pl.DataFrame(
        [
            (row, None if outcome is None else OUTCOMES.index(outcome), None if key is None else text_hash(key))
            for row, outcome, key in found
        ],
        schema={"row": pl.UInt32, "child_outcome": pl.UInt8, "child_key": pl.UInt64},
        orient="row",
    )
    joined = rows.join(said, on="row", how="left")
    return joined.with_columns(
        pl.coalesce("child_outcome", "outcome").alias("outcome"),
        pl.coalesce("key", "child_key").alias("key"),
        pl.col("child_key").is_not_null().alias("header_key"),
    ).drop("child_outcome", "child_key")


def _members(folded: Fold, pairs: Pairs) -> dict[int, list[int]]:
    members: dict[int, list[int]] = defaultdict(list)
    into = folded.into | pairs.into
    for drop in into:
        members[resolved(into, drop)].append(drop)
    for inner, outside in folded.outer.items():
        kept = resolved(into, inner)
        if outside not in members[kept]:
            members[kept].append(outside)
    for execution, request in pairs.request_of.items():
        members[execution].append(request)
    for request, result in pairs.result_of.items():
        members[request].append(result)
    return members
