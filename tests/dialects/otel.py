"""How the OpenTelemetry tests write spans down: names, times and attributes of one small run, and what is read."""

from __future__ import annotations

from typing import Any

from doublefire.ingest.spans import Span, emissions_of
from doublefire.model import Child, Emission, Kind, Link, Mark, Sighting

TRACE = "0af7651916cd43dd8448eb211c80319c"
START = 1_767_323_045_000_000_000


def span(name: str = "work", **fields: Any) -> Span:
    """A span of a second in one trace; `fields` replace any part of it."""
    base: dict[str, Any] = {
        "trace": TRACE,
        "span": "b7ad6b7169203331",
        "parent": None,
        "start_ns": START,
        "end_ns": START + 1_000_000_000,
    }
    return Span(**{**base, "name": name, **fields})


def read(name: str = "work", attributes: dict[str, Any] | None = None, **fields: Any) -> list[Emission]:
    """Everything that a span says."""
    return list(emissions_of(span(name, attributes=attributes or {}, **fields)))


def execution(name: str = "work", attributes: dict[str, Any] | None = None, **fields: Any) -> Sighting:
    """The one execution that a tool span is."""
    (found,) = sightings(read(name, attributes, **fields), Kind.EXECUTION)
    return found


def sightings(emissions: list[Emission], kind: Kind) -> list[Sighting]:
    """The sightings of one kind."""
    return [item for item in emissions if isinstance(item, Sighting) and item.kind is kind]


def marks(emissions: list[Emission]) -> list[Mark]:
    """The marks among emissions."""
    return [item for item in emissions if isinstance(item, Mark)]


def children(emissions: list[Emission]) -> list[Child]:
    """The requests among emissions."""
    return [item for item in emissions if isinstance(item, Child)]


def places(emissions: list[Emission]) -> list[Link]:
    """The bare places in the tree among emissions."""
    return [item for item in emissions if isinstance(item, Link)]
