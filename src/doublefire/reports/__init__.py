"""An audit as text, JSON, Parquet and the rest: one file a format, all of them in `REPORTS`."""

from __future__ import annotations

from pathlib import PurePath
from typing import Final

from doublefire.errors import UsageError
from doublefire.reports import github, html, json_v1, jsonl, junit, markdown, parquet, sarif, terminal
from doublefire.reports.contract import Options, Report

__all__ = ["REPORTS", "Options", "Report", "by_ending", "by_name"]

REPORTS: Final[tuple[Report, ...]] = (
    terminal.REPORT,
    json_v1.REPORT,
    jsonl.REPORT,
    parquet.REPORT,
    sarif.REPORT,
    junit.REPORT,
    github.REPORT,
    markdown.REPORT,
    html.REPORT,
)


def by_name(name: str) -> Report:
    """The report that `--format NAME` asks for. Raises `UsageError` when there is none."""
    for report in REPORTS:
        if report.name == name:
            return report
    raise UsageError(f"no report is called {name!r}; there are {', '.join(report.name for report in REPORTS)}")


def by_ending(path: str | PurePath) -> Report:
    """The report that the ending of an output file asks for. Raises `UsageError` when none does."""
    name = PurePath(path).name.casefold()
    endings = [(suffix, report) for report in REPORTS for suffix in report.suffixes]
    for suffix, report in sorted(endings, key=lambda ending: -len(ending[0])):
        if name.endswith(suffix):
            return report
    known = " ".join(suffix for suffix, _ in endings)
    raise UsageError(f"the ending of {str(path)!r} names no report; use --format or one of {known}")
