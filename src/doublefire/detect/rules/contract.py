"""What a rule is. A new rule is one module in this folder and one line in `rules/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from doublefire.detect.judged import Judged
from doublefire.detect.runs import Run
from doublefire.model import Finding


@dataclass(frozen=True, slots=True)
class RunRule:
    """A rule about a run of copies that may have run. Rules are tried in order; the first that fits reports the run."""

    name: str
    fits: Callable[[Run, int], bool]
    """(run, key retention in nanoseconds)"""
    message: Callable[[Run], str]


@dataclass(frozen=True, slots=True)
class TraceRule:
    """A rule that looks at the whole trace: keys, tools, requests below a tool."""

    name: str
    find: Callable[[Judged], Iterator[Finding]]
