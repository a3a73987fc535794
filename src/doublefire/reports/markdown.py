"""A comment for a pull request that stands on its own: what was found, where, why and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from doublefire.model import Audit, Call, Finding, InputRow, Reason, ToolRow
from doublefire.reports.contract import Options, Report
from doublefire.reports.markdown_text import TEXT_LIMIT, code, prose, table
from doublefire.reports.rules_text import BY_NAME
from doublefire.reports.shown import (
    by_gravity,
    cut_start,
    key_labels,
    listed,
    path_text,
    payload_text,
    place_texts,
    time_text,
)
from doublefire.reports.words import CAUSES, REASONS, amount_text, closing_line, effects_text, many, outcome_text

MAX_CHARACTERS: Final = 60_000
"""GitHub refuses a comment of more than 65,536 characters; the rest is room for what a workflow adds."""
SHOWN_COPIES: Final = 5
"""The first and the last so many copies of a finding."""
SHOWN_ITEMS: Final = 20
"""Rows of a table and items of a list, findings apart; they are sorted so that the first ones matter most."""
ARGUMENTS_LIMIT: Final = 300
NOTE_LIMIT: Final = 1000
TIME_LENGTH: Final = len("2026-03-02T09:00:01.000")


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """The page in one piece: what fits is only known once all of it is there."""
    yield document(audit, options).encode()


def document(audit: Audit, options: Options) -> str:
    """As many findings as fit, the worst first; whatever is left out is counted."""
    live = by_gravity(audit.findings)
    head = f"## doublefire\n\n{prose(closing_line(audit), NOTE_LIMIT)}\n"
    tail = (
        _section("Tools", tools_table(audit.tools))
        + _section("Equal calls that are no finding", _cleared_table(audit.summary.cleared))
        + _section("Not read", bullets(_unread(audit.inputs, options)))
        + _section("What these traces cannot show", bullets([prose(note, NOTE_LIMIT) for note in audit.notes]))
    )
    room = MAX_CHARACTERS - len(head) - len(tail)
    parts = fitting((finding_part(finding, options) for finding in live), room)
    left = len(live) - len(parts)
    more = f"\n{many(left, 'more finding')} left out here; the JSON report has all of them.\n" if left else ""
    return head + "".join(parts) + more + tail


def fitting(parts: Iterable[str], room: int) -> list[str]:
    """The first parts, as many as the room holds."""
    kept = []
    for part in parts:
        room -= len(part)
        if room < 0:
            break
        kept.append(part)
    return kept


def _section(title: str, body: str) -> str:
    return f"\n### {title}\n\n{body}" if body else ""


def bullets(items: Sequence[str]) -> str:
    """A list, cut with a count."""
    left = len(items) - SHOWN_ITEMS
    more = [f"and {left:,} more"] if left > 0 else []
    return "".join(f"- {item}\n" for item in [*items[:SHOWN_ITEMS], *more])


def finding_part(finding: Finding, options: Options) -> str:
    """One finding: what happened, its copies and what to do."""
    title = f"{finding.severity}: {finding.rule} in {code(finding.tool)}"
    body = f"{prose(finding.message)}\n\n{_copies_table(finding, options)}\n{bullets(_facts(finding, options))}"
    return _section(title, f"{body}\n**What to do:** {BY_NAME[finding.rule].advice}\n")


def _facts(finding: Finding, options: Options) -> list[str]:
    effects = effects_text(finding)
    arguments = payload_text(finding.calls[0].arguments, options, ARGUMENTS_LIMIT) if finding.calls else None
    ignored = ", ".join(code(path) for path in finding.ignored_fields[:SHOWN_ITEMS])
    return [
        f"confidence: {finding.confidence}",
        *([effects] if effects else []),
        *([f"cause: {CAUSES[finding.cause]}"] if finding.cause is not None else []),
        *([f"cost of the extra copies: {code(amount_text(finding.amount))}"] if finding.amount else []),
        *([f"arguments: {code(arguments, ARGUMENTS_LIMIT)}"] if arguments else []),
        *([f"not compared: {ignored}"] if ignored else []),
        *[f"why: {prose(evidence.text)}" for evidence in finding.evidence],
    ]


def _copies_table(finding: Finding, options: Options) -> str:
    calls = listed(finding.calls, SHOWN_COPIES)
    rows = [
        [start_text(call), outcome_text(call), key, code(cut_start(place, TEXT_LIMIT))]
        for call, key, place in zip(calls, key_labels(calls), place_texts(calls, options), strict=True)
    ]
    left = finding.calls_total - len(calls)
    more = f"\nand {many(left, 'more copy', 'more copies')}\n" if left > 0 else ""
    return table(["start", "outcome", "key", "where"], rows) + more


def start_text(call: Call) -> str:
    """To the millisecond: finer than that nobody compares by eye."""
    start = time_text(call.start_ns)
    return "no clock" if start is None else f"{start[:TIME_LENGTH]}Z"


def tools_table(tools: Sequence[ToolRow]) -> str:
    """The tools with most findings first."""
    if not tools:
        return ""
    rows = [
        [code(row.tool), row.effect, row.effect_source, f"{row.executions:,}", row.keys, f"{row.findings:,}"]
        for row in sorted(tools, key=lambda row: -row.findings)[:SHOWN_ITEMS]
    ]
    left = len(tools) - len(rows)
    more = f"\nand {many(left, 'more tool')}\n" if left else ""
    return table(["tool", "effect", "known from", "executions", "keys", "findings"], rows) + more


def _cleared_table(cleared: Mapping[str, int]) -> str:
    rows = [[reason, f"{number:,}", REASONS[Reason(reason)]] for reason, number in cleared.items()]
    return table(["reason", "groups", "which means"], rows) if rows else ""


def _unread(inputs: Iterable[InputRow], options: Options) -> list[str]:
    return [
        f"{code(path_text(row.path, options))}: {many(row.rejected_total, 'record')}, the first at line "
        f"{row.rejected[0].line or 'unknown'}: {prose(row.rejected[0].detail)}"
        for row in inputs
        if row.rejected
    ]


REPORT = Report("markdown", (".md", ".markdown"), "a comment for a pull request", render)
