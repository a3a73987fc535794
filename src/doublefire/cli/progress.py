"""How far the reading of long inputs is, on one line of a terminal's standard error."""

from __future__ import annotations

import sys
import time
from typing import Final

MEGABYTE: Final = 1_000_000
LONG: Final = 50 * MEGABYTE
"""Less is read before anybody wonders."""


class Shown:
    """Called with the bytes read and the bytes in all; the line goes when all are read."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        """Write the line anew."""
        if total < LONG:
            return
        took = max(time.monotonic() - self._began, 1e-6)
        left = took * (total - done) / max(done, 1)
        line = (
            f"{done // MEGABYTE} of {total // MEGABYTE} MB, {done / took / MEGABYTE:.0f} MB/s, {left:.0f} s left"
            if done < total
            else ""
        )
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)


def progress(quiet: bool) -> Shown | None:
    """What shows progress; None where nobody would see it or wants to."""
    return None if quiet or not sys.stderr.isatty() else Shown()
