"""What makes two executions the same logical action: canonical arguments, without what changes with every attempt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import msgspec

from doublefire.model import ABSENT
from doublefire.semantics import normal
from doublefire.semantics.envelopes import ENVELOPES, unwrap
from doublefire.semantics.exact_json import decode_maybe
from doublefire.semantics.keys import (
    KEY_DEPTH,
    configured_keys,
    find_keys,
    is_key_beside,
    key_value,
    named_keys,
    squashed_names,
)
from doublefire.semantics.loose import loosened
from doublefire.semantics.paths import Concrete, Path, dotted, matches, select
from doublefire.semantics.placeholders import identifying, masked, truncated
from doublefire.semantics.shapes import STAMP_FROM
from doublefire.semantics.volatile import Drops, drops, is_credential, is_header_object

MAX_DEPTH: Final = 200
"""Objects and lists inside each other that are compared by value; what lies deeper is compared by its bytes."""

MAX_CACHED_FIELDS: Final = 64
"""Fields of an object whose names are worth remembering; larger objects are data, keyed by ids."""

HOST_NAMES: Final = frozenset(("host", "hostname", "domain", "server_name", "fqdn"))

ORDINARY_TEXT: Final = re.compile(
    r"(?!(?i:redacted|masked|scrubbed|anonymi|obfuscated|censored|xxxx)|\d{10})"
    r"(?:[A-Za-z0-9][\w.,'-]{0,14}|[A-Za-z0-9][\w'-]*(?:\.\w+)*[,.!?]?(?: [\w'-]+(?:\.\w+)*[,.!?]?)+)",
    re.ASCII,
)
ORDINARY_LENGTH: Final = 40
"""Shorter texts of plain words are their own canonical form and neither mask, nonce nor clock: most values are such."""


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
_DROPPED: Final = object()
_KEY: Final = "key"


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
    return _tree(unwrap(arguments), _Walk(shell, rules or NO_RULES))


def encoded(tree: Any) -> bytes:
    """The canonical bytes of a canonical tree."""
    return _ENCODER.encode(tree)


def _identify(arguments: Any, shell: bool, rules: IdentityRules) -> Identity:
    arguments = unwrap(arguments)
    walk = _Walk(shell, rules)
    tree = _tree(arguments, walk)
    exact = encoded(tree)
    return Identity(
        exact=exact,
        loose=encoded(loosened(tree, shell=shell)) if walk.loosable else exact,
        state=_state(tree, walk),
        ignored=tuple(sorted(set(walk.ignored))),
        keys=_keys(arguments, walk, rules),
    )


def _keys(arguments: Any, walk: _Walk, rules: IdentityRules) -> tuple[tuple[str, str], ...]:
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
            if len(value) >= ORDINARY_LENGTH or ORDINARY_TEXT.fullmatch(value) is None:
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
        and not _fates(names, False, False)
    )


@lru_cache(maxsize=4096)
def _fates(names: tuple[Any, ...], shell: bool, headers: bool) -> Mapping[str, Drops | str]:
    """The special fields of an object with these names: `_KEY`, or the test that a value to drop passes."""
    fates: dict[str, Drops | str] = {}
    beside = squashed_names(tuple(map(str, names)))
    for name in map(str, names):
        volatile = drops(name, beside, shell=shell, headers=headers)
        if is_key_beside(name, beside):
            fates[name] = _KEY
        elif volatile is not None:
            fates[name] = volatile
        elif is_credential(name):
            fates[name] = _masked_text
    return fates


def _masked_text(value: Any) -> bool:
    return isinstance(value, str) and masked(value)


class _Walk:
    """One pass over arguments: builds the canonical tree and notes what it dropped and what it saw."""

    def __init__(self, shell: bool, rules: IdentityRules) -> None:
        self.shell = shell
        self.rules = rules
        self.configures = bool(rules.ignore or rules.key)
        self.ignored: list[str] = []
        self.keys: list[tuple[str, str]] = []
        self.masked = self.truncated = self.loosable = False

    def value(self, value: Any, name: str, path: Concrete) -> Any:
        """The canonical form of a value that stands under this name."""
        if isinstance(value, str):
            return self.text(value, name, path)
        if isinstance(value, dict):
            return self.object(value, name, path)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (list, tuple)):
            return self.list(value, name, path)
        if isinstance(value, (int, float, Decimal)):
            self.loosable = self.loosable or not (isinstance(value, int) and value < STAMP_FROM)
            return normal.number(value)
        return _foreign(value)

    def object(self, value: dict[Any, Any], name: str, path: Concrete) -> Any:
        """The kept fields; `_DROPPED` where none is left because of what was dropped."""
        if len(path) >= MAX_DEPTH:
            return _verbatim(value)
        names = tuple(value)
        find = _fates if len(names) <= MAX_CACHED_FIELDS else _fates.__wrapped__
        fates = find(names, self.shell, is_header_object(name))
        kept: dict[str, Any] = {}
        dropped = False
        for key, inner in value.items():
            if inner is None:
                continue
            field = key if isinstance(key, str) else str(key)
            place = (*path, field)
            if (fates and self.drops(fates.get(field), inner, place)) or (
                self.configures and self.configured(inner, place)
            ):
                dropped = True
                continue
            form = self.value(inner, field, place)
            if form is _DROPPED:
                dropped = True
            else:
                spelled = normal.text(field)
                kept[field if spelled in kept else spelled] = form
        return _DROPPED if dropped and not kept else kept

    def list(self, value: list[Any] | tuple[Any, ...], name: str, path: Concrete) -> Any:
        """The elements, nulls included: their position means something."""
        if len(path) >= MAX_DEPTH:
            return _verbatim(value)
        kept = []
        for position, inner in enumerate(value):
            place = (*path, position)
            if not (self.configures and self.configured(inner, place)):
                form = self.value(inner, name, place)
                kept.append({} if form is _DROPPED else form)
        return kept

    def drops(self, fate: Drops | str | None, value: Any, place: Concrete) -> bool:
        """Whether a field with this fate is left out; a key is noted."""
        if fate is None:
            return False
        if isinstance(fate, str):
            key = key_value(value)
            if key is not None and len(place) <= KEY_DEPTH:
                self.keys.append((dotted(place), key))
            return key is not None or isinstance(value, str)
        if fate(value):
            self.leave_out(value, place)
            return True
        return False

    def leave_out(self, value: Any, place: Concrete) -> None:
        """Note that a field is ignored; a key inside it still protects the call."""
        self.ignored.append(dotted(place))
        if not isinstance(value, str):
            self.keys.extend(named_keys(value, place))

    def configured(self, value: Any, place: Concrete) -> bool:
        """Whether the configuration leaves this place out."""
        if any(matches(path, place) for path in self.rules.ignore):
            self.leave_out(value, place)
            return True
        return any(matches(path, place) for path in self.rules.key)

    def text(self, value: str, name: str, path: Concrete) -> Any:
        """A text, or what the JSON in it says."""
        if len(value) >= ORDINARY_LENGTH or ORDINARY_TEXT.fullmatch(value) is None:
            decoded = decode_maybe(value)
            if decoded is not value:
                return self.value(decoded, name, path)
            if self.shell:
                value = value.strip()
            value = normal.text(value)
            if masked(value):
                self.masked = True
            elif truncated(value):
                self.truncated = True
            self.loosable = True
        return value.lower() if name in HOST_NAMES else value


def _tree(arguments: Any, walk: _Walk) -> Any:
    if walk.rules.identity:
        return {str(path): _selected(path, arguments, walk) for path in walk.rules.identity}
    tree = walk.value(arguments, "", ())
    return {} if tree is _DROPPED else tree


def _selected(path: Path, arguments: Any, walk: _Walk) -> list[Any]:
    last = path.steps[-1]
    name = last if isinstance(last, str) else ""
    forms = [walk.value(value, name, (str(path),)) for value in select(path, arguments) if value is not None]
    return [form for form in forms if form is not _DROPPED]


def _state(tree: Any, walk: _Walk) -> ArgumentsState:
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


def _verbatim(value: Any) -> dict[str, str]:
    """A value too deep to compare by what it means; raises if it is too deep even to be written down."""
    return {"~deep": msgspec.json.encode(value, order="sorted").decode()}


def _foreign(value: Any) -> dict[str, str]:
    """A value that JSON does not have: bytes, dates and sets of a literal or a table."""
    if isinstance(value, (set, frozenset)):
        return {"~set": repr(sorted(map(repr, value)))}
    return {f"~{type(value).__name__}": normal.text(str(value))}
