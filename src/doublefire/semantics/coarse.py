"""A cheap hash that two calls of one action surely share: what tells a reader of a long trace which calls can matter.

Where the exact identities of two calls are equal, or `similar.nearness` finds them near, their coarse hashes are equal
and their word sets contain each other. The reverse does not hold: calls that share a hash are looked at properly. So
only plain scalar values count, in the one form that all their spellings have, and whatever may differ between two
copies of one action is left out: volatile fields, nulls, nonces, clocks and the wording of texts.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, NamedTuple

from xxhash import xxh3_64_intdigest

from doublefire.semantics.canonical import IdentityRules
from doublefire.semantics.envelopes import ENVELOPES
from doublefire.semantics.prose import PROSE_LENGTH, content_words, is_prose, numbers
from doublefire.semantics.shapes import STAMP_FROM
from doublefire.semantics.volatile import is_header_object
from doublefire.semantics.walk import MAX_CACHED_FIELDS, special_fields

MAX_NESTING: Final = 8
"""Objects inside each other that are looked at here; arguments deeper than that are read properly."""
NONCE_LENGTH: Final = 16
"""A shorter text is no UUID, ULID, hex digest or token; only digits that short can be a clock."""
STAMP_DIGITS: Final = 10
LONGEST_NONCE: Final = 80
MAX_WORDS: Final = 200_000
"""Words whose bit is remembered; the table starts anew when it is full."""


class Coarse(NamedTuple):
    """`values`: equal for all copies of one action. `words`: a bit for each content word of its first long text; of two
    wordings of one text, one has all bits of the other."""

    values: int
    words: int
    keyed: bool
    """A field carries an idempotency key; it is none of the values."""


class _Special(Exception):
    """These arguments have to be read properly: they hold JSON in a text, or are no plain object."""


def coarse(arguments: Any, *, shell: bool = False) -> Coarse | None:
    """The coarse hash of decoded arguments; None when they have to be read properly."""
    if type(arguments) is not dict:
        return None
    parts: list[str] = []
    gathered = _Gathered(shell)
    try:
        gathered.object(arguments, "", parts, 0)
    except _Special:
        return None
    return Coarse(xxh3_64_intdigest("\x1f".join(parts).encode()), gathered.words or 0, gathered.keyed)


def has_rules(rules: IdentityRules | None) -> bool:
    """Whether the configuration says what makes a call's identity or key: such calls are read properly."""
    return rules is not None and bool(rules.identity or rules.ignore or rules.key)


@lru_cache(maxsize=4096)
def _plan(names: tuple[Any, ...], shell: bool, headers: bool, top: bool) -> tuple[tuple[str, ...], bool, list[str]] | None:
    """The fields that count, in one order, whether one is a key, and those that may be left out; None when the object
    has to be read properly."""
    if len(names) > MAX_CACHED_FIELDS or (top and not ENVELOPES.isdisjoint(names)):
        return None
    fates = special_fields(names, shell, headers)
    kept = tuple(sorted(name for name in names if name not in fates and name.isascii()))
    return kept, any(isinstance(fate, str) for fate in fates.values()), list(fates)


class _Gathered:
    """One pass over arguments."""

    def __init__(self, shell: bool) -> None:
        self.shell = shell
        self.words: int | None = None
        self.keyed = False

    def object(self, value: dict[str, Any], name: str, parts: list[str], depth: int) -> None:
        plan = _plan(tuple(value), self.shell, depth > 0 and is_header_object(name), depth == 0)
        if plan is None or depth > MAX_NESTING:
            raise _Special
        fields, keyed, special = plan
        self.keyed |= keyed
        if special and any(isinstance(value[field], (dict, list)) for field in special):
            raise _Special
        for field in fields:
            inner = value[field]
            kind = type(inner)
            if kind is str:
                form = self.text(inner)
                if form is not None:
                    parts.append(field)
                    parts.append(form)
            elif kind is int:
                if -STAMP_FROM < inner < STAMP_FROM:
                    parts.append(f"{field}\x1f{inner}")
            elif inner is not None:
                self.other(inner, field, parts, depth)

    def other(self, value: Any, name: str, parts: list[str], depth: int) -> None:
        if isinstance(value, bool):
            parts.append(f"{name}\x1f{value}")
        elif isinstance(value, (float, Decimal)):
            if -STAMP_FROM < value < STAMP_FROM:
                number = float(value)
                parts.append(f"{name}\x1f{int(number) if number.is_integer() else number}")
        elif isinstance(value, dict):
            self.object(value, name, parts, depth + 1)
        elif isinstance(value, list):
            if depth > MAX_NESTING:
                raise _Special
            for inner in value:
                if isinstance(inner, str):
                    form = self.text(inner)
                    if form is not None:
                        parts.append(f"{name}\x1f{form}")
                elif inner is not None:
                    self.other(inner, name, parts, depth + 1)

    def text(self, value: str) -> str | None:
        """The form that all spellings of a text share, None when it may differ between copies."""
        if self.shell:
            value = value.strip()
        if not value[:1].isalnum() or not value.isascii():
            if value[:1] in "{[\" \t\n\r" and value.strip()[:1] in ("{", "["):
                raise _Special
            return None
        size = len(value)
        if size < NONCE_LENGTH:
            if size >= STAMP_DIGITS and value.replace(".", "", 1).isdigit():
                return None
            return value.lower()
        if " at 0x" in value:
            return None
        if size < PROSE_LENGTH:
            plain = not value[0].isdigit() and (" " in value or "@" in value or "/" in value)
            return value.lower() if plain else None
        return self.long(value)

    def long(self, value: str) -> str | None:
        if not self.shell and is_prose(value):
            bits = word_bits(value)
            if self.words is None:
                self.words = bits & WORD_BITS
            return ",".join(numbers(value)) if bits & NUMBERED else ""
        if len(value) > LONGEST_NONCE or " " in value:
            return str(xxh3_64_intdigest(value.lower().encode()))
        return None


NUMBERED: Final = 1 << 62
"""Set beside the bits of words where a text holds digits."""
WORD_BITS: Final = NUMBERED - 1
_BITS: dict[str, int] = {}


def word_bits(text: str) -> int:
    """One of 62 bits for every content word of a text. Neither words nor addresses hold blanks, so each piece between
    two blanks stands for itself."""
    bits = 0
    known = _BITS.get
    for piece in set(text.split()):
        found = known(piece)
        bits |= _remember(piece) if found is None else found
    return bits


def _remember(piece: str) -> int:
    """The bits of what stands between two blanks."""
    if len(_BITS) >= MAX_WORDS:
        _BITS.clear()
    bits = NUMBERED if any(map(str.isdigit, piece)) else 0
    for stem in content_words(piece):
        bits |= 1 << (xxh3_64_intdigest(stem.encode("utf-8", "surrogatepass")) % 62)
    _BITS[piece] = bits
    return bits
