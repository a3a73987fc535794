"""Emissions to table rows: hashes, classes and codes instead of payloads, which go to the spill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from xxhash import xxh3_64_intdigest

from doublefire.ingest.payload import Payload, Spill
from doublefire.model import (
    ABSENT,
    Child,
    Declaration,
    Effect,
    Emission,
    Kind,
    Link,
    Mark,
    MarkKind,
    Record,
    Rejection,
    SessionOf,
    Sighting,
    ToolKind,
)
from doublefire.schema import EFFECTS, KINDS, LAYERS, MARK_KINDS, OUTCOMES, TOOL_KINDS, TROUBLES
from doublefire.semantics.effects import effect_of_arguments, is_pseudo_tool, is_shell_volatile, kind_of
from doublefire.semantics.identity.canonical import ArgumentsState, IdentityRules, identify
from doublefire.semantics.identity.hashes import text_hash, value_hash
from doublefire.semantics.outcomes import is_empty_result, judge_outcome
from doublefire.semantics.replays import is_replayed

Row = tuple[Any, ...]
MAX_REJECTIONS = 20
"""Rejected records that a report lists by line for one input; all are counted."""

_KIND = {kind: code for code, kind in enumerate(KINDS)}
_LAYER = {layer: code for code, layer in enumerate(LAYERS)}
_OUTCOME = {outcome: code for code, outcome in enumerate(OUTCOMES)}
_TROUBLE = {trouble: code for code, trouble in enumerate(TROUBLES)}
_EFFECT = {effect: code for code, effect in enumerate(EFFECTS)}
_TOOL_KIND = {kind: code for code, kind in enumerate(TOOL_KINDS)}
_MARK_KIND = {kind: code for code, kind in enumerate(MARK_KINDS)}


@dataclass(slots=True)
class Collected:
    """The rows of one input (or of a part of one), in the column order of `schema.py`."""

    sightings: list[Row] = field(default_factory=list)
    marks: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)
    children: list[Row] = field(default_factory=list)
    sessions: list[Row] = field(default_factory=list)
    declarations: list[Declaration] = field(default_factory=list)
    records: int = 0
    tool_calls: int = 0
    """Requests and executions seen, those of pseudo-tools included: whether there was anything to audit."""
    rejected_total: int = 0
    rejected: list[Rejection] = field(default_factory=list)

    def reject(self, rejection: Rejection) -> None:
        """Count a record that could not be used; the first few are kept with their place."""
        self.rejected_total += 1
        if len(self.rejected) < MAX_REJECTIONS:
            self.rejected.append(rejection)


class Collector:
    """Turns the emissions of one input into rows; `rules_of` gives the identity rules of the config for a tool."""

    def __init__(
        self,
        source: int,
        store: int,
        spill: Spill,
        rules_of: Callable[[str], IdentityRules | None],
        *,
        first: int = 0,
    ) -> None:
        """`first`: orders begin behind it, so that the parts of one input keep theirs."""
        self.rows = Collected()
        self._source = source
        self._store = store
        self._spill = spill
        self._rules_of = lru_cache(maxsize=4096)(rules_of)
        self._order = first

    def add(self, emission: Emission, record: Record | None) -> None:
        """Take one emission that came from this record."""
        line = record.line if record is not None else None
        if isinstance(emission, Sighting):
            self.rows.tool_calls += emission.kind is not Kind.RESULT
            if emission.tool is None or not is_pseudo_tool(emission.tool):
                self._sighting(emission, line)
        elif isinstance(emission, Link):
            self.rows.links.append((emission.trace, emission.span, emission.parent))
        elif isinstance(emission, Mark):
            self._mark(emission)
        elif isinstance(emission, Child):
            self._child(emission, line)
        elif isinstance(emission, SessionOf):
            self.rows.sessions.append((emission.trace, emission.session))
        else:
            self.rows.declarations.append(emission)

    def _next_order(self) -> int:
        self._order += 1
        return self._order

    def _sighting(self, seen: Sighting, line: int | None) -> None:
        tool = seen.tool or ""
        said = (
            effect_of_arguments(tool, seen.arguments)
            if seen.arguments is not ABSENT and seen.kind is not Kind.RESULT
            else None
        )
        kind = said.kind if said else kind_of(tool)
        exact, loose, state, key, key_field = self._identity(seen, kind is ToolKind.SHELL or is_shell_volatile(tool))
        has_end = seen.end_ns is not None or seen.kind is Kind.RESULT
        verdict = judge_outcome(
            seen.status, seen.result, tool=tool or None, ended=has_end, arguments=seen.arguments
        )
        effect = (
            seen.effect
            if seen.effect is not None
            else said.effect
            if said and said.effect is not Effect.UNKNOWN
            else None
        )
        payload = Payload(seen.arguments, seen.result, verdict.error, key)
        at, size = self._spill.add(payload) if payload != EMPTY else (None, None)
        self.rows.sightings.append(
            (
                self._source,
                self._next_order(),
                line,
                _KIND[seen.kind],
                _LAYER[seen.layer],
                seen.tool,
                seen.session,
                seen.trace or None,
                seen.span,
                seen.parent,
                seen.scope,
                seen.turn,
                seen.call_id,
                seen.agent,
                seen.start_ns,
                seen.end_ns,
                exact,
                loose,
                state,
                None if key is None else text_hash(key),
                key_field,
                None if effect is None else _EFFECT[effect],
                None if effect is None else "declared" if seen.effect is not None else "arguments",
                _TOOL_KIND[kind],
                _OUTCOME[verdict.outcome],
                _TROUBLE[verdict.trouble],
                None if seen.result is ABSENT else value_hash(seen.result),
                seen.result is not ABSENT and is_empty_result(seen.result),
                seen.replayed or (seen.result is not ABSENT and is_replayed(seen.result)),
                seen.wrapper,
                self._store,
                at,
                size,
            )
        )

    def _identity(self, seen: Sighting, shell: bool) -> tuple[int | None, int | None, str, str | None, str | None]:
        if seen.arguments is ABSENT or seen.kind is Kind.RESULT:
            return None, None, ArgumentsState.ABSENT.value, seen.key, None
        identity = identify(seen.arguments, shell=shell, rules=self._rules_of(seen.tool or ""))
        field_name, key = identity.keys[0] if identity.keys else (None, seen.key)
        exact = xxh3_64_intdigest(identity.exact)
        loose = exact if identity.loose == identity.exact else xxh3_64_intdigest(identity.loose)
        return exact, loose, identity.state.value, key, field_name

    def _mark(self, mark: Mark) -> None:
        self.rows.marks.append(
            (
                self._source,
                self._next_order(),
                _MARK_KIND[MarkKind(mark.kind)],
                mark.session,
                mark.trace or None,
                mark.at_ns,
                mark.turn,
                mark.ref,
                None if mark.text is None else text_hash(mark.text.strip().casefold()),
            )
        )

    def _child(self, child: Child, line: int | None) -> None:
        self.rows.children.append(
            (
                self._source,
                line,
                child.trace,
                child.span,
                child.parent,
                child.verb,
                child.address,
                child.status,
                child.failed,
                child.error_type,
                child.resend,
                child.start_ns,
                child.end_ns,
                child.key,
            )
        )


EMPTY = Payload()
