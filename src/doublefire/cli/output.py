"""Where reports go: standard output holds results and nothing else; files are written whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from doublefire.errors import UsageError

if TYPE_CHECKING:
    from doublefire.model import Audit
    from doublefire.reports.contract import Options, Report

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Destinations:
    """The reports that a user asked for: files, or standard output where there are none."""

    files: tuple[tuple[Path, Report], ...]
    standard: Report | None

    @property
    def reports(self) -> tuple[Report, ...]:
        """Every report that will be written."""
        written = tuple(report for _, report in self.files)
        return written if self.standard is None else (*written, self.standard)


def destinations(format_name: str | None, files: Iterable[Path]) -> Destinations:
    """Which report goes where, found out before any work is done.

    With one file the format's name wins over its ending; with several each ending decides. Raises UsageError for an
    unknown format or ending, a binary format without a file, and a place where no file can be written.
    """
    from doublefire.files import check_writable
    from doublefire.reports import by_ending, by_name

    paths = tuple(files)
    named = by_name(format_name) if format_name else None
    if named is not None and named.binary and not paths:
        raise UsageError(f"--format {named.name} is not fit for a terminal: add --output FILE")
    for path in paths:
        check_writable(path)
    chosen = tuple((path, named if named is not None and len(paths) == 1 else by_ending(path)) for path in paths)
    return Destinations(chosen, None if paths else named or by_name("text"))


def write_reports(audit: Audit, where: Destinations, options: Options) -> None:
    """Write every report asked for."""
    from doublefire.files import write_atomically

    for path, report in where.files:
        write_atomically(path, report.render(audit, options))
    if where.standard is not None:
        print_bytes(*where.standard.render(audit, for_terminal(options)))


def print_bytes(*pieces: bytes) -> None:
    """Write a result to standard output. A reader that stops reading, such as `head`, has seen what it wanted."""
    try:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_text(text: str) -> None:
    """Write a text and a line feed to standard output."""
    print_bytes(text.encode("utf-8", "replace"), b"\n")


def say(text: str) -> None:
    """One line for people, on standard error; whatever it quotes cannot break the line or steer the terminal."""
    line = CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    print(f"doublefire: {line}", file=sys.stderr)


def for_terminal(options: Options) -> Options:
    """The options with the width and colours of standard output. NO_COLOR wins over FORCE_COLOR; COLUMNS over all."""
    terminal = sys.stdout.isatty()
    color = not os.environ.get("NO_COLOR") and (
        os.environ.get("FORCE_COLOR", "0") not in ("", "0") or (terminal and os.environ.get("TERM") != "dumb")
    )
    known = terminal or os.environ.get("COLUMNS", "").isdigit()
    width = shutil.get_terminal_size().columns if known else None
    return replace(options, color=color, hyperlinks=terminal and color, width=width)
