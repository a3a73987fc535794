"""`doublefire rules`, `dialects` and `schema`: what the auditor knows, as text."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from doublefire.cli.output import print_text


class SchemaOf(StrEnum):
    """What has a JSON Schema."""

    REPORT = "report"
    CONFIG = "config"
    CALLS = "calls"


def print_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        from doublefire import __version__

        print_text(f"doublefire {__version__}")
        raise typer.Exit


def rules() -> None:
    """List the rules, one line each.

    Example: doublefire rules
    """
    from doublefire.reports.rules_text import RULES

    width = max(len(text.name) for text in RULES)
    print_text("\n".join(f"{text.name:{width}}  {text.title}" for text in RULES))


def dialects() -> None:
    """List the trace formats that are read, what each is, and how to get such a file.

    Example: doublefire dialects
    """
    from doublefire.ingest.dialects import DIALECTS

    for dialect in DIALECTS:
        print_text(f"{dialect.name}\n    reads   {dialect.reads}\n    obtain  {dialect.obtain}")


def schema(
    what: Annotated[
        SchemaOf,
        typer.Argument(
            metavar="report|config|calls", help="The JSON report, doublefire.toml, or one reconstructed call."
        ),
    ],
) -> None:
    """Print the JSON Schema of the JSON report, of the config file, or of one line of `doublefire calls`.

    Example: doublefire schema config > doublefire.schema.json
    """
    import json

    from doublefire.reports.schema_report import call_schema, report_schema

    if what is SchemaOf.CONFIG:
        from doublefire.settings.keys import config_schema

        found = config_schema()
    else:
        found = call_schema() if what is SchemaOf.CALLS else report_schema()
    print_text(json.dumps(found, indent=2, ensure_ascii=False))
