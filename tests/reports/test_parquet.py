"""Parquet: what polars and DuckDB read back."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from doublefire.model import Audit, Call
from doublefire.reports import Options, parquet
from doublefire.reports.parquet import calls_schema, findings_schema, render_calls

from .example import T0, call, clockless, crowded_audit, empty_audit, finding, hostile_audit, retried, rich_audit
from .rendering import render


def table(audit: Audit, **options: Any) -> pa.Table:
    return pq.read_table(io.BytesIO(render("parquet", audit, **options)))


def calls_table(*calls: Call, **options: Any) -> pa.Table:
    return pq.read_table(io.BytesIO(b"".join(render_calls(calls, Options(**options)))))


def without_payload(value: Any) -> Any:
    """A JSON record with times and payloads out of the way: Parquet has them in another form."""
    if isinstance(value, dict):
        return {k: without_payload(v) for k, v in value.items() if k not in ("start", "end", "arguments", "result")}
    return [without_payload(item) for item in value] if isinstance(value, list) else value


def test_one_row_per_finding_and_the_same_as_in_json() -> None:
    rows = table(rich_audit()).to_pylist()
    findings = json.loads(render("json", rich_audit()))["findings"]
    assert without_payload(rows) == without_payload(findings)


def test_schema_is_the_promised_one() -> None:
    assert table(rich_audit()).schema.equals(findings_schema())
    assert calls_table(call()).schema.equals(calls_schema())


@pytest.mark.parametrize("schema", [findings_schema(), calls_schema()])
def test_every_column_says_what_it_means(schema: pa.Schema) -> None:
    assert all(field.metadata[b"description"] for field in schema)


def test_column_meanings_are_in_the_file() -> None:
    schema = pq.read_schema(io.BytesIO(render("parquet", rich_audit())))
    assert schema.field("confidence").metadata[b"description"].startswith(b"how sure")
    assert schema.metadata[b"doublefire"] == b"doublefire/report/v1"


def test_times_are_nanosecond_timestamps_in_utc() -> None:
    start = calls_table(call(start_ns=T0 + 7), call(start_ns=None), call(start_ns=10**30)).column("start")
    assert start.type == pa.timestamp("ns", tz="UTC")
    assert start.cast(pa.int64()).to_pylist() == [T0 + 7, None, None]


def test_payloads_are_json_text() -> None:
    arguments = {"big": 2**70, "to": ["x"]}
    shown = calls_table(call(arguments=arguments, result="done"), arguments="full").to_pylist()[0]
    assert json.loads(shown["arguments"]) == arguments
    assert shown["result"] == '"done"'


def test_without_findings_it_has_columns_and_no_rows() -> None:
    nothing = table(empty_audit())
    assert nothing.num_rows == 0
    assert nothing.schema.equals(findings_schema())
    assert calls_table().num_rows == 0


def test_rows_past_one_batch_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "BATCH_ROWS", 7)
    pieces = list(render_calls((call(line=number) for number in range(20)), Options()))
    assert len([piece for piece in pieces if piece]) > 2
    lines = pq.read_table(io.BytesIO(b"".join(pieces))).column("line").to_pylist()
    assert lines == list(range(20))


def test_copies_are_cut_like_in_json() -> None:
    assert len(table(crowded_audit(findings=1, copies=130)).column("calls")[0]) == 100


def test_hostile_text_is_only_text() -> None:
    rows = table(hostile_audit()).to_pylist()
    assert [row["tool"] for row in rows] == [
        found["tool"] for found in json.loads(render("json", hostile_audit()))["findings"]
    ]


def test_polars_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "findings.parquet"
    path.write_bytes(render("parquet", rich_audit()))
    frame = pl.read_parquet(path)
    starts = frame.filter(pl.col("rule") == "unstable-idempotency-key").explode("calls").unnest("calls")["start"]
    assert starts.dtype == pl.Datetime("ns", "UTC")
    assert starts.cast(pl.Int64).to_list() == [T0, T0 + 34_000_000_000]


def test_duckdb_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "findings.parquet"
    path.write_bytes(render("parquet", Audit(empty_audit().summary, (), (finding(), clockless()), (), ())))
    copies = "select fingerprint, unnest(calls) as copy from read_parquet(?)"
    query = f"select fingerprint, copy.line, epoch_ns(copy.start) from ({copies})"
    rows = duckdb.connect().execute(query, [str(path)]).fetchall()
    assert rows == [
        (finding().fingerprint, 12, T0),
        (finding().fingerprint, 15, T0 + 34_000_000_000),
        ("b2", None, None),
        ("b2", None, None),
    ]


def test_duckdb_reads_calls(tmp_path: Path) -> None:
    path = tmp_path / "calls.parquet"
    path.write_bytes(b"".join(render_calls([call(), retried(tool="refund")], Options())))
    rows = duckdb.connect().execute("select tool, arguments->>'cents' from read_parquet(?)", [str(path)]).fetchall()
    assert rows == [("charge_card", "4200"), ("refund", "4200")]
