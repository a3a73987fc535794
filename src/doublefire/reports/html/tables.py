"""The tables below the findings: tools, cleared groups, suppressed findings and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doublefire.model import Audit, Cleared, Finding, InputRow, Reason, ToolRow
from doublefire.reports.contract import Options
from doublefire.reports.html.findings import NAME
from doublefire.reports.html.text import LINE, short
from doublefire.reports.rules_text import BY_NAME
from doublefire.reports.shown import path_text, place_texts
from doublefire.reports.words import REASONS

SHOWN_TOOLS: Final = 500
SHOWN_GROUPS: Final = 25
"""Examples of one reason."""
SHOWN_PLACES: Final = 4
SHOWN_INPUTS: Final = 200
SHOWN_REJECTIONS: Final = 10
"""Unreadable records of one input: enough to see the pattern."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of ready text and how many are missing below them."""

    rows: tuple[tuple[str, ...], ...]
    left_out: int = 0


def tools_table(tools: Sequence[ToolRow]) -> Table:
    """The tools with most findings first."""
    ordered = sorted(tools, key=lambda row: -row.findings)
    rows = tuple(
        (
            short(row.tool, NAME),
            row.effect,
            row.effect_source,
            f"{row.executions:,}",
            row.keys,
            f"{row.key_coverage:.0%}" if row.key_coverage not in (None, 0, 1) else "",
            short(", ".join(row.key_fields), NAME),
            f"{row.findings:,}",
            short(row.advice, LINE),
        )
        for row in ordered[:SHOWN_TOOLS]
    )
    return Table(rows, len(ordered) - len(rows))


@dataclass(frozen=True, slots=True)
class ClearedReason:
    """All groups that one reason cleared, with examples."""

    reason: str
    meaning: str
    count: int
    examples: Table


def cleared_reasons(audit: Audit, options: Options) -> list[ClearedReason]:
    groups: dict[Reason, list[Cleared]] = {}
    for group in audit.cleared:
        groups.setdefault(group.reason, []).append(group)
    counted = {Reason(name): number for name, number in audit.summary.cleared.items()}
    for reason, found in groups.items():
        counted.setdefault(reason, len(found))
    return [
        ClearedReason(reason, REASONS[reason], number, _examples(groups.get(reason, []), number, options))
        for reason, number in counted.items()
    ]


def _examples(groups: Sequence[Cleared], total: int, options: Options) -> Table:
    rows = tuple(
        (
            short(group.tool, NAME),
            f"{group.calls_total:,}",
            short(group.scope_id or "", NAME),
            short(", ".join(place_texts(group.calls[:SHOWN_PLACES], options))),
            short(group.detail),
        )
        for group in groups[:SHOWN_GROUPS]
    )
    return Table(rows, max(total, len(groups)) - len(rows))


@dataclass(frozen=True, slots=True)
class Input:
    """What became of one file."""

    path: str
    dialect: str
    records: str
    calls: str
    rejected: int
    rejections: Table


def inputs(rows: Sequence[InputRow], options: Options) -> tuple[list[Input], int]:
    """The files, those with unread records first, and how many more there are."""
    ordered = sorted(rows, key=lambda row: (row.dialect is not None, -row.rejected_total))
    shown = [_input(row, options) for row in ordered[:SHOWN_INPUTS]]
    return shown, len(ordered) - len(shown)


def _input(row: InputRow, options: Options) -> Input:
    rejections = tuple(
        ("" if item.line is None else f"{item.line:,}", short(item.reason, NAME), short(item.detail))
        for item in row.rejected[:SHOWN_REJECTIONS]
    )
    return Input(
        path=short(path_text(row.path, options)),
        dialect=short(row.dialect, NAME) if row.dialect else "no dialect fits",
        records=f"{row.records:,}",
        calls=f"{row.calls:,}",
        rejected=row.rejected_total,
        rejections=Table(rejections, max(row.rejected_total - len(rejections), 0)),
    )


def silenced(findings: Sequence[Finding]) -> Table:
    """What the config or a baseline keeps out of the list, and the reason given."""
    rows = tuple(
        (
            BY_NAME[finding.rule].name,
            short(finding.tool, NAME),
            finding.suppressed.by,
            short(finding.suppressed.reason),
            short(finding.fingerprint, NAME),
        )
        for finding in findings
        if finding.suppressed is not None
    )
    return Table(rows[:SHOWN_INPUTS], max(len(rows) - SHOWN_INPUTS, 0))
