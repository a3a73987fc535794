"""The command line: parses, calls the api, writes reports, chooses the exit status. No logic of its own."""

from __future__ import annotations

import signal
import sys

import typer

from doublefire.cli import audit, calls, explain, init, listing, tune
from doublefire.cli.output import say
from doublefire.errors import DoublefireError

INTERRUPTED = 130
"""128 and the number of SIGINT: what shells expect of a program that Ctrl-C ended."""

app = typer.Typer(
    name="doublefire",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def callback(
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", is_eager=True, callback=listing.print_version
    ),
) -> None:
    """Audit recorded agent traces for side effects that happened more than once.

    Example: doublefire audit traces/
    """


app.command("audit", no_args_is_help=True)(audit.audit)
app.command("tools", no_args_is_help=True)(audit.tools)
app.command("calls", no_args_is_help=True)(calls.calls)
app.command("explain", no_args_is_help=True)(explain.explain)
app.command("tune", no_args_is_help=True)(tune.tune)
app.command("init")(init.init)
app.command("rules")(listing.rules)
app.command("dialects")(listing.dialects)
app.command("schema", no_args_is_help=True)(listing.schema)


def main() -> None:
    """Run the command; what a user can mend is one line on standard error and exit status 2."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # so that what is open is tidied up
    try:
        app(prog_name="doublefire")
    except DoublefireError as error:
        say(str(error))
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
