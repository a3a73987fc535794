"""Rows of a Parquet file as records, a batch at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from doublefire.errors import InputError
from doublefire.ingest.inputs.sources import STDIN
from doublefire.model import Record

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_ROWS = 2_048
"""Rows decoded at once: keeps memory bounded by a batch, whatever the file's size."""


def rows(path: str) -> Iterator[Record]:
    """Every row as a record whose line is its 1-based row number. Raises InputError for a file that is not Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        source = pa.BufferReader(sys.stdin.buffer.read()) if path == STDIN else path
        file = pq.ParquetFile(source)
        number = 0
        for batch in file.iter_batches(batch_size=BATCH_ROWS):
            for row in _with_integer_times(batch).to_pylist():
                number += 1
                yield Record(row, number)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: not a readable Parquet file ({error})") from error


def _with_integer_times(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The rows with times as integer nanoseconds: Python's own times hold microseconds, and Arrow refuses to cut."""
    import pyarrow as pa

    columns = batch.columns
    for leaf in (pa.timestamp("ns"), pa.int64()):
        columns = [column.cast(_retimed(column.type, leaf), safe=False) for column in columns]
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)


def _retimed(kind: pa.DataType, leaf: pa.DataType) -> pa.DataType:
    """The type with times, in lists too, replaced."""
    import pyarrow as pa

    if pa.types.is_timestamp(kind):
        return leaf
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return pa.list_(_retimed(kind.value_type, leaf))
    return kind
