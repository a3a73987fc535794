"""Times as logs write them, to nanoseconds since the epoch without rounding."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, Final

from doublefire.semantics.values.durations import SECOND_NS

UNITS: Final = {"s": SECOND_NS, "ms": 1_000_000, "us": 1_000, "ns": 1}
"""Unit -> nanoseconds."""
MAX_NS: Final = (1 << 63) - 1
"""Times are kept in 64 bits: later than the year 2262 is no time of a call."""
_LIMITS: Final[tuple[tuple[int, str], ...]] = ((10**11, "s"), (10**14, "ms"), (10**17, "us"))
"""An epoch below the limit counts in this unit: 1e11 seconds lie past the year 5000, 1e11 milliseconds in 1973."""
_MAX_DIGITS: Final = 25
"""Digits of a number that can still be a time; a longer one is an id, and huge exponents must never be expanded."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_ISO: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?\s?([Zz]|UTC|GMT|[+-]\d\d(?::?\d\d){0,2})?",
    re.ASCII,
)
_NUMBER: Final = re.compile(r"[+-]?\d{1,25}(?:\.\d{0,30})?", re.ASCII)
_ZULU_LENGTH: Final = len("2026-03-02T09:00:00.123Z")


def parse_time(value: Any, unit: str | None = None) -> int | None:
    """Nanoseconds since the epoch of a recorded time, None when it is none.

    Text is RFC 3339 or ISO 8601 with any fraction (digits past the ninth are cut) and offset, a blank for the `T` too;
    without an offset it is taken as UTC. Numbers, and text of digits, count in `unit` (`s`, `ms`, `us` or `ns`), else
    in the unit that their magnitude suggests. Zero is what writers leave when a time was never set.
    """
    if type(value) is str:
        if len(value) == _ZULU_LENGTH and value[23] == "Z" and value[19] == ".":
            try:
                return _minute(value[:17]) + int(value[17:19]) * SECOND_NS + int(value[20:23]) * 1_000_000
            except ValueError:
                return None
        return _from_text(value.strip(), unit)
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return _scaled(value, unit)
    if isinstance(value, float):
        return _from_decimal(Decimal(repr(value)), unit)
    return _from_decimal(value, unit) if isinstance(value, Decimal) else None


@lru_cache(maxsize=4096)
def _minute(prefix: str) -> int:
    """Nanoseconds of `2026-03-02T09:00:`; raises ValueError, past the 64 bits too."""
    if prefix[10] not in "Tt " or prefix[13] != ":" or prefix[16] != ":":
        raise ValueError(prefix)
    at = _since_epoch(datetime.fromisoformat(prefix[:10] + "T" + prefix[11:16] + "+00:00"))
    if abs(at) > MAX_NS - 100 * SECOND_NS:
        raise ValueError(prefix)
    return at


def _since_epoch(at: datetime) -> int:
    passed = at - _EPOCH
    return (passed.days * 86_400 + passed.seconds) * SECOND_NS


def _from_text(text: str, unit: str | None) -> int | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return _from_decimal(Decimal(text), unit) if _NUMBER.fullmatch(text) else None
    date, hour, minute, second, fraction, offset = found.groups()
    try:
        at = datetime.fromisoformat(f"{date}T{hour}:{minute}+00:00")
    except ValueError:
        return None
    nanoseconds = _since_epoch(at) + int(second or 0) * SECOND_NS + int((fraction or "").ljust(9, "0")[:9])
    return _within(nanoseconds - _offset(offset))


def _offset(text: str | None) -> int:
    if not text or text[0] not in "+-":
        return 0
    digits = text[1:].replace(":", "").ljust(6, "0")
    seconds = int(digits[:2]) * 3600 + int(digits[2:4]) * 60 + int(digits[4:6])
    return (seconds if text[0] == "+" else -seconds) * SECOND_NS


def _from_decimal(value: Decimal, unit: str | None) -> int | None:
    if not value.is_finite() or value.adjusted() > _MAX_DIGITS:
        return None
    try:
        return _within(int(value * _factor(value, unit)))
    except InvalidOperation:
        return None


def _scaled(value: int, unit: str | None) -> int | None:
    return _within(value * _factor(value, unit)) if abs(value) <= 10**_MAX_DIGITS else None


def _factor(value: int | Decimal, unit: str | None) -> int:
    if unit is None:
        unit = next((name for limit, name in _LIMITS if -limit < value < limit), "ns")
    return UNITS[unit]


def _within(nanoseconds: int) -> int | None:
    return nanoseconds if nanoseconds and -MAX_NS <= nanoseconds <= MAX_NS else None
