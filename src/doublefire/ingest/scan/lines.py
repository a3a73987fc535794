"""The lines of a part of a file, each decoded by itself: exact places, and one bad line spoils no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import msgspec

from doublefire.ingest.inputs.framing import BOM, records
from doublefire.ingest.scan.columns import as_list
from doublefire.ingest.scan.contract import COLUMNS, Irregular, Scanned
from doublefire.model import Record, Rejection

Decode = Callable[[bytes], Any]


@dataclass(slots=True)
class Lines:
    """Decoded lines: `values[i]` stands at `offsets[i]` in line `numbers[i]` (from 0) and is the `sizes[i]` bytes
    of `texts[i]`."""

    values: list[Any]
    numbers: list[int]
    offsets: list[int]
    sizes: list[int]
    texts: list[bytes]
    total: int
    records: int = 0
    rejected: list[Rejection] = field(default_factory=list)
    unread: list[tuple[int, int, int]] = field(default_factory=list)
    """(number, offset, size) of lines that hold records but not of the shape asked for."""


def decoded(data: bytes, decode: Decode) -> Lines:
    """Every line decoded; raises Irregular where a document over several lines may begin."""
    texts = data.split(b"\n")
    if not texts[-1]:
        texts.pop()
    sizes = list(map(len, texts))
    offsets = list(accumulate((size + 1 for size in sizes), initial=0))
    offsets.pop()
    if data.isascii() or _is_utf8(data):
        try:
            values = list(map(decode, texts))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            pass
        else:
            return Lines(values, list(range(len(texts))), offsets, sizes, texts, len(texts), len(texts))
    return _one_by_one(texts, offsets, sizes, decode)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeError:
        return False
    return True


def _one_by_one(texts: list[bytes], offsets: list[int], sizes: list[int], decode: Decode) -> Lines:
    lines = Lines([], [], [], [], [], len(texts))
    broken = False
    for number, text in enumerate(texts):
        if not text.strip().removeprefix(BOM):
            broken = False
            continue
        try:
            if not text.isascii():
                text.decode()
            value = decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            broken = _odd(text, number, offsets[number], lines, broken)
        else:
            broken = False
            lines.records += 1
            lines.values.append(value)
            lines.numbers.append(number)
            lines.offsets.append(offsets[number])
            lines.sizes.append(sizes[number])
            lines.texts.append(texts[number])
    return lines


def _odd(text: bytes, number: int, offset: int, lines: Lines, after_broken: bool) -> bool:
    """A line that is no record of the shape asked for: read by the framing alone. Whether it is no JSON at all."""
    if text.strip() in (b"{", b"["):
        raise Irregular
    found = list(records([text]))
    good = [item for item in found if isinstance(item, Record)]
    lines.records += len(found)
    if good:
        lines.unread.append((number, offset, len(text)))
        return len(good) > 1 or text.strip()[:1] not in b"{["
    raise Irregular  # what a broken line means depends on the lines around it: the whole file is framed as one


def with_unread(scanned: Scanned, lines: Lines) -> Scanned:
    """The same with a row for each line that has to be read properly."""
    if lines.unread:
        numbers, offsets, sizes = (list(column) for column in zip(*lines.unread, strict=True))
        more: dict[str, list[Any]] = {"line": numbers, "offset": offsets, "size": sizes, "must": [True] * len(numbers)}
        size = len(scanned.columns["offset"])
        scanned.columns = {
            name: as_list(scanned.columns.get(name, [None] * size)) + more.get(name, [None] * len(numbers))
            for name in COLUMNS
        }
    return scanned


def unread_only(lines: Lines) -> Scanned:
    """A part none of whose lines has the shape asked for."""
    empty = Scanned({name: [] for name in COLUMNS}, lines.total, lines.records, 0, len(lines.rejected), lines.rejected)
    return with_unread(empty, lines)
