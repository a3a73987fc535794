"""From a group to runs: the copies that may have run, split where an exculpation holds neighbours apart."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from doublefire.detect import weights
from doublefire.detect.copies import Copy
from doublefire.detect.effects import strongest
from doublefire.detect.pairs import PairVerdict, judge_pair
from doublefire.detect.session import Sessions
from doublefire.detect.state import Peers
from doublefire.model import Cause, Confidence, Effect, Outcome, Reason
from doublefire.semantics.resources.ids import compare_resources


@dataclass(frozen=True, slots=True)
class Run:
    """A maximal unsplit run of copies that may have run, the pairs between them, and the copies beside them."""

    copies: tuple[Copy, ...]
    pairs: tuple[PairVerdict, ...]
    effect: Effect
    also: tuple[Copy, ...] = ()
    """Copies that never ran, conflicted or were replayed."""

    @property
    def strongest(self) -> PairVerdict:
        """The pair that the run's confidence and cause are taken from: the most confident, of equal ones the first."""
        return max(self.pairs, key=lambda pair: weights.level(pair.confidence))

    @property
    def confidence(self) -> Confidence:
        """How sure it is."""
        return self.strongest.confidence

    @property
    def cause(self) -> Cause:
        """Why it was repeated."""
        return self.strongest.cause

    @property
    def overlap(self) -> bool:
        """Whether any two neighbours ran at the same time."""
        return any(pair.facts.overlap for pair in self.pairs)

    @property
    def keys(self) -> list[int | None]:
        """The idempotency keys of the copies, in order; a request id that all of them share counts as one."""
        own = [copy.row.key for copy in self.copies]
        if any(key is not None for key in own):
            return own
        shared = set.intersection(*(set(copy.weak_keys.items()) for copy in self.copies))
        return [min(shared)[1]] * len(own) if shared else own

    @property
    def successes(self) -> list[Copy]:
        """The copies that ran for sure."""
        return [copy for copy in self.copies if copy.outcome is Outcome.EXECUTED]

    @property
    def two_resources(self) -> bool:
        """Whether any two results name different resources."""
        return any_differ(self.successes)

    @property
    def one_resource(self) -> bool:
        """Whether all results name the same resource."""
        named = self.successes
        first = named[0].resources if named else {}
        return bool(first) and all(
            compare_resources(first, copy.resources, tool=copy.row.tool) == "same" for copy in named[1:]
        )


def any_differ(copies: Sequence[Copy]) -> bool:
    """Whether any two of these copies' results name different resources; a long list is compared with its first."""
    named = [copy for copy in copies if copy.resources]
    return any(
        compare_resources(named[0].resources, other.resources, tool=other.row.tool) == "different"
        for other in named[1:]
    )


def effects_counted(copies: Iterable[Copy], keys: Sequence[int | None]) -> tuple[int, int]:
    """(confirmed, possible) effects: copies under one key that name no two resources count as one."""
    confirmed = possible = 0
    by_key: dict[int, list[Copy]] = {}
    for copy, key in zip(copies, keys, strict=True):
        if key is None:
            confirmed += copy.outcome is Outcome.EXECUTED
            possible += 1
        else:
            by_key.setdefault(key, []).append(copy)
    for shared in by_key.values():
        ran = [copy for copy in shared if copy.outcome is Outcome.EXECUTED]
        if any_differ(ran):
            confirmed += len(ran)
            possible += len(shared)
        else:
            confirmed += bool(ran)
            possible += 1
    return confirmed, possible


@dataclass(frozen=True, slots=True)
class Split:
    """A group cut into runs and single copies; `left_over` holds each single with the reason it was held apart for."""

    runs: tuple[Run, ...]
    left_over: tuple[tuple[Copy, Reason, str], ...]


def split(copies: tuple[Copy, ...], sessions: Sessions) -> Split:
    """Judge neighbours pair by pair and cut where they are held apart."""
    effect = strongest(copy.effect for copy in copies)
    live = [copy for copy in copies if copy.may_have_run and not copy.row.replayed]
    beside = [copy for copy in copies if not copy.may_have_run or copy.row.replayed]
    peers = Peers(copies)
    verdicts = [judge_pair(first, second, sessions, peers, effect) for first, second in itertools.pairwise(live)]
    segments: list[tuple[list[Copy], list[PairVerdict]]] = [([live[0]], [])] if live else []
    for copy, verdict in zip(live[1:], verdicts, strict=True):
        if verdict.apart is None:
            segments[-1][0].append(copy)
            segments[-1][1].append(verdict)
        else:
            segments.append(([copy], []))
    runs = [Run(tuple(part), tuple(pairs), effect) for part, pairs in segments if pairs]
    reasons = [(verdict.apart, verdict.detail) for verdict in verdicts if verdict.apart is not None]
    singles = []
    for number, (part, pairs) in enumerate(segments):
        if not pairs and reasons:
            singles.append((part[0], *reasons[max(0, number - 1)]))
    return Split(tuple(_beside(runs, beside)), tuple(singles))


def _beside(runs: list[Run], beside: list[Copy]) -> list[Run]:
    """Each copy that did not run goes with the last run that began before it, else with the first."""
    also: list[list[Copy]] = [[] for _ in runs]
    for copy in beside if runs else ():
        begun = [number for number, run in enumerate(runs) if run.copies[0].row.at <= copy.row.at]
        also[begun[-1] if begun else 0].append(copy)
    return [Run(run.copies, run.pairs, run.effect, tuple(rest)) for run, rest in zip(runs, also, strict=True)]
