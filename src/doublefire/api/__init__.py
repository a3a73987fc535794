"""An audit as one call: `audit(paths, settings) -> Audit`. The command line adds nothing but options and output."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import TYPE_CHECKING

from doublefire.errors import InputError
from doublefire.ingest.payload import Spill
from doublefire.ingest.read import Ingested, read_input
from doublefire.ingest.sources import Source, resolve
from doublefire.model import Audit, InputRow
from doublefire.settings import Settings

if TYPE_CHECKING:
    import polars as pl

    from doublefire.detect.detect import Detected
    from doublefire.detect.tables import Tables

Paths = Sequence[str | PathLike[str]]


@dataclass(frozen=True, slots=True)
class Session:
    """An audit with its judged executions still at hand, for commands that list calls or explain verdicts."""

    audit: Audit
    detected: Detected


def audit(paths: Paths, settings: Settings | None = None) -> Audit:
    """Audit these files, folders, globs or `-`.

    Raises InputError when a path cannot be read, a named file holds no tool call, or a folder or glob yields none.
    """
    with ExitStack() as stack:
        return examine(paths, settings or Settings(), stack).audit


def examine(paths: Paths, settings: Settings, stack: ExitStack) -> Session:
    """Audit, and keep what lies behind the verdicts open until `stack` closes."""
    from doublefire.detect.detect import detect

    ingested = ingest(paths, settings, stack)
    detected = detect(ingested.tables, settings.detect)
    calls = dict(detected.judged.executions.group_by("source").agg(_calls()).iter_rows())
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
    )


def _calls() -> pl.Expr:
    import polars as pl

    return pl.col("call").n_unique()


@dataclass(frozen=True, slots=True)
class IngestedAll:
    """All inputs read: their tables, and what became of each."""

    tables: Tables
    inputs: tuple[Ingested, ...]
    notes: tuple[str, ...]


def ingest(paths: Paths, settings: Settings, stack: ExitStack) -> IngestedAll:
    """Read every input into the tables. Raises InputError as `audit` does."""
    from doublefire.api.tables import tables_of

    sources = resolve([fspath(path) for path in paths])
    spill = stack.enter_context(Spill())
    rules = settings.ingest.tools
    inputs = tuple(
        read_input(source, index, spill, lambda tool: rules.of(tool).rules, settings.ingest)
        for index, source in enumerate(sources)
    )
    _require_calls(inputs)
    kept = tuple(item for item in inputs if item.source.named or item.rows.tool_calls)
    passed_over = [item.source.path for item in inputs if item not in kept]
    notes = (
        (f"{len(passed_over)} files that hold no tool call were passed over: {', '.join(passed_over[:5])}",)
        if passed_over
        else ()
    )
    return IngestedAll(tables_of(inputs, spill), inputs, notes)


def _require_calls(inputs: Sequence[Ingested]) -> None:
    for item in inputs:
        if item.source.named and not item.rows.tool_calls:
            raise _nothing(item.source, item.seen)
    if not any(item.rows.tool_calls for item in inputs):
        raise InputError(f"no tool call found in {len(inputs)} files; see `doublefire dialects` for what is read")


def _nothing(source: Source, seen: str) -> InputError:
    return InputError(f"{source.path}: no tool call found ({seen}); see `doublefire dialects` for what is read")
