"""Requests below an execution: which HTTP and database spans belong to it, and what they say of it.

A mutating request that was answered 2xx means that the execution ran, whatever the tool said afterwards; if all of
them were refused, it did not (D.3 of the public reports: client error over server success is common).
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import polars as pl

from doublefire.detect.echoes import resolved
from doublefire.model import Effect, Outcome
from doublefire.semantics.effects import mutates, observed_effect

MAX_CLIMB = 32
"""Span levels between a request and its tool: real stacks have fewer than ten, a cycle must end."""
CONFLICT_STATUS = 409
REQUEST_TIMEOUT = 408


class ChildRequest(NamedTuple):
    """One child request, as recorded; times in nanoseconds."""

    line: int | None
    span: str
    verb: str
    address: str
    status: int | None
    failed: bool
    error_type: str | None
    start: int | None
    end: int | None
    key: str | None

    @property
    def mutating(self) -> bool:
        """Whether such a request changes something."""
        return mutates(self.verb, self.address)


_COLUMNS = list(ChildRequest._fields)


def attach(
    children: pl.DataFrame, sightings: pl.DataFrame, links: pl.DataFrame, into: dict[int, int]
) -> dict[int, tuple[ChildRequest, ...]]:
    """Execution row -> its child requests in order of time, wherever below it they stand."""
    if children.is_empty():
        return {}
    spans = sightings.filter(pl.col("span").is_not_null() & pl.col("tool").is_not_null()).select(
        "trace", pl.col("span").alias("up"), "row"
    )
    spans = spans.unique(["trace", "up"], keep="last")
    parents = pl.concat([links.select("trace", "span", "parent"), children.select("trace", "span", "parent")]).unique(
        ["trace", "span"]
    )
    parents = parents.rename({"span": "up", "parent": "above"})
    climbing = children.unique(["trace", "span"], keep="last", maintain_order=True).with_columns(
        pl.col("parent").alias("up")
    )
    found: dict[int, list[ChildRequest]] = defaultdict(list)
    for _ in range(MAX_CLIMB):
        climbing = climbing.filter(pl.col("up").is_not_null()).join(spans, on=["trace", "up"], how="left")
        for row, *values in climbing.filter(pl.col("row").is_not_null()).select("row", *_COLUMNS).iter_rows():
            found[resolved(into, row)].append(ChildRequest(*values))
        climbing = climbing.filter(pl.col("row").is_null()).drop("row").join(parents, on=["trace", "up"], how="left")
        climbing = climbing.with_columns(pl.col("above").alias("up")).drop("above")
        if climbing.is_empty():
            break
    return {
        row: tuple(sorted(requests, key=lambda request: (request.start or 0, request.span)))
        for row, requests in found.items()
    }


def outcome_of(requests: tuple[ChildRequest, ...]) -> Outcome | None:
    """What the mutating requests say of the execution above them; None when they say nothing."""
    mutating = [request for request in requests if request.mutating]
    statuses = [request.status for request in mutating]
    if any(status is not None and 200 <= status < 300 for status in statuses):
        return Outcome.EXECUTED
    if not statuses or not all(status is not None and 400 <= status < 500 for status in statuses):
        return None
    if CONFLICT_STATUS in statuses:
        return Outcome.CONFLICT
    return None if REQUEST_TIMEOUT in statuses else Outcome.NOT_EXECUTED


def effect_of(requests: tuple[ChildRequest, ...]) -> Effect | None:
    """The effect that the requests show."""
    return observed_effect((request.verb, request.address) for request in requests)


def key_of(requests: tuple[ChildRequest, ...]) -> str | None:
    """An idempotency key in the recorded headers of a request, of a mutating one first."""
    keyed = [request for request in requests if request.key]
    return next((request.key for request in keyed if request.mutating), keyed[0].key if keyed else None)
