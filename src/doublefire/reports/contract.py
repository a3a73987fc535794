"""What a report is: a record of one pure function. A new one is one module and one line in `reports/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from doublefire.model import Audit, Confidence, Finding, Severity

Arguments = Literal["masked", "full", "none"]
"""How much of arguments, results and error texts a report shows."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a report is written; every report reads what concerns it and passes over the rest."""

    arguments: Arguments = "masked"
    salt: bytes = b""
    """Keys the tags that stand for masked values, so that they cannot be guessed."""
    base: Path | None = None
    """The folder that paths are written relative to; a path outside of it stays as it is."""
    anchor: str | None = None
    """A committed file that SARIF results and GitHub annotations point at in place of the trace."""
    width: int | None = None
    """Columns of the terminal; None: `DEFAULT_WIDTH` of the text report."""
    color: bool = False
    hyperlinks: bool = False
    quiet: bool = False
    """Only the one-line summary of the text report."""
    verbose: bool = False
    """The text report names examples of what was cleared."""
    fail_severity: Severity | None = Severity.MEDIUM
    """With `fail_confidence`, what fails the run, and so what JUnit calls a failure; None: nothing does."""
    fail_confidence: Confidence = Confidence.HIGH


@dataclass(frozen=True, slots=True)
class Report:
    """One output format.

    `render` yields the document piece by piece, so that neither it nor its reader holds all of it. It reads no file,
    no clock and no environment, and it takes every text in the audit for hostile.
    """

    name: str
    """What users type after `--format`."""
    suffixes: tuple[str, ...]
    """File endings that choose this report, the usual one first; empty when none does."""
    description: str
    """One line: who reads it."""
    render: Callable[[Audit, Options], Iterator[bytes]]
    binary: bool = False
    """Not fit for a terminal: it needs `--output`."""


def fails(finding: Finding, options: Options) -> bool:
    """Whether this finding is one that fails the run: not suppressed, severe enough and sure enough."""
    if options.fail_severity is None or finding.suppressed is not None:
        return False
    severities, levels = list(Severity), list(Confidence)
    severe = severities.index(finding.severity) >= severities.index(options.fail_severity)
    return severe and levels.index(finding.confidence) >= levels.index(options.fail_confidence)
