"""`doublefire tune`: which window fits."""

from __future__ import annotations

from typing import Annotated

import typer

from doublefire.cli import options
from doublefire.cli.output import print_bytes, say
from doublefire.errors import UsageError


def tune(
    paths: options.Paths,
    windows: Annotated[
        str, typer.Option("--windows", metavar="DURATIONS", help="The windows to compare, between commas.")
    ] = "10s,30s,1m,5m,10m,30m,1h,6h,1d",
    scope: options.ScopeOption = None,
    tools: options.Tools = None,
    config: options.Config = None,
    dialect: options.From = None,
    format_name: Annotated[options.TextOrJson, typer.Option("--format", help="Of standard output.")] = (
        options.TextOrJson.TEXT
    ),
    jobs: options.Jobs = 0,
) -> None:
    """Compare windows: what each would find, and what a dedupe cache of that lifetime would catch or drop by mistake.

    Example: doublefire tune traces/ --windows 30s,5m,1h
    """
    from doublefire.api.remarks import without_calls
    from doublefire.api.tune import tune as run
    from doublefire.reports.tuning import render_json, render_text
    from doublefire.settings.durations import duration_ns

    wanted = [duration_ns(text, "--windows") for text in windows.split(",") if text.strip()]
    if not wanted:
        raise UsageError("--windows names no window; write such as 30s,5m,1h")
    settings = options.settings_from(config, None, scope, tools, dialect, jobs)
    result, passed_over = run(paths, settings, wanted)
    for remark in without_calls(passed_over):
        say(remark)
    print_bytes(render_json(result) if format_name is options.TextOrJson.JSON else render_text(result))
