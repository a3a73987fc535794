"""The page at a terminal: its order, its width, its bounds, and that no text of a trace drives the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from doublefire.model import Audit, Cause, Money, Severity, Summary
from doublefire.reports.terminal.page import FULL_FINDINGS

from .example import (
    T0,
    call,
    cleared,
    clockless,
    crowded_audit,
    empty_audit,
    finding,
    hostile_audit,
    input_row,
    missing_key,
    other_findings,
    retried,
    rich_audit,
    suppressed,
    timed_out,
    tool_row,
)
from .rendering import render, text

AUDITS = [rich_audit, empty_audit, crowded_audit, hostile_audit]
SECOND = 1_000_000_000
SGR_OR_LINK = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b\x07]*\x1b\\")


def page(audit: Audit, **options: Any) -> list[str]:
    return text("text", audit, **{"width": 80, **options}).split("\n")


def alone(**changes: Any) -> Audit:
    return Audit(Summary(executions=2), (), (finding(**changes),), (), ())


def timeline(*calls: Any, **options: Any) -> list[str]:
    """The rows of the copies of one finding, without the gutter."""
    lines = page(alone(calls=calls, calls_total=len(calls)), **options)
    blanks = [number for number, line in enumerate(lines) if line == "  │"]
    return [line[4:] for line in lines[blanks[0] + 1 : blanks[1]]]


@pytest.mark.parametrize("build", AUDITS)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(build: Callable[[], Audit], width: int) -> None:
    assert [line for line in page(build(), width=width) if cell_len(line) > width] == []


@pytest.mark.parametrize("build", AUDITS)
def test_without_colour_it_is_plain_text(build: Callable[[], Audit]) -> None:
    lines = page(build())
    assert [line for line in lines if not line.isprintable() or line != line.rstrip()] == []


@pytest.mark.parametrize("build", AUDITS)
def test_colour_changes_no_letter(build: Callable[[], Audit]) -> None:
    coloured = SGR_OR_LINK.sub("", text("text", build(), width=80, color=True))
    assert [line.rstrip() for line in coloured.split("\n")] == page(build())


def test_colour_is_used_when_asked_for() -> None:
    assert "\x1b[1;33mmedium" in text("text", alone(), color=True)


def test_hyperlinks_lead_to_the_file() -> None:
    document = text("text", alone(), color=True, hyperlinks=True, base=Path("/repo with space"))
    assert ";file:///repo%20with%20space/traces/payments.jsonl\x1b" in document
    assert "\x1b]8" not in text("text", alone(), color=True)


def test_hostile_paths_cannot_leave_their_hyperlink() -> None:
    coloured = text("text", hostile_audit(), color=True, hyperlinks=True, base=Path("/repo"))
    assert "\x1b" not in SGR_OR_LINK.sub("", coloured)
    assert "\x07" not in coloured


def test_findings_then_tools_then_cleared_then_unread_then_notes_then_the_closing_line() -> None:
    lines = page(rich_audit())
    titles = ["Tools", "Equal calls that are no finding", "Not read", "What these traces cannot show"]
    assert [line for line in lines if line in titles] == titles
    assert lines[0].startswith("high[")
    assert "extra effect" in " ".join(lines[-4:])


def test_the_worst_first() -> None:
    found = re.findall(r"^(high|medium|low|info)\[", "\n".join(page(rich_audit())), re.MULTILINE)
    assert found == sorted(found, key=[*reversed(Severity)].index)


def test_the_headline_finding() -> None:
    assert page(alone(), arguments="none")[:19] == [
        "medium[duplicate-side-effect] charge_card: 1 effect confirmed, 2 possible",
        "  │ charge_card was sent again 4 s after its first copy timed out; both may have",
        "  │ charged",
        "  │",
        "  │  +0 s  ━━━━━━━━━━━━━━━━     30 s  timeout  no key  traces/payments.jsonl:12",
        "  │ +34 s                    ━  2 s   ran      no key  traces/payments.jsonl:15",
        "  │",
        "  │ gap    4 s",
        "  │ cause  client-timeout-retry: the client gave up waiting and the call was",
        "  │        sent again",
        "  │ why    confidence high",
        "  │        · the name says that it writes",
        "  │        + the first copy ended in a timeout",
        "  │        + one call ran twice",
        "  │        - a user turn lies in between",
        "  │ cost   42.00 USD",
        "  │ fix    Send one idempotency key per action, the same on every retry; after a",
        "  │        timeout, look before you resend.",
        "  │ id     5f1d7a84db00d2fce00cd2f62d8e5b1a",
    ]


def test_two_confirmed_effects_are_not_called_possible() -> None:
    assert page(alone(confirmed_effects=2))[0].endswith("charge_card: 2 effects confirmed")


def test_arguments_only_where_they_may_be_shown() -> None:
    assert "cus_8812" in "\n".join(page(alone(), arguments="full"))
    assert "  │ args" not in "\n".join(line[:8] for line in page(alone(), arguments="none"))


def test_bars_share_one_axis() -> None:
    first, second, third = timeline(
        call(end_ns=T0 + 10 * SECOND),
        retried(start_ns=T0 + 5 * SECOND, end_ns=T0 + 15 * SECOND),
        retried(start_ns=T0 + 15 * SECOND, end_ns=T0 + 20 * SECOND),
    )
    spans = [(line.index("━"), line.rindex("━") + 1) for line in (first, second, third)]
    (start, middle), (second_start, second_end), (third_start, end) = spans
    assert second_start < middle < second_end == third_start < end
    assert end - start == 19
    assert middle - start in (9, 10)


def test_copies_are_in_order_of_time_and_those_that_never_ran_are_among_them() -> None:
    (fresh_keys, *_) = other_findings()
    lines = page(Audit(Summary(executions=3), (), (fresh_keys,), (), ()))
    rows = [line for line in lines if "payments.jsonl:" in line and "━" in line]
    assert [re.findall(r"\+\d+ s|ran|refused|key \d|no key|:\d+$", row) for row in rows] == [
        ["+0 s", "ran", "key 1", ":12"],
        ["+10 s", "refused", "no key", ":13"],
        ["+34 s", "ran", "key 2", ":15"],
    ]


def test_without_a_clock_there_is_no_bar() -> None:
    lines = page(Audit(Summary(executions=2), (), (clockless(),), (), ()))
    rows = [line for line in lines if "payments.jsonl" in line]
    assert [row.split()[1:3] for row in rows] == [["copy", "1"], ["copy", "2"]]
    assert "━" not in "".join(lines)
    assert not any("gap" in line for line in lines)


@pytest.mark.parametrize(
    "calls",
    [
        (call(start_ns=None, end_ns=T0), retried()),
        (call(end_ns=None), retried(end_ns=None)),
        (call(end_ns=T0 - 5), retried()),
        (call(end_ns=T0), call(line=13, end_ns=T0)),
        (call(start_ns=-(2**62)), call(line=13, start_ns=2**62, end_ns=2**62)),
    ],
)
def test_odd_clocks_still_draw(calls: tuple[Any, ...]) -> None:
    rows = timeline(*calls)
    assert len(rows) == 2
    assert all(":1" in row for row in rows)
    assert ["━" in row for row in rows] == [not row.lstrip().startswith("copy") for row in rows]


def test_many_copies_are_cut_with_a_count() -> None:
    rows = timeline(*(retried(line=n, start_ns=T0 + n * SECOND) for n in range(20)))
    assert len(rows) == 9
    assert rows[4].strip() == "12 more"


def test_copies_that_are_not_listed_are_counted_too() -> None:
    calls = tuple(retried(line=n, start_ns=T0 + n * SECOND) for n in range(100))
    assert any("492 more" in line for line in page(alone(calls=calls, calls_total=500)))


def test_a_long_path_keeps_its_end() -> None:
    row = timeline(call(path="folder/" * 40 + "trace.jsonl"))[0]
    assert row.endswith("/trace.jsonl:12")
    assert "…" in row


def test_overlap_is_said_with_the_gap() -> None:
    assert "  │ gap    0 s, the copies overlap" in page(alone(gap_ns=0, overlap=True))


@pytest.mark.parametrize("cause", list(Cause))
def test_every_cause_has_words(cause: Cause) -> None:
    assert any(line.startswith(f"  │ cause  {cause}: ") for line in page(alone(cause=cause), width=120))


def test_ignored_fields_are_named() -> None:
    assert any("metadata.request_id" in line for line in page(alone(ignored_fields=("metadata.request_id",))))


def test_an_amount_in_minor_units() -> None:
    assert "  │ cost   4200 cents EUR" in page(alone(amount=Money("4200", "EUR", "cents")))


def test_per_tool_findings_name_places_instead_of_a_timeline() -> None:
    lines = page(Audit(Summary(executions=3), (), (missing_key(),), (), ()), width=120)
    assert "━" not in "".join(lines)
    assert any("seen at" in line and ":12, " in line and line.endswith(":40") for line in lines)


@pytest.mark.parametrize(("number", "rest"), [(FULL_FINDINGS, 0), (FULL_FINDINGS + 1, 1), (FULL_FINDINGS + 20, 20)])
def test_past_fifty_one_line_each(number: int, rest: int) -> None:
    lines = page(crowded_audit(findings=number, copies=2))
    assert sum(line.startswith("  │ fix") for line in lines) == FULL_FINDINGS
    short = [line for line in lines if re.fullmatch(r"medium\[duplicate-side-effect\] charge_card \S+:1", line)]
    assert len(short) == rest
    assert any(re.fullmatch(rf"and {rest} more findings?:", line) for line in lines) is bool(rest)


def test_long_text_of_a_trace_does_not_fill_the_screen() -> None:
    assert len(page(alone(message="word " * 10_000))) < 45


def test_quiet_is_one_line() -> None:
    assert text("text", empty_audit(), quiet=True) == "No finding in 3 executions of 1 tool.\n"


def test_closing_line() -> None:
    document = text("text", rich_audit(), quiet=True, width=500)
    assert document == (
        "11 findings (2 high, 4 medium, 2 low, 3 info) in 8 executions of 3 tools; "
        "1 extra effect confirmed, 3 possible; extra cost up to 42.00 USD, 7.5 EUR; "
        "1 suppressed; 3 records could not be read.\n"
    )


def test_a_sum_without_a_currency_says_so() -> None:
    audit = Audit(Summary(executions=2, amounts={"?": "25"}), (), (), (), ())
    assert text("text", audit) == "No finding in 2 executions of 0 tools; extra cost 25 in an unknown currency.\n"


def test_nothing_read_is_not_called_free_of_findings() -> None:
    nothing = Audit(Summary(), (), (), (), ())
    assert text("text", nothing) == "Nothing to judge: no tool call was found.\n"


def test_suppressed_findings_are_only_counted() -> None:
    document = "\n".join(page(Audit(Summary(executions=2), (), (suppressed(),), (), ())))
    assert document == "No finding in 2 executions of 0 tools; 1 suppressed.\n"


def test_tools_with_findings_come_first_and_the_rest_is_counted() -> None:
    tools = tuple(tool_row(tool=f"tool_{number:02}", findings=number % 2, advice="") for number in range(50))
    lines = page(Audit(Summary(executions=2), (), (), (), tools))
    names = [line.split()[0] for line in lines if line.startswith("  tool_")]
    assert names[:2] == ["tool_01", "tool_03"]
    assert len(names) == 40
    assert "  and 10 more tools" in lines


def test_advice_of_a_tool_is_shown() -> None:
    lines = page(Audit(Summary(executions=2), (), (), (), (tool_row(), tool_row(tool="quiet", advice=""))))
    assert sum(line.startswith("  charge_card: Send one idempotency key") for line in lines) == 1
    assert not any(line.startswith("  quiet:") for line in lines)


def test_cleared_groups_are_counted_and_named_when_asked() -> None:
    audit = Audit(Summary(executions=2, cleared={"read": 7}), (), (), (cleared(),), ())
    assert "  7  read  reads may repeat" in page(audit)
    assert not any("get_balance" in line for line in page(audit))
    assert any("get_balance at traces/payments.jsonl:12" in line for line in page(audit, verbose=True))


def test_unreadable_records_are_named_with_their_line() -> None:
    inputs = (input_row(), input_row(path="x", dialect=None, rejected=()))
    lines = page(Audit(Summary(executions=1), inputs, (), (), ()))
    start = lines.index("Not read") + 1
    assert lines[start : start + 5] == [
        "  traces/payments.jsonl:7: not-json: unexpected end of data",
        "  traces/payments.jsonl: too-deep: nested deeper than 1000 levels",
        "  traces/payments.jsonl: and 1 more record",
        "  x: no dialect fits",
        "  x: and 3 more records",
    ]


def test_readable_inputs_are_not_mentioned() -> None:
    assert "Not read" not in page(empty_audit())


def test_notes_are_shown() -> None:
    audit = Audit(Summary(executions=1), (), (), (), (), ("no clock",))
    assert "  - no clock" in page(audit)


def test_default_width_for_files() -> None:
    widest = max(len(line) for line in render("text", alone()).decode().split("\n"))
    assert 80 < widest <= 100


def test_a_timed_out_copy_says_so() -> None:
    assert "timeout" in timeline(timed_out())[0]
