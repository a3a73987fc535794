"""A long file in two passes: a scan of all of it, then a reading of the records that can matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import polars as pl

from doublefire.detect.candidates import candidates
from doublefire.ingest.collect import Collected
from doublefire.ingest.inputs.sources import Source
from doublefire.ingest.payload import Stores
from doublefire.ingest.read import Ingested
from doublefire.ingest.scan import parts
from doublefire.ingest.scan.contract import Scanned
from doublefire.ingest.workers import Run
from doublefire.model import Kind, Rejection
from doublefire.schema import COUNTED_COLUMNS, KINDS
from doublefire.settings import Settings


@dataclass(frozen=True, slots=True)
class Reader:
    """What reading needs: processes, and stores with the numbers that are still free."""

    run: Run
    stores: Stores
    numbers: Iterator[int]


def read_scanned(
    source: Source, index: int, cuts: Sequence[parts.Part], scans: Iterable[Scanned], settings: Settings, reader: Reader
) -> tuple[Ingested, pl.DataFrame]:
    """One input from the scans of its parts: what was read, and the tallies of what is only counted.

    Raises Irregular if it turns out not to be such a file.
    """
    scanner = parts.SCANNERS[cuts[0].dialect]
    frames: list[pl.DataFrame] = []
    done: list[Scanned] = []
    lines = [0]
    for number, (cut, scan) in enumerate(zip(cuts, scans, strict=True)):
        frames.append(_narrow(scan.columns.pop("table"), cut, lines[-1], number))
        lines.append(lines[-1] + scan.lines)
        done.append(scan)
    rows = _with_sessions(pl.concat(frames), done, index)
    mask = candidates(rows, settings.detect, KINDS.index(scanner.counted), whole_sessions=scanner.whole_sessions)
    readings = list(_readings(cuts, rows.filter(mask), reader))
    collected = list(reader.run(parts.read, zip(readings, repeat(settings.ingest))))
    left = rows.filter(~mask & pl.col("kind").is_not_null())
    whole = _together(done, collected, lines, cuts)
    return Ingested(source, scanner.dialect, whole), _counted(left, index, scanner.counted)


def _hashed(name: str) -> pl.Expr:
    return pl.when(pl.col(name).is_not_null()).then(pl.col(name).hash(seed=0)).alias(name)


def _narrow(table: Any, cut: parts.Part, lines: int, number: int) -> pl.DataFrame:
    """The rows of one part, with places in the whole file, and ids as hashes: there may be very many."""
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame.with_columns(
        pl.col("offset") + cut.start,
        pl.col("line") + (lines + 1),
        pl.lit(number, pl.UInt32).alias("part"),
        *map(_hashed, IDS),
        *(pl.col(name).cast(pl.Categorical) for name in ("tool", "scope")),
    )


IDS = ("session", "trace", "call")


def _with_sessions(rows: pl.DataFrame, scans: Sequence[Scanned], index: int) -> pl.DataFrame:
    """The session that a row names, else the one that a span of its trace names, else the trace, else the input."""
    names = pl.DataFrame(
        [pair for scan in scans for pair in scan.sessions],
        schema={"trace": pl.String, "named": pl.String},
        orient="row",
    )
    alone = pl.lit(pl.Series([f"input {index + 1}"]).hash(seed=0)[0], pl.UInt64)
    if names.is_empty():
        return rows.with_columns(pl.coalesce("session", "trace", alone).alias("session"))
    names = names.group_by("trace").agg(pl.min("named")).with_columns(_hashed("trace"), _hashed("named"))
    rows = rows.join(names, on="trace", how="left", maintain_order="left")
    return rows.with_columns(pl.coalesce("session", "named", "trace", alone).alias("session")).drop("named")


def _readings(cuts: Sequence[parts.Part], rows: pl.DataFrame, reader: Reader) -> Iterator[parts.Reading]:
    units = rows.select("part", "offset", "size", "line", pl.col("scope").cast(pl.String))
    units = units.unique("offset").sort("offset")
    by_part: dict[int, list[parts.Unit]] = {}
    for part, *unit in units.iter_rows():
        by_part.setdefault(part, []).append(parts.Unit(*unit))
    for part, wanted in by_part.items():
        store = next(reader.numbers)
        yield parts.Reading(cuts[part], wanted, store, reader.stores.path(store))


def _together(
    scans: Sequence[Scanned], collected: Sequence[Collected], lines: Sequence[int], cuts: Sequence[parts.Part]
) -> Collected:
    whole = Collected(
        records=sum(scan.records for scan in scans),
        tool_calls=max(sum(scan.tool_calls for scan in scans), sum(part.tool_calls for part in collected)),
    )
    for scan, before, cut in zip(scans, lines, cuts, strict=False):
        for item in scan.rejected:
            line = None if item.line is None else item.line + before
            offset = None if item.offset is None else item.offset + cut.start
            whole.reject(Rejection(line, offset, item.reason, item.detail))
    for part in collected:
        whole.sightings += part.sightings
        whole.marks += part.marks
        whole.links += part.links
        whole.children += part.children
        whole.sessions += part.sessions
        whole.declarations += part.declarations
    return whole


def _counted(rows: pl.DataFrame, index: int, kind: Kind) -> pl.DataFrame:
    """What is only counted, by tool."""
    runs = pl.col("kind") == KINDS.index(kind)
    tally = rows.group_by("tool", "tool_kind", "effect", "recorded").agg(
        pl.len().cast(pl.Int64).alias("sightings"), runs.sum().cast(pl.Int64).alias("executions")
    )
    return tally.with_columns(pl.col("tool").cast(pl.String), pl.lit(index, pl.UInt32).alias("source")).select(
        list(COUNTED_COLUMNS)
    )
