"""The order of the page, and the console that lays it out."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from doublefire.model import Audit, Finding, Severity
from doublefire.reports.contract import Options
from doublefire.reports.shown import by_gravity, visible
from doublefire.reports.terminal.finding import SEVERITY_STYLES, full, one_line
from doublefire.reports.terminal.tables import cleared_table, inputs_list, notes_list, tools_table
from doublefire.reports.words import closing_line, many

DEFAULT_WIDTH: Final = 100
"""Columns where nobody knows the terminal, as in a file."""
NARROWEST: Final = 40
"""Below this a timeline has no room; a narrower terminal wraps."""
FULL_FINDINGS: Final = 50
"""More than anybody reads; the rest gets a line each."""


def pieces(audit: Audit, options: Options) -> Iterator[bytes]:
    """The page part by part."""
    return printed(parts(audit, options), options)


def tools_alone(audit: Audit, options: Options) -> Iterator[bytes]:
    """The per-tool table and nothing else."""
    return printed(titled("Tools", tools_table(audit.tools)), options)


def findings_alone(findings: Sequence[Finding], options: Options) -> Iterator[bytes]:
    """These findings and nothing else."""
    return printed(findings_parts(findings, options), options)


def printed(parts: Iterable[RenderableType], options: Options) -> Iterator[bytes]:
    """Each part as UTF-8, with or without colour codes."""
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=max(options.width or DEFAULT_WIDTH, NARROWEST),
        color_system="standard" if options.color else None,
        force_terminal=options.color,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
        _environ={},
    )
    for part in parts:
        console.print(part)
        yield (buffer.getvalue() if options.color else trimmed(buffer.getvalue())).encode()
        buffer.seek(0)
        buffer.truncate()


def trimmed(text: str) -> str:
    """The lines without the spaces that fill them up to the width."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


def parts(audit: Audit, options: Options) -> Iterator[RenderableType]:
    """The page from top to bottom; of a quiet run the closing line alone."""
    live = by_gravity(audit.findings)
    if not options.quiet:
        yield from findings_parts(live, options)
        yield from titled("Tools", tools_table(audit.tools))
        yield from titled("Equal calls that are no finding", cleared_table(audit, options))
        yield from titled("Not read", inputs_list(audit.inputs, options))
        yield from titled("What these traces cannot show", notes_list(audit.notes))
    yield Text(visible(closing_line(audit)), _closing_style(live))


def findings_parts(live: Sequence[Finding], options: Options) -> Iterator[RenderableType]:
    """The worst findings in full, the rest one line each."""
    for finding in live[:FULL_FINDINGS]:
        yield full(finding, options)
        yield Text()
    rest = live[FULL_FINDINGS:]
    if rest:
        yield Text(f"and {many(len(rest), 'more finding')}:", "bold")
        yield from (one_line(finding, options) for finding in rest)
        yield Text()


def titled(title: str, body: RenderableType | None) -> Iterator[RenderableType]:
    """A part with its heading and a blank line below; nothing at all where there is nothing to show."""
    if body is not None:
        yield Text(title, "bold")
        yield Padding(body, (0, 0, 1, 2))


def _closing_style(live: Sequence[Finding]) -> str:
    worst = live[0].severity if live else None
    return "bold" if worst is None else f"bold {SEVERITY_STYLES[Severity(worst)]}"
