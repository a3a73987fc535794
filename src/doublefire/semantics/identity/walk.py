"""One pass over arguments that builds their canonical tree and notes what it leaves out and what it meets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from doublefire.semantics.identity.keys import KEY_DEPTH, is_key_beside, key_value, named_keys, squashed_names
from doublefire.semantics.identity.volatile import Drops, drops, is_credential, is_header_object
from doublefire.semantics.values import normal
from doublefire.semantics.values.exact_json import decode_maybe
from doublefire.semantics.values.paths import Concrete, dotted, matches
from doublefire.semantics.values.placeholders import masked, truncated
from doublefire.semantics.values.shapes import STAMP_FROM

if TYPE_CHECKING:
    from doublefire.semantics.identity.canonical import IdentityRules

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

_KEY: Final = "key"


def is_ordinary(text: str) -> bool:
    """Whether a text needs no second look."""
    return len(text) < ORDINARY_LENGTH and ORDINARY_TEXT.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def special_fields(names: tuple[Any, ...], shell: bool, headers: bool) -> Mapping[str, Drops | str]:
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


class Walk:
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
        """The kept fields. Nulls and empty objects equal absent ones, so one of volatile fields leaves no trace."""
        if len(path) >= MAX_DEPTH:
            return _verbatim(value)
        names = tuple(value)
        find = special_fields if len(names) <= MAX_CACHED_FIELDS else special_fields.__wrapped__
        fates = find(names, self.shell, is_header_object(name))
        kept: dict[str, Any] = {}
        for key, inner in value.items():
            if inner is None:
                continue
            field = key if isinstance(key, str) else str(key)
            place = (*path, field)
            if (fates and self.drops(fates.get(field), inner, place)) or (
                self.configures and self.configured(inner, place)
            ):
                continue
            form = self.value(inner, field, place)
            if form != {}:
                spelled = normal.text(field)
                kept[field if spelled in kept else spelled] = form
        return kept

    def list(self, value: list[Any] | tuple[Any, ...], name: str, path: Concrete) -> Any:
        """The elements, nulls included: their position means something."""
        if len(path) >= MAX_DEPTH:
            return _verbatim(value)
        kept = []
        for position, inner in enumerate(value):
            place = (*path, position)
            if not (self.configures and self.configured(inner, place)):
                kept.append(self.value(inner, name, place))
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
        if not is_ordinary(value):
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


def _verbatim(value: Any) -> dict[str, str]:
    """A value too deep to compare by what it means; raises if it is too deep even to be written down."""
    return {"~deep": msgspec.json.encode(value, order="sorted").decode()}


def _foreign(value: Any) -> dict[str, str]:
    """A value that JSON does not have: bytes, dates and sets of a literal or a table."""
    if isinstance(value, (set, frozenset)):
        return {"~set": repr(sorted(map(repr, value)))}
    return {f"~{type(value).__name__}": normal.text(str(value))}
