"""Text of a trace for the page: visible, bounded, and left to the template's escaping."""

from __future__ import annotations

from typing import Final

from doublefire.reports.shown import cut, visible

LINE: Final = 300
"""Characters of one value, place or sentence: a long one must not push the rest off the page."""


def short(text: str, limit: int = LINE) -> str:
    """The text on one line with nothing hidden in it."""
    return cut(visible(text[: limit + 1]), limit)
