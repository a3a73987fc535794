"""Explanations: of a finding by its fingerprint, and of any two calls by their places."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from doublefire.errors import UsageError
from doublefire.model import Explanation
from doublefire.settings import Settings

if TYPE_CHECKING:
    from doublefire.api import Session
    from doublefire.detect.copies import Copy

PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?:#(?P<span>[0-9A-Za-z_-]+))?")
SHORTEST_FINGERPRINT = 6
"""Characters of a fingerprint that are accepted: enough to be typed, too many to meet by accident."""


@dataclass(frozen=True, slots=True)
class CallPlace:
    """Where a user says that a call stands: `path:line`, or `path:line#span` where several share the line."""

    path: str
    line: int
    span: str | None

    def __str__(self) -> str:
        return f"{self.path}:{self.line}{f'#{self.span}' if self.span else ''}"


def place(text: str) -> CallPlace | None:
    """The place that a text such as `traces.jsonl:12` names, or None."""
    match = PLACE.fullmatch(text)
    return CallPlace(match["path"], int(match["line"]), match["span"]) if match else None


def explain_finding(fingerprint: str, paths: list[str], settings: Settings) -> list[Explanation]:
    """Explain each pair of neighbours of the findings with this fingerprint (or its beginning). Raises UsageError."""
    from doublefire.api import examine
    from doublefire.detect.explain import explain_pair

    with ExitStack() as stack:
        session = examine(paths, settings, stack)
        detected = session.detected
        runs = [run for known, run in detected.runs if known.startswith(fingerprint)]
        if not runs:
            raise _unknown(fingerprint, session)
        pairs = [pair.facts for run in runs for pair in run.pairs]
        return [explain_pair(facts.first, facts.second, detected.judged, detected.sessions) for facts in pairs]


def _unknown(fingerprint: str, session: Session) -> UsageError:
    others = [finding for finding in session.audit.findings if finding.fingerprint.startswith(fingerprint)]
    if others:
        return UsageError(
            f"{fingerprint} is a finding of {others[0].rule}: `doublefire explain {others[0].rule}` tells what it is"
        )
    return UsageError(f"{fingerprint}: no finding in these inputs has this fingerprint")


def explain_calls(first: CallPlace, second: CallPlace, settings: Settings) -> Explanation:
    """Explain any two calls. Raises UsageError when a place names no call, or several."""
    from doublefire.api import examine
    from doublefire.detect.explain import explain_pair

    with ExitStack() as stack:
        session = examine(list(dict.fromkeys((first.path, second.path))), settings, stack)
        copies = [_copy_at(where, session) for where in (first, second)]
        copies.sort(key=lambda copy: (copy.row.at, copy.row.row))
        return explain_pair(copies[0], copies[1], session.detected.judged, session.detected.sessions)


def _copy_at(where: CallPlace, session: Session) -> Copy:
    import polars as pl

    judged = session.detected.judged
    sightings = judged.executed.sightings
    source = judged.tables.paths.index(where.path)
    seen = sightings.filter((pl.col("source") == source) & (pl.col("line") == where.line))
    if where.span is not None:
        seen = seen.filter(pl.col("span") == where.span)
    rows = set(seen["row"])
    found = [
        copy
        for copy in judged.copies(judged.executions)
        if copy.row.row in rows or rows & set(judged.executed.members.get(copy.row.row, ()))
    ]
    if len(found) != 1:
        problem = "no call" if not found else f"{len(found)} calls; add #SPAN to say which"
        raise UsageError(f"{where}: {problem} stands there")
    return found[0]
