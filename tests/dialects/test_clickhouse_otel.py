"""Rows of the ClickHouse exporter's table are spans, however the server writes them out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from doublefire.api import audit
from doublefire.ingest.dialects import DIALECTS
from doublefire.model import Audit

START_NS = 1_772_442_000_123_456_789
ARGUMENTS = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "charge_card",
    "gen_ai.tool.call.id": "call_1",
}


def row(number: int, second: int, took_ns: int, code: str, message: str, result: str | None) -> dict[str, Any]:
    attributes = {**ARGUMENTS, "gen_ai.tool.call.arguments": '{"order": "A-17", "cents": 4200}'}
    return {
        "Timestamp": f"2026-03-02 09:00:0{second}.123456789",
        "TraceId": "a" * 32,
        "SpanId": f"{number:016x}",
        "ParentSpanId": "",
        "TraceState": "",
        "SpanName": "execute_tool charge_card",
        "SpanKind": "Internal",
        "ServiceName": "shop",
        "ResourceAttributes": {"service.name": "shop"},
        "ScopeName": "agent",
        "ScopeVersion": "",
        "SpanAttributes": {**attributes, **({"gen_ai.tool.call.result": result} if result else {})},
        "Duration": took_ns,
        "StatusCode": code,
        "StatusMessage": message,
        "Events.Timestamp": ["2026-03-02 09:00:03.9"] if message else [],
        "Events.Name": ["exception"] if message else [],
        "Events.Attributes": [{"exception.type": "TimeoutError"}] if message else [],
        "Links.TraceId": [],
    }


ROWS = [
    row(1, 0, 3_900_000_000, "Error", "request timed out", None),
    row(2, 4, 400_000_000, "Ok", "", '{"charge_id": "ch_2"}'),
]


def each_row(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(change(dict(row))) + "\n" for row in ROWS))
    return path


def parquet(path: Path, *, binary: bool = False) -> Path:
    text = pa.binary() if binary else pa.string()
    pairs = pa.map_(text, text)
    table = pa.table(
        {
            **{
                name: pa.array([row[name] for row in ROWS]).cast(text)
                for name in ("TraceId", "SpanId", "ParentSpanId", "SpanName", "SpanKind", "StatusCode", "StatusMessage")
            },
            "Timestamp": pa.array([START_NS, START_NS + 4 * 10**9], pa.timestamp("ns", tz="UTC")),
            "Duration": pa.array([row["Duration"] for row in ROWS], pa.uint64()),
            "SpanAttributes": pa.array([list(row["SpanAttributes"].items()) for row in ROWS], pairs),
            "Events.Timestamp": pa.array([[START_NS + 1], []], pa.list_(pa.timestamp("ns"))),
            "Events.Name": pa.array([row["Events.Name"] for row in ROWS], pa.list_(text)),
            "Events.Attributes": pa.array(
                [[list(event.items()) for event in row["Events.Attributes"]] for row in ROWS], pa.list_(pairs)
            ),
        }
    )
    pq.write_table(table, path)
    return path


def nested(row: dict[str, Any]) -> dict[str, Any]:
    """Attributes as the exporter's JSON column gives them."""
    tree: dict[str, Any] = {}
    for name, value in row["SpanAttributes"].items():
        inner = tree
        *outer, last = name.split(".")
        for part in outer:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return {**row, "SpanAttributes": tree}


def together(row: dict[str, Any]) -> dict[str, Any]:
    """Events as a server with flatten_nested = 0 gives them; the status is left to them alone."""
    columns = {name: row.pop(f"Events.{name}") for name in ("Timestamp", "Name", "Attributes")}
    events = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return {**row, "Events": events, "StatusMessage": ""}


SHAPES: dict[str, Callable[[Path], Path]] = {
    "rows": lambda folder: each_row(folder / "t.jsonl", lambda row: row),
    "quoted numbers": lambda folder: each_row(
        folder / "t.jsonl", lambda row: {**row, "Duration": str(row["Duration"])}
    ),
    "long words": lambda folder: each_row(
        folder / "t.jsonl",
        lambda row: {**row, "SpanKind": "SPAN_KIND_INTERNAL", "StatusCode": f"STATUS_CODE_{row['StatusCode'].upper()}"},
    ),
    "a JSON column": lambda folder: each_row(folder / "t.jsonl", nested),
    "events together": lambda folder: each_row(folder / "t.jsonl", together),
    "parquet": lambda folder: parquet(folder / "t.parquet"),
    "parquet of bytes": lambda folder: parquet(folder / "t.parquet", binary=True),
}


def duplicate(result: Audit) -> Any:
    (finding,) = [finding for finding in result.findings if finding.rule == "duplicate-side-effect"]
    return finding


@pytest.mark.parametrize("shape", SHAPES)
def test_a_charge_after_a_timeout(tmp_path: Path, shape: str) -> None:
    result = audit([SHAPES[shape](tmp_path)])
    assert result.inputs[0].dialect == "clickhouse-otel"
    finding = duplicate(result)
    assert [call.start_ns for call in finding.calls] == [START_NS, START_NS + 4 * 10**9]
    assert finding.gap_ns == 100_000_000
    assert [call.outcome for call in finding.calls] == ["unknown", "executed"]
    assert [call.place.span_id for call in finding.calls] == ["0" * 15 + "1", "0" * 15 + "2"]
    assert finding.cause == "client-timeout-retry"


def test_a_whole_json_answer(tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    path.write_text(json.dumps({"meta": [], "data": ROWS, "rows": 2}))
    assert duplicate(audit([path])).calls_total == 2


@pytest.mark.parametrize(
    "damage",
    [
        {"SpanId": ""},
        {"SpanAttributes": "none"},
        {"SpanAttributes": [["a"], 3]},
        {"Duration": "long", "Timestamp": "soon"},
        {"Events.Name": ["exception"], "Events.Attributes": [], "Events.Timestamp": []},
        {"Events.Name": "exception", "TraceId": 5, "StatusCode": 2, "SpanKind": None},
    ],
)
def test_damaged_rows_stop_nothing(tmp_path: Path, damage: dict[str, Any]) -> None:
    path = each_row(tmp_path / "t.jsonl", lambda row: row)
    path.write_text(path.read_text() + json.dumps({**ROWS[0], "SpanId": "9" * 16, **damage}) + "\n")
    assert duplicate(audit([path]))


@pytest.mark.parametrize("missing", ["TraceId", "SpanId", "SpanName", "SpanAttributes"])
def test_other_tables_are_not_claimed(missing: str) -> None:
    dialect = next(dialect for dialect in DIALECTS if dialect.name == "clickhouse-otel")
    assert dialect.claims(ROWS)
    assert not dialect.claims([{name: value for name, value in ROWS[0].items() if name != missing}])
