"""The waist itself: collected rows become the tables that detection takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import polars as pl

from doublefire import schema
from doublefire.detect.tables import Tables, Texts
from doublefire.ingest.payload import Stores
from doublefire.ingest.read import Ingested


def tables_of(inputs: Sequence[Ingested], stores: Stores, counted: Sequence[pl.DataFrame]) -> Tables:
    """One table of each kind over all inputs; `counted` are the tallies of scanned ones."""

    def texts(store: int, offset: int, size: int) -> Texts:
        return Texts(*stores.read(store, offset, size))

    return Tables(
        sightings=_frame(schema.SIGHTING_COLUMNS, (item.rows.sightings for item in inputs)),
        marks=_frame(schema.MARK_COLUMNS, (item.rows.marks for item in inputs)),
        links=_frame(schema.LINK_COLUMNS, (item.rows.links for item in inputs)),
        children=_frame(schema.CHILD_COLUMNS, (item.rows.children for item in inputs)),
        sessions=_frame(schema.SESSION_COLUMNS, (item.rows.sessions for item in inputs)),
        counted=pl.concat([pl.DataFrame(schema=schema.polars_schema(schema.COUNTED_COLUMNS)), *counted]),
        declarations=tuple(chain.from_iterable(item.rows.declarations for item in inputs)),
        texts=texts,
        paths=tuple(item.source.path for item in inputs),
    )


def _frame(columns: dict[str, str], rows: Iterable[Sequence[tuple[Any, ...]]]) -> pl.DataFrame:
    values = list(zip(*chain.from_iterable(rows), strict=True))
    types = schema.polars_schema(columns)
    if not values:
        return pl.DataFrame(schema=types)
    return pl.DataFrame(
        [pl.Series(name, column, dtype=kind) for (name, kind), column in zip(types.items(), values, strict=True)]
    )
