"""JUnit XML, one test case per tool: what fails the run is a failure, every other finding is its output."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from doublefire.model import Audit, Finding, InputRow
from doublefire.reports.contract import Options, Report, fails
from doublefire.reports.rules_text import BY_NAME
from doublefire.reports.shown import by_gravity, error_text, listed, path_text, place_texts, visible
from doublefire.reports.words import CAUSES, closing_line, effects_text, many, outcome_text


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """One test case a tool, failed by its unsuppressed findings."""
    live = by_gravity(audit.findings)
    by_tool: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in live:
        by_tool[finding.tool].append(finding)
    tools = list(dict.fromkeys([*(row.tool for row in audit.tools), *by_tool]))
    failed = len({finding.tool for finding in live if fails(finding, options)})
    counts = f'tests="{len(tools)}" failures="{failed}" errors="0" skipped="0"'
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="doublefire" {counts}>\n'.encode()
    yield f'<testsuite name="doublefire" {counts} time="0">\n'.encode()
    for tool in tools:
        yield test_case(tool, by_tool[tool], options).encode()
    yield f"<system-out>{content([closing_line(audit), *audit.notes])}</system-out>\n".encode()
    yield f"<system-err>{content(_unread(audit.inputs, options))}</system-err>\n".encode()
    yield b"</testsuite>\n</testsuites>\n"


def test_case(tool: str, findings: list[Finding], options: Options) -> str:
    """One tool; several failing findings share one failure element, since some readers take only one."""
    failing = [finding for finding in findings if fails(finding, options)]
    rest = [finding for finding in findings if not fails(finding, options)]
    opening = f'<testcase classname="doublefire" name={attribute(tool)} time="0"'
    if not findings:
        return f"{opening}/>\n"
    return f"{opening}>{_failure(failing, options)}{_output(rest, options)}</testcase>\n"


def _failure(findings: list[Finding], options: Options) -> str:
    if not findings:
        return ""
    message = f"message={attribute(findings[0].message)} type={attribute(findings[0].rule)}"
    return f"<failure {message}>{_details(findings, options)}</failure>"


def _output(findings: list[Finding], options: Options) -> str:
    return f"<system-out>{_details(findings, options)}</system-out>" if findings else ""


def _details(findings: list[Finding], options: Options) -> str:
    return "\n".join(content(lines(finding, options)) for finding in findings)


def lines(finding: Finding, options: Options) -> Iterator[str]:
    """One finding for a reader of plain text."""
    effects = effects_text(finding)
    yield f"{finding.severity} {finding.rule}, confidence {finding.confidence}: {finding.message}"
    if finding.cause is not None:
        yield f"cause: {CAUSES[finding.cause]}"
    if effects:
        yield effects
    yield from (f"why: {evidence.text}" for evidence in finding.evidence)
    calls = listed(finding.calls)
    for call, place in zip(calls, place_texts(calls, options), strict=True):
        error = error_text(call, options)
        yield f"copy: {place} {outcome_text(call)}" + (f" ({error})" if error else "")
    yield f"fix: {BY_NAME[finding.rule].advice}"
    yield f"fingerprint: {finding.fingerprint}"


def _unread(inputs: Iterable[InputRow], options: Options) -> Iterator[str]:
    for row in inputs:
        path = path_text(row.path, options)
        yield from (f"{path}:{no.line or '?'}: {no.reason}: {no.detail}" for no in row.rejected)
        if row.rejected_total > len(row.rejected):
            yield f"{path}: {many(row.rejected_total - len(row.rejected), 'more record')} could not be read"


def content(texts: Iterable[str]) -> str:
    """Lines of text as XML content; XML 1.0 has no way to write most control characters, so none is left."""
    return escape("\n".join(visible(text) for text in texts))


def attribute(text: str) -> str:
    """A quoted attribute value."""
    return quoteattr(visible(text))


REPORT = Report("junit", (".xml",), "one test case per tool, for CI servers that show JUnit results", render)
