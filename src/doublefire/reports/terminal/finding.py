"""One finding: its headline and, behind a gutter, what happened, when, why and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from doublefire.model import Evidence, Finding, Severity
from doublefire.reports.contract import Options
from doublefire.reports.rules_text import BY_NAME
from doublefire.reports.shown import cut, cut_start, listed, payload_text, place_texts, visible
from doublefire.reports.terminal.timeline import timeline
from doublefire.reports.words import CAUSES, amount_text, effects_text, many
from doublefire.semantics.values.durations import duration_text

SEVERITY_STYLES: Final = {
    Severity.HIGH: "red",
    Severity.MEDIUM: "yellow",
    Severity.LOW: "cyan",
    Severity.INFO: "blue",
}
TEXT_LIMIT: Final = 500
"""One hostile or merely long text must not fill the screen."""
SHOWN_EVIDENCE: Final = 12
ROOM_FOR_PLACE: Final = 36
"""The timeline cuts places that are longer at the usual widths; they stand whole among the facts, to be copied."""
GUTTER: Final = "  │ "
Fact = tuple[str, Text]


class Gutter:
    """A body with a line down its left side."""

    def __init__(self, body: RenderableType) -> None:
        self.body = body

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        inner = options.update(width=options.max_width - len(GUTTER))
        for line in console.render_lines(self.body, inner, pad=False):
            yield Segment(GUTTER, Style(dim=True))
            yield from line
            yield Segment.line()


class Body:
    """What stands behind the gutter; the timeline has to know how wide it may be."""

    def __init__(self, finding: Finding, options: Options) -> None:
        self.finding = finding
        self.options = options

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(shown(self.finding.message))
        if not BY_NAME[self.finding.rule].per_tool:
            yield Text()
            yield timeline(self.finding, options.max_width, self.options)
            yield Text()
        yield _facts_table(self.finding, self.options)


def full(finding: Finding, options: Options) -> RenderableType:
    """The finding with everything a reader needs to act on it."""
    return Group(_headline(finding), Gutter(Body(finding, options)))


def _headline(finding: Finding) -> Text:
    style = f"bold {SEVERITY_STYLES[finding.severity]}"
    effects = effects_text(finding)
    return Text.assemble(
        (finding.severity.value, style),
        (f"[{finding.rule}] ", style),
        (shown(finding.tool), "bold"),
        (f": {effects}" if effects else ""),
    )


def one_line(finding: Finding, options: Options) -> Text:
    """Severity, rule, tool and first place."""
    places = place_texts(finding.calls[:1], options)
    line = Text.assemble(
        (finding.severity.value, SEVERITY_STYLES[finding.severity]),
        f"[{finding.rule}] {cut_start(shown(finding.tool), 40)} {' '.join(places)}",
        no_wrap=True,
        overflow="ellipsis",
    )
    return line


def _facts_table(finding: Finding, options: Options) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for label, value in facts(finding, options):
        grid.add_row(label, value)
    return grid


def facts(finding: Finding, options: Options) -> Iterator[Fact]:
    """Label and words, the reasons before the remedy."""
    if finding.gap_ns is not None:
        overlap = ", the copies overlap" if finding.overlap else ""
        yield "gap", Text(f"{duration_text(finding.gap_ns)}{overlap}")
    if finding.cause is not None:
        yield "cause", Text(f"{finding.cause}: {CAUSES[finding.cause]}")
    yield "why", Text(f"confidence {finding.confidence}")
    yield from why(finding.evidence)
    if finding.ignored_fields:
        yield "ignored", Text(shown(", ".join(finding.ignored_fields)))
    if finding.amount is not None:
        yield "cost", Text(shown(amount_text(finding.amount)))
    if BY_NAME[finding.rule].per_tool:
        calls = listed(finding.calls, 2)
        yield "seen at", Text(", ".join(place_texts(calls, options)))
    elif finding.calls:
        places = place_texts(listed(finding.calls, 2), options)
        yield from [("at", Text(", ".join(places)))] if max(map(len, places)) > ROOM_FOR_PLACE else []
        arguments = payload_text(finding.calls[0].arguments, options, TEXT_LIMIT)
        yield from [("args", Text(arguments))] if arguments else []
    yield "fix", Text(BY_NAME[finding.rule].advice, "bold")
    yield "id", Text(finding.fingerprint, "dim")


def why(evidence: tuple[Evidence, ...]) -> Iterator[Fact]:
    """One line a reason, with the step it moved the confidence."""
    for reason in evidence[:SHOWN_EVIDENCE]:
        sign = "+" if reason.weight > 0 else "-" if reason.weight < 0 else "·"
        yield "", Text(f"{sign} {shown(reason.text)}")
    if len(evidence) > SHOWN_EVIDENCE:
        yield "", Text(f"and {many(len(evidence) - SHOWN_EVIDENCE, 'more reason')}")


def shown(text: str) -> str:
    """Text of a trace on one line, cut where it goes on and on."""
    return cut(visible(text), TEXT_LIMIT)
