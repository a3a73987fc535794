"""A tool that writes sends no idempotency key, so a retry repeats its effect."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from doublefire.detect.judged import Judged
from doublefire.detect.rules.contract import TraceRule
from doublefire.model import Confidence, Effect, Finding, Severity, ToolKind
from doublefire.schema import TOOL_KINDS

NAME = "missing-idempotency-key"
_PLAIN = TOOL_KINDS.index(ToolKind.PLAIN)


def find(judged: Judged) -> Iterator[Finding]:
    """Write tools with unkeyed calls; not shells, SQL or HTTP pass-through, nor where arguments were not recorded."""
    for row in judged.tools:
        if row.effect != Effect.WRITE or row.keys not in ("unkeyed", "partly-keyed"):
            continue
        calls = judged.executions.filter(
            (pl.col("tool") == row.tool)
            & (pl.col("tool_kind") == _PLAIN)
            & pl.col("key").is_null()
            & pl.col("exact").is_not_null()
        )
        if calls.height:
            every = row.keys == "unkeyed"
            sent = "no idempotency key" if every else "an idempotency key on some calls only"
            message = f"{row.tool} changes things and sends {sent}"
            yield judged.about_tool(
                NAME,
                row,
                Severity.LOW,
                Confidence.HIGH if every else Confidence.MEDIUM,
                message,
                calls,
                (pl.col("tool_kind") == _PLAIN) & pl.col("recorded"),
            )


RULE = TraceRule(NAME, find)
