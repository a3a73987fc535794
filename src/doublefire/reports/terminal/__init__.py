"""The report for people at a terminal: findings first and the worst of them, one line about everything last."""

from __future__ import annotations

from collections.abc import Iterator

from doublefire.model import Audit
from doublefire.reports.contract import Options, Report


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """The page for people: findings in full, then tools, what was cleared and what was not read."""
    from doublefire.reports.terminal.page import pieces  # rich takes 50 ms, which no other report needs

    yield from pieces(audit, options)


REPORT = Report("text", (".txt",), "for people at a terminal", render)
