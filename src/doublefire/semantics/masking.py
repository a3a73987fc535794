"""Masks for reports: secrets are replaced, ids and amounts that explain a finding stay.

A mask is a keyed hash, so that one secret has one mask in a run and two secrets have two: readers still see that two
copies went to one address. Report `langfuse/langfuse#3518`: a mask that is the same for all makes unlike calls equal.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

import msgspec

from doublefire.model import ABSENT
from doublefire.semantics.identity.keys import is_key_name
from doublefire.semantics.secret_forms import Shape, likely_shapes, secret_kind
from doublefire.semantics.values.exact_json import decode_maybe
from doublefire.semantics.values.placeholders import masked
from doublefire.semantics.values.spelling import words

MAX_DEPTH: Final = 32
"""Objects inside each other that a report shows."""

MAX_TEXT: Final = 20_000
"""Characters of one text that a report shows: more is a document, and is named by its length."""

MAX_ITEMS: Final = 1_000
"""Fields or elements of one object or list that a report shows."""

MEMORABLE: Final = 120
"""Characters of a text whose masked form is remembered: names of fields, states and currencies come again and again."""

LONGEST_WORD: Final = 4096
"""Characters before a cut in which a secret that was cut in two may begin."""

MAX_INT_BITS: Final = 10_000
"""Python writes no integer of more than 4300 digits in decimal."""

SMALL: Final = 10**8
"""Numbers below have too few digits for a card, an account or a phone."""

OPEN, CLOSE = "\u2039", "\u203a"
"""What stands around a mask: quotation marks without a meaning in JSON, markup or shells."""

_MASK: Final = re.compile(f"({OPEN}[a-z]{{1,12}}:[0-9a-f]{{8}}{CLOSE})")
_JSON: Final = msgspec.json.Encoder(decimal_format="number")
_ID_WORDS: Final = frozenset(("id", "ids", "uuid", "guid", "number", "sku", "sha", "commit", "hash", "digest"))


def mask(value: Any, salt: bytes = b"") -> Any:
    """A value of the same shape without secrets, found by field name and by what they look like.

    `salt` keys the masks: with an empty one, short secrets can be guessed from them. Depth, length and number of
    elements are bounded. Never raises on content.
    """
    return value if value is ABSENT else _masked(value, "", None, salt, 0)


def mask_text(text: str, salt: bytes = b"") -> str:
    """A free text (an error message, a result) without secrets; JSON in it is masked field by field."""
    return _masked_text(text, "", salt, 0)


def mask_of(kind: str, secret: str, salt: bytes = b"") -> str:
    """The mask of one secret, `email:3f2a9c01` in quotation marks; spaces of numbers and case of mail do not matter."""
    if kind in ("card", "phone", "bank"):
        secret = "".join(filter(str.isalnum, secret)).upper() or secret
    elif kind == "email":
        secret = secret.lower()
    key = salt if len(salt) <= 64 else blake2b(salt).digest()
    digest = blake2b(secret.encode("utf-8", "surrogatepass"), key=key, digest_size=4)
    return f"{OPEN}{kind}:{digest.hexdigest()}{CLOSE}"


def _masked(value: Any, name: str, kind: str | None, salt: bytes, depth: int) -> Any:
    """The masked form of a value under a name, where `kind` is that of the secret which the name promises."""
    if isinstance(value, str):
        return _masked_secret(value, kind, salt) if kind else _masked_text(value, name, salt, depth)
    if isinstance(value, (dict, list, tuple)) and depth >= MAX_DEPTH:
        return "…"
    if isinstance(value, dict):
        return _masked_object(value, kind, salt, depth)
    if isinstance(value, (list, tuple)):
        kept = [_masked(item, name, kind, salt, depth + 1) for item in value[:MAX_ITEMS]]
        return kept if len(value) <= MAX_ITEMS else [*kept, f"… ({len(value) - MAX_ITEMS} more)"]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float, Decimal)):
        return _masked_number(value, name, kind, salt)
    return _masked_text(str(value), name, salt, depth)


def _masked_object(value: dict[Any, Any], kind: str | None, salt: bytes, depth: int) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, inner in value.items():
        if len(kept) >= MAX_ITEMS:
            kept["…"] = f"{len(value) - MAX_ITEMS} more"
            break
        field = str(key)
        inherited = kind if kind == "secret" else None  # {"credentials": {"value": …}}
        shown = _masked_text(field, "", salt, MAX_DEPTH)
        kept[shown] = _masked(inner, field, secret_kind(field) or inherited, salt, depth + 1)
    return kept


def _masked_number(value: int | float | Decimal, name: str, kind: str | None, salt: bytes) -> Any:
    """`token: 12` is a count, so numbers are masked under other kinds of names, or where they look like a card's."""
    if kind in (None, "secret") and isinstance(value, int) and abs(value) < SMALL:
        return value
    text = str(value) if not isinstance(value, int) or value.bit_length() < MAX_INT_BITS else hex(value)
    if kind not in (None, "secret"):
        return mask_of(kind, text, salt)
    return value if _masked_text(text, name, salt, MAX_DEPTH) == text else mask_of("card", text, salt)


@lru_cache(maxsize=8192)
def _masked_secret(secret: str, kind: str, salt: bytes) -> str:
    if not secret.strip() or masked(secret) or _MASK.fullmatch(secret):
        return secret
    return mask_of(kind, secret.strip(), salt)


def _masked_text(text: str, name: str, salt: bytes, depth: int) -> str:
    if depth < MAX_DEPTH:
        decoded = decode_maybe(text) if len(text) <= MAX_TEXT else text
        if decoded is not text:
            return _encoded(_masked(decoded, name, None, salt, depth + 1), decoded, text)
    if len(text) <= MEMORABLE:
        return _remembered(text, _names_id(name), salt)
    shown = _without_secrets(_cut(text), _names_id(name), salt)
    return shown if len(text) <= MAX_TEXT else f"{shown}… ({len(text)} characters)"


def _without_secrets(text: str, visible_id: bool, salt: bytes) -> str:
    for shape in likely_shapes(text):
        if not (visible_id and shape.identifier_like):
            text = _without(shape, text, salt)
    return text


_remembered: Final = lru_cache(maxsize=16384)(_without_secrets)


def _without(shape: Shape, text: str, salt: bytes) -> str:
    """The text without secrets of this shape; masks that stand in it already are not looked into."""
    if OPEN not in text:
        return shape.pattern.sub(lambda found: _replaced(found, shape, salt), text)
    parts = _MASK.split(text)
    parts[::2] = [shape.pattern.sub(lambda found: _replaced(found, shape, salt), part) for part in parts[::2]]
    return "".join(parts)


def _encoded(form: Any, decoded: Any, text: str) -> str:
    """Masked JSON as text again; untouched JSON keeps its spelling."""
    return text if form == decoded else _JSON.encode(form).decode()


def _replaced(found: re.Match[str], shape: Shape, salt: bytes) -> str:
    group = 1 if shape.pattern.groups else 0
    secret = found[group]
    if (shape.proves and not shape.proves(secret)) or masked(secret):
        return found[0]
    start, end = found.start(group) - found.start(), found.end(group) - found.start()
    return f"{found[0][:start]}{mask_of(shape.kind, secret, salt)}{found[0][end:]}"


def _cut(text: str) -> str:
    """At most `MAX_TEXT` characters, without a word that was cut in two."""
    if len(text) <= MAX_TEXT:
        return text
    shown = text[:MAX_TEXT]
    space = max(shown.rfind(" ", MAX_TEXT - LONGEST_WORD), shown.rfind("\n", MAX_TEXT - LONGEST_WORD))
    return shown[:space] if space > 0 else shown[: MAX_TEXT - LONGEST_WORD]


@lru_cache(maxsize=8192)
def _names_id(name: str) -> bool:
    """Whether a value under this name identifies an object or an attempt, so that its looks prove no secret."""
    return bool(name) and (is_key_name(name) or (words(name) or [""])[-1] in _ID_WORDS)
