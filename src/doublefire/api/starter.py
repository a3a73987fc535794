"""What a config to start from is written of: the tools of some traces, and a reading of the log that nobody reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from doublefire.api import audit
from doublefire.errors import InputError, UsageError
from doublefire.ingest.declarations import read_declarations
from doublefire.ingest.propose import first_values, proposal
from doublefire.ingest.read import choose
from doublefire.ingest.sources import STDIN, resolve
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
    unread, mapping, known = [], {}, False
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
    try:
        found = audit(paths, settings)
    except InputError:
        if not unread:
            raise
        found = audit([path for path in paths if path not in unread], settings) if known else None
    return Starter(found.tools if found else (), tuple(unread), MINE, mapping)
