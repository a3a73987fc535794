"""One input from bytes to rows: container, framing, detection, dialect, collection."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from doublefire.errors import UsageError
from doublefire.ingest.collect import Collected, Collector
from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.inputs import containers, framing, protobuf
from doublefire.ingest.inputs.sources import Source
from doublefire.ingest.mapped import mapped
from doublefire.ingest.payload import Spill
from doublefire.ingest.settings import IngestSettings
from doublefire.model import Emission, Record, Rejection
from doublefire.semantics.identity.canonical import IdentityRules


@dataclass(frozen=True, slots=True)
class Ingested:
    """What one input gave. `dialect` None: nobody claimed it, `seen` then says what it looks like."""

    source: Source
    dialect: str | None
    rows: Collected
    seen: str = ""


def read_input(
    source: Source,
    index: int,
    spill: Spill,
    rules_of: Callable[[str], IdentityRules | None],
    settings: IngestSettings,
) -> Ingested:
    """Read one input whole, as the first dialect that claims it. Raises InputError when it cannot be read."""
    collector = Collector(index, index, spill, rules_of)
    with containers.opened(source.path) as opened:
        head, stream = containers.rewound(opened)
        frames = _until_cut(_frames(source.path, stream, head))
        if containers.is_plain(head):
            values = framing.head_values(head)
        else:
            first = list(islice(frames, framing.MAX_HEAD_VALUES))
            values = [item.value for item in first if isinstance(item, Record)]
            frames = chain(first, frames)
        dialect = choose(values, settings)
        if dialect is None and containers.is_plain(head):  # a first record longer than the head shows too little
            first = list(islice(frames, framing.MAX_HEAD_VALUES))
            values = [item.value for item in first if isinstance(item, Record)] or values
            frames = chain(first, frames)
            dialect = choose(values, settings)
        if dialect is None:
            for item in frames:
                _count(collector, item)
            return Ingested(source, None, collector.rows, describe(values, head))
        _drive(dialect, frames, collector)
    return Ingested(source, dialect.name, collector.rows, describe(values, head))


def choose(values: list[Any], settings: IngestSettings) -> Dialect | None:
    """The dialect that the settings name, else the first that claims these first values. Raises UsageError."""
    known = (*DIALECTS, *(mapped(name, mapping) for name, mapping in settings.mappings.items()))
    if settings.dialect is None:
        return next((dialect for dialect in known if dialect.claims(values)), None)
    named = next((dialect for dialect in known if dialect.name == settings.dialect), None)
    if named is None:
        raise UsageError(f"--from {settings.dialect}: no such dialect; `doublefire dialects` lists them")
    return named


def _frames(path: str, stream: io.BufferedReader, head: bytes) -> Iterator[Record | Rejection]:
    if containers.is_zip(head):
        for _, data in containers.zip_members(path):
            yield from framing.records(data.splitlines(keepends=True))
    elif containers.is_parquet(head):
        from doublefire.ingest.inputs.parquet import rows

        yield from rows(path)
    elif containers.is_length_prefixed(head):
        for offset, message in containers.length_prefixed(stream):
            yield from _message(message, offset)
    elif containers.is_protobuf(head):
        for offset, message in containers.protobuf_messages(stream):
            yield from _message(message, offset)
    else:
        yield from framing.records(stream)


def _until_cut(frames: Iterator[Record | Rejection]) -> Iterator[Record | Rejection]:
    """The records up to where a compressed stream breaks off; what came before still counts."""
    try:
        yield from frames
    except (OSError, EOFError, zlib.error) as error:
        yield Rejection(None, None, "cut short", str(error))


def _message(message: bytes, offset: int) -> Iterator[Record | Rejection]:
    if containers.is_protobuf(message):
        yield protobuf.record(message, offset)
        return
    for item in framing.records([message]):
        yield Record(item.value, None, offset, len(message)) if isinstance(item, Record) else item


def _count(collector: Collector, item: Record | Rejection) -> None:
    collector.rows.records += 1
    if isinstance(item, Rejection):
        collector.rows.reject(item)


def _drive(dialect: Dialect, frames: Iterable[Record | Rejection], collector: Collector) -> None:
    """Feed a dialect and attribute what it yields to the record it pulled last."""
    current: list[Record | None] = [None]

    def feed() -> Iterator[Record]:
        for item in frames:
            _count(collector, item)
            if isinstance(item, Record):
                current[0] = item
                yield item

    emissions: Iterator[Emission] = dialect.read(feed())
    for emission in emissions:
        collector.add(emission, current[0])


def describe(values: list[Any], head: bytes) -> str:
    """What a file that nobody claims looks like, for an error message: its first keys, or that it is no JSON."""
    if not head:
        return "an empty file"
    for value in values:
        inner = value[0] if isinstance(value, list) and value else value
        if isinstance(inner, dict):
            names = ", ".join(list(map(str, inner))[:6])
            return f"JSON with the keys {names}"[:160]
    return "JSON without objects" if values else "no JSON"
