"""`doublefire init`: a config to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from doublefire.cli import options
from doublefire.cli.output import say
from doublefire.errors import UsageError


def init(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Traces whose tools it should list.", show_default=False),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")] = Path(
        "doublefire.toml"
    ),
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
    tools: options.Tools = None,
) -> None:
    """Write a commented doublefire.toml: the tools in these traces, what they do, and what is still to be said.

    For a log that no dialect reads it proposes which fields hold what.

    Example: doublefire init traces/
    """
    from doublefire.api.starter import survey
    from doublefire.files import check_writable, write_atomically
    from doublefire.reports.starter import render
    from doublefire.reports.words import many

    if output.exists() and not force:
        raise UsageError(f"{output}: is there already; --force overwrites it")
    check_writable(output)
    seen = survey(paths or [], tools or [])
    write_atomically(output, [render(seen)])
    undeclared = sum(row.effect == "unknown" for row in seen.tools)
    say(f"{output}: written ({many(len(seen.tools), 'tool')}, {undeclared} of unknown effect)")
    for path in seen.unread:
        say(f"{path}: no dialect reads it; see [dialects.{seen.name}] in {output}")
