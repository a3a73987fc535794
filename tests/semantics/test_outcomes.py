"""What happened to an execution, told from the many ways in which that is recorded.

The wordings stand in `outcome_errors.toml` (recorded errors) and `outcome_results.toml` (normal results).
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from doublefire.model import ABSENT, UNSAID, Outcome, Status, Trouble
from doublefire.semantics.outcomes import SHOWN, is_empty_result, judge_outcome

NEVER = Outcome.NOT_EXECUTED
OPEN = Outcome.UNKNOWN
RAN = Outcome.EXECUTED
CONFLICT = Outcome.CONFLICT


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


ERRORS = [
    (kind or None, message or None, Outcome(outcome), Trouble[trouble.upper()])
    for outcome, troubles in table("outcome_errors.toml").items()
    for trouble, rows in troubles.items()
    for kind, message in rows["errors"]
]
MESSAGES = [(message, outcome) for kind, message, outcome, _ in ERRORS if message and not kind]
RESULTS = [
    (json.loads(text) if form == "objects" else text, Outcome(outcome))
    for outcome, forms in table("outcome_results.toml").items()
    for form, texts in forms.items()
    for text in texts
]
FAILURES = [(result, outcome) for result, outcome in RESULTS if outcome is not RAN]
SUCCESSES = [result for result, outcome in RESULTS if outcome is RAN]


def failed(message: str | None = None, error_type: str | None = None) -> Status:
    return Status(failed=True, error_type=error_type, message=message)


# --- recorded errors --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "message", "outcome", "trouble"), ERRORS)
def test_a_recorded_error(kind: str | None, message: str | None, outcome: Outcome, trouble: Trouble) -> None:
    verdict = judge_outcome(failed(message, kind), ABSENT, tool="create_order")
    assert (verdict.outcome, verdict.trouble) == (outcome, trouble)


@pytest.mark.parametrize(("message", "outcome"), MESSAGES)
def test_the_same_words_count_in_an_error_object(message: str, outcome: Outcome) -> None:
    assert judge_outcome(UNSAID, {"error": message}, tool="create_order").outcome is outcome
    assert judge_outcome(Status(failed=False), json.dumps({"success": False, "error": message})).outcome is outcome


@pytest.mark.parametrize(("message", "outcome"), MESSAGES)
def test_the_same_words_count_in_mcp_content(message: str, outcome: Outcome) -> None:
    result = {"content": [{"type": "text", "text": f"Error: {message}"}], "isError": True}
    assert judge_outcome(UNSAID, result, tool="create_order").outcome is outcome


def test_every_outcome_and_trouble_of_an_error_is_in_the_table() -> None:
    assert {trouble for _, _, _, trouble in ERRORS} == set(Trouble) - {Trouble.NONE, Trouble.NO_RESULT}
    assert {outcome for _, _, outcome, _ in ERRORS} == {NEVER, OPEN, CONFLICT}


@pytest.mark.parametrize(
    "tool", ["delete_file", "mcp__shop__cancel_order", "booking.cancel", "revokeToken", "unsubscribe"]
)
@pytest.mark.parametrize(
    "message",
    [
        "404 Not Found",
        "HTTP 410 Gone",
        "booking not found",
        "No such order: O-9",
        "Error calling tool 'cancel_booking': booking does not exist",
    ],
)
def test_not_found_on_a_removal_is_a_conflict(tool: str, message: str) -> None:
    assert judge_outcome(failed(message), ABSENT, tool=tool).outcome is CONFLICT


@pytest.mark.parametrize("tool", ["create_order", "mcp__shop__place_order", "add_cancellation_note", None])
def test_not_found_elsewhere_is_a_refusal(tool: str | None) -> None:
    assert judge_outcome(failed("404 Not Found"), ABSENT, tool=tool).outcome is NEVER


@pytest.mark.parametrize(
    "message",
    [
        "Tool cancel_order not found",
        "Unknown tool: cancel_order",
        "MCP error -32601: Method not found",
        "Error: tool 'shop.cancel' not found",
    ],
)
def test_a_missing_tool_is_no_conflict_on_a_removal(message: str) -> None:
    assert judge_outcome(failed(message), ABSENT, tool="cancel_order").outcome is NEVER


# --- normal results ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("result", "outcome"), FAILURES)
@pytest.mark.parametrize("status", [UNSAID, Status(failed=False)])
def test_an_error_returned_as_a_normal_result_is_read(status: Status, result: Any, outcome: Outcome) -> None:
    verdict = judge_outcome(status, result, tool="mcp__shop__create_order")
    assert verdict.outcome is outcome
    assert verdict.error


@pytest.mark.parametrize("result", SUCCESSES)
@pytest.mark.parametrize("status", [UNSAID, Status(failed=False), Status(failed=False, message="OK")])
def test_a_result_that_only_quotes_an_error_is_a_success(status: Status, result: Any) -> None:
    verdict = judge_outcome(status, result, tool="create_ticket")
    assert (verdict.outcome, verdict.trouble, verdict.error) == (RAN, Trouble.NONE, None)


def test_what_a_long_text_says_at_its_end_is_content() -> None:
    assert judge_outcome(UNSAID, "x" * 100_000 + " Error: timed out").outcome is RAN


STATE_OF_THE_THING: list[tuple[str, Any]] = [
    ("get_payment", {"status": "failed"}),
    ("payments.list", {"status": "declined"}),
    ("cancel_order", {"order": "O-1", "status": "cancelled"}),
    ("cancel_order", "Order cancelled."),
    ("decline_invite", {"status": "declined"}),
    ("decline_invite", "Invitation declined"),
    ("reject_request", "Request rejected"),
    ("rejectRequest", {"rejected": True}),
    ("block_user", {"blocked": True}),
    ("set_ticket_status", {"ticket": "T-1", "status": "rejected"}),
    ("update_order", {"status": "cancelled"}),
]


@pytest.mark.parametrize(("tool", "result"), STATE_OF_THE_THING)
def test_a_state_that_the_tool_looked_up_or_brought_about_is_no_error(tool: str, result: Any) -> None:
    assert judge_outcome(UNSAID, result, tool=tool).outcome is RAN


@pytest.mark.parametrize(
    "result", [{"status": "failed"}, {"status": "rejected"}, {"declined": True}, "Order rejected."]
)
def test_the_same_state_is_an_error_of_a_tool_that_wanted_something_else(result: Any) -> None:
    assert judge_outcome(UNSAID, result, tool="create_order").outcome is not RAN


# --- status without text ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "ended", "outcome", "trouble"),
    [
        (UNSAID, True, RAN, Trouble.NONE),
        (UNSAID, False, OPEN, Trouble.NO_RESULT),
        (Status(failed=False), True, RAN, Trouble.NONE),
        (Status(failed=False), False, RAN, Trouble.NONE),
        (Status(failed=True), True, OPEN, Trouble.ERROR),
        (Status(failed=True), False, OPEN, Trouble.ERROR),
        (Status(message="HTTP 429"), True, NEVER, Trouble.REFUSED),
        (Status(error_type="ReadTimeout"), True, OPEN, Trouble.TIMEOUT),
        (Status(failed=False, error_type="ReadTimeout", message="handled"), True, RAN, Trouble.NONE),
        (Status(message="OK"), True, RAN, Trouble.NONE),
    ],
)
def test_an_absent_result(status: Status, ended: bool, outcome: Outcome, trouble: Trouble) -> None:
    verdict = judge_outcome(status, ABSENT, ended=ended)
    assert (verdict.outcome, verdict.trouble) == (outcome, trouble)


def test_an_open_end_with_a_result_is_a_success() -> None:
    assert judge_outcome(UNSAID, {"id": "x"}, ended=False).outcome is RAN


@pytest.mark.parametrize(
    ("verdict", "message", "trouble"),
    [
        (NEVER, "The user said no", Trouble.DENIED),
        (NEVER, "permission: x", Trouble.REFUSED),
        (NEVER, "request timed out", Trouble.REFUSED),
        (NEVER, "Connection refused", Trouble.UNREACHABLE),
        (OPEN, "timed out", Trouble.TIMEOUT),
        (OPEN, "invalid arguments", Trouble.ERROR),
        (CONFLICT, "x", Trouble.CONFLICT),
        (RAN, "anything", Trouble.NONE),
    ],
)
def test_a_verdict_of_the_format_overrides_the_text(verdict: Outcome, message: str, trouble: Trouble) -> None:
    judged = judge_outcome(Status(failed=True, message=message, verdict=verdict), ABSENT)
    assert (judged.outcome, judged.trouble) == (verdict, trouble)


@pytest.mark.parametrize(
    ("status", "result", "outcome"),
    [
        (failed(error_type="tool_error"), "MCP error -32602: Invalid arguments", NEVER),
        (failed(error_type="ToolRetryError"), "gateway timeout, please try again", OPEN),
        (failed("Error running tool (non-fatal)"), "connection refused", NEVER),
        (failed(), {"error": "HTTP 409"}, CONFLICT),
        (failed(), [{"text": "Error: ConnectTimeout"}], NEVER),
        (failed("Exit code 127\nsh: gh: command not found"), ABSENT, NEVER),
        (failed("Exit code 1\nerror: required file missing\nsent"), ABSENT, OPEN),
        (failed("connection refused"), {"id": "ch_9"}, OPEN),
    ],
)
def test_a_failed_status_is_explained_by_its_result(status: Status, result: Any, outcome: Outcome) -> None:
    assert judge_outcome(status, result, tool="charge_card").outcome is outcome


def test_an_id_that_repeats_an_argument_does_not_open_a_refusal() -> None:
    result = {"error": "invalid amount", "order_id": "O-7"}
    assert judge_outcome(UNSAID, result, arguments={"order_id": "O-7", "cents": -1}).outcome is NEVER
    assert judge_outcome(UNSAID, result, arguments={"cents": -1}).outcome is OPEN


# --- what people see, and hostile input -------------------------------------------------------------------------------


def test_the_shown_error_is_one_short_line_with_its_class() -> None:
    verdict = judge_outcome(failed("reset " * 500 + "\nmore", "ConnectionResetError"), ABSENT)
    assert verdict.error is not None
    assert verdict.error.startswith("ConnectionResetError: reset")
    assert len(verdict.error) <= SHOWN
    assert "\n" not in verdict.error


def test_the_shown_error_has_no_stack() -> None:
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nhttpx.ReadTimeout: timed out'
    assert judge_outcome(UNSAID, text).error == "httpx.ReadTimeout: timed out"


@pytest.mark.parametrize(
    "result", ["[" * 50_000, '{"error":' * 20_000, "{" * 900 + "'", "Error: " + "a" * 2_000_000, "(" * 5000]
)
def test_deep_or_long_results_do_not_break_it(result: str) -> None:
    assert judge_outcome(UNSAID, result).outcome in set(Outcome)


def test_deep_objects_do_not_break_it() -> None:
    nested: Any = {"error": "timed out"}
    for _ in range(5000):
        nested = {"error": nested}
    assert judge_outcome(UNSAID, nested).outcome is OPEN


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
@example([-32000])
def test_any_value_gets_a_verdict_and_json_text_gets_the_same_one(value: Any) -> None:
    verdict = judge_outcome(UNSAID, value)
    assert verdict.outcome in set(Outcome)
    assert (verdict.error is None) == (verdict.outcome is RAN)
    if isinstance(value, (dict, list)) and value:
        assert judge_outcome(UNSAID, json.dumps(value)).outcome is verdict.outcome


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_error_text_gets_a_verdict_that_is_no_success(message: str, kind: str) -> None:
    assert judge_outcome(failed(message, kind), ABSENT).outcome is not RAN


# --- empty results ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "result",
    [
        None,
        "",
        "  \n",
        "null",
        "None",
        "{}",
        "[]",
        '""',
        {},
        [],
        {"content": []},
        {"content": [{"type": "text", "text": ""}]},
        {"content": [{"type": "text", "text": "null"}]},
        [{"type": "text", "text": " "}],
        {"result": None},
        {"output": ""},
        "undefined",
    ],
)
def test_empty_results(result: Any) -> None:
    assert is_empty_result(result)


@pytest.mark.parametrize(
    "result",
    [
        ABSENT,
        "ok",
        "done",
        0,
        False,
        True,
        {"ok": True},
        {"id": None},
        [0],
        "0",
        {"content": [{"type": "text", "text": "ok"}]},
        {"result": "queued"},
        {"content": [{"type": "image", "data": "x"}]},
    ],
)
def test_results_that_say_something(result: Any) -> None:
    assert not is_empty_result(result)
