"""The window analysis as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from doublefire.model import GapRow, Tuning
from doublefire.reports.encoding import encode
from doublefire.reports.words import many
from doublefire.semantics.values.durations import SECOND_NS

SCHEMA = "doublefire/tuning/v1"
UNITS = (
    (86_400 * SECOND_NS, "d"),
    (3_600 * SECOND_NS, "h"),
    (60 * SECOND_NS, "m"),
    (SECOND_NS, "s"),
    (1_000_000, "ms"),
)
BAR = 30
"""Columns of the longest bar."""


def render_json(tuning: Tuning) -> bytes:
    """The analysis as one JSON document; durations are in seconds."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "windows": [
            {
                "window_seconds": row.window_ns / SECOND_NS,
                "groups": row.groups,
                "findings": row.findings,
                "high_confidence": row.sure,
                "cache_caught": row.caught,
                "cache_dropped": row.dropped,
            }
            for row in tuning.windows
        ],
        "gaps": [
            {
                "up_to_seconds": row.up_to_ns / SECOND_NS,
                "duplicates": row.duplicates,
                "wanted": row.wanted,
                "other": row.other,
            }
            for row in tuning.gaps
        ],
        "copies_without_times": tuning.unclocked,
    }
    return encode(document) + b"\n"


def render_text(tuning: Tuning) -> bytes:
    """The analysis for people."""
    return ("\n".join(_lines(tuning)) + "\n").encode()


def _lines(tuning: Tuning) -> Iterator[str]:
    yield "Windows: what doublefire finds, and what a dedupe cache on tool and arguments would do"
    yield "  window  groups  findings  of high confidence  cache catches  drops by mistake"
    for row in tuning.windows:
        yield (
            f"  {duration(row.window_ns):>6}  {row.groups:6,}  {row.findings:8,}  {row.sure:18,}  {row.caught:13,}"
            f"  {row.dropped:16,}"
        )
    yield ""
    yield "Gaps between copies, from the end of one to the start of the next"
    yield "  up to   duplicates  wanted  other"
    longest = max((_total(row) for row in tuning.gaps), default=0)
    for gap in tuning.gaps:
        bar = "━" * -(-_total(gap) * BAR // longest) if longest else ""
        yield f"  {duration(gap.up_to_ns):>6}  {gap.duplicates:10,}  {gap.wanted:6,}  {gap.other:5,}  {bar}".rstrip()
    if tuning.unclocked:
        yield f"  {many(tuning.unclocked, 'copy carries', 'copies carry')} no time and stand in no row"
    yield ""
    yield advice(tuning)


def advice(tuning: Tuning) -> str:
    """What the table says about a cache, in one sentence."""
    last = tuning.windows[-1]
    if not last.caught and not last.dropped:
        return "No effect is repeated within any of these windows: they say nothing about which one to choose."
    safe = [row for row in tuning.windows if not row.dropped]
    if not safe:
        return "Every window swallows an action that was wanted: use idempotency keys, a cache cannot tell these apart."
    best = min((row for row in safe if row.caught == safe[-1].caught), key=lambda row: row.window_ns)
    mistaken = (
        f"; a longer one drops wanted actions ({last.dropped} at {duration(last.window_ns)})" if last.dropped else ""
    )
    return (
        f"A cache of {duration(best.window_ns)} would have caught {best.caught} of {last.caught} and dropped nothing "
        f"that was wanted{mistaken}. An idempotency key catches all of them and drops nothing."
    )


def _total(row: GapRow) -> int:
    return row.duplicates + row.wanted + row.other


def duration(ns: int) -> str:
    """`90s`, `10m`, `1d`: the largest unit that divides it."""
    unit, name = next(((unit, name) for unit, name in UNITS if ns and ns % unit == 0), UNITS[-1])
    return f"{ns // unit}{name}"
