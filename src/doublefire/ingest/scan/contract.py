"""What a scan of a long file gives: a narrow row for each sighting, from which those that can matter are picked.

A dialect whose records stand each for themselves may have a scanner. It decodes just enough of every record to say
which call it shows and what its coarse identity is; the picked records are then read by the dialect like those of any
other file, and all others are only counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from doublefire.ingest.settings import IngestSettings
from doublefire.model import ABSENT, Effect, Kind, Record, Rejection, ToolKind
from doublefire.schema import EFFECTS, TOOL_KINDS
from doublefire.semantics.effects import (
    effect_of_arguments,
    is_generic_wrapper,
    is_pseudo_tool,
    is_shell_volatile,
    kind_of_name,
    told_by_arguments,
)
from doublefire.semantics.identity.coarse import coarse, has_rules
from doublefire.semantics.values.exact_json import decode_maybe

COLUMNS: Final[dict[str, str]] = {
    "offset": "Int64",  # of the unit: the bytes that are read again, a line or a span
    "size": "Int32",
    "line": "Int32",  # counted from the beginning of the part, from 0
    "kind": "UInt8",  # null: the unit shows no sighting
    "tool": "String",
    "session": "String",  # null: the trace, else the input
    "trace": "String",
    "call": "String",
    "start": "Int64",
    "end": "Int64",
    "values": "UInt64",  # semantics.coarse; null when arguments were not recorded
    "words": "UInt64",
    "recorded": "Boolean",
    "effect": "UInt8",  # as the arguments say, else null
    "tool_kind": "UInt8",
    "must": "Boolean",  # read it whatever else there is
    "closes": "Boolean",  # read all of its session
    "scope": "String",
}
"""Columns of the rows of a scan."""


CALL_COLUMNS: Final = ("values", "words", "recorded", "effect", "tool_kind")
"""What `Tools.call` says of a call, in its order."""


class Irregular(Exception):
    """The bytes are not what the scanner relies on: the whole file has to be read record by record."""


@dataclass(slots=True)
class Scanned:
    """One part of a file, scanned. `columns` are lists of equal length or Arrow arrays, by the names of `COLUMNS`."""

    columns: dict[str, Any]
    lines: int
    records: int
    tool_calls: int
    rejected_total: int = 0
    rejected: list[Rejection] = field(default_factory=list)
    sessions: list[tuple[str, str]] = field(default_factory=list)
    """(trace, session) of spans that name a conversation."""
    results: int = 0


@dataclass(frozen=True, slots=True)
class Scanner:
    """How one dialect is scanned. `scan` takes the bytes of whole lines and raises Irregular."""

    dialect: str
    scan: Callable[[bytes, Tools], Scanned]
    unwrapped: Callable[[Record, str | None], Record]
    """A unit as a record that the dialect reads, given its scope."""
    counted: Kind
    """The kind of sighting that stands for one execution."""
    whole_sessions: bool = False
    """A repeated call makes its whole session to be read, not only the records that show it."""


def as_it_stands(record: Record, scope: str | None) -> Record:
    """A unit that is a whole record."""
    return record


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """What a tool's name says to a scan."""

    pseudo: bool
    told: bool
    """Its arguments say what a call does."""
    wrapper: bool
    configured: bool
    kind: ToolKind
    shell: bool
    """What its arguments say about a command is no part of what a call does."""


class Tools:
    """What is known of each tool, and from it and the arguments what a scan keeps of a call."""

    def __init__(self, settings: IngestSettings) -> None:
        self.settings = settings
        self._facts: dict[str, ToolFacts] = {}
        self.learned: tuple[str, ...] = ()
        """Field names that earlier parts of the same log taught."""
        self.memory: dict[str, Any] = {}
        """Whatever else a scanner remembers from part to part; it changes no row."""
        self.declared: set[bytes] = set()
        """Tool declarations of this part that were seen already."""

    def facts(self, tool: str) -> ToolFacts:
        """What the name says; remembered."""
        found = self._facts.get(tool)
        if found is None:
            found = self._facts[tool] = ToolFacts(
                is_pseudo_tool(tool),
                told_by_arguments(tool),
                is_generic_wrapper(tool),
                has_rules(self.settings.tools.of(tool).rules),
                kind_of_name(tool),
                is_shell_volatile(tool),
            )
        return found

    def call(self, tool: str, arguments: Any) -> tuple[int | None, int, bool, int | None, int, bool]:
        """(values, words, recorded, effect, tool kind, must) of one call."""
        facts = self.facts(tool)
        kind, effect = facts.kind, None
        if arguments is ABSENT:
            return None, 0, False, None, TOOL_KIND[kind], False
        if type(arguments) is str:
            arguments = decode_maybe(arguments)
        if facts.told:
            said = effect_of_arguments(tool, arguments)
            if said is not None:
                kind = said.kind
                effect = None if said.effect is Effect.UNKNOWN else EFFECT[said.effect]
        found = None if facts.configured else coarse(arguments, shell=facts.shell or kind is ToolKind.SHELL)
        if found is None:
            return None, 0, True, effect, TOOL_KIND[kind], True
        return found[0], found[1], True, effect, TOOL_KIND[kind], found[2]


EFFECT: Final = {effect: code for code, effect in enumerate(EFFECTS)}
TOOL_KIND: Final = {kind: code for code, kind in enumerate(TOOL_KINDS)}
