"""Durations as users write them."""

from __future__ import annotations

import re
from decimal import Decimal

from doublefire.errors import UsageError

DURATION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?(ms|s|m|h|d)")
UNITS_NS = {"ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000}


def duration_ns(text: str, what: str) -> int:
    """A duration such as `500ms`, `90s`, `10m`, `2h` or `1d` in nanoseconds. Raises UsageError that names `what`."""
    match = DURATION.fullmatch(text.strip())
    if match is None:
        raise UsageError(f"{what}: {text!r} is no duration; write 500ms, 90s, 10m, 2h or 1d")
    return int(Decimal(match[1]) * UNITS_NS[match[2]])
