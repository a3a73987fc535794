"""A long file in parts: each is scanned by itself, and of each the records that matter are read by themselves."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import pyarrow as pa

from doublefire.ingest.collect import Collected, Collector
from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.inputs import containers, framing
from doublefire.ingest.inputs.sources import STDIN
from doublefire.ingest.payload import Spill
from doublefire.ingest.read import choose
from doublefire.ingest.scan import claude_code, native, otlp
from doublefire.ingest.scan.contract import COLUMNS, Irregular, Scanned, Scanner, Tools
from doublefire.ingest.settings import IngestSettings
from doublefire.model import Emission, Record

SCANNERS: Final = {scanner.dialect: scanner for scanner in (claude_code.SCANNER, native.SCANNER, otlp.SCANNER)}
PART_SIZE: Final = 1 << 24
"""Bytes of one part: what one process holds decoded at once is some ten times as much."""
MAX_LINE: Final = 1 << 26
"""A longer line is a document of its own, which is never held decoded as one of many."""
LONG: Final = 1 << 25
"""A shorter file is read record by record in less time than other processes need to start."""


class Part(NamedTuple):
    """Whole lines of one input: bytes from `start` up to `end`."""

    path: str
    source: int
    start: int
    end: int
    dialect: str


class Unit(NamedTuple):
    """A record that is read: its bytes, from the beginning of the file, its line, and the scope that it stands in."""

    offset: int
    size: int
    line: int
    scope: str | None


@dataclass(frozen=True, slots=True)
class Reading:
    """The units of one part, to be read into the store at `path`."""

    part: Part
    units: list[Unit]
    store: int
    path: str


def scannable(path: str, settings: IngestSettings) -> Scanner | None:
    """The scanner of a long plain file, None where there is none or the file is not worth one."""
    if path == STDIN or not os.path.isfile(path) or os.path.getsize(path) < LONG:
        return None
    with open(path, "rb") as file:
        head = file.read(containers.HEAD_SIZE)
    if not containers.is_plain(head) or head.startswith((containers.GZIP, containers.ZSTD)):
        return None
    dialect = choose(framing.head_values(head), settings)
    return SCANNERS.get(dialect.name) if dialect is not None else None


def cut(path: str, source: int, dialect: str) -> Iterator[Part]:
    """A file in parts of about `PART_SIZE` bytes, each ending at the end of a line.

    Raises Irregular for a line without end.
    """
    total, start = os.path.getsize(path), 0
    with open(path, "rb") as file:
        while start < total:
            file.seek(min(start + PART_SIZE, total) - 1)
            if len(file.readline(MAX_LINE)) == MAX_LINE:
                raise Irregular
            end = file.tell()
            yield Part(path, source, start, end, dialect)
            start = end


def scan(task: tuple[Part, IngestSettings]) -> Scanned:
    """Scan one part. Raises Irregular."""
    part, settings = task
    with open(part.path, "rb") as file:
        file.seek(part.start)
        data = file.read(part.end - part.start)
    collecting = gc.isenabled()
    gc.disable()  # a part makes millions of values and no cycle
    try:
        scanned = SCANNERS[part.dialect].scan(data, _tools(settings))
        scanned.columns = {"table": _table(scanned.columns)}
    finally:
        if collecting:
            gc.enable()
    return scanned


_known: list[Tools] = []


def _tools(settings: IngestSettings) -> Tools:
    """What this process knows of tools; one audit has one set of settings."""
    if not _known or _known[0].settings != settings:
        _known[:] = [Tools(settings)]
    _known[0].declared.clear()
    return _known[0]


def _table(columns: dict[str, Any]) -> pa.Table:
    size = len(columns["offset"])
    types = {"Int64": pa.int64(), "Int32": pa.int32(), "UInt8": pa.uint8(), "UInt64": pa.uint64()}
    types |= {"String": pa.string(), "Boolean": pa.bool_()}
    arrays = []
    for name, kind in COLUMNS.items():
        column = columns.get(name)
        if column is None:
            column = pa.nulls(size, types[kind])
        arrays.append(column if isinstance(column, pa.Array) else pa.array(column, types[kind]))
    return pa.table(arrays, names=list(COLUMNS))


def read(task: tuple[Reading, IngestSettings]) -> Collected:
    """Read the units of one part as their dialect reads any record."""
    reading, settings = task
    part = reading.part
    scanner = SCANNERS[part.dialect]
    dialect = next(dialect for dialect in DIALECTS if dialect.name == part.dialect)
    with Spill(reading.path) as spill, open(part.path, "rb") as file:
        collector = Collector(
            part.source, reading.store, spill, lambda tool: settings.tools.of(tool).rules, first=part.start
        )
        current: list[Record | None] = [None]

        def feed() -> Iterator[Record]:
            for unit in reading.units:
                file.seek(unit.offset)
                for item in framing.records([file.read(unit.size)]):
                    if isinstance(item, Record):
                        record = current[0] = Record(item.value, unit.line, unit.offset, unit.size)
                        yield scanner.unwrapped(record, unit.scope)

        emissions: Iterator[Emission] = dialect.read(feed())
        for emission in emissions:
            collector.add(emission, current[0])
    return collector.rows
