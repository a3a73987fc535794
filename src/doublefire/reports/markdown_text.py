"""Trace text inside Markdown: it becomes no markup, no link, no mention and no table cell.

Two forms suffice. `code` puts a whole text into a code span, in which GitHub links nothing; `prose` leaves plain words
as they are and puts every other word into a code span, so that only what is known to be harmless stands bare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from doublefire.reports.shown import cut, visible

TEXT_LIMIT: Final = 200
"""One hostile or merely long text must not use up a comment."""
PLAIN_WORD: Final = re.compile(
    r"(?!\d{7,}\b)[(\"']?(?:[^\W\d_]+(?:['-][^\W\d_]+)*|[0-9]+(?:[.,][0-9]+)*)['\")]?[.,;:!?]?"
)
"""Letters, perhaps joined by a hyphen or an apostrophe, or a number, with at most one mark at either side; digits that
could be a commit are none."""
LIST_MARKER: Final = re.compile(r"[0-9]+[.)]")
BACKTICKS: Final = re.compile("`+")


def code(text: str, limit: int = TEXT_LIMIT) -> str:
    """The text as a code span on one line."""
    text = cut(visible(text), limit)
    if not text.strip():
        return "(empty)"
    fence = "`" * (max(map(len, BACKTICKS.findall(text)), default=0) + 1)
    padding = " " if text[0] in "` " or text[-1] in "` " else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def prose(text: str, limit: int = TEXT_LIMIT) -> str:
    """A sentence for reading, fit to begin a line: a numbered word that would open a list there is no plain one."""
    first, *rest = cut(visible(text), limit).split() or ["(empty)"]
    opened = code(first) if LIST_MARKER.fullmatch(first) else _word_text(first)
    return " ".join([opened, *map(_word_text, rest)])


def _word_text(word: str) -> str:
    return word if PLAIN_WORD.fullmatch(word) else code(word)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a pipe in a cell is escaped, which the table takes back before a code span is read."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
