"""`doublefire calls`: the reconstructed calls as a table."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from doublefire.cli import options
from doublefire.cli.output import say


def calls(
    paths: options.Paths,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The Parquet file to write.")],
    tool_files: options.Tools = None,
    config: options.Config = None,
    dialect: options.From = None,
    arguments: Annotated[
        options.ArgumentsShown, typer.Option("--arguments", help="How much of arguments and results is written.")
    ] = options.ArgumentsShown.MASKED,
    jobs: options.Jobs = 1,
) -> None:
    """Write every reconstructed call, one row an execution, for DuckDB or polars.

    Example: doublefire calls traces/ -o calls.parquet
    """
    from doublefire.api import examine
    from doublefire.files import write_atomically
    from doublefire.reports.contract import Options
    from doublefire.reports.parquet import render_calls

    settings = options.settings_from(config, None, None, tool_files, dialect, jobs)
    with ExitStack() as stack:
        session = examine(paths, settings, stack)
        judged = session.detected.judged
        rows = (judged.call(copy) for copy in judged.copies(judged.executions))
        write_atomically(output, render_calls(rows, Options(arguments=arguments.value)))
    say(f"{output}: {session.audit.summary.executions} executions written")
