"""What follows the findings: tools, cleared groups, unreadable records and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doublefire.model import Audit, InputRow, Reason, ToolRow
from doublefire.reports.contract import Options
from doublefire.reports.shown import path_text, place_texts, visible
from doublefire.reports.terminal.finding import shown
from doublefire.reports.words import REASONS, many

SHOWN_TOOLS: Final = 40
SHOWN_EXAMPLES: Final = 3
"""Examples a reason, and unreadable records an input: enough to see the pattern."""
SHOWN_INPUTS: Final = 20
KEY_STYLES: Final = {"unkeyed": "yellow", "partly-keyed": "yellow", "keyed": "green"}


def tools_table(tools: Sequence[ToolRow]) -> RenderableType | None:
    """One row a tool, those with findings first, then the advice."""
    if not tools:
        return None
    ordered = sorted(tools, key=lambda row: -row.findings)
    shown_tools = ordered[:SHOWN_TOOLS]
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    table.add_column("tool", overflow="fold")
    table.add_column("effect")
    table.add_column("known from")
    for number in ("runs", "keyed"):
        table.add_column(number, justify="right")
    table.add_column("keys")
    table.add_column("findings", justify="right")
    for row in shown_tools:
        table.add_row(*_tool_cells(row))
    advice = [Text.assemble((shown(row.tool), "bold"), f": {shown(row.advice)}") for row in shown_tools if row.advice]
    left = len(ordered) - len(shown_tools)
    return Group(table, *advice, *([Text(f"and {many(left, 'more tool')}")] if left else []))


def _tool_cells(row: ToolRow) -> list[Text]:
    coverage = "" if row.key_coverage is None else f"{row.key_coverage:.0%}"
    return [
        Text(shown(row.tool)),
        Text(row.effect),
        Text(row.effect_source),
        Text(f"{row.executions:,}"),
        Text(coverage),
        Text(row.keys, KEY_STYLES.get(row.keys, "")),
        Text(f"{row.findings:,}", "bold" if row.findings else "dim"),
    ]


def cleared_table(audit: Audit, options: Options) -> RenderableType | None:
    """How many groups each reason cleared; with examples when asked."""
    if not audit.summary.cleared:
        return None
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for reason, number in audit.summary.cleared.items():
        grid.add_row(f"{number:,}", reason, Text(REASONS[Reason(reason)]))
        for example in _examples(audit, reason, options) if options.verbose else ():
            grid.add_row("", "", example)
    return grid


def _examples(audit: Audit, reason: str, options: Options) -> Iterator[Text]:
    groups = (group for group in audit.cleared if group.reason == reason)
    for group in islice(groups, SHOWN_EXAMPLES):
        places = ", ".join(place_texts(group.calls[:2], options))
        detail = f": {shown(group.detail)}" if group.detail else ""
        yield Text(f"{shown(group.tool)} at {places}{detail}", "dim")


def inputs_list(inputs: Sequence[InputRow], options: Options) -> RenderableType | None:
    """Files that no dialect fits and records that could not be used."""
    lines = [line for row in inputs for line in _unread(row, options)]
    limit = SHOWN_INPUTS * SHOWN_EXAMPLES
    more = [Text(f"and {many(len(lines) - limit, 'more line')}")] if len(lines) > limit else []
    return Group(*lines[:limit], *more) if lines else None


def _unread(row: InputRow, options: Options) -> Iterator[Text]:
    path = visible(path_text(row.path, options))
    if row.dialect is None:
        yield Text(f"{path}: no dialect fits")
    for rejection in row.rejected[:SHOWN_EXAMPLES]:
        line = "" if rejection.line is None else f":{rejection.line}"
        yield Text(f"{path}{line}: {shown(rejection.reason)}: {shown(rejection.detail)}")
    left = row.rejected_total - len(row.rejected[:SHOWN_EXAMPLES])
    if left > 0:
        yield Text(f"{path}: and {many(left, 'more record')}")


def notes_list(notes: Sequence[str]) -> RenderableType | None:
    """The notes as a list whose longer items keep their indent."""
    if not notes:
        return None
    grid = Table.grid(padding=(0, 1, 0, 0))
    for note in notes:
        grid.add_row("-", Text(shown(note)))
    return grid
