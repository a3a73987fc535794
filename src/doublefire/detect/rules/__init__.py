"""The rules, in the order in which they are tried and listed."""

from __future__ import annotations

from doublefire.detect.rules import (
    duplicate_side_effect,
    hidden_retry,
    idempotency_key_conflict,
    idempotency_key_not_enforced,
    keyed_read,
    missing_idempotency_key,
    model_minted_key,
    unclassified_tool,
    unstable_idempotency_key,
)
from doublefire.detect.rules.contract import RunRule, TraceRule

RUN_RULES: tuple[RunRule, ...] = (
    idempotency_key_not_enforced.RULE,
    unstable_idempotency_key.RULE,
    duplicate_side_effect.RULE,
)
TRACE_RULES: tuple[TraceRule, ...] = (
    idempotency_key_conflict.RULE,
    hidden_retry.RULE,
    missing_idempotency_key.RULE,
    model_minted_key.RULE,
    keyed_read.RULE,
    unclassified_tool.RULE,
)
REPEAT_RULES = frozenset((*(rule.name for rule in RUN_RULES), idempotency_key_conflict.NAME, hidden_retry.NAME))
"""The rules that report effects, as against advice about tools."""
NAMES = (*(rule.name for rule in RUN_RULES), *(rule.name for rule in TRACE_RULES))
