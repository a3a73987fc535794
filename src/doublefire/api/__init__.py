"""An audit as one call: `audit(paths, settings) -> Audit`. The command line adds nothing but options and output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING

from doublefire.api.ingest import Progress, ingest
from doublefire.model import Audit, InputRow
from doublefire.settings import Settings

if TYPE_CHECKING:
    from doublefire.detect.detect import Detected

Paths = Sequence[str | PathLike[str]]


@dataclass(frozen=True, slots=True)
class Session:
    """An audit with its judged executions still at hand, for commands that list calls or explain verdicts."""

    audit: Audit
    detected: Detected
    passed_over: tuple[str, ...] = ()
    """Files met in a folder or by a glob that hold no tool call."""


def audit(paths: Paths, settings: Settings | None = None) -> Audit:
    """Audit these files, folders, globs or `-`.

    Raises InputError when a path cannot be read, a named file holds no tool call, or a folder or glob yields none.
    """
    with ExitStack() as stack:
        return examine(paths, settings or Settings(), stack, sparing=True).audit


def examine(
    paths: Paths,
    settings: Settings,
    stack: ExitStack,
    *,
    sparing: bool = False,
    progress: Progress | None = None,
) -> Session:
    """Audit, and keep what lies behind the verdicts open until `stack` closes.

    `sparing`: of long files only calls that can matter are read, all others are counted; the audit is the same.
    """
    from doublefire.detect.detect import detect

    ingested = ingest(paths, settings, stack, sparing=sparing, progress=progress)
    detected = detect(ingested.tables, settings.detect)
    calls = _calls(detected)
    inputs = tuple(
        InputRow(
            item.source.path,
            item.dialect,
            item.rows.records,
            calls.get(index, 0),
            item.rows.rejected_total,
            tuple(item.rows.rejected),
        )
        for index, item in enumerate(ingested.inputs)
    )
    summary = replace(
        detected.summary,
        records=sum(row.records for row in inputs),
        rejected=sum(row.rejected_total for row in inputs),
    )
    return Session(
        Audit(summary, inputs, detected.findings, detected.cleared, detected.tools, (*ingested.notes, *detected.notes)),
        detected,
        ingested.passed_over,
    )


def _calls(detected: Detected) -> Counter[int]:
    """Calls by input."""
    import polars as pl

    read = detected.judged.executions.group_by("source").agg(pl.col("call").n_unique())
    counted = detected.judged.tables.counted.group_by("source").agg(pl.col("executions").sum())
    return Counter(dict(read.iter_rows())) + Counter(dict(counted.iter_rows()))
