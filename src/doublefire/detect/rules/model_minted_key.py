"""The key stands in the model's own request: a model can vary it on the next try, so it guarantees nothing."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from doublefire.detect.judged import Judged
from doublefire.detect.rules.contract import TraceRule
from doublefire.model import Confidence, Effect, Finding, Severity

NAME = "model-minted-key"


def find(judged: Judged) -> Iterator[Finding]:
    """Tools that change things under keys that came from the model (langchain#40688)."""
    for row in judged.tools:
        if row.key_origin == "model" and row.effect in (Effect.WRITE, Effect.UNKNOWN, "mixed"):
            calls = judged.executions.filter((pl.col("tool") == row.tool) & pl.col("model_key").is_not_null())
            message = (
                f"the idempotency key of {row.tool} is written by the model, which may write another on the next try"
            )
            yield judged.about_tool(NAME, row, Severity.INFO, Confidence.HIGH, message, calls)


RULE = TraceRule(NAME, find)
