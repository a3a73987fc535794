"""No piece of the judgement can be switched off without a story that notices."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.judgement.mutations import MUTATIONS
from tests.scenarios import judge
from tests.scenarios.emit import write
from tests.scenarios.run import audit
from tests.scenarios.story import CASES, Story, load

NOTICED_BY = {
    "one-call-run-twice": ("created_but_the_read_back_was_rate_limited", "otlp"),
    "one-turn": ("one_turn_asks_twice_and_runs_in_sequence", "otlp"),
    "overlap": ("overlap_alone_raises", "otlp"),
    "first-copy-timed-out": ("a_read_between_timeout_and_retry", "otlp"),
    "first-copy-said-nothing": ("model_asks_again_after_empty_result", "otlp"),
    "model-error-between": ("model_error_alone_raises", "otlp"),
    "restart-between": ("run_begins_again_from_the_top", "otlp"),
    "two-resource-ids": ("letter_case_of_a_mail_address", "otlp"),
    "fresh-keys": ("key_that_moves_with_the_cursor", "otlp"),
    "sessions-differ": ("one_wish_through_two_doors", "otlp"),
    "identity-relaxed": ("reworded_after_a_success_is_a_hint", "otlp"),
    "user-turn-between": ("try_again_after_a_timeout", "otlp"),
    "cap unknown-effect": ("opaque_tool_with_two_hints_stays_at_medium", "otlp"),
    "cap relaxed": ("reworded_with_every_other_hint_stays_at_medium", "otlp"),
    "cap partly-masked": ("masked_text_but_the_order_is_named", "otlp"),
    "cap obscured": ("masked_arguments_prove_little", "otlp"),
    "cap no-clock": ("chat_log_without_times", "openai-chat"),
    "cleared read": ("reads_may_repeat", "jsonl"),
    "cleared idempotent": ("naturally_idempotent_write", "jsonl"),
    "cleared never-executed": ("rate_limited_then_sent", "jsonl"),
    "cleared conflict": ("one_created_one_conflict", "jsonl"),
    "cleared replayed": ("replay_is_marked_in_the_result", "jsonl"),
    "cleared same-resource": ("both_copies_return_one_resource", "jsonl"),
    "cleared same-key": ("same_key_same_stored_result", "jsonl"),
    "apart user-asked-again": ("user_really_asked_twice", "otlp"),
    "apart state-changed": ("removed_over_http_and_made_again", "otlp"),
    "stronger same_call": ("approval_used_again_after_the_model_answered", "otlp"),
    "stronger same_key": ("one_key_although_the_user_asked_again", "otlp"),
    "stronger model_error": ("model_failed_although_the_user_wrote_again", "otlp"),
    "stronger restart": ("resumed_although_a_commit_lay_between", "otlp"),
}
"""Mutation -> the story and dialect that it breaks."""


def _problems(story: Story, dialect: str, folder: Path) -> list[str]:
    for name, text in story.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return judge.problems(story, audit(folder, {"trace.jsonl": write(story, dialect)}, story.args), dialect)


def test_every_piece_of_the_judgement_has_a_story_that_guards_it() -> None:
    assert set(NOTICED_BY) == set(MUTATIONS)


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_a_mutation_is_noticed(mutation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, dialect = NOTICED_BY[mutation]
    story = load(CASES / f"{name}.toml")
    assert _problems(story, dialect, tmp_path) == []
    MUTATIONS[mutation](monkeypatch)
    try:
        broken = _problems(story, dialect, tmp_path)
    except (AssertionError, IndexError, ValueError, StopIteration) as error:  # what it guards may be needed later on
        broken = [repr(error)]
    assert broken != []
