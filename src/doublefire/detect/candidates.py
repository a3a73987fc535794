"""Which of the calls of a scanned trace can matter: all others are only counted.

Takes the narrow rows of a scan and errs on the side of keeping: whatever could stand in a group, fold into another
sighting, be an example of a finding, or lie between two copies and excuse the second, is kept. Bulk work over columns;
nothing here looks at a single call.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from doublefire.detect.effects import fixed_or_named
from doublefire.detect.groups import MAX_NEAR
from doublefire.detect.settings import DetectSettings
from doublefire.model import Effect, Kind, Scope
from doublefire.schema import EFFECTS, KINDS
from doublefire.semantics.effects import bare_name

EXAMPLES = 3
"""Calls of each tool that a finding about the tool shows."""
_READ = EFFECTS.index(Effect.READ)


def candidates(rows: pl.DataFrame, settings: DetectSettings, counted: int, *, whole_sessions: bool) -> pl.Series:
    """A mask over the rows of one scanned input: which records have to be read.

    Rows carry the columns of a scan with `session` resolved and ids as hashes. `counted` is the kind of sighting that
    stands for one execution. `whole_sessions`: with one record of a session all of it is read.
    """
    rows = _prepared(rows, settings)
    calls = rows.filter(pl.col("kind") == counted)
    if counted == _REQUEST:
        calls = _ended(calls, rows)
    pairs = pl.concat([*_near_pairs(calls), *_tied_pairs(calls)])
    kept = [pairs["row"], pairs["other"], _examples(calls), _unhashed(calls), rows.filter("must")["row"]]
    kept.append(_written_twice(calls))
    if not whole_sessions:
        kept.append(_between(calls, pairs))
    if _continued(rows):
        return pl.repeat(value=True, n=rows.height, dtype=pl.Boolean, eager=True)
    mask = rows["row"].is_in(pl.concat(kept).unique().implode())
    closed = rows.filter((mask & whole_sessions) | pl.col("closes"))["of"]
    closed = pl.concat([closed, _unpaired(rows, counted)]).unique()
    if closed.len():
        mask = mask | rows["of"].is_in(closed.implode())
    return _complete(rows, mask)


def _complete(rows: pl.DataFrame, mask: pl.Series) -> pl.Series:
    """With a record all that stands in it, and with a call its result, wherever they stand."""
    key = pl.when("named_call").then(pl.col("of") ^ pl.col("called"))
    links = [rows["offset"], rows.select(key).to_series()]
    links = [link for link in links if link.drop_nulls().n_unique() < link.len() - link.null_count()]
    kept = -1
    while links and kept != (kept := int(mask.sum())):
        for link in links:
            mask = mask | link.is_in(link.filter(mask).drop_nulls().unique().implode()).fill_null(value=False)
    return mask


def _ended(calls: pl.DataFrame, rows: pl.DataFrame) -> pl.DataFrame:
    """Requests with the time of their result as their end."""
    results = rows.filter((pl.col("kind") == _RESULT) & pl.col("named_call"))
    ends = results.group_by("of", "called").agg(pl.col("at").max().alias("ended"))
    return calls.join(ends, on=["of", "called"], how="left", maintain_order="left").with_columns(
        pl.max_horizontal("until", "ended").alias("until")
    )


def _prepared(rows: pl.DataFrame, settings: DetectSettings) -> pl.DataFrame:
    """With `identity`, a hash of what copies share, and what each tool's name says. Ids are hashes already."""
    names = rows["tool"].cast(pl.String).unique().drop_nulls().to_list()
    known = pl.DataFrame(
        [
            (name, settings.window_of(name), effect)
            for name, effect in zip(names, fixed_or_named(names, settings), strict=True)
        ],
        schema={"tool": pl.String, "window": pl.Int64, "named": pl.UInt8},
        orient="row",
    ).with_columns(pl.col("tool").cast(rows.schema["tool"]))
    bare = {name: index for index, name in enumerate(dict.fromkeys(bare_name(name).casefold() for name in names))}
    known = known.with_columns(pl.Series("bare", [bare[bare_name(name).casefold()] for name in names], pl.UInt32))
    scope = {
        Scope.SESSION: pl.col("of"),
        Scope.TRACE: pl.coalesce("trace", "of"),
        Scope.ALL: pl.lit(0, pl.UInt64),
    }[settings.scope]
    rows = rows.drop("size", "line", "part", "scope").rename({"session": "of", "call": "called"}).with_row_index("row")
    rows = rows.with_columns(
        pl.coalesce("start", "end").alias("at"),
        pl.coalesce("end", "start").alias("until"),
        pl.col("called").is_not_null().alias("named_call"),
    )
    rows = rows.join(known, on="tool", how="left", maintain_order="left")
    identity = pl.struct("scope", "bare", "values").hash(seed=0)
    reads = pl.col("named") == _READ
    quiet = pl.coalesce((pl.col("effect") == _READ) & reads.fill_null(value=True), reads, pl.lit(value=False))
    rows = rows.with_columns(scope.alias("scope"), (~quiet).alias("changes"))
    return rows.with_columns(pl.when(pl.col("values").is_not_null()).then(identity).alias("identity"))


def _pairs(calls: pl.DataFrame, distance: int, holds: pl.Expr) -> pl.DataFrame:
    """The calls that form a pair with the one so many rows before: `row` and the earlier `other`, their session `of`,
    when both began (`after`, `before`), and whether they change something (`changes`).
    """
    earlier = [pl.col(name).shift(distance).alias(f"earlier_{name}") for name in ("row", "at")]
    same = (pl.col("identity") == pl.col("identity").shift(distance)) & holds
    found = calls.with_columns(*earlier).filter(same)
    return found.select(
        "row",
        pl.col("earlier_row").alias("other"),
        "of",
        pl.col("earlier_at").alias("after"),
        pl.col("at").alias("before"),
        "changes",
    )


def _near_pairs(calls: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Calls of one coarse identity within the window: with equal words, or close neighbours whose words contain the
    other's."""
    again = calls.filter(pl.col("identity").is_duplicated() & pl.col("identity").is_not_null())
    again = again.sort("identity", "at", "row").with_columns(
        pl.col("until").cum_max().over("identity").alias("last_end")
    )
    follows = pl.col("at") - pl.col("last_end").shift(1) <= pl.col("window")
    again = again.with_columns(follows.fill_null(value=True).alias("follows"))
    for distance in range(1, MAX_NEAR + 1):
        words, other = pl.col("words"), pl.col("words").shift(distance)
        alike = ((words & other) == words) | ((words & other) == other)
        within = (pl.col("at") - pl.col("last_end").shift(distance) <= pl.col("window")).fill_null(value=True)
        yield _pairs(again, distance, alike & pl.col("follows") & within)
    by_words = again.sort("identity", "words", "at", "row")
    yield _pairs(by_words, 1, (pl.col("words") == pl.col("words").shift(1)) & pl.col("follows"))


def _tied_pairs(calls: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Calls of one coarse identity under one call id, or under a key, however far apart."""
    keyed = calls.filter("must").filter(pl.col("identity").is_not_null()).sort("identity", "at", "row")
    yield _pairs(keyed.with_columns(pl.col("until").alias("last_end")), 1, pl.lit(value=True))
    twice = calls.filter("named_call").filter((pl.col("of") ^ pl.col("called")).is_duplicated())
    twice = twice.with_columns((pl.col("of") ^ pl.col("called")).alias("identity"), pl.col("until").alias("last_end"))
    yield _pairs(twice.sort("identity", "at", "row"), 1, pl.lit(value=True))


def _unhashed(calls: pl.DataFrame) -> pl.Series:
    """Calls of a tool in a scope in which other calls of it have arguments that only a proper reading can compare."""
    odd = pl.col("must") & pl.col("recorded") & pl.col("identity").is_null()
    if not calls.select(odd.any()).item():
        return calls["row"].clear()
    return calls.filter(odd.any().over("scope", "bare"))["row"]


def _written_twice(calls: pl.DataFrame) -> pl.Series:
    """Calls that may be one row written twice: one call id, or none, and one time."""
    start = pl.col("start").fill_null(value=0).reinterpret(signed=False)
    named, nameless = calls.filter("named_call"), calls.filter(~pl.col("named_call"))
    twice = named.filter((pl.col("called") ^ start).is_duplicated())["row"]
    if nameless.is_empty():
        return twice
    return pl.concat([twice, nameless.filter(pl.struct("start", "until", "bare").is_duplicated())["row"]])


def _examples(calls: pl.DataFrame) -> pl.Series:
    """The first calls of each tool, with all that began with the last of them."""
    kinds = ["tool", "tool_kind", "recorded"]
    calls = calls.filter(~pl.col("must"))
    until = calls.group_by(kinds).agg(pl.col("at").bottom_k(EXAMPLES).max().alias("last"))
    return calls.join(until, on=kinds, nulls_equal=True).filter(pl.col("at") <= pl.col("last"))["row"]


def _between(calls: pl.DataFrame, pairs: pl.DataFrame) -> pl.Series:
    """Calls that may change something, begun between two copies of one that does."""
    spans = pairs.filter("changes").sort("after").with_columns(pl.col("before").cum_max().over("of"))
    if spans.is_empty():
        return calls["row"].clear()
    inside = (
        calls.filter("changes")
        .sort("at")
        .join_asof(
            spans.select("of", "after", "before"),
            left_on="at",
            right_on="after",
            by="of",
            allow_exact_matches=False,
            check_sortedness=False,
        )
    )
    return inside.filter(pl.col("at") < pl.col("before"))["row"]


_REQUEST, _RESULT = KINDS.index(Kind.REQUEST), KINDS.index(Kind.RESULT)


def _unpaired(rows: pl.DataFrame, counted: int) -> pl.Series:
    """Sessions in which not every request goes with just one execution (or, in message logs, one result) by its call
    id, or in which something has no time: only a proper reading tells how many executions they hold."""
    seen = rows.filter(pl.col("kind").is_not_null())
    timeless = seen.filter(pl.col("at").is_null())["of"]
    asked = seen.filter(pl.col("kind") == _REQUEST)
    if asked.is_empty():
        return timeless
    partner = _RESULT if counted == _REQUEST else counted
    call = pl.col("of") ^ pl.col("called")
    ran = seen.filter(pl.col("kind") == partner).with_columns(call.alias("key"))
    asked = asked.with_columns(call.alias("key"))
    unnamed = pl.concat(
        [
            ran.filter(~pl.col("named_call")).filter(pl.col("of").is_in(asked["of"].unique().implode()))["of"],
            asked.filter(~pl.col("named_call"))["of"],
        ]
    )
    alone = asked.filter(~pl.col("key").is_in(ran["key"].unique().implode()).fill_null(value=False))["of"]
    twice = pl.concat(
        [frame.filter(pl.col("key").is_duplicated() & pl.col("key").is_not_null())["of"] for frame in (asked, ran)]
    )
    found = [timeless, unnamed, alone, twice]
    if counted == _REQUEST:
        found.append(ran.filter(~pl.col("key").is_in(asked["key"].unique().implode()).fill_null(value=False))["of"])
    return pl.concat(found)


def _continued(rows: pl.DataFrame) -> bool:
    """Whether a trace that names no conversation is given results of calls that another one asked for."""
    loose = rows.filter((pl.col("of") == pl.col("trace")) & pl.col("named_call"))
    asked = loose.filter(pl.col("kind") == _REQUEST)
    given = loose.filter(pl.col("kind") == _RESULT).join(asked, on=["trace", "called"], how="anti")
    return bool(given.join(asked, on="called", how="semi").height)
