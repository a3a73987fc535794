"""Nothing says what a tool does: its repeats are judged as guesses until the config declares it."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from doublefire.detect.judged import Judged
from doublefire.detect.rules.contract import TraceRule
from doublefire.model import Confidence, Effect, Finding, Severity

NAME = "unclassified-tool"


def find(judged: Judged) -> Iterator[Finding]:
    """Tools of unknown effect."""
    for row in judged.tools:
        if row.effect == Effect.UNKNOWN:
            calls = judged.executions.filter(pl.col("tool") == row.tool)
            yield judged.about_tool(
                NAME,
                row,
                Severity.INFO,
                Confidence.HIGH,
                f"nothing says what {row.tool} does; declare its effect in the config",
                calls,
                pl.lit(value=True),
            )


RULE = TraceRule(NAME, find)
