"""A long file in two passes: a scan of all of it, then a reading of the records that can matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, repeat

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


def read_scanned(
    source: Source, index: int, settings: Settings, stores: Stores, run: Run, store: int
) -> tuple[Ingested, pl.DataFrame, int] | None:
    """One input: what was read, what is only counted, and the next free store. None if it is no file to scan.

    Raises Irregular if it turns out not to be one.
    """
    scanner = parts.scannable(source.path, settings.ingest)
    if scanner is None:
        return None
    cuts = list(parts.cut(source.path, index, scanner.dialect))
    scans = list(run(parts.scan, zip(cuts, repeat(settings.ingest))))
    lines = list(accumulate((scan.lines for scan in scans), initial=0))
    rows = _rows(cuts, scans, lines, index)
    mask = candidates(rows, settings.detect, KINDS.index(scanner.counted), whole_sessions=scanner.whole_sessions)
    readings = list(_readings(cuts, rows.filter(mask), store, stores))
    collected = list(run(parts.read, zip(readings, repeat(settings.ingest))))
    whole = _together(scans, collected, lines, cuts)
    left = rows.filter(~mask & pl.col("kind").is_not_null())
    return Ingested(source, scanner.dialect, whole), _counted(left, index, scanner.counted), store + len(readings)


def _rows(cuts: Sequence[parts.Part], scans: Sequence[Scanned], lines: Sequence[int], index: int) -> pl.DataFrame:
    frames = []
    for number, (cut, scan) in enumerate(zip(cuts, scans, strict=True)):
        frame = pl.from_arrow(scan.columns.pop("table"))
        assert isinstance(frame, pl.DataFrame)
        frames.append(
            frame.with_columns(
                pl.col("offset") + cut.start, pl.col("line") + (lines[number] + 1), pl.lit(number, pl.UInt32).alias("part")
            )
        )
    rows = pl.concat(frames)
    names = [pair for scan in scans for pair in scan.sessions]
    named = pl.DataFrame(names, schema={"trace": pl.String, "named": pl.String}, orient="row")
    named = named.group_by("trace").agg(pl.min("named"))
    if names:
        rows = rows.join(named, on="trace", how="left", maintain_order="left")
    else:
        rows = rows.with_columns(pl.lit(None, pl.String).alias("named"))
    return rows.with_columns(
        pl.coalesce("session", "named", "trace", pl.lit(f"input {index + 1}")).alias("session")
    ).drop("named")


def _readings(
    cuts: Sequence[parts.Part], rows: pl.DataFrame, store: int, stores: Stores
) -> Iterator[parts.Reading]:
    units = rows.select("part", "offset", "size", "line", "scope").unique("offset").sort("offset")
    by_part: dict[int, list[parts.Unit]] = {}
    for part, *unit in units.iter_rows():
        by_part.setdefault(part, []).append(parts.Unit(*unit))
    for number, (part, wanted) in enumerate(by_part.items(), store):
        yield parts.Reading(cuts[part], wanted, number, stores.path(number))


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
    return tally.with_columns(pl.lit(index, pl.UInt32).alias("source")).select(list(COUNTED_COLUMNS))
