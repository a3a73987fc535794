"""The rules' manuals are complete, fit where they are shown, and what they tell users to write is TOML."""

from __future__ import annotations

import tomllib
from dataclasses import fields

import pytest

from doublefire.reports.rules_text import BY_NAME, RULES, RuleText, markdown_text, plain_text

SARIF_LIMIT = 1024
"""GitHub's limit on `fullDescription`."""

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


def test_every_rule_of_the_contract_has_a_manual() -> None:
    assert set(BY_NAME) == {
        "duplicate-side-effect",
        "unstable-idempotency-key",
        "idempotency-key-not-enforced",
        "idempotency-key-conflict",
        "hidden-retry",
        "missing-idempotency-key",
        "model-minted-key",
        "keyed-read",
        "unclassified-tool",
    }
    assert len(BY_NAME) == len(RULES)


@each_rule
def test_nothing_is_left_out(rule: RuleText) -> None:
    texts = [getattr(rule, field.name) for field in fields(rule)]
    assert [text for text in texts if isinstance(text, str) and text.strip() != text] == []
    assert "" not in texts


@each_rule
def test_it_fits_where_it_is_shown(rule: RuleText) -> None:
    assert len(rule.catches) <= SARIF_LIMIT
    assert len(rule.advice) <= 120
    assert "\n" not in rule.advice + rule.title
    assert not rule.title.endswith(".")


@each_rule
def test_silence_is_toml_about_this_rule_or_a_tool(rule: RuleText) -> None:
    config = tomllib.loads(rule.silence)
    assert set(config) <= {"tools", "suppress", "retention"}
    for entry in config.get("suppress", []):
        assert entry["rule"] == rule.name
        assert entry["reason"]


@each_rule
def test_manual_holds_every_part(rule: RuleText) -> None:
    for part in (rule.catches, rule.matters, rule.fix, rule.silence):
        assert part in markdown_text(rule)
        assert part in plain_text(rule)
    assert markdown_text(rule).startswith(f"# {rule.name}\n")
