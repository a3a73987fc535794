"""Durations: the one unit in which the program counts time, and how a duration is told to people."""

from __future__ import annotations

from typing import Final

SECOND_NS: Final = 1_000_000_000
"""Nanoseconds in a second; every time and duration in the tables is in nanoseconds."""
SMALL_UNITS: Final = ((SECOND_NS, "s"), (1_000_000, "ms"), (1_000, "µs"), (1, "ns"))
LARGE_UNITS: Final = (("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


def duration_text(duration_ns: int) -> str:
    """A duration for people: two units at most above a minute, three digits below (`34.2 s`, `850 ms`, `2 h 5 min`)."""
    whole = round(duration_ns / SECOND_NS)
    if whole < 60:
        size, unit = next((pair for pair in SMALL_UNITS if duration_ns >= pair[0]), SMALL_UNITS[0])
        return f"{duration_ns / size:.3g} {unit}"
    parts = []
    for unit, size in LARGE_UNITS:
        count, whole = divmod(whole, size)
        parts.append((count, unit))
    first = next(position for position, (count, _) in enumerate(parts) if count)
    return " ".join(f"{count} {unit}" for count, unit in parts[first : first + 2] if count)
