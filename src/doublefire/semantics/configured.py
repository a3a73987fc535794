"""What a user's config says of tools: the one piece of settings that both reading and judging need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from doublefire.model import Effect
from doublefire.semantics.identity.canonical import IdentityRules
from doublefire.semantics.values.paths import Path


@dataclass(frozen=True, slots=True)
class ToolSettings:
    """What the config says of the tools that match one name or glob; None or empty where it is silent."""

    effect: Effect | None = None
    window_ns: int | None = None
    rules: IdentityRules = IdentityRules()
    amount: Path | None = None
    """Where a call's amount stands in its arguments."""
    currency: str | Path | None = None
    """An upper-case code, or where it stands in the arguments."""


NOTHING = ToolSettings()


@dataclass(frozen=True, slots=True)
class ToolTable:
    """Settings by exact tool name or glob, in the order of the config; an exact name wins over any glob."""

    tools: Mapping[str, ToolSettings] = field(default_factory=dict)

    def of(self, name: str) -> ToolSettings:
        """What the config says of this tool."""
        exact = self.tools.get(name)
        if exact is not None:
            return exact
        return next((tool for pattern, tool in self.tools.items() if fnmatchcase(name, pattern)), NOTHING)
