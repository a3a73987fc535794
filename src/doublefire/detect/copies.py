"""A copy under judgement: its row, and its texts read back once when something asks for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from doublefire.detect.children import ChildRequest
from doublefire.detect.tables import Execution, Texts
from doublefire.model import ABSENT, Effect, Outcome, ToolKind, Trouble
from doublefire.schema import EFFECTS, OUTCOMES, TOOL_KINDS, TROUBLES
from doublefire.semantics.effects import is_shell_volatile
from doublefire.semantics.identity.canonical import ArgumentsState, Identity, IdentityRules, identify
from doublefire.semantics.identity.hashes import text_hash
from doublefire.semantics.identity.keys import find_weak_keys
from doublefire.semantics.resources.ids import resource_ids

NO_TEXTS = Texts(ABSENT, ABSENT, None, None)


class Copy:
    """One execution with everything that judgement may ask of it. Two copies are equal when they are the same row."""

    def __init__(
        self,
        row: Execution,
        texts: Callable[[int, int, int], Texts],
        rules: IdentityRules,
        children: tuple[ChildRequest, ...] = (),
    ) -> None:
        self.row = row
        self.children = children
        self._texts = texts
        self._rules = rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Copy) and other.row.row == self.row.row

    def __hash__(self) -> int:
        return hash(self.row.row)

    @property
    def outcome(self) -> Outcome:
        """Whether it ran."""
        return OUTCOMES[self.row.outcome]

    @property
    def trouble(self) -> Trouble:
        """How it went wrong."""
        return TROUBLES[self.row.trouble]

    @property
    def effect(self) -> Effect:
        """What running it does."""
        return EFFECTS[self.row.effect]

    @property
    def kind(self) -> ToolKind:
        """What sort of tool it goes to."""
        return TOOL_KINDS[self.row.tool_kind]

    @property
    def is_shell(self) -> bool:
        """Whether its tool runs commands, whatever this one does: what a model says about one is no part of it."""
        return self.kind is ToolKind.SHELL or is_shell_volatile(self.row.tool)

    @property
    def state(self) -> ArgumentsState:
        """How much its recorded arguments prove."""
        return ArgumentsState(self.row.state)

    @property
    def may_have_run(self) -> bool:
        """Whether it counts as a possible effect."""
        return self.outcome in (Outcome.EXECUTED, Outcome.UNKNOWN)

    @property
    def end(self) -> int:
        """Its end, its start where none was recorded; a position without a clock."""
        return self.row.end if self.row.clocked and self.row.end is not None else self.row.at

    @cached_property
    def _asked(self) -> Texts:
        row = self.row
        if row.arguments_store is None or row.arguments_offset is None or row.arguments_size is None:
            return NO_TEXTS
        return self._texts(row.arguments_store, row.arguments_offset, row.arguments_size)

    @cached_property
    def _answered(self) -> Texts:
        row = self.row
        if row.result_store is None or row.result_offset is None or row.result_size is None:
            return NO_TEXTS
        if (row.result_store, row.result_offset) == (row.arguments_store, row.arguments_offset):
            return self._asked
        return self._texts(row.result_store, row.result_offset, row.result_size)

    @property
    def arguments(self) -> Any:
        """The decoded arguments, ABSENT when not recorded."""
        return self._asked.arguments

    @property
    def result(self) -> Any:
        """The decoded result, ABSENT when not recorded."""
        return self._answered.result

    @property
    def error(self) -> str | None:
        """The recorded error, in short."""
        return self._answered.error

    @cached_property
    def identity(self) -> Identity:
        """The canonical arguments."""
        return identify(self.arguments, shell=self.is_shell, rules=self._rules)

    @cached_property
    def key_text(self) -> str | None:
        """The idempotency key as sent: in the arguments, beside them, or in a header of a child request."""
        return self._asked.key or self._answered.key or next((child.key for child in self.children if child.key), None)

    @cached_property
    def resources(self) -> dict[str, str]:
        """The resource ids that its result names, by field."""
        return (
            resource_ids(self.result, self.arguments)
            if self.outcome is Outcome.EXECUTED and self.result is not ABSENT
            else {}
        )

    @cached_property
    def weak_keys(self) -> dict[str, int]:
        """Request ids in the arguments: keys only when two copies share one."""
        return {path: text_hash(value) for path, value in find_weak_keys(self.arguments)}
