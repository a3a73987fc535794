"""What the copies sent and got back, side by side: one row a field, the differing ones marked where they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from doublefire.model import ABSENT, Call
from doublefire.reports.contract import Options
from doublefire.reports.encoding import encode
from doublefire.reports.html.text import short
from doublefire.reports.shown import cut, cut_start, payload, visible
from doublefire.semantics.values.paths import Concrete, dotted

COMPARED: Final = 4
"""Copies side by side: more columns fit on no screen."""
SHOWN_FIELDS: Final = 40
MAX_DEPTH: Final = 6
"""Objects inside each other that get rows of their own; what lies deeper stands in one cell as JSON."""
LEAF_LIMIT: Final = 4000
"""Characters of one value that are compared."""
BEFORE, CHANGED, AFTER = 120, 240, 80
"""Characters that are shown before, of and after the part of a value that differs."""


Fields = dict[Concrete, str]
"""The leaves of a value by their place."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in three parts, of which the middle one is what differs."""

    before: str = ""
    changed: str = ""
    after: str = ""
    note: str = ""
    """Said instead of a value."""


NOTHING: Final = Cell(note="nothing recorded")
MISSING: Final = Cell(note="missing")


@dataclass(frozen=True, slots=True)
class Row:
    """One field. `cells` has one element where all copies agree, else one a copy."""

    path: str
    cells: tuple[Cell, ...]
    verdict: str = ""
    """`equal`, `differs`, or nothing where only one copy recorded anything."""
    ignored: bool = False
    """It differs, and was not compared."""


@dataclass(frozen=True, slots=True)
class Part:
    """The arguments or the results."""

    title: str
    rows: tuple[Row, ...]
    left_out: int
    note: str
    """What is said instead of rows: not recorded, not shown."""


def parts(calls: Sequence[Call], ignored: Sequence[str], options: Options) -> tuple[Part, ...]:
    """Both parts for the first `COMPARED` copies."""
    chosen = calls[:COMPARED]
    return (
        part("Sent", chosen, lambda call: call.arguments, ignored, options),
        part("Came back", chosen, lambda call: call.result, (), options),
    )


def part(
    title: str, calls: Sequence[Call], of: Callable[[Call], Any], ignored: Sequence[str], options: Options
) -> Part:
    recorded = [of(call) for call in calls]
    if all(value is ABSENT for value in recorded):
        return Part(title, (), 0, "not recorded")
    if options.arguments == "none":
        return Part(title, (), 0, "not shown in this report")
    fields = [None if value is ABSENT else fields_of(payload(value, options)) for value in recorded]
    paths = list(dict.fromkeys(path for value in fields if value is not None for path in value))
    rows = [row(path, fields, ignored) for path in paths[:SHOWN_FIELDS]]
    return Part(title, tuple(rows), max(len(paths) - SHOWN_FIELDS, 0), "")


def row(path: Concrete, fields: Sequence[Fields | None], ignored: Sequence[str]) -> Row:
    """One field in every copy; a copy of which nothing was recorded is neither equal nor different."""
    name = short("".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix("."))
    texts = [value.get(path) for value in fields if value is not None]
    equal = len(set(texts)) == 1
    verdict = "" if len(texts) < 2 else "equal" if equal else "differs"
    if equal and len(texts) == len(fields):
        return Row(name, (cell(texts[0], ()),), verdict)
    others = () if equal else [text for text in dict.fromkeys(texts) if text is not None]
    cells = tuple(NOTHING if value is None else cell(value.get(path), others) for value in fields)
    return Row(name, cells, verdict, not equal and dotted(path) in ignored)


def cell(text: str | None, all_texts: Sequence[str]) -> Cell:
    if text is None:
        return MISSING
    others = [other for other in all_texts if other != text]
    if others:
        return marked(text, others)
    return Cell(changed=short(text)) if all_texts else Cell(short(text))


def marked(text: str, others: Sequence[str]) -> Cell:
    """The text with the part that it does not share with all the others in the middle."""
    start = shared([text, *others])
    end = len(text) - shared([whole[start:][::-1] for whole in (text, *others)])
    return Cell(
        cut_start(visible(text[:start]), BEFORE),
        cut(visible(text[start:end]), CHANGED),
        cut(visible(text[end:]), AFTER),
    )


def shared(texts: Sequence[str]) -> int:
    """How many characters all these texts begin with."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*texts, strict=False)))


def fields_of(value: Any) -> Fields:
    """The leaves in their order; a value that is no object has one, at the place ()."""
    return {path: leaf_text(leaf) for path, leaf in _leaves(value, ())}


def leaf_text(value: Any) -> str:
    text = value if isinstance(value, str) else encode(value).decode()
    return text[:LEAF_LIMIT]


def _leaves(value: Any, path: Concrete) -> Iterator[tuple[Concrete, Any]]:
    if not isinstance(value, (dict, list, tuple)) or not value or len(path) >= MAX_DEPTH:
        yield path, value
        return
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for step, item in inner:
        yield from _leaves(item, (*path, step if isinstance(step, int) else str(step)))
