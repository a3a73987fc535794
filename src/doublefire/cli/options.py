"""Options that several commands share, and the settings they make together with the config file."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from doublefire.settings import Settings


class ScopeWord(StrEnum):
    """What copies must share."""

    SESSION = "session"
    TRACE = "trace"
    ALL = "all"


class TextOrJson(StrEnum):
    """The formats of what is no audit report."""

    TEXT = "text"
    JSON = "json"


class FailOn(StrEnum):
    """Least severity that fails the run."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    NEVER = "never"


class FailConfidence(StrEnum):
    """Least confidence that fails the run."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class ArgumentsShown(StrEnum):
    """How much of arguments and results reports show."""

    MASKED = "masked"
    FULL = "full"
    NONE = "none"


def rule_names() -> list[str]:
    """For shells that complete words."""
    from doublefire.reports.rules_text import RULES

    return [rule.name for rule in RULES]


def dialect_names() -> list[str]:
    """For shells that complete words."""
    from doublefire.ingest.dialects import DIALECTS

    return [dialect.name for dialect in DIALECTS]


Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH", help="Files, folders, globs, or - for standard input.", show_default=False),
]
Window = Annotated[
    str | None,
    typer.Option(
        "--window", metavar="DURATION", help="How far apart two copies may be: 500ms, 90s, 10m, 2h, 1d (default 10m)."
    ),
]
ScopeOption = Annotated[ScopeWord | None, typer.Option("--scope", help="What copies must share (default session).")]
Tools = Annotated[
    list[Path] | None,
    typer.Option(
        "--tools", metavar="FILE", help="Tool declarations: MCP tools/list, OpenAPI, function definitions. Repeatable."
    ),
]
Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Instead of the doublefire.toml or pyproject.toml found upward."),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="DIALECT",
        help="Read every input as this dialect; see `doublefire dialects`.",
        autocompletion=dialect_names,
    ),
]
Jobs = Annotated[
    int, typer.Option("--jobs", min=0, metavar="N", help="Processes that read at the same time; 0: one for each core.")
]


def settings_from(
    config: Path | None,
    window: str | None,
    scope: ScopeWord | None,
    tools: list[Path] | None,
    dialect: str | None,
    jobs: int,
) -> Settings:
    """The settings of the config file with the command line's options over them. Raises ConfigError and UsageError."""
    from doublefire.ingest.declarations import read_declarations
    from doublefire.model import Scope
    from doublefire.settings import Settings
    from doublefire.settings.config import find, load
    from doublefire.settings.durations import duration_ns

    path = config or find(Path.cwd())
    settings = load(path) if path else Settings()
    detect, ingest = settings.detect, replace(settings.ingest, dialect=dialect, jobs=jobs)
    if window is not None:
        detect = replace(detect, window_ns=duration_ns(window, "--window"))
    if scope is not None:
        detect = replace(detect, scope=Scope(scope))
    if tools:
        detect = replace(
            detect, declarations=tuple(declaration for file in tools for declaration in read_declarations(file))
        )
    return Settings(ingest, detect)


def gate(fail_on: FailOn, fail_confidence: FailConfidence) -> dict[str, Any]:
    """The report options that say what fails the run."""
    from doublefire.model import Confidence, Severity

    severity = None if fail_on is FailOn.NEVER else Severity(fail_on)
    return {"fail_severity": severity, "fail_confidence": Confidence(fail_confidence)}
