"""The page as a whole, streamed, under a policy that lets nothing but its own style and script run."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from doublefire.model import Audit, Finding
from doublefire.reports.contract import Options
from doublefire.reports.html import summary, tables
from doublefire.reports.html.findings import Detail, Head, detail, heads
from doublefire.reports.html.text import short
from doublefire.reports.shown import by_gravity

DETAILED: Final = 500
"""Findings in full: more make a file that no phone opens, and nobody reads them."""
LISTED: Final = 20_000
"""Findings with a line each below them, for searching; a browser still scrolls through so many."""
OPENED: Final = 1
"""Findings that are open at first, so that a reader sees what there is to open."""
BUFFERED: Final = 200
"""Pieces of the template that are written together."""
MASKING: Final = {
    "masked": "Secrets in arguments and results are masked: one mask stands for one value, wherever it occurs.",
    "full": "Arguments and results are shown in full, secrets included: mind whom you send this file to.",
    "none": "Arguments and results were left out of this report.",
}


def pieces(audit: Audit, options: Options) -> Iterator[bytes]:
    """The document piece by piece; findings are made as they are written."""
    stream = environment().get_template("page.html").stream(context(audit, options))
    stream.enable_buffering(BUFFERED)
    for piece in stream:
        yield piece.encode()


@cache
def environment() -> Environment:
    """Escapes everything, and stumbles over a name that nobody set rather than leaving it out."""
    return Environment(
        loader=PackageLoader("doublefire.reports.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def context(audit: Audit, options: Options) -> dict[str, object]:
    live = by_gravity(audit.findings)
    shown = list(heads(live[: DETAILED + LISTED], options))
    style, script = asset("style.css"), asset("script.js")
    input_rows, more_inputs = tables.inputs(audit.inputs, options)
    return {
        "style": style,
        "script": script,
        "policy": policy(style, script),
        "headline": summary.headline(audit),
        "culprits": summary.culprits(live),
        "costs": summary.costs(audit),
        "figures": list(summary.figures(audit, live)),
        "choices": summary.choices(live[: DETAILED + LISTED]),
        "total": len(live),
        "details": details(live, shown, options),
        "opened": OPENED,
        "rest": shown[DETAILED:],
        "left_out": len(live) - len(shown),
        "tools": tables.tools_table(audit.tools),
        "cleared": tables.cleared_reasons(audit, options),
        "silenced": tables.silenced(audit.findings),
        "inputs": input_rows,
        "more_inputs": more_inputs,
        "notes": [short(note, summary.NOTE) for note in audit.notes[: summary.SHOWN_NOTES]],
        "rules": summary.rules_met(live),
        "masking": MASKING[options.arguments],
    }


def details(live: Sequence[Finding], shown: Sequence[Head], options: Options) -> Iterator[Detail]:
    for finding, head in zip(live[:DETAILED], shown, strict=False):
        yield detail(finding, head, options)


def asset(name: str) -> str:
    return files("doublefire.reports.html").joinpath("templates", name).read_text("utf-8")


def policy(style: str, script: str) -> str:
    """A content security policy: no request of any kind, no script but ours, no markup made by script."""
    return (
        f"default-src 'none'; style-src {digest(style)}; script-src {digest(script)}; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'"
    )


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
