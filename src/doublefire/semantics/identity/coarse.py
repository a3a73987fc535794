"""A cheap hash that two calls of one action surely share: what tells a reader of a long trace which calls can matter.

Where the exact identities of two calls are equal, or `similar.nearness` finds them near, their coarse hashes are equal
and their word sets contain each other. The reverse does not hold: calls that share a hash are looked at properly. So
only plain scalar values count, in the one form that all their spellings have, and whatever may differ between two
copies of one action is left out: volatile fields, nulls, nonces, clocks and the wording of texts.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final

from xxhash import xxh3_64_intdigest

from doublefire.semantics.identity.canonical import IdentityRules
from doublefire.semantics.identity.envelopes import ENVELOPES
from doublefire.semantics.identity.prose import PROSE_LENGTH, PROSE_WORDS, content_words, numbers
from doublefire.semantics.identity.volatile import is_header_object
from doublefire.semantics.identity.walk import MAX_CACHED_FIELDS, special_fields
from doublefire.semantics.values.shapes import STAMP_FROM

MAX_NESTING: Final = 8
"""Objects inside each other that are looked at here; arguments deeper than that are read properly."""
NONCE_LENGTH: Final = 16
"""A shorter text is no UUID, ULID, hex digest or token; only digits that short can be a clock."""
STAMP_DIGITS: Final = 10
LONGEST_NONCE: Final = 80
MAX_WORDS: Final = 200_000
"""Words whose bit is remembered; the table starts anew when it is full."""


Coarse = tuple[int, int, bool]
"""`values`: equal for all copies of one action. `words`: a bit for each content word of the first long text; of two
wordings of one text, one has all bits of the other. `keyed`: a field carries an idempotency key; it is no value."""


class _Special(Exception):
    """These arguments have to be read properly: they hold JSON in a text, or are no plain object."""


def coarse(arguments: Any, *, shell: bool = False) -> Coarse | None:
    """The coarse hash of decoded arguments; None when they have to be read properly."""
    if type(arguments) is not dict:
        return None
    parts: list[str] = []
    seen = _Seen()
    try:
        _object(arguments, "", parts, 0, shell, seen)
    except (_Special, ArithmeticError):
        return None
    return xxh3_64_intdigest("\x1f".join(parts).lower().encode()), seen.words or 0, seen.keyed


def may_be_near(one: Coarse | None, other: Coarse | None) -> bool:
    """Whether two calls can be near at all: equal values, and all words of one among those of the other."""
    if one is None or other is None:
        return True
    shared = one[1] & other[1]
    return one[0] == other[0] and shared in (one[1], other[1])


def has_rules(rules: IdentityRules | None) -> bool:
    """Whether the configuration says what makes a call's identity or key: such calls are read properly."""
    return rules is not None and bool(rules.identity or rules.ignore or rules.key)


class _Seen:
    """What one pass over arguments notes beside their values."""

    __slots__ = ("keyed", "words")

    def __init__(self) -> None:
        self.words: int | None = None
        self.keyed = False


@lru_cache(maxsize=4096)
def _plan(
    names: tuple[Any, ...], shell: bool, headers: bool, top: bool
) -> tuple[tuple[str, ...], bool, list[str]] | None:
    """The fields that count, in one order, whether one is a key, and those that may be left out; None when the object
    has to be read properly."""
    if len(names) > MAX_CACHED_FIELDS or (top and not ENVELOPES.isdisjoint(names)):
        return None
    fates = special_fields(names, shell, headers)
    kept = tuple(sorted(name for name in names if name not in fates and name.isascii()))
    return kept, any(isinstance(fate, str) for fate in fates.values()), list(fates)


def _object(value: dict[str, Any], name: str, parts: list[str], depth: int, shell: bool, seen: _Seen) -> None:
    plan = _plan(tuple(value), shell, depth > 0 and is_header_object(name), depth == 0)
    if plan is None or depth > MAX_NESTING:
        raise _Special
    fields, keyed, special = plan
    if special:
        seen.keyed |= keyed
        if any(isinstance(value[field], (dict, list)) for field in special):
            raise _Special
    for field in fields:
        inner = value[field]
        kind = type(inner)
        if kind is str:
            if len(inner) < STAMP_DIGITS and inner.isalnum() and inner.isascii():
                parts.append(inner)
            elif (form := _text(inner, shell, seen)) is not None:
                parts.append(form)
        elif kind is int:
            if -STAMP_FROM < inner < STAMP_FROM:
                parts.append(str(inner))
        elif inner is not None:
            _other(inner, field, parts, depth, shell, seen)


def _other(value: Any, name: str, parts: list[str], depth: int, shell: bool, seen: _Seen) -> None:
    if isinstance(value, (bool, int)):
        if -STAMP_FROM < value < STAMP_FROM:
            parts.append(str(value))
    elif isinstance(value, (float, Decimal)):
        if -STAMP_FROM < value < STAMP_FROM:
            number = float(value)
            parts.append(str(int(number) if number.is_integer() else number))
    elif isinstance(value, dict):
        _object(value, name, parts, depth + 1, shell, seen)
    elif isinstance(value, list):
        if depth > MAX_NESTING:
            raise _Special
        for inner in value:
            if isinstance(inner, str):
                form = _text(inner, shell, seen)
                if form is not None:
                    parts.append(form)
            elif inner is not None:
                _other(inner, name, parts, depth + 1, shell, seen)


def _text(value: str, shell: bool, seen: _Seen) -> str | None:
    """The form that all spellings of a text share but for letter case, None when it may differ between copies."""
    if shell:
        value = value.strip()
    if not value[:1].isalnum() or not value.isascii():
        if value[:1] in '{[" \t\n\r' and value.strip()[:1] in ("{", "["):
            raise _Special
        return None
    size = len(value)
    if size < NONCE_LENGTH:
        return None if size >= STAMP_DIGITS and value.replace(".", "", 1).isdigit() else value
    if " at 0x" in value:
        return None
    if size < PROSE_LENGTH:
        plain = not value[0].isdigit() and (" " in value or "@" in value or "/" in value)
        return value if plain else None
    if not shell and value.count(" ") + value.count("\n") >= PROSE_WORDS - 1:
        bits = word_bits(value)
        if seen.words is None:
            seen.words = bits & WORD_BITS
        return ",".join(numbers(value)) if bits & NUMBERED else None
    if size > LONGEST_NONCE or " " in value:
        return str(xxh3_64_intdigest(value.lower().encode()))
    return None


NUMBERED: Final = 1 << 62
"""Set beside the bits of words where a text holds digits."""
WORD_BITS: Final = NUMBERED - 1
_BITS: dict[str, int] = {}


def word_bits(text: str) -> int:
    """One of 62 bits for every content word of a text. Neither words nor addresses hold blanks, so each piece between
    two blanks stands for itself."""
    pieces = set(text.split())
    try:
        return reduce(or_, map(_BITS.__getitem__, pieces), 0)
    except KeyError:
        if len(_BITS) >= MAX_WORDS:
            _BITS.clear()
        for piece in pieces:
            if piece not in _BITS:
                _BITS[piece] = _bits(piece)
        return reduce(or_, map(_BITS.__getitem__, pieces), 0)


def _bits(piece: str) -> int:
    bits = NUMBERED if any(map(str.isdigit, piece)) else 0
    for stem in content_words(piece):
        bits |= 1 << (xxh3_64_intdigest(stem.encode("utf-8", "surrogatepass")) % 62)
    return bits
