"""Containers by content: compression, the collector's frames, protobuf; and bytes that only look like one of them."""

from __future__ import annotations

import gzip
import io
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from doublefire.api import audit
from doublefire.errors import InputError
from doublefire.ingest.inputs import containers, protobuf
from doublefire.model import Rejection

DATA = Path(__file__).parents[1] / "dialects" / "data" / "otlp"
LINES = gzip.decompress((DATA / "pydantic-ai-5.jsonl.gz").read_bytes())
PROTOBUF = (DATA / "pydantic-ai-5.pb").read_bytes()
LOGS = (DATA / "claude-code-logs.pb").read_bytes()
ZSTD = zstandard.ZstdCompressor()


def messages(data: bytes) -> list[bytes]:
    return [message for _, message in containers.protobuf_messages(io.BufferedReader(io.BytesIO(data)))]


def frames(parts: list[bytes], pack: Callable[[bytes], bytes] = bytes) -> bytes:
    return b"".join(struct.pack(">I", len(packed)) + packed for packed in map(pack, parts))


@pytest.mark.parametrize(
    "data",
    [
        LINES,
        gzip.compress(LINES),
        gzip.compress(LINES[:9000]) + gzip.compress(LINES[9000:]),
        ZSTD.compress(LINES),
        ZSTD.compress(LINES[:9000]) + ZSTD.compress(LINES[9000:]),
        PROTOBUF,
        gzip.compress(PROTOBUF),
        ZSTD.compress(PROTOBUF),
        frames(messages(PROTOBUF)),
        frames(messages(PROTOBUF), ZSTD.compress),
        frames(LINES.splitlines(), ZSTD.compress),
        frames(LINES.splitlines()),
        frames(LINES.splitlines(), gzip.compress),
        b"\xef\xbb\xbf" + LINES,
        LINES.replace(b"\n", b"\r\n"),
    ],
    ids=[
        *("lines", "gzip", "gzip members", "zstd", "zstd frames", "protobuf", "protobuf in gzip", "protobuf in zstd"),
        *("frames of protobuf", "frames of protobuf in zstd", "frames of JSON in zstd", "frames of JSON"),
        *("frames of gzip", "byte order mark", "CRLF"),
    ],
)
def test_one_trace_in_every_container(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data-2026-01-02T03-04-05.123.json"  # how the collector rotates, whatever is inside
    path.write_bytes(data)
    result = audit([path])
    assert (result.inputs[0].dialect, result.summary.executions, result.summary.rejected) == ("otlp", 5, 0)
    assert {finding.tool for finding in result.findings if finding.cause} == {"send_email", "charge_card"}


@pytest.mark.parametrize(
    ("data", "executions"), [(PROTOBUF[:-50], 2), (frames(messages(PROTOBUF))[:-50], 2)], ids=["protobuf", "frames"]
)
def test_a_cut_file_keeps_what_came_before(data: bytes, executions: int, tmp_path: Path) -> None:
    path = tmp_path / "cut.pb"
    path.write_bytes(data)
    assert audit([path]).summary.executions == executions


def test_logs_and_spans_are_told_apart_inside() -> None:
    assert "resourceLogs" in protobuf.decoded(messages(LOGS)[0])
    assert "resourceSpans" in protobuf.decoded(messages(PROTOBUF)[0])


@pytest.mark.parametrize("data", [b"", b"\x0a\x02\x0a\x00", b"\x0a\x03\x12\x01\x00", b"\xff" * 40])
def test_what_is_no_otlp_message(data: bytes) -> None:
    assert isinstance(protobuf.record(data, 7), Rejection)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\n",
        b'\n{\n "resourceSpans": []\n}\n',
        b"\n\n\n",
        b'{"a": 1}\n',
        b'[\n {"a": 1}\n]',
        b"\n\x7b\x0a plain text",
        b"2026-01-02 text\n",
        b"\x0a\xff\xff\xff\xff\xff\xff",
        b"\x00\x00\x00\x05hello",
    ],
)
def test_what_is_framed_as_text(head: bytes) -> None:
    assert containers.is_plain(head)


@given(st.binary(max_size=400))
def test_any_bytes_are_taken_apart_without_raising(data: bytes) -> None:
    containers.is_plain(data)
    for message in messages(b"\x0a" + data):
        protobuf.record(message, 0)
    stream = io.BufferedReader(io.BytesIO(data))
    head, again = containers.rewound(stream)
    assert (head, again.read()) == (data, data)


@pytest.mark.parametrize("data", [gzip.compress(LINES)[:2000], ZSTD.compress(LINES)[:2000] + b"\x00" * 50])
def test_a_broken_archive_is_an_input_error_or_a_part(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(data)
    with pytest.raises(InputError):
        audit([path])
