"""`doublefire calls`: the reconstructed calls as a table."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from doublefire.cli import options
from doublefire.cli.output import print_bytes, say
from doublefire.errors import UsageError


def calls(
    paths: options.Paths,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="A .parquet or .jsonl file; else JSON lines are printed."),
    ] = None,
    tool_files: options.Tools = None,
    config: options.Config = None,
    dialect: options.From = None,
    arguments: Annotated[
        options.ArgumentsShown, typer.Option("--arguments", help="How much of arguments and results is written.")
    ] = options.ArgumentsShown.MASKED,
    jobs: options.Jobs = 0,
) -> None:
    """Write every reconstructed call, one row an execution, for DuckDB or polars.

    Example: doublefire calls traces/ -o calls.parquet
    """
    from doublefire.api import examine
    from doublefire.api.remarks import unread
    from doublefire.files import check_writable, write_atomically
    from doublefire.reports import jsonl, parquet
    from doublefire.reports.contract import Options

    render = {".parquet": parquet.render_calls, ".jsonl": jsonl.render_calls, ".ndjson": jsonl.render_calls}
    if output is not None:
        check_writable(output)
        if output.suffix not in render:
            raise UsageError(f"{output}: the ending names no table; calls are written as .parquet or .jsonl")
    settings = options.settings_from(config, None, None, tool_files, dialect, jobs)
    shown = Options(arguments=arguments.value, salt=settings.detect.salt, base=Path.cwd())
    with ExitStack() as stack:
        session = examine(paths, settings, stack)
        for remark in unread(session):
            say(remark)
        judged = session.detected.judged
        rows = (judged.call(copy) for copy in judged.copies(judged.executions))
        if output is None:
            print_bytes(*jsonl.render_calls(rows, shown))
        else:
            write_atomically(output, render[output.suffix](rows, shown))
            say(f"{output}: {session.audit.summary.executions} executions written")
