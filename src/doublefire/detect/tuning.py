"""Window analysis: what each window would find, and what a dedupe cache of that lifetime would catch and swallow."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from doublefire.detect.clearance import cleared_whole
from doublefire.detect.detect import Detected, detect
from doublefire.detect.effects import strongest
from doublefire.detect.pairs import judge_pair
from doublefire.detect.settings import DetectSettings
from doublefire.detect.state import Peers
from doublefire.detect.tables import Tables
from doublefire.model import Confidence, GapRow, Reason, Tuning, WindowRow
from doublefire.semantics.configured import ToolTable

WANTED = frozenset((Reason.USER_ASKED_AGAIN, Reason.STATE_CHANGED))
"""Why a repeat is a new action, which a cache of tool and arguments cannot know."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two neighbouring copies that both may have run. Times are in nanoseconds, None without a clock."""

    kind: str
    """`duplicates`, `wanted` or `other`: the column of `GapRow` that it counts in."""
    gap_ns: int | None
    """From the end of the first to the start of the second: what a window is compared with."""
    age_ns: int | None
    """From start to start: how long a cache that remembers the first must have kept it."""


def tuning(tables: Tables, settings: DetectSettings, windows_ns: Sequence[int]) -> Tuning:
    """Judge the tables once for each window, in place of all windows that the settings name."""
    windows = sorted(set(windows_ns))
    seen = [detect(tables, with_window(settings, window)) for window in windows]
    repeats = list(repeats_in(seen[-1]))
    return Tuning(
        windows=tuple(_window(window, detected, repeats) for window, detected in zip(windows, seen, strict=True)),
        gaps=tuple(_gap(low, high, repeats) for low, high in itertools.pairwise([-1, *windows])),
        unclocked=sum(repeat.gap_ns is None for repeat in repeats),
    )


def with_window(settings: DetectSettings, window_ns: int) -> DetectSettings:
    """The settings with this one window for every tool."""
    tools = {name: replace(tool, window_ns=None) for name, tool in settings.tools.tools.items()}
    return replace(settings, window_ns=window_ns, tools=ToolTable(tools))


def repeats_in(detected: Detected) -> Iterator[Repeat]:
    """Every pair of neighbouring copies of a group that a cache could have held apart or run together."""
    found = {(pair.facts.first.row.row, pair.facts.second.row.row) for _, run in detected.runs for pair in run.pairs}
    for group in detected.groups:
        copies = Peers(map(detected.judged.copy_of, group.copies))
        if cleared_whole(copies) is not None:
            continue
        effect = strongest(copy.effect for copy in copies)
        live = [copy for copy in copies if copy.may_have_run]
        for first, second in itertools.pairwise(live):
            if (first.row.row, second.row.row) in found:
                kind = "duplicates"
            else:
                apart = judge_pair(first, second, detected.sessions, copies, effect).apart
                kind = "wanted" if apart in WANTED else "other"
            clocked = first.row.clocked and second.row.clocked
            gap, age = max(0, second.row.at - first.end), second.row.at - first.row.at
            yield Repeat(kind, gap if clocked else None, age if clocked else None)


def _window(window_ns: int, detected: Detected, repeats: Sequence[Repeat]) -> WindowRow:
    fingerprints = {fingerprint for fingerprint, _ in detected.runs}
    findings = [finding for finding in detected.findings if finding.fingerprint in fingerprints]
    kept = [repeat.kind for repeat in repeats if repeat.age_ns is not None and repeat.age_ns <= window_ns]
    return WindowRow(
        window_ns=window_ns,
        groups=sum(
            cleared_whole(tuple(map(detected.judged.copy_of, group.copies))) is None for group in detected.groups
        ),
        findings=len(findings),
        sure=sum(finding.confidence is Confidence.HIGH for finding in findings),
        caught=kept.count("duplicates"),
        dropped=kept.count("wanted"),
    )


def _gap(above_ns: int, up_to_ns: int, repeats: Sequence[Repeat]) -> GapRow:
    kinds = [repeat.kind for repeat in repeats if repeat.gap_ns is not None and above_ns < repeat.gap_ns <= up_to_ns]
    return GapRow(up_to_ns, kinds.count("duplicates"), kinds.count("wanted"), kinds.count("other"))
