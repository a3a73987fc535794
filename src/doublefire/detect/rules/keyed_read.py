"""A tool that only reads carries idempotency keys: needless machinery."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from doublefire.detect.judged import Judged
from doublefire.detect.rules.contract import TraceRule
from doublefire.model import Confidence, Effect, Finding, Severity

NAME = "keyed-read"


def find(judged: Judged) -> Iterator[Finding]:
    """Read tools with keyed calls."""
    for row in judged.tools:
        if row.effect == Effect.READ and row.keyed_calls:
            calls = judged.executions.filter((pl.col("tool") == row.tool) & pl.col("key").is_not_null())
            yield judged.about_tool(
                NAME, row, Severity.INFO, Confidence.HIGH, f"{row.tool} only reads and needs no idempotency key", calls
            )


RULE = TraceRule(NAME, find)
