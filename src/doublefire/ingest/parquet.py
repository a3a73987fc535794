"""Rows of a Parquet file as records, a batch at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from doublefire.errors import InputError
from doublefire.ingest.sources import STDIN
from doublefire.model import Record

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
            for row in batch.to_pylist():
                number += 1
                yield Record(row, number)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{path}: not a readable Parquet file ({error})") from error
