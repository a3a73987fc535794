"""Findings, and the reconstructed calls, as Parquet for polars, DuckDB and pandas.

The columns are the fields of the JSON report under the same names; arguments and results are JSON text, times are
nanosecond timestamps in UTC. Each column's meaning stands in its field metadata.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from doublefire.model import Audit, Call
from doublefire.reports.contract import Options, Report
from doublefire.reports.encoding import encode, plain
from doublefire.reports.fields import CALL, FINDING, VERSION, Field, Type, text
from doublefire.reports.records import call_record, finding_record

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_ROWS: Final = 1000
"""Rows held at a time: 1000 findings of two copies are some megabytes, and readers like few, large row groups."""
CALL_ROW: Final = (text("tool", "the tool's full name"), *CALL)
ARROW: Final = {
    Type.TEXT: "string",
    Type.INTEGER: "int64",
    Type.NUMBER: "float64",
    Type.BOOLEAN: "bool_",
    Type.PAYLOAD: "string",
}
Row = dict[str, Any]


def findings_schema() -> pa.Schema:
    """One row per finding; `calls` and `also` are lists of structs."""
    return _schema(FINDING)


def calls_schema() -> pa.Schema:
    """One row per reconstructed call."""
    return _schema(CALL_ROW)


def _schema(fields: Sequence[Field]) -> pa.Schema:
    import pyarrow as pa

    return pa.schema([_column(field) for field in fields], metadata={"doublefire": VERSION})


def _column(field: Field) -> pa.Field:
    import pyarrow as pa

    if field.type is Type.TIME:
        kind: pa.DataType = pa.timestamp("ns", tz="UTC")
    elif field.type is Type.RECORD:
        kind = pa.struct([_column(inner) for inner in field.fields])
    else:
        kind = getattr(pa, ARROW[field.type])()
    nullable = field.nullable and not field.many
    return pa.field(field.name, pa.list_(kind) if field.many else kind, nullable, {"description": field.meaning})


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """Findings as rows, their calls as lists of structs."""
    rows = (plain(finding_record(finding, options, call_struct)) for finding in audit.findings)
    yield from written(rows, findings_schema())


def render_calls(calls: Iterable[Call], options: Options) -> Iterator[bytes]:
    """The calls as a table of their own, in the order given."""
    rows = (plain({"tool": call.tool, **call_struct(call, options)}) for call in calls)
    yield from written(rows, calls_schema())


def call_struct(call: Call, options: Options) -> Row:
    """A call's record with times as integers and payloads as JSON text."""
    record = call_record(call, options)
    payloads = {name: _json_text(record[name]) for name in ("arguments", "result")}
    return {**record, **payloads, "start": storable(call.start_ns), "end": storable(call.end_ns)}


def _json_text(value: Any) -> str | None:
    return None if value is None else encode(value).decode()


def storable(at_ns: int | None) -> int | None:
    """The time where 64 bits hold it: the years 1678 to 2262."""
    return at_ns if at_ns is not None and -(2**63) <= at_ns < 2**63 else None


def written(rows: Iterator[Row], kinds: pa.Schema) -> Iterator[bytes]:
    """The rows as one Parquet file, a row group at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = Drain()
    with pq.ParquetWriter(sink, kinds, compression="zstd") as writer:
        while batch := list(islice(rows, BATCH_ROWS)):
            writer.write_table(pa.Table.from_pylist(batch, schema=kinds))
            yield sink.drain()
    yield sink.drain()


class Drain(io.RawIOBase):
    """A file that hands over what was written to it so far."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.position = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.position

    def write(self, piece: Any) -> int:
        self.pieces.append(bytes(piece))
        self.position += len(self.pieces[-1])
        return len(self.pieces[-1])

    def drain(self) -> bytes:
        whole = b"".join(self.pieces)
        self.pieces.clear()
        return whole


REPORT = Report("parquet", (".parquet",), "one row per finding, for polars, DuckDB and pandas", render, binary=True)
