"""`doublefire audit` and `doublefire tools`."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from doublefire.cli import options
from doublefire.cli.output import destinations, for_terminal, print_bytes, say, write_reports
from doublefire.cli.progress import progress
from doublefire.errors import UsageError

if TYPE_CHECKING:
    from doublefire.model import Audit
    from doublefire.reports.contract import Options
    from doublefire.settings import Settings


def audit(
    paths: options.Paths,
    window: options.Window = None,
    scope: options.ScopeOption = None,
    tools: options.Tools = None,
    config: options.Config = None,
    dialect: options.From = None,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="FORMAT", help="text, json, jsonl, parquet, sarif, junit, github, markdown or html."
        ),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write there; the ending decides the format. Repeatable."),
    ] = None,
    fail_on: Annotated[
        options.FailOn, typer.Option("--fail-on", help="Least severity that fails the run.")
    ] = options.FailOn.MEDIUM,
    fail_confidence: Annotated[
        options.FailConfidence, typer.Option("--fail-confidence", help="Least confidence that fails it.")
    ] = options.FailConfidence.HIGH,
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="Known findings, by fingerprint: they do not fail the run."),
    ] = None,
    update_baseline: Annotated[
        bool, typer.Option("--update-baseline", help="Write what is found to the baseline file.")
    ] = False,
    arguments: Annotated[
        options.ArgumentsShown, typer.Option("--arguments", help="How much of arguments and results reports show.")
    ] = options.ArgumentsShown.MASKED,
    anchor: Annotated[
        str | None,
        typer.Option("--anchor", metavar="FILE", help="A committed file that SARIF and GitHub findings point at."),
    ] = None,
    jobs: options.Jobs = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 2 when any record was rejected.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the one-line summary, no progress.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Also show examples of what was cleared.")] = False,
) -> None:
    """Find side effects that happened more than once.

    Example: doublefire audit traces.jsonl -o report.html
    """
    from doublefire.api import examine
    from doublefire.api.remarks import remarks
    from doublefire.reports.contract import Options
    from doublefire.settings.baseline import with_baseline

    if update_baseline and baseline is None:
        raise UsageError("--update-baseline needs --baseline FILE")
    where = destinations(format_name, output or ())
    settings = options.settings_from(config, window, scope, tools, dialect, jobs)
    if baseline is not None:
        settings = with_baseline(settings, baseline, fresh=update_baseline)
    shown = Options(
        arguments=arguments.value,
        salt=settings.detect.salt,
        base=Path.cwd(),
        anchor=anchor,
        quiet=quiet,
        verbose=verbose,
        **options.gate(fail_on, fail_confidence),
    )
    with ExitStack() as stack:
        session = examine(paths, settings, stack, sparing=False, progress=progress(quiet))
        result = session.audit
        for remark in remarks(session, settings):
            say(remark)
        if baseline is not None:
            _keep_baseline(baseline, result, settings, update=update_baseline)
        write_reports(result, where, shown)
    raise typer.Exit(_status(result, shown, strict=strict) if not update_baseline else 0)


def _keep_baseline(path: Path, result: Audit, settings: Settings, *, update: bool) -> None:
    """Write the baseline anew, or say which of its entries no longer occur."""
    from doublefire.settings.baseline import gone, write_baseline

    if update:
        say(f"{path}: {write_baseline(path, result.findings, settings.detect.salt)} findings written")
    elif lost := gone(settings, result.findings):
        say(f"{path}: {len(lost)} entries no longer occur: {', '.join(lost[:5])}; --update-baseline drops them")


def _status(result: Audit, shown: Options, *, strict: bool) -> int:
    """The exit status; where only a lack of confidence lets severe findings pass, that is said."""
    from doublefire.model import Confidence
    from doublefire.reports.contract import fails
    from doublefire.reports.words import many

    if strict and result.summary.rejected:
        say(f"{many(result.summary.rejected, 'record')} could not be used, and --strict allows none")
        return 2
    if any(fails(finding, shown) for finding in result.findings):
        return 1
    unsure = [finding for finding in result.findings if fails(finding, replace(shown, fail_confidence=Confidence.LOW))]
    if unsure:
        best = max((finding.confidence for finding in unsure), key=list(Confidence).index)
        severe = f"{many(len(unsure), 'finding')} of severity {shown.fail_severity} or more"
        say(f"{severe} passed for lack of confidence; --fail-confidence {best} would fail this run")
    return 0


TABLE_FORMATS = ("text", "json", "markdown")
"""Reports that show the table of tools by itself; the others would announce that nothing was found."""


def tools(
    paths: options.Paths,
    window: options.Window = None,
    scope: options.ScopeOption = None,
    tool_files: options.Tools = None,
    config: options.Config = None,
    dialect: options.From = None,
    format_name: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="text, json or markdown.")
    ] = None,
    output: Annotated[
        list[Path] | None, typer.Option("--output", "-o", metavar="FILE", help="Write there instead. Repeatable.")
    ] = None,
    jobs: options.Jobs = 0,
) -> None:
    """The per-tool table alone: effect, where that is known from, and how calls are keyed.

    Example: doublefire tools traces/
    """
    from doublefire.api import examine
    from doublefire.api.remarks import remarks
    from doublefire.reports.contract import Options
    from doublefire.reports.terminal.page import tools_alone

    where = destinations(format_name, output or ())
    for report in where.reports:
        if report.name not in TABLE_FORMATS:
            raise UsageError(f"tools: {report.name} is a report of findings; use {', '.join(TABLE_FORMATS)}")
    settings = options.settings_from(config, window, scope, tool_files, dialect, jobs)
    with ExitStack() as stack:
        session = examine(paths, settings, stack, sparing=False)
    for remark in remarks(session, settings):
        say(remark)
    if where.standard is not None and where.standard.name == "text":
        print_bytes(*tools_alone(session.audit, for_terminal(Options(base=Path.cwd()))))
    else:
        summary = replace(session.audit.summary, findings={}, cleared={})
        alone = replace(session.audit, summary=summary, findings=(), cleared=(), notes=())
        write_reports(alone, where, Options(base=Path.cwd()))
