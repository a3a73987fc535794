"""The tables between ingest and detection: the only place with column names.

A sighting row holds ids, times, hashes and small codes; the text of arguments and results stays in a `payload` store
and is read again only for candidates. Codes are positions in the tuples below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from doublefire.model import Effect, Kind, Layer, MarkKind, Outcome, ToolKind, Trouble

if TYPE_CHECKING:
    import polars as pl

KINDS: Final = tuple(Kind)
LAYERS: Final = tuple(Layer)
OUTCOMES: Final = tuple(Outcome)
TROUBLES: Final = tuple(Trouble)
EFFECTS: Final = tuple(Effect)
TOOL_KINDS: Final = tuple(ToolKind)
MARK_KINDS: Final = tuple(MarkKind)

SIGHTING_COLUMNS: Final[dict[str, str]] = {
    "source": "UInt32",  # position of the input
    "order": "Int64",  # position among the emissions of its input
    "line": "Int64",
    "kind": "UInt8",
    "layer": "UInt8",
    "tool": "String",
    "session": "String",
    "trace": "String",
    "span": "String",
    "parent": "String",
    "scope": "String",
    "turn": "String",
    "call_id": "String",
    "agent": "String",
    "start": "Int64",  # nanoseconds since the epoch
    "end": "Int64",
    "exact": "UInt64",  # hash of the canonical arguments, null when not recorded
    "loose": "UInt64",  # the same with nonces and long texts blanked
    "state": "String",  # a semantics.canonical.ArgumentsState
    "key": "UInt64",  # hash of the idempotency key
    "key_field": "String",
    "effect": "UInt8",  # said by the arguments or the trace itself, else null
    "effect_source": "String",  # arguments | declared
    "tool_kind": "UInt8",
    "outcome": "UInt8",
    "trouble": "UInt8",
    "result": "UInt64",  # hash of the result, null when not recorded
    "empty": "Boolean",  # a success that says nothing
    "replayed": "Boolean",
    "wrapper": "Boolean",
    "store": "Int32",  # which payload store
    "offset": "Int64",
    "size": "Int64",
}

MARK_COLUMNS: Final[dict[str, str]] = {
    "source": "UInt32",
    "order": "Int64",
    "kind": "UInt8",
    "session": "String",
    "trace": "String",
    "at_ns": "Int64",
    "turn": "String",
    "ref": "String",
    "text": "UInt64",  # hash of the words
}

LINK_COLUMNS: Final[dict[str, str]] = {"trace": "String", "span": "String", "parent": "String"}

CHILD_COLUMNS: Final[dict[str, str]] = {
    "source": "UInt32",
    "line": "Int64",
    "trace": "String",
    "span": "String",
    "parent": "String",
    "verb": "String",
    "address": "String",
    "status": "Int64",
    "failed": "Boolean",
    "error_type": "String",
    "resend": "Int64",
    "start": "Int64",
    "end": "Int64",
    "key": "String",
}

SESSION_COLUMNS: Final[dict[str, str]] = {"trace": "String", "session": "String"}

COUNTED_COLUMNS: Final[dict[str, str]] = {
    "source": "UInt32",
    "tool": "String",
    "tool_kind": "UInt8",
    "effect": "UInt8",  # as the arguments say, else null
    "recorded": "Boolean",  # whether arguments were
    "sightings": "Int64",
    "executions": "Int64",  # each of a call of its own, without a key
}
"""Sightings of a long file that cannot matter: they are counted, not read."""


def polars_schema(columns: dict[str, str]) -> dict[str, pl.DataType]:
    """A column table as a polars schema."""
    import polars as pl

    return {name: getattr(pl, kind)() for name, kind in columns.items()}
