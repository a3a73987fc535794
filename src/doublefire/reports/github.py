"""Workflow commands that GitHub Actions turns into annotations of a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from doublefire.model import Audit, Finding, Severity
from doublefire.reports.contract import Options, Report
from doublefire.reports.rules_text import BY_NAME
from doublefire.reports.shown import by_gravity, path_text, visible
from doublefire.reports.words import CAUSES, closing_line, effects_text

MAX_ANNOTATIONS: Final = 50
"""GitHub keeps so many annotations of one job; the rest would only fill the log."""
COMMANDS: Final = {
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.LOW: "notice",
    Severity.INFO: "notice",
}


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """The worst findings, one command a line, then the closing line of the audit."""
    for finding in by_gravity(audit.findings)[: MAX_ANNOTATIONS - 1]:
        yield command(COMMANDS[finding.severity], properties(finding, options), body(finding))
    yield command("notice", {"title": "doublefire"}, visible(closing_line(audit)))


def properties(finding: Finding, options: Options) -> dict[str, str]:
    """File, line and title; the place is that of the second copy unless the user named a file for it."""
    title = {"title": visible(f"{finding.rule}: {finding.tool}")}
    if options.anchor:
        return {"file": visible(options.anchor), "line": "1", **title}
    if not finding.calls:
        return title
    place = finding.calls[min(1, len(finding.calls) - 1)].place
    line = {} if place.line is None else {"line": str(place.line)}
    return {"file": visible(path_text(place.path, options)), **line, **title}


def body(finding: Finding) -> str:
    """What happened, what it rests on and what to do, a line each."""
    effects = effects_text(finding)
    lines = [
        finding.message,
        *([effects] if effects else []),
        *([] if finding.cause is None else [f"cause: {CAUSES[finding.cause]}"]),
        f"confidence: {finding.confidence}",
        BY_NAME[finding.rule].advice,
    ]
    return "\n".join(visible(line) for line in lines)


def command(name: str, properties: dict[str, str], message: str) -> bytes:
    """One workflow command; what has a meaning in it is percent-encoded."""
    pairs = ",".join(f"{key}={_property_value(value)}" for key, value in properties.items())
    return f"::{name} {pairs}::{_data(message)}\n".encode()


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property_value(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


REPORT = Report("github", (), "annotations of a GitHub Actions run, the worst findings first", render)
