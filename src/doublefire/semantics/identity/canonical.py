"""What makes two executions the same logical action: canonical arguments, without what changes with every attempt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import msgspec

from doublefire.model import ABSENT
from doublefire.semantics.identity.envelopes import ENVELOPES, unwrap
from doublefire.semantics.identity.keys import configured_keys, find_keys
from doublefire.semantics.identity.loose import loosened
from doublefire.semantics.identity.walk import HOST_NAMES, MAX_CACHED_FIELDS, Walk, is_ordinary, special_fields
from doublefire.semantics.values.paths import Path, select
from doublefire.semantics.values.placeholders import identifying, masked
from doublefire.semantics.values.shapes import STAMP_FROM


@dataclass(frozen=True, slots=True)
class IdentityRules:
    """What the configuration says of one tool's arguments; paths start at the arguments without their envelope."""

    identity: tuple[Path, ...] = ()
    """If any: only these make the identity."""
    ignore: tuple[Path, ...] = ()
    key: tuple[Path, ...] = ()
    """Where the idempotency key stands."""


class ArgumentsState(StrEnum):
    """How much recorded arguments prove."""

    ABSENT = "absent"
    EMPTY = "empty"
    """Nothing but volatile fields: nothing names an object."""
    MASKED = "masked"
    PARTLY_MASKED = "partly-masked"
    """Something is masked, and another field identifies the object."""
    TRUNCATED = "truncated"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of one call's arguments: equal `exact` bytes mean equal actions, as far as `state` proves it."""

    exact: bytes
    loose: bytes
    """The same with nonces and long free texts replaced: equal for whatever `similar.nearness` finds near."""
    state: ArgumentsState
    ignored: tuple[str, ...]
    """Paths that were dropped because of their names, or because the configuration says so; sorted."""
    keys: tuple[tuple[str, str], ...]
    """(path, value) of idempotency keys, configured ones first."""


NOTHING: Final = Identity(b"", b"", ArgumentsState.ABSENT, (), ())

_ENCODER: Final = msgspec.json.Encoder(order="sorted")


def identify(arguments: Any, *, shell: bool = False, rules: IdentityRules | None = None) -> Identity:
    """The identity of decoded arguments, of JSON or Python text, or of plain text. Never raises on content.

    `shell`: the tool runs commands; what the model says about a command is no part of it. What cannot be compared at
    all has the state ABSENT, so that it matches nothing.
    """
    if type(arguments) is dict and not shell and rules in (None, NO_RULES):
        ordinary = _ordinary_identity(arguments)
        if ordinary is not None:
            return ordinary
    if arguments is ABSENT:
        return NOTHING
    try:
        return _identify(arguments, shell, rules or NO_RULES)
    except (RecursionError, TypeError, ValueError, ArithmeticError):
        return NOTHING


NO_RULES: Final = IdentityRules()


def canonical_tree(arguments: Any, *, shell: bool = False, rules: IdentityRules | None = None) -> Any:
    """The value whose encoding is `Identity.exact`: objects, lists, texts, booleans, ints, other numbers as `Raw`."""
    return _tree(unwrap(arguments), Walk(shell, rules or NO_RULES))


def encoded(tree: Any) -> bytes:
    """The canonical bytes of a canonical tree."""
    return _ENCODER.encode(tree)


def _identify(arguments: Any, shell: bool, rules: IdentityRules) -> Identity:
    arguments = unwrap(arguments)
    walk = Walk(shell, rules)
    tree = _tree(arguments, walk)
    exact = encoded(tree)
    return Identity(
        exact=exact,
        loose=encoded(loosened(tree, shell=shell)) if walk.loosable else exact,
        state=_state(tree, walk),
        ignored=tuple(sorted(set(walk.ignored))),
        keys=_keys(arguments, walk, rules),
    )


def _keys(arguments: Any, walk: Walk, rules: IdentityRules) -> tuple[tuple[str, str], ...]:
    if rules.identity:  # the walk saw only what makes the identity
        return find_keys(arguments, rules)
    if not rules.key:
        return tuple(walk.keys)
    found = dict(configured_keys(arguments, rules.key))
    for path, value in walk.keys:
        found.setdefault(path, value)
    return tuple(found.items())


def _ordinary_identity(arguments: dict[Any, Any]) -> Identity | None:
    """The identity of a flat object of short plain values, which needs no walk; None for any other."""
    names = tuple(arguments)
    if len(names) > MAX_CACHED_FIELDS or not _ordinary_names(names):
        return None
    for value in arguments.values():
        kind = type(value)
        if kind is str:
            if not is_ordinary(value):
                return None
        elif kind is int:
            if not -STAMP_FROM < value < STAMP_FROM:
                return None
        elif kind is not bool:
            return None
    exact = _ENCODER.encode(arguments)
    return Identity(exact, exact, ArgumentsState.FULL, (), ())


@lru_cache(maxsize=4096)
def _ordinary_names(names: tuple[Any, ...]) -> bool:
    return (
        bool(names)
        and all(isinstance(name, str) and name.isascii() and name not in HOST_NAMES for name in names)
        and not (len(names) == 1 and names[0] in ENVELOPES)
        and not special_fields(names, False, False)
    )


def _tree(arguments: Any, walk: Walk) -> Any:
    if walk.rules.identity:
        return {str(path): _selected(path, arguments, walk) for path in walk.rules.identity}
    return walk.value(arguments, "", ())


def _selected(path: Path, arguments: Any, walk: Walk) -> list[Any]:
    last = path.steps[-1]
    name = last if isinstance(last, str) else ""
    forms = [walk.value(value, name, (str(path),)) for value in select(path, arguments) if value is not None]
    return [form for form in forms if form != {}]


def _state(tree: Any, walk: Walk) -> ArgumentsState:
    if not _says_something(tree):
        return ArgumentsState.EMPTY
    if walk.truncated:
        return ArgumentsState.TRUNCATED
    if walk.masked:
        return ArgumentsState.PARTLY_MASKED if _identifies(tree, "") else ArgumentsState.MASKED
    return ArgumentsState.FULL


def _says_something(tree: Any) -> bool:
    """Whether anything is left but nulls, blanks and empty objects."""
    if isinstance(tree, dict):
        return any(map(_says_something, tree.values()))
    if isinstance(tree, list):
        return any(map(_says_something, tree))
    return bool(tree.strip()) if isinstance(tree, str) else tree is not None


def _identifies(tree: Any, name: str) -> bool:
    """Whether a value that is not masked stands under a name that identifies an object or a recipient."""
    if isinstance(tree, dict):
        return any(_identifies(inner, field) for field, inner in tree.items())
    if isinstance(tree, list):
        return any(_identifies(inner, name) for inner in tree)
    if not identifying(name) or tree is None or isinstance(tree, bool):
        return False
    return not isinstance(tree, str) or bool(tree.strip() and not masked(tree))
