"""All inputs read into the tables: whole, or, where a file is long, only the records that can matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, repeat
from os import PathLike, fspath, path
from typing import TYPE_CHECKING, Any

from doublefire.errors import InputError
from doublefire.ingest.collect import Collected
from doublefire.ingest.inputs.sources import STDIN, Source, resolve
from doublefire.ingest.payload import Spill, Stores
from doublefire.ingest.read import Ingested, read_input
from doublefire.ingest.scan.contract import Irregular
from doublefire.ingest.scan.parts import cut, scan, scannable
from doublefire.ingest.settings import IngestSettings
from doublefire.ingest.workers import Run, cores, workers
from doublefire.model import Rejection
from doublefire.settings import Settings

if TYPE_CHECKING:
    import polars as pl

    from doublefire.detect.tables import Tables

Progress = Callable[[int, int], None]
"""Told (bytes read, bytes in all)."""
MANY_BYTES = 1 << 25
"""Less than this is read in less time than other processes need to start."""


@dataclass(frozen=True, slots=True)
class IngestedAll:
    """All inputs read: their tables, and what became of each."""

    tables: Tables
    inputs: tuple[Ingested, ...]
    notes: tuple[str, ...]
    passed_over: tuple[str, ...]
    """Files met in a folder or by a glob that hold no tool call."""


class _Done:
    """How many bytes were read, told after each part and each file."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self._total = total
        self._progress = progress
        self._bytes = 0

    def after(self, results: Iterator[Any], sizes: Iterable[int]) -> Iterator[Any]:
        """The results as they come, each of so many bytes."""
        for result, size in zip(results, sizes, strict=True):
            self._bytes += size
            if self._progress is not None:
                self._progress(min(self._bytes, self._total), self._total)
            yield result


@dataclass(frozen=True, slots=True)
class _Whole:
    """An input to be read whole, into the store at `path`."""

    source: Source
    index: int
    path: str
    settings: IngestSettings


def ingest(
    paths: Sequence[str | PathLike[str]],
    settings: Settings,
    stack: ExitStack,
    *,
    sparing: bool,
    progress: Progress | None = None,
) -> IngestedAll:
    """Read every input into the tables; `sparing`: of long files only what can matter. Raises InputError."""
    sources = resolve([fspath(path) for path in paths])
    stores = stack.enter_context(Stores())
    total = sum(map(_size, sources))
    jobs = cores(settings.ingest.jobs) if total >= MANY_BYTES else 1
    done = _Done(total, progress)
    with workers(jobs) as run:
        inputs, counted = _read(sources, settings, stores, run, done, sparing)
    from doublefire.api.tables import tables_of

    _require_calls(inputs)
    passed_over = tuple(item.source.path for item in inputs if not (item.source.named or item.rows.tool_calls))
    where = "1 file, which was" if len(passed_over) == 1 else f"{len(passed_over)} files, which were"
    notes = (f"no tool call in {where} passed over: {', '.join(passed_over[:5])}",) if passed_over else ()
    return IngestedAll(tables_of(inputs, stores, counted), tuple(inputs), notes, passed_over)


def _size(source: Source) -> int:
    return path.getsize(source.path) if source.path != STDIN and path.isfile(source.path) else 0


def _read(
    sources: list[Source], settings: Settings, stores: Stores, run: Run, done: _Done, sparing: bool
) -> tuple[list[Ingested], list[pl.DataFrame]]:
    found: dict[int, Ingested] = {}
    counted: list[pl.DataFrame] = []
    numbers = count(len(sources))
    for index, source in enumerate(sources) if sparing else ():
        try:
            scanned = _scanned(source, index, settings, stores, run, numbers, done)
        except Irregular:
            continue
        if scanned is not None:
            found[index], tally = scanned
            counted.append(tally)
    rest = [index for index in range(len(sources)) if index not in found]
    tasks = [_Whole(sources[index], index, stores.path(index), settings.ingest) for index in rest]
    whole = (run if _apart(tasks) else map)(read_whole, tasks)
    found |= dict(zip(rest, done.after(whole, [_size(task.source) for task in tasks]), strict=True))
    return [found[index] for index in range(len(sources))], counted


def _scanned(
    source: Source, index: int, settings: Settings, stores: Stores, run: Run, numbers: Iterator[int], done: _Done
) -> tuple[Ingested, pl.DataFrame] | None:
    """A long file that can be scanned; None for any other. Raises Irregular."""
    scanner = scannable(source.path, settings.ingest)
    if scanner is None:
        return None
    cuts = list(cut(source.path, index, scanner.dialect))
    scans = done.after(run(scan, zip(cuts, repeat(settings.ingest))), [part.end - part.start for part in cuts])
    from doublefire.api.scanned import Reader, read_scanned  # while the scan begins, for it imports polars

    return read_scanned(source, index, cuts, scans, settings, Reader(run, stores, numbers))


def _apart(tasks: Sequence[_Whole]) -> bool:
    return len(tasks) > 1 and all(task.source.path != STDIN for task in tasks)


def read_whole(task: _Whole) -> Ingested:
    """Read one input whole, as the first dialect that claims it.

    A file met in a folder that cannot be read is a rejection, and the others still count; one that the user named
    raises InputError.
    """
    rules = task.settings.tools
    try:
        with Spill(task.path) as spill:
            return read_input(task.source, task.index, spill, lambda tool: rules.of(tool).rules, task.settings)
    except InputError as error:
        if task.source.named:
            raise
        rows = Collected()
        rows.reject(Rejection(None, None, "unreadable file", str(error).removeprefix(f"{task.source.path}: ")))
        return Ingested(task.source, None, rows, "unreadable")


def _require_calls(inputs: Sequence[Ingested]) -> None:
    for item in inputs:
        if item.source.named and not item.rows.tool_calls:
            raise _nothing(item.source, item.seen)
    if not any(item.rows.tool_calls for item in inputs):
        raise InputError(f"no tool call found in {len(inputs)} files; see `doublefire dialects` for what is read")


def _nothing(source: Source, seen: str) -> InputError:
    return InputError(f"{source.path}: no tool call found ({seen}); see `doublefire dialects` for what is read")
