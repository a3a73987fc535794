"""What ingest can be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from doublefire.semantics.configured import ToolTable


@dataclass(frozen=True, slots=True)
class IngestSettings:
    """Everything that decides which rows given bytes become."""

    dialect: str | None = None
    """Read every input as this dialect instead of detecting it."""
    tools: ToolTable = ToolTable()
    mappings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """`[dialects.NAME]` of the config: meaning -> path of the field."""
    jobs: int = 1
    """Processes that read at the same time; 1 never starts another."""
