"""What must not change an audit: how a trace is cut, ordered, exported, named and dated, and who else is in it."""

from __future__ import annotations

import functools
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ..scenarios import run
from ..scenarios.emit import write
from ..scenarios.judge import REPEAT_RULES
from ..scenarios.story import CASES, Event, Story, expressible, load

NAMES = (
    "call_ids_start_over_in_every_turn",
    "cancelled_and_booked_anew",
    "charge_timeout_retried_after_four_seconds",
    "client_timed_out_but_server_span_succeeded",
    "corrected_payload_under_the_first_key",
    "fresh_key_on_every_try",
    "hundred_written_four_ways",
    "one_call_id_dispatched_twice",
    "one_created_one_conflict",
    "one_key_for_two_different_payloads",
    "reads_may_repeat",
    "retries_hidden_inside_one_call",
    "same_call_twice_in_one_model_turn",
    "same_key_same_stored_result",
    "second_handler_doubles_the_whole_trace",
    "second_starts_while_first_is_running",
    "test_command_rerun_after_edit",
    "tool_span_inside_tool_span",
    "two_agents_send_the_same_mail",
    "user_really_asked_twice",
    "whole_run_retried_after_later_model_error",
)
"""Stories that between them show every cause, every reason to clear and every sort of echo."""

TOLD = [
    (story, dialect) for name in NAMES for story in [load(CASES / f"{name}.toml")] for dialect in expressible(story)
]
SPANS = ("otlp", "openinference")
UNORDERED = (*SPANS, "jsonl")
"""Dialects whose records carry their times and ids, so that their order says nothing."""
SECONDS_IN_FIFTY_YEARS = 50 * 365 * 86400

Verdict = Counter[tuple[object, ...]]
told = st.sampled_from(TOLD)
told_without_order = st.sampled_from([pair for pair in TOLD if pair[1] in UNORDERED])
told_with_ids = st.sampled_from([pair for pair in TOLD if pair[1] != "openai-chat"])
told_in_turns = st.sampled_from([pair for pair in TOLD if pair[1] != "jsonl"])
law = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def verdict(report: Mapping[str, Any]) -> Verdict:
    """Everything that an audit says, without ids, times and places."""
    found = [
        (
            "finding", finding["rule"], finding["tool"], finding["fingerprint"], finding["severity"],
            finding["confidence"], finding["cause"], finding["overlap"], finding["confirmed_effects"],
            finding["possible_effects"], tuple(call["outcome"] for call in finding["calls"]), len(finding["also"]),
        )
        for finding in report["findings"]
        if finding["rule"] in REPEAT_RULES
    ]  # fmt: skip
    cleared = [("cleared", row["reason"], row["tool"], row["calls_total"]) for row in report["cleared"]]
    executions = [("execution",)] * report["summary"]["executions"]
    return Counter([*found, *cleared, *executions])


def audited(*texts: str) -> Verdict:
    """The verdict on a folder of files with these texts, read in this order."""
    traces = {f"{number}.jsonl": text for number, text in enumerate(texts)}
    with tempfile.TemporaryDirectory() as folder:
        return verdict(run.audit(Path(folder), traces, paths=["."]))


@functools.cache
def untouched(name: str, dialect: str) -> Verdict:
    """The verdict on a story as it stands; it has to say something, or no law could break."""
    said = audited(write(load(CASES / f"{name}.toml"), dialect))
    assert said
    return said


def retold(story: Story, change: Callable[[Event], Event]) -> Story:
    """The story with every event changed."""
    return replace(story, events=tuple(change(event) for event in story.events))


def renamed(story: Story, prefix: str) -> Story:
    """The story with another id for everything: traces, spans, sessions, responses and calls."""

    def name(value: str | None) -> str | None:
        return prefix + value if value else value

    def change(event: Event) -> Event:
        names = ("id", "session", "run", "turn", "call", "parent", "same_span_as", "response")
        changed: dict[str, Any] = {field: name(getattr(event, field)) for field in names}
        return replace(event, calls=tuple(replace(call, id=prefix + call.id) for call in event.calls), **changed)

    return replace(retold(story, change), name=prefix + story.name)


def records(text: str) -> list[str]:
    """The smallest records of a trace: a line for each span of OTLP, each line of a log."""
    return [record for line in text.splitlines() for record in _spans(json.loads(line))]


def _spans(line: dict[str, Any]) -> Iterable[str]:
    if "resourceSpans" not in line:
        return [json.dumps(line)]
    (resource,) = line["resourceSpans"]
    (scope,) = resource["scopeSpans"]
    return [
        json.dumps({"resourceSpans": [{**resource, "scopeSpans": [{**scope, "spans": [span]}]}]})
        for span in scope["spans"]
    ]


@law
@given(told_without_order, st.randoms(use_true_random=False))
def test_the_order_of_records_says_nothing(pair: tuple[Story, str], random: Random) -> None:
    story, dialect = pair
    shuffled = records(write(story, dialect))
    random.shuffle(shuffled)
    assert audited("\n".join(shuffled)) == untouched(story.name, dialect)


@law
@given(told_without_order, st.randoms(use_true_random=False))
def test_how_a_trace_is_cut_into_files_and_their_order_says_nothing(pair: tuple[Story, str], random: Random) -> None:
    story, dialect = pair
    cut: list[list[str]] = [[], [], []]
    for record in records(write(story, dialect)):
        random.choice(cut).append(record)
    assert audited(*("\n".join(part) for part in cut)) == untouched(story.name, dialect)


@law
@given(told_with_ids, st.randoms(use_true_random=False))
def test_what_is_exported_again_did_not_happen_again(pair: tuple[Story, str], random: Random) -> None:
    story, dialect = pair
    once = records(write(story, dialect))
    again = random.sample(once, random.randint(1, len(once)))
    assert audited("\n".join([*once, *again])) == untouched(story.name, dialect)


@law
@given(told_in_turns, st.integers(1, 3))
def test_a_conversation_that_goes_on_repeats_its_history_and_nothing_else(pair: tuple[Story, str], more: int) -> None:
    story, dialect = pair
    last = max(story.events, key=lambda event: event.at + event.took)
    end = last.at + last.took
    chat = tuple(
        Event("llm", end + 5 * number, id=f"more{number}", session=last.session, run=last.run, took=1.0, text="Yes?")
        for number in range(1, more + 1)
    )
    longer = replace(story, events=(*story.events, *chat))
    assert audited(write(longer, dialect)) == untouched(story.name, dialect)


@law
@given(told, st.sampled_from(["x", "call_", "0", "7f3a9c-"]))
def test_other_ids_for_everything_change_nothing(pair: tuple[Story, str], prefix: str) -> None:
    story, dialect = pair
    assert audited(write(renamed(story, prefix), dialect)) == untouched(story.name, dialect)


@law
@given(told, st.integers(-SECONDS_IN_FIFTY_YEARS, SECONDS_IN_FIFTY_YEARS))
def test_another_day_changes_nothing(pair: tuple[Story, str], seconds: int) -> None:
    story, dialect = pair
    later = retold(story, lambda event: replace(event, at=event.at + seconds))
    assert audited(write(later, dialect)) == untouched(story.name, dialect)


@law
@given(told, st.data())
def test_the_calls_of_other_sessions_change_nothing(pair: tuple[Story, str], data: st.DataObject) -> None:
    story, dialect = pair
    other = data.draw(st.sampled_from([story for story, spoken in TOLD if spoken == dialect]))
    both = replace(story, events=(*story.events, *renamed(other, "other-").events))
    expected = untouched(story.name, dialect) + untouched(other.name, dialect)
    assert audited(write(both, dialect)) == expected
