"""`doublefire rules`, `dialects` and `explain`: what the auditor knows, as text."""

from __future__ import annotations

from typing import Annotated

import typer


def print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        from doublefire import __version__

        typer.echo(f"doublefire {__version__}")
        raise typer.Exit


def rules() -> None:
    """List the rules, one line each.

    Example: doublefire rules
    """
    from doublefire.reports.rules_text import RULES

    width = max(len(text.name) for text in RULES)
    for text in RULES:
        typer.echo(f"{text.name:{width}}  {text.title}")


def dialects() -> None:
    """List the trace formats that are read, what each is, and how to get such a file.

    Example: doublefire dialects
    """
    from doublefire.ingest.dialects import DIALECTS

    for dialect in DIALECTS:
        typer.echo(f"{dialect.name}\n    reads   {dialect.reads}\n    obtain  {dialect.obtain}")


def explain(
    what: Annotated[str, typer.Argument(metavar="RULE", help="A rule's name.", show_default=False)],
) -> None:
    """Explain a rule: what it catches, why it matters, how to fix it, how to silence it.

    Example: doublefire explain duplicate-side-effect
    """
    from doublefire.errors import UsageError
    from doublefire.reports.rules_text import RULES, plain_text

    rule = next((rule for rule in RULES if rule.name == what), None)
    if rule is None:
        raise UsageError(f"{what}: no such rule; `doublefire rules` lists them")
    typer.echo(plain_text(rule))
