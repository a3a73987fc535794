"""What a file is wrapped in: plain, gzip, zstd, zip, Parquet, protobuf, or the collector's frames; told by content."""

from __future__ import annotations

import io
import re
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from doublefire.errors import InputError
from doublefire.ingest.inputs.sources import STDIN

GZIP, ZSTD, ZIP, PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"PAR1"
HEAD_SIZE = 65_536
"""Bytes that detection looks at; every known format names itself within them."""
BUFFER_SIZE = 1 << 20
MAX_FRAME = 1 << 30
"""A length prefix above this is no length: the collector refuses messages far smaller."""
ZIP_ZSTD = 93
"""ZIP method number of zstandard, which Python's zipfile reads from 3.14 on."""


@contextmanager
def opened(path: str) -> Iterator[io.BufferedReader]:
    """The bytes of an input, decompressed. Raises InputError."""
    try:
        raw: BinaryIO = sys.stdin.buffer if path == STDIN else open(path, "rb", buffering=0)  # noqa: SIM115 - closed below
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
    try:
        yield _buffered(decompressed(_buffered(raw)))
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read to its end ({error})") from error
    finally:
        if path != STDIN:
            raw.close()


def _buffered(stream: BinaryIO | io.RawIOBase) -> io.BufferedReader:
    return io.BufferedReader(stream, BUFFER_SIZE)  # type: ignore[arg-type]


def decompressed(stream: io.BufferedReader) -> BinaryIO:
    """The stream behind gzip or zstd (several frames or members too), else the stream itself."""
    magic = stream.peek(4)[:4]
    if magic.startswith(GZIP):
        import gzip

        return gzip.GzipFile(fileobj=stream)  # type: ignore[return-value]
    if magic == ZSTD:
        import zstandard

        return zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
    return stream


def rewound(stream: io.BufferedReader) -> tuple[bytes, io.BufferedReader]:
    """The first `HEAD_SIZE` bytes of a stream (fewer only at its end), and the stream from its beginning."""
    head = b""
    try:
        while len(head) < HEAD_SIZE and (piece := stream.read1(HEAD_SIZE - len(head))):
            head += piece
    except (EOFError, zlib.error):
        if not head:
            raise
    return head, _buffered(_Rewound(head, stream))


class _Rewound(io.RawIOBase):
    """A stream whose first bytes were read already."""

    def __init__(self, head: bytes, rest: io.BufferedReader) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._head:
            return self._rest.readinto(buffer)
        size = min(len(buffer), len(self._head))
        buffer[:size] = self._head[:size]
        self._head = self._head[size:]
        return size


def is_zip(head: bytes) -> bool:
    """Whether a file begins as a zip archive (Inspect's `.eval`)."""
    return head.startswith(ZIP)


def is_parquet(head: bytes) -> bool:
    """Whether a file begins as Parquet."""
    return head.startswith(PARQUET)


def is_plain(head: bytes) -> bool:
    """Whether a file is text that can be framed as it stands."""
    return not (is_zip(head) or is_parquet(head) or is_length_prefixed(head) or is_protobuf(head))


def is_length_prefixed(head: bytes) -> bool:
    """Whether a file begins as the collector's frames: a big-endian length, then zstd, gzip, JSON or protobuf."""
    if len(head) < 8 or head[:1] in b"{[ \r\n\t":
        return False
    (length,) = struct.unpack(">I", head[:4])
    known = head[4:8] == ZSTD or head[4:6] == GZIP or head[4:5] == b"{" or is_protobuf(head[4 : 4 + length])
    return known and 0 < length <= MAX_FRAME


RESOURCE_FIELD = 0x0A
"""Tag byte of an OTLP message's only field, a list of resources (field 1, length-delimited)."""
INNER_FIELDS = b"\x0a\x12\x1a"
"""Tag bytes that can stand first in a resource: the resource itself, a scope, a schema."""
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Bytes that text never holds (an escape is in coloured output); the length of a span's trace id is one."""


def is_protobuf(head: bytes) -> bool:
    """Whether bytes begin as an OTLP protobuf message: its field, a length, a resource within it, and no text."""
    if head[:1] != bytes([RESOURCE_FIELD]):
        return False
    length, at = _varint(head, 1)
    if not 2 <= length <= MAX_FRAME or head[at : at + 1] not in tuple(INNER_FIELDS[i : i + 1] for i in range(3)):
        return False
    inner, after = _varint(head, at + 1)
    return 0 <= inner <= length - (after - at) and CONTROL.search(head[:HEAD_SIZE]) is not None


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """(value, position after it) of a protobuf varint; -1 when it is cut or too long for a length."""
    value = 0
    for step, byte in enumerate(data[at : at + MAX_VARINT]):
        value |= (byte & 0x7F) << (7 * step)
        if byte < 0x80:
            return value, at + step + 1
    return -1, at


MAX_VARINT = 5
"""Bytes of a varint that holds a length below 2^32."""


def protobuf_messages(stream: io.BufferedReader) -> Iterator[tuple[int, bytes]]:
    """(offset, message) of every resource of a protobuf file, each a message of its own; a cut last one ends it."""
    offset = 0
    while (start := stream.read(1)) == bytes([RESOURCE_FIELD]):
        prefix = start
        while len(prefix) <= MAX_VARINT and (len(prefix) == 1 or prefix[-1] >= 0x80):
            byte = stream.read(1)
            if not byte:
                return
            prefix += byte
        length, _ = _varint(prefix, 1)
        body = stream.read(length) if 0 <= length <= MAX_FRAME else b""
        if len(body) != length:
            return
        yield offset, prefix + body
        offset += len(prefix) + length


def length_prefixed(stream: io.BufferedReader) -> Iterator[tuple[int, bytes]]:
    """(offset, message) of every frame, decompressed; a cut last frame ends the stream."""
    offset = 0
    while len(prefix := stream.read(4)) == 4:
        (length,) = struct.unpack(">I", prefix)
        frame = stream.read(length)
        if len(frame) < length:
            return
        yield offset, decompressed(_buffered(io.BytesIO(frame))).read()
        offset += 4 + length


def zip_members(path: str) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of the JSON members of an archive, headers before samples; journals repeat others and are left out.

    Raises InputError for an archive that cannot be read.
    """
    try:
        source = io.BytesIO(sys.stdin.buffer.read()) if path == STDIN else path
        with zipfile.ZipFile(source) as archive:
            infos = [info for info in archive.infolist() if _is_member(info.filename)]
            for info in sorted(infos, key=lambda info: (info.filename != "header.json", info.filename)):
                yield info.filename, _member(archive, info)
    except (zipfile.BadZipFile, OSError, zlib.error) as error:
        raise InputError(f"{path}: not a readable archive ({error})") from error


def _is_member(name: str) -> bool:
    ignored = name.startswith(("_journal/", "__MACOSX/")) or name in ("summaries.json", "reductions.json")
    return Path(name).suffix in (".json", ".jsonl", ".ndjson") and not ignored


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.compress_type != ZIP_ZSTD or sys.version_info >= (3, 14):
        return archive.read(info)
    import zstandard

    assert archive.fp is not None
    archive.fp.seek(info.header_offset + 26)
    name_size, extra_size = struct.unpack("<HH", archive.fp.read(4))
    archive.fp.seek(name_size + extra_size, io.SEEK_CUR)
    packed = archive.fp.read(info.compress_size)
    return zstandard.ZstdDecompressor().decompressobj().decompress(packed)
