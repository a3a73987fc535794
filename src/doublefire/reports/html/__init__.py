"""One file to send to the person whose customer was charged twice: it needs no server, no network and no program."""

from __future__ import annotations

from collections.abc import Iterator

from doublefire.model import Audit
from doublefire.reports.contract import Options, Report


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    from doublefire.reports.html.page import pieces  # jinja takes 40 ms, which no other report needs

    yield from pieces(audit, options)


REPORT = Report("html", (".html", ".htm"), "one page for a browser, to send to anybody", render)
