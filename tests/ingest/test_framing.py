"""Framing: what is a record, what is rejected, and what a head that was cut anywhere still shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.inputs.containers import HEAD_SIZE
from doublefire.ingest.inputs.framing import completed, head_values, records
from doublefire.model import Record, Rejection

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def framed(data: bytes) -> list[Any]:
    return [item.value if isinstance(item, Record) else item.reason for item in records(data.splitlines(keepends=True))]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n \n\r\n", []),
        (b'{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b'{"a": 1}\r\n{"a": 2}', [{"a": 1}, {"a": 2}]),
        (b'\xef\xbb\xbf{"a": 1}\n', [{"a": 1}]),
        (b'{"a": 1}{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b'{"a": 1}, {"a": 2}\n', [{"a": 1}, {"a": 2}]),
        (b'{\n "a": 1\n}\n', [{"a": 1}]),
        (b'{\n "a": 1\n}\n{\n "a": 2\n}\n', [{"a": 1}, {"a": 2}]),
        (b'{\n "a": 1\n}noise\n{\n "a": 2\n}\n', [{"a": 1}, {"a": 2}]),
        (b'[\n {"a": 1},\n {"a": 2}\n]\n', [[{"a": 1}, {"a": 2}]]),
        (b'[\n{\n"a": [\n1\n]\n}\n]\n', [[{"a": [1]}]]),
        (b'12:00:01 INFO {"a": 1}\n', [{"a": 1}]),
        (b'{"a": 1}\n{"a": \n', [{"a": 1}, "invalid JSON"]),
        (b'{"a": 1}\nplain text\n{"a": 2}\n', [{"a": 1}, "not JSON", {"a": 2}]),
        (b'{"a": 1}\n{"a": 2,}\n{"a": 3}\n', [{"a": 1}, "invalid JSON", {"a": 3}]),
        (b'{\n "a": 1,\n{\n "a": 2\n}\n', ["invalid JSON", {"a": 2}]),
        (b'{"a": NaN}\n', [{"a": "NaN"}]),
    ],
)
def test_what_is_a_record(data: bytes, expected: list[Any]) -> None:
    found = framed(data)
    assert json.loads(json.dumps(found), parse_constant=str) == expected


def test_a_record_knows_where_it_stands() -> None:
    first, second = records([b'{"a": 1}\n', b"\n", b'{"a": 2}\n'][i] for i in range(3))
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (first.line, first.offset, second.line, second.offset) == (1, 0, 3, 10)


def test_a_document_between_other_lines_knows_where_it_stands() -> None:
    data = '{\n "ä": 1\n}\nnoise\n{\n "a": 2\n}\n'.encode()
    found = [item for item in records(data.splitlines(keepends=True)) if isinstance(item, Record)]
    assert [item.line for item in found] == [1, 5]
    assert data[found[1].offset :].startswith(b'{\n "a": 2')


def test_a_rejection_says_where_and_why() -> None:
    (_, rejection) = records([b'{"a": 1}\n', b"oops\n"])
    assert isinstance(rejection, Rejection)
    assert (rejection.line, rejection.offset, rejection.reason) == (2, 9, "not JSON")


@given(JSON)
def test_any_document_comes_back_whole(value: Any) -> None:
    for indent in (None, 1):
        data = json.dumps({"v": value}, indent=indent).encode()
        (found,) = records(data.splitlines(keepends=True))
        assert isinstance(found, Record)
        assert json.loads(json.dumps(found.value, default=float)) == json.loads(data)


@given(st.lists(JSON, min_size=1, max_size=4), st.data())
def test_a_cut_anywhere_gives_a_value_or_none(values: list[Any], data: st.DataObject) -> None:
    for text in (json.dumps({"v": values}, indent=1), "\n".join(json.dumps({"v": value}) for value in values)):
        whole = text.encode()
        at = data.draw(st.integers(0, len(whole)))
        cut = completed(whole[:at])
        assert cut is None or isinstance(cut, dict)
        assert all(isinstance(value, dict) for value in head_values(whole[:at]))


@given(st.binary(max_size=300))
def test_any_bytes_are_framed(data: bytes) -> None:
    assert len(framed(data)) <= data.count(b"\n") + data.count(b"\r") + data.count(b"{") + data.count(b"[") + 2
    head_values(data)
    completed(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"a": 1, "b": {"c": [1, 2, {"d": "e', {"a": 1, "b": {"c": [1, 2, {}]}}),
        (b'{"a": 1, "b"', {"a": 1}),
        (b'{"a": tru', {}),
        (b'{"a": "x\\', {}),
        (b"[", []),
        (b'{"a": 1} {"b"', {"a": 1}),
        (b"{]", None),
        (b"", None),
        (b"text", None),
    ],
)
def test_what_a_cut_value_is_completed_to(text: bytes, expected: Any) -> None:
    assert completed(text) == expected


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"[\n" * 50_000,
        b'{"a":\n' * 30_000,
        b'"' * 100_000,
        b'{"a": "' + b"\\" * 99_999,
    ],
    ids=["brackets", "objects", "lines", "object lines", "quotes", "escapes"],
)
def test_hostile_nesting_is_rejected(data: bytes) -> None:
    assert not [item for item in records(data.splitlines(keepends=True)) if isinstance(item, Record)]
    assert all(value in ([], {}) for value in head_values(data[:65_536]))


SAMPLES = sorted(
    path
    for path in (Path(__file__).parents[1] / "dialects" / "data").glob("*/*")
    if path.suffix in (".json", ".jsonl", ".txt")
)


@given(path=st.sampled_from(SAMPLES), share=st.floats(0, 1))
def test_a_sample_cut_anywhere_never_breaks_detection(path: Path, share: float) -> None:
    data = path.read_bytes()
    values = head_values(data[: int(len(data) * share)])
    for dialect in DIALECTS:
        dialect.claims(values)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_head_of_a_sample_names_its_dialect(path: Path) -> None:
    values = head_values(path.read_bytes()[:HEAD_SIZE])
    assert next(dialect.name for dialect in DIALECTS if dialect.claims(values)) == path.parent.name
