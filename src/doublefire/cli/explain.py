"""`doublefire explain`: a rule, a finding, or any two calls."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from doublefire.cli import options
from doublefire.cli.output import print_text


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RULE|FINGERPRINT|PATH:LINE[#SPAN]",
            help="What to explain.",
            show_default=False,
            autocompletion=options.rule_names,
        ),
    ],
    rest: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="The inputs, or the second call.", show_default=False),
    ] = None,
    window: options.Window = None,
    scope: options.ScopeOption = None,
    tools: options.Tools = None,
    config: options.Config = None,
    dialect: options.From = None,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", metavar="FILE", help="Whose salt keys the fingerprints.")
    ] = None,
    arguments: Annotated[
        options.ArgumentsShown, typer.Option("--arguments", help="How much of arguments and results is shown.")
    ] = options.ArgumentsShown.MASKED,
) -> None:
    """Explain a rule, a finding by its fingerprint, or any two calls by their places.

    Examples: doublefire explain duplicate-side-effect; doublefire explain 7d86a31b traces.jsonl;
    doublefire explain traces.jsonl:12 traces.jsonl:15
    """
    from doublefire.api.explain import SHORTEST_FINGERPRINT, explain_calls, explain_finding, place
    from doublefire.errors import UsageError
    from doublefire.reports.contract import Options
    from doublefire.reports.explanation import render
    from doublefire.reports.rules_text import RULES, plain_text

    rule = next((rule for rule in RULES if rule.name == what), None)
    if rule is not None:
        print_text(plain_text(rule))
        return
    settings = options.settings_from(config, window, scope, tools, dialect, 1)
    if baseline is not None:
        from doublefire.settings.baseline import with_baseline

        settings = with_baseline(settings, baseline, fresh=False)
    shown = Options(arguments=arguments.value, salt=settings.detect.salt, base=Path.cwd())
    first = place(what)
    second = place(rest[0]) if rest and len(rest) == 1 else None
    if first is not None and second is not None:
        print_text(render(explain_calls(first, second, settings), shown).rstrip("\n"))
    elif rest and len(what) >= SHORTEST_FINGERPRINT and set(what) <= set("0123456789abcdef"):
        for explanation in explain_finding(what, rest, settings):
            print_text(render(explanation, shown))
    else:
        raise UsageError(f"{what}: neither a rule (`doublefire rules`), nor FINGERPRINT PATH..., nor two PATH:LINE")
