"""What detection can be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from doublefire.model import Declaration, Scope
from doublefire.semantics.configured import ToolTable
from doublefire.semantics.values.durations import SECOND_NS

DEFAULT_WINDOW_NS = 600 * SECOND_NS
"""Ten minutes: of 24 public reports with a stated gap a 5 minute window holds 18, and the longest gap inside one run is
9 minutes (opencrabs#1101); what lies further apart is tied by a call or a key, not by time."""
DEFAULT_RETENTION_NS = 24 * 3600 * SECOND_NS
"""Stripe prunes keys once they are at least 24 hours old, and most providers name the same day."""


@dataclass(frozen=True, slots=True)
class SuppressRule:
    """One `[[suppress]]` entry: every field that is given must match. `reason` is required."""

    reason: str
    rule: str | None = None
    tool: str | None = None
    fingerprint: str | None = None
    expires: date | None = None


@dataclass(frozen=True, slots=True)
class DetectSettings:
    """Everything that decides what is found in given tables."""

    window_ns: int = DEFAULT_WINDOW_NS
    retention_ns: int = DEFAULT_RETENTION_NS
    scope: Scope = Scope.SESSION
    tools: ToolTable = ToolTable()
    declarations: tuple[Declaration, ...] = ()
    suppress: tuple[SuppressRule, ...] = ()
    baseline: Mapping[str, str] = field(default_factory=dict)
    """Fingerprint -> note of the findings that are known."""
    salt: bytes = b""
    """Keys the fingerprints, so that low-entropy arguments cannot be guessed from them."""
    today: date | None = None
    """The day that an expiry is compared with; None: the clock's."""

    def window_of(self, tool: str) -> int:
        """How far apart two copies of this tool's calls may be, in nanoseconds."""
        return self.tools.of(tool).window_ns or self.window_ns
