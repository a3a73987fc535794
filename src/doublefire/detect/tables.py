"""What detection is given, and the row it works with once sightings are folded into executions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from doublefire.model import Declaration

if TYPE_CHECKING:
    import polars as pl


class Texts(NamedTuple):
    """The texts of one sighting, read back: decoded values, ABSENT when not recorded."""

    arguments: Any
    result: Any
    error: str | None
    key: str | None


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of whole sessions, in the columns of `schema.py`.

    `texts` reads the payload of a sighting again by its (store, at, size).
    """

    sightings: pl.DataFrame
    marks: pl.DataFrame
    links: pl.DataFrame
    children: pl.DataFrame
    sessions: pl.DataFrame
    counted: pl.DataFrame
    """Calls of long files that cannot matter, by tool: `schema.COUNTED_COLUMNS`."""
    declarations: tuple[Declaration, ...]
    texts: Callable[[int, int, int], Texts]
    paths: tuple[str, ...]
    """Input paths by source number."""


class Execution(NamedTuple):
    """One execution that is a candidate: columns of the executions table. Codes are positions in `schema.py`'s
    tuples."""

    row: int
    """The sighting that stands for it (its innermost span)."""
    source: int
    line: int | None
    tool: str
    scope: str
    """What copies must share: session, trace or nothing, by the settings."""
    session: str
    trace: str | None
    span: str | None
    turn: str | None
    call_id: str | None
    agent: str | None
    layer: int
    call: int
    """Equal for executions of one call."""
    tied: bool
    """Whether one call ties its executions whatever the gap between them."""
    start: int | None
    end: int | None
    at: int
    """Its place in time: the start in nanoseconds, or the position where its session has no clock."""
    clocked: bool
    requested: bool
    """Its times are those of the model's request and of the result message, not of the tool span."""
    exact: int | None
    loose: int | None
    asked_exact: int | None
    """The identity that the model asked for, where it was recorded apart."""
    state: str
    key: int | None
    effect: int
    tool_kind: int
    outcome: int
    trouble: int
    result: int | None
    empty: bool
    replayed: bool
    arguments_store: int | None
    arguments_offset: int | None
    arguments_size: int | None
    result_store: int | None
    result_offset: int | None
    result_size: int | None
