"""What a config to start from is written of: the tools of some traces, and a reading of the log that nobody reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from doublefire.api import audit
from doublefire.errors import InputError, UsageError
from doublefire.ingest.declarations import read_declarations
from doublefire.ingest.inputs.sources import STDIN, resolve
from doublefire.ingest.propose import first_values, proposal
from doublefire.ingest.read import choose
from doublefire.model import ToolRow
from doublefire.reports.starter import Starter
from doublefire.settings import Settings

MINE = "mine"
"""The name of a proposed dialect."""


def survey(paths: Sequence[str], tool_files: Sequence[Path]) -> Starter:
    """Read the traces as they are and as proposed. Raises InputError for a path that cannot be read."""
    if not paths:
        return Starter()
    if STDIN in paths:
        raise UsageError("init reads its inputs twice: give it files")
    settings = Settings()
    declarations = tuple(declaration for file in tool_files for declaration in read_declarations(file))
    settings = replace(settings, detect=replace(settings.detect, declarations=declarations))
    unread: list[str] = []
    mapping: dict[str, str] = {}
    known = False
    for source in resolve(paths):
        values = first_values(source.path)
        if not values or choose(values, settings.ingest) is not None:
            known = True
            continue
        proposed = proposal(values)
        if source.named or {"tool", "arguments"} <= proposed.keys():
            unread.append(source.path)
            mapping = mapping or proposed
    if "tool" in mapping:
        settings = replace(settings, ingest=replace(settings.ingest, mappings={MINE: mapping}))
    return Starter(_tools(paths, unread, settings, known=known), tuple(unread), MINE, mapping)


def _tools(paths: Sequence[str], unread: Sequence[str], settings: Settings, *, known: bool) -> tuple[ToolRow, ...]:
    """The tools of all inputs, or of those that could be read; `known`: there are such."""
    try:
        return audit(paths, settings).tools
    except InputError:
        if not unread:
            raise
    return audit([path for path in paths if path not in unread], settings).tools if known else ()
