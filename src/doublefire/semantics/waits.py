"""Times that give a machine away: the default time-outs of known clients, equal spacing, and the visibility
time-outs after which queues deliver a task again.

A gap or duration that equals one of these is evidence, never proof: people also wait half a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from doublefire.semantics.values.durations import SECOND_NS


@dataclass(frozen=True, slots=True)
class KnownWait:
    """A default wait of known software: `seconds`, and how many seconds of back-off or sweep may follow it."""

    seconds: float
    tolerance: float
    who: str
    source: str


EARLY: Final = 0.02
"""Share by which a measured wait may fall short: clocks and spans are cut at different places."""

KNOWN_WAITS: Final = (
    KnownWait(2.5, 0.3, "Ultravox client tools (Pipecat)", "public report: a voice agent booked twice"),
    KnownWait(5, 1.0, "httpx; OpenAI Agents SDK MCP session", "source of httpx 0.28.1, openai-agents 0.24.0"),
    KnownWait(30, 1.0, "MCP Python SDK HTTP transport", "source of mcp 2.3.0"),
    KnownWait(60, 2.5, "MCP TypeScript SDK; botocore; Composio", "source of the MCP SDK, botocore 1.44.8"),
    KnownWait(80, 1.6, "stripe-python", "source of stripe-python 16.1.0: then half a second of back-off"),
    KnownWait(120, 2.4, "google-api-core", "source of google-api-core 2.44.0"),
    KnownWait(180, 3.6, "Celery retry(); LangGraph Cloud heartbeat", "source of celery 5.7.0; public report"),
    KnownWait(300, 6.0, "aiohttp; MCP and Pydantic AI stream read", "source of aiohttp 3.14.5, mcp 2.3.0"),
    KnownWait(600, 6.0, "openai-python; anthropic-python", "source of openai 3.57.0, anthropic 2.15.0"),
)
"""Only waits read in a package's source or stated in a public report; the tolerance covers a first back-off."""

KNOWN_VISIBILITY_TIMEOUTS: Final = (
    KnownWait(1800, 36.0, "kombu on Amazon SQS", "source of kombu: visibility_timeout of its SQS transport"),
    KnownWait(3600, 70.0, "Celery and kombu on Redis", "source of kombu: visibility_timeout, then a sweep"),
)
"""Amazon SQS's own 30 s is left out: it cannot be told from the commonest client time-out."""

EQUAL_SHARE: Final = 0.03
"""Copies spaced alike to within 3 % were sent by a machine: people and models never keep such time."""
EQUAL_COPIES: Final = 3
"""Two copies have one gap, and one gap is equal to nothing."""
EQUAL_FLOOR_NS: Final = SECOND_NS // 10
"""Below a tenth of a second, spacing is only the pace of a loop or of a burst."""


def known_wait(wait_ns: int) -> KnownWait | None:
    """The known client time-out that a duration or a gap between starts equals, the nearest one; None if none does."""
    return _nearest(wait_ns, KNOWN_WAITS)


def known_visibility_timeout(gap_ns: int) -> KnownWait | None:
    """The queue whose visibility time-out a gap between starts equals, None if none does."""
    return _nearest(gap_ns, KNOWN_VISIBILITY_TIMEOUTS)


def equal_spacing(starts_ns: Sequence[int]) -> bool:
    """Whether three or more copies start at equal distances, within 3 %; `starts_ns` in any order."""
    if len(starts_ns) < EQUAL_COPIES:
        return False
    starts = sorted(starts_ns)
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    mean = (starts[-1] - starts[0]) / len(gaps)
    return mean >= EQUAL_FLOOR_NS and all(abs(gap - mean) <= mean * EQUAL_SHARE for gap in gaps)


def _nearest(wait_ns: int, waits: Sequence[KnownWait]) -> KnownWait | None:
    seconds = wait_ns / SECOND_NS
    near = [w for w in waits if w.seconds * (1 - EARLY) <= seconds <= w.seconds + w.tolerance]
    return min(near, key=lambda w: abs(w.seconds - seconds), default=None)
