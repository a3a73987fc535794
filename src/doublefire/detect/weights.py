"""Every weight and threshold of the judgement, each with the sentence that justifies it: one table to argue with.

Confidence starts at `BASE`, moves one step for each piece of evidence that a pair of copies shows, is kept between low
and high, and then capped. docs/judgement.md is written from this table.
"""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.model import Confidence, Effect

LEVELS = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)

BASE = {Effect.WRITE: 1, Effect.UNKNOWN: 0}
"""A repeated write is worth a look by itself (medium); of a tool that nobody knows the effect is a guess (low)."""


@dataclass(frozen=True, slots=True)
class Weight:
    """One kind of evidence: +1 raises confidence a step, -1 lowers it, 0 only explains."""

    name: str
    step: int
    why: str


@dataclass(frozen=True, slots=True)
class Cap:
    """The highest confidence that a weakness leaves."""

    name: str
    level: Confidence
    why: str


ONE_CALL = Weight(
    "one-call-run-twice", 1, "The model asked once, so a second run of that call is nobody's wish (langgraph#6626)."
)
ONE_TURN = Weight(
    "one-turn", 1, "One response that asks twice for the same write has seen no result in between (opencode#20531)."
)
OVERLAP = Weight(
    "overlap", 1, "Whoever started the second copy cannot have known how the first ended (livekit/agents#6100)."
)
TIMEOUT = Weight(
    "first-copy-timed-out",
    1,
    "A timeout is the classic reason to try again, and the first try may well have landed (llm-agent#176).",
)
EMPTY = Weight(
    "first-copy-said-nothing", 1, "A success without a readable result makes models ask again (llama_index#19036)."
)
MODEL_ERROR = Weight(
    "model-error-between",
    1,
    "A failed model call restarts runs from the top, after effects that had succeeded (agno#10366).",
)
RESTART = Weight(
    "restart-between", 1, "A restart, resume or approval between the copies replays what had run (langgraph#3126)."
)
TWO_IDS = Weight(
    "two-resource-ids", 1, "Two different ids in two results are two things made: near proof (claude-code#36149)."
)
FRESH_KEYS = Weight(
    "fresh-keys", 1, "A new idempotency key on an equal action defeats the provider's own protection (x402#3208)."
)
SESSIONS_DIFFER = Weight("sessions-differ", -1, "Two conversations may each want the same action.")
RELAXED = Weight("identity-relaxed", -1, "The copies are equal only after something was ignored that might matter.")
USER_BETWEEN = Weight(
    "user-turn-between", -1, "Somebody spoke between the copies; that may have been a request for the second."
)

WEIGHTS = (
    ONE_CALL,
    ONE_TURN,
    OVERLAP,
    TIMEOUT,
    EMPTY,
    MODEL_ERROR,
    RESTART,
    TWO_IDS,
    FRESH_KEYS,
    SESSIONS_DIFFER,
    RELAXED,
    USER_BETWEEN,
)

CAP_UNKNOWN_EFFECT = Cap(
    "unknown-effect",
    Confidence.MEDIUM,
    "A tool of unknown effect may only read; only two results or one call run twice prove more.",
)
CAP_RELAXED = Cap("relaxed", Confidence.MEDIUM, "Copies that differ in a nonce or in wording may be two actions.")
CAP_PARTLY_MASKED = Cap(
    "partly-masked",
    Confidence.MEDIUM,
    "One field was masked by the exporter; equal masks do not mean equal values (langfuse#3518).",
)
CAP_OBSCURED = Cap(
    "obscured", Confidence.LOW, "Masked, cut or empty arguments leave nothing that identifies the object."
)
CAP_NO_CLOCK = Cap("no-clock", Confidence.MEDIUM, "Without times nobody can say that the copies lie close together.")

CAPS = (CAP_UNKNOWN_EFFECT, CAP_RELAXED, CAP_PARTLY_MASKED, CAP_OBSCURED, CAP_NO_CLOCK)

DOUBLE_DISPATCH_NS = 2_000_000_000
"""Two seconds: no model answers and no client times out in less; what runs one call again sooner is the dispatcher."""
DOUBLE_SUBMIT_NS = 2_000_000_000
"""Two seconds: the same words again that soon are a double click, not a second wish (semantic-kernel#12703)."""


def level(confidence: Confidence) -> int:
    """The position of a confidence on the scale, 0 to 2."""
    return LEVELS.index(confidence)
