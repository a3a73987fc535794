"""Where reports go: standard output holds results and nothing else; files are written whole or not at all."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from doublefire.errors import UsageError

if TYPE_CHECKING:
    from doublefire.model import Audit
    from doublefire.reports.contract import Options, Report


@dataclass(frozen=True, slots=True)
class Shown:
    """What the user asked to see: a format by name, and files whose endings decide theirs."""

    format_name: str | None
    files: tuple[Path, ...]


def say(text: str) -> None:
    """One line for people, on standard error."""
    print(f"doublefire: {text}", file=sys.stderr)


def write_reports(audit: Audit, shown: Shown, options: Options) -> None:
    """Write every report asked for. Raises UsageError for an unknown format or a binary one without a file."""
    from doublefire.files import write_atomically
    from doublefire.reports import by_ending, by_name

    named = by_name(shown.format_name) if shown.format_name else None
    for path in shown.files:
        report = named if named is not None and len(shown.files) == 1 else by_ending(path)
        write_atomically(path, report.render(audit, options))
    if named is not None and named.binary and not shown.files:
        raise UsageError(f"--format {named.name} is not fit for a terminal: add --output FILE")
    if not shown.files:
        _to_standard_output(audit, named or by_name("text"), options)


def _to_standard_output(audit: Audit, report: Report, options: Options) -> None:
    out = sys.stdout.buffer
    for piece in report.render(audit, for_terminal(options)):
        out.write(piece)
    out.flush()


def for_terminal(options: Options) -> Options:
    """The options with the width and colours of standard output; NO_COLOR and FORCE_COLOR are honoured."""
    terminal = sys.stdout.isatty()
    color = bool(os.environ.get("FORCE_COLOR")) or (
        terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
    width = os.get_terminal_size().columns if terminal else None
    return replace(options, color=color, hyperlinks=terminal and color, width=width)
