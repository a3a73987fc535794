"""Inspect: attachments, errors that say how far a tool came, and samples that keep only their messages."""

from __future__ import annotations

from typing import Any

import pytest

from doublefire.ingest.dialects.inspect_log import DIALECT
from doublefire.model import Kind, Outcome, Sighting

from .emissions import emissions_of


def tool_event(**fields: Any) -> dict[str, Any]:
    event = {"event": "tool", "id": "c", "function": "pay", "arguments": {}, "result": "paid"}
    return {**event, "timestamp": "2026-03-02T09:00:00+00:00", "completed": "2026-03-02T09:00:01+00:00", **fields}


def sample(**fields: Any) -> dict[str, Any]:
    return {"id": 1, "epoch": 1, "uuid": "u", "target": "", "messages": [], "events": [], **fields}


def sightings(*values: Any) -> list[Sighting]:
    return [seen for seen in emissions_of(DIALECT, list(values)) if isinstance(seen, Sighting)]


@pytest.mark.parametrize(
    ("error", "failed", "kind", "verdict"),
    [
        (None, False, None, None),
        ({"type": "timeout", "message": "m"}, True, "timeout", None),
        ({"type": "cancelled", "message": "m"}, True, "cancelled", None),
        ({"type": "parsing", "message": "m"}, True, None, Outcome.NOT_EXECUTED),
        ({"type": "approval", "message": "m"}, True, None, Outcome.NOT_EXECUTED),
        ({"type": "permission", "message": "m"}, True, None, Outcome.NOT_EXECUTED),
        ({"type": "file_not_found", "message": "m"}, True, None, None),
        ({"type": "output_limit", "message": "m"}, True, None, None),
        ({"type": ["odd"], "message": "m"}, True, None, None),
    ],
)
def test_what_an_error_says(error: Any, failed: bool, kind: str | None, verdict: Outcome | None) -> None:
    (seen,) = sightings(sample(events=[tool_event(error=error)]))
    assert (seen.status.failed, seen.status.error_type, seen.status.verdict) == (failed, kind, verdict)


def test_attachments_are_put_back_wherever_they_stand() -> None:
    arguments = {"to": ["attachment://a"], "note": {"body": "attachment://a"}, "other": "attachment://b"}
    (seen,) = sightings(
        sample(events=[tool_event(arguments=arguments, result="attachment://a")], attachments={"a": "long"})
    )
    assert seen.arguments == {"to": ["long"], "note": {"body": "long"}, "other": "attachment://b"}
    assert seen.result == "long"


def test_a_pending_event_stands_only_where_no_finished_one_does() -> None:
    pending = tool_event(pending=True, completed=None)
    assert [seen.end_ns is None for seen in sightings(sample(events=[pending, tool_event()]))] == [False]
    assert [seen.end_ns is None for seen in sightings(sample(events=[pending]))] == [True]


def test_messages_that_repeat_events_are_not_read_again() -> None:
    messages = [
        {"id": "m", "role": "assistant", "tool_calls": [{"id": "c", "function": "pay", "arguments": {}}]},
        {"role": "tool", "tool_call_id": "c", "content": "paid"},
    ]
    with_events = sightings(sample(messages=messages, events=[tool_event()]))
    assert [seen.kind for seen in with_events] == [Kind.EXECUTION]
    assert [seen.kind for seen in sightings(sample(messages=messages))] == [Kind.REQUEST, Kind.RESULT]


def test_epochs_of_one_sample_are_sessions_apart() -> None:
    log = {"version": 2, "eval": {"run_id": "r", "task": "t"}}
    first, second = (sample(uuid=None, epoch=epoch, events=[tool_event()]) for epoch in (1, 2))
    other = {"version": 2, "eval": {"run_id": "r2", "task": "t"}, "samples": [first]}
    assert len({seen.session for seen in sightings(log, first, second, other)}) == 3
