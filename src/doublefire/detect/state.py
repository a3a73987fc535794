"""Whether the world changed between two copies, so that the second is new work.

A write in between counts when it names a resource that the copies made or a path that they write, or undoes them; for
commands any edit of a file or other effectful command counts (unsloth#10379, TeXRA#9765's barrier rule). A customer or
account that is only an argument does not: an apology to the same customer changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from doublefire.detect.copies import Copy
from doublefire.model import Effect, Outcome, ToolKind
from doublefire.semantics.effects.words import words_of
from doublefire.semantics.resources.ids import is_container, own_resources

MAX_BETWEEN = 200
"""Executions in between that are looked at, nearest to the second copy first: more can only miss an excuse."""
MAX_VALUES = 500
"""Scalar values of one call's arguments that are compared."""
MAX_NESTING = 12
PATH_FIELDS = frozenset(
    ("path", "file_path", "filepath", "filename", "file", "notebook_path", "target_file", "dest", "destination")
)
UNDOES = frozenset(
    (
        "delete",
        "remove",
        "cancel",
        "undo",
        "revert",
        "void",
        "rollback",
        "unset",
        "unassign",
        "release",
        "discard",
        "reset",
        "restore",
    )
)
ADDRESSING = (ToolKind.HTTP, ToolKind.SHELL, ToolKind.SQL, ToolKind.GRAPHQL)
"""Tools whose arguments address a resource inside a longer text; in a mail or a note an id is only mentioned."""
ADDRESS_WORD = re.compile(r"[\w.#-]+")
MAX_ADDRESS = 4_000
DID_NOT_RUN = (Outcome.NOT_EXECUTED, Outcome.CONFLICT)
BUILD_WORDS = frozenset(("test", "tests", "build", "lint", "compile", "typecheck", "check", "format"))


class Peers(tuple[Copy, ...]):
    """The copies of a group, with what all of them share found out once: a group may hold very many pairs."""

    @cached_property
    def members(self) -> frozenset[Copy]:
        """The copies, to look one up."""
        return frozenset(self)

    @cached_property
    def made(self) -> frozenset[str]:
        """The resources that they made, in every spelling."""
        named = (value for copy in self for value in own_resources(copy.resources, copy.row.tool).values())
        return frozenset(spelling for value in named for spelling in _spellings(value))

    @cached_property
    def paths(self) -> frozenset[str]:
        """The paths that they write."""
        return frozenset(value for copy in self for name, value in scalars(copy.arguments) if name in PATH_FIELDS)


def changes_state(first: Copy, between: Sequence[Copy], group: Peers) -> str | None:
    """What changed between `first` and the next copy, in words, or None."""
    others = [copy for copy in between[-MAX_BETWEEN:] if copy not in group.members and copy.outcome not in DID_NOT_RUN]
    if not others:
        return None
    if _is_command(first):
        changed = next((copy for copy in others if _works_on_files(copy, first.outcome is Outcome.EXECUTED)), None)
        if changed is not None:
            return f"{changed.row.tool} ran between the copies, so the command had something new to work on"
    return next((text for copy in others if (text := _touches(copy, first, group))), None)


def _touches(copy: Copy, first: Copy, group: Peers) -> str | None:
    values = list(scalars(copy.arguments))
    if any(value in group.made for _, value in values) or (copy.kind in ADDRESSING and group.made & _addressed(values)):
        return f"{copy.row.tool} worked on what the first copy had made before the second ran"
    if any(value in group.paths for name, value in values if name in PATH_FIELDS):
        return f"{copy.row.tool} wrote the same path between the copies"
    if _undoes(copy, first):
        return f"{copy.row.tool} undid the first copy before the second ran"
    return None


def _spellings(resource: str) -> Iterator[str]:
    """How a later call may name a resource: `#12` is 12, and a link names what its last part does."""
    yield resource
    yield resource.lstrip("#")
    if "://" in resource:
        yield resource.rstrip("/").rsplit("/", 1)[-1]


def _addressed(values: list[tuple[str, str]]) -> set[str]:
    """The words of what such a tool addresses: segments of a URL, arguments of a command, literals of SQL."""
    return {word for _, value in values for word in ADDRESS_WORD.findall(value[:MAX_ADDRESS])}


def _is_command(copy: Copy) -> bool:
    return copy.kind is ToolKind.SHELL or bool(BUILD_WORDS & set(words_of(copy.row.tool)))


def _works_on_files(copy: Copy, first_succeeded: bool) -> bool:
    """An edit or an effectful command; one of unknown effect counts only after a first copy that had succeeded."""
    if copy.kind is ToolKind.EDIT:
        return True
    return copy.kind is ToolKind.SHELL and (
        copy.effect in (Effect.WRITE, Effect.IDEMPOTENT) or (first_succeeded and copy.effect is Effect.UNKNOWN)
    )


def _undoes(copy: Copy, first: Copy) -> bool:
    """`delete_label(name)` undoes `create_label(name)`: an undoing verb, a shared noun, and a shared value of its
    own."""
    verbs, nouns = set(words_of(copy.row.tool)), set(words_of(first.row.tool))
    if not verbs & UNDOES or not (verbs & nouns or copy.row.tool == first.row.tool):
        return False
    own = {value for name, value in scalars(first.arguments) if not is_container(name)}
    return any(value in own for _, value in scalars(copy.arguments))


def scalars(value: Any) -> Iterator[tuple[str, str]]:
    """(field name, text) of the scalar values of arguments, nested ones too, the first `MAX_VALUES` of them."""
    stack: list[tuple[str, Any, int]] = [("", value, 0)]
    count = 0
    while stack and count < MAX_VALUES:
        name, item, depth = stack.pop()
        if isinstance(item, dict) and depth < MAX_NESTING:
            stack += [(str(key), inner, depth + 1) for key, inner in item.items()]
        elif isinstance(item, list) and depth < MAX_NESTING:
            stack += [(name, inner, depth + 1) for inner in item[:MAX_VALUES]]
        elif isinstance(item, (str, int)) and not isinstance(item, bool) and item != "":
            count += 1
            yield name, str(item)
