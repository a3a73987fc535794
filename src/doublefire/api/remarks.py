"""What a user must hear beside the report: what was not read, and which suppressions do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from doublefire.settings import Settings

if TYPE_CHECKING:
    from doublefire.api import Session
    from doublefire.detect.settings import SuppressRule

NAMED = 20
"""Files that are named: a folder of thousands would bury everything else."""


def remarks(session: Session, settings: Settings) -> Iterator[str]:
    """One sentence each."""
    yield from unread(session)
    yield from _idle_suppressions(session, settings)


def unread(session: Session) -> Iterator[str]:
    """What was passed over or could not be used."""
    yield from without_calls(session.passed_over)
    damaged = [row for row in session.audit.inputs if row.rejected_total]
    if damaged:
        total = sum(row.rejected_total for row in damaged)
        places = [
            f"{row.path}{f':{row.rejected[0].line}' if row.rejected and row.rejected[0].line else ''}"
            for row in damaged
        ]
        yield f"{total} {'record' if total == 1 else 'records'} could not be used, the first at {_named(places)}"


def without_calls(paths: Sequence[str]) -> Iterator[str]:
    """The files that were met in a folder and are no traces."""
    if paths:
        yield f"{_files(paths)} without a tool call passed over: {_named(paths)}"


def _idle_suppressions(session: Session, settings: Settings) -> Iterator[str]:
    from doublefire.detect.triage import expired, matches

    late = expired(settings.detect)
    for rule in settings.detect.suppress:
        if rule in late:
            yield f"the suppression of {_described(rule)} expired on {rule.expires} and silences nothing"
        elif not any(matches(rule, finding) for finding in session.audit.findings):
            yield f"the suppression of {_described(rule)} matches nothing here"


def _described(rule: SuppressRule) -> str:
    fields = {"rule": rule.rule, "tool": rule.tool, "fingerprint": rule.fingerprint}
    return ", ".join(f"{name} {value}" for name, value in fields.items() if value is not None) + f" ({rule.reason})"


def _files(paths: Sequence[str]) -> str:
    return "1 file" if len(paths) == 1 else f"{len(paths)} files"


def _named(paths: Sequence[str]) -> str:
    more = len(paths) - NAMED
    return ", ".join(paths[:NAMED]) + (f" and {more} more" if more > 0 else "")
