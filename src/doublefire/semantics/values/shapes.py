"""Values that somebody made up for one attempt (UUID, ULID, random hex or base64, a clock), and the names that forbid
to take them for such, since they name an object.

Shapes: RFC 9562 (UUID), the ULID specification.
Report `HKUDS/Vibe-Trading#1341`: a guard that ignored what tells two calls apart swallowed wanted ones.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from doublefire.semantics.values.normal import number_of
from doublefire.semantics.values.placeholders import IDENTIFYING
from doublefire.semantics.values.spelling import words
from doublefire.semantics.values.wordlist import word_set

TOKEN_LENGTH: Final = range(20, 65)
"""Characters of a random token: 20 of base64 hold 120 random bits; what is longer than 64 is content."""

TOKEN_BITS: Final = 3.5
"""Bits a character of a random token: of 5000 random tokens of 20 characters the least had 3.4. Names such as
`Quarterly-Report-2026` have as many, so what tells them apart is their long runs of small letters (`is_random`)."""

STAMP_FROM: Final = 1_500_000_000
STAMP_UNTIL: Final = 2_200_000_000
"""Epoch seconds of 2017 to 2039: agents call tools since then; other large numbers are counts and ids."""

_UNITS: Final = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}

CLOCK_SPREAD_S: Final = 900
"""Seconds between two readings of a clock in copies of one action: a retry follows within minutes, a window is ten."""

_PREFIX = r"(?:(?:req|request|nonce|attempt|try|retry|trace|call|corr|op|idem|submit|run)[_:-])?"
_SHAPES: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("uuid", re.compile(rf"{_PREFIX}\{{?[0-9a-f]{{8}}-?(?:[0-9a-f]{{4}}-?){{3}}[0-9a-f]{{12}}\}}?", re.IGNORECASE)),
    ("ulid", re.compile(rf"{_PREFIX}[0-7][0-9A-HJKMNP-TV-Z]{{25}}")),
    ("hex", re.compile(rf"{_PREFIX}(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{{16,64}}", re.IGNORECASE)),
)
_TOKEN: Final = re.compile(rf"{_PREFIX}([A-Za-z0-9_-]{{{TOKEN_LENGTH.start},{TOKEN_LENGTH.stop - 1}}}={{0,2}})")
_LONGEST: Final = 80


def shape_of(value: Any) -> str | None:
    """`uuid`, `ulid`, `hex`, `token` or `clock-<unit>` for a nonce-shaped leaf of a canonical tree, else None."""
    if isinstance(value, str):
        return _text_shape(value) if 10 <= len(value) <= _LONGEST and value.isascii() else None
    instant = number_of(value)
    return None if instant is None else _clock_shape(instant)


def _text_shape(text: str) -> str | None:
    if text.replace(".", "", 1).isdigit():
        return _clock_shape(Decimal(text)) if len(text) <= 20 else None
    for name, pattern in _SHAPES:
        if pattern.fullmatch(text):
            return name
    token = _TOKEN.fullmatch(text)
    return "token" if token and is_random(token[1]) else None


def is_random(token: str) -> bool:
    """Letters of both cases and digits, mixed as no word or path mixes them."""
    kinds = (any(map(str.isupper, token)), any(map(str.islower, token)), any(map(str.isdigit, token)))
    return all(kinds) and _bits(token) >= TOKEN_BITS and not any(len(word) > 5 for word in re.split(r"[^a-z]+", token))


def _bits(text: str) -> float:
    """Shannon entropy of the characters."""
    total = len(text)
    return -sum(count / total * math.log2(count / total) for count in Counter(text).values())


def _clock_shape(value: Decimal) -> str | None:
    if value.adjusted() > 18 or value.adjusted() < 9:
        return None
    for unit, factor in _UNITS.items():
        if STAMP_FROM * factor <= value < STAMP_UNTIL * factor:
            return f"clock-{unit}"
    return None


def close_in_time(shape: str, first: Any, second: Any) -> bool:
    """Whether two leaves of one clock shape were read within `CLOCK_SPREAD_S` seconds of each other."""
    factor = _UNITS[shape.removeprefix("clock-")]
    return abs(_instant(first) - _instant(second)) <= CLOCK_SPREAD_S * factor


def _instant(value: Any) -> Decimal:
    return Decimal(value) if isinstance(value, str) else number_of(value) or Decimal(0)


def written_stamp(value: Any) -> datetime | None:
    """The instant of a date and time written to the second (RFC 3339), None for anything else."""
    if not isinstance(value, str) or not 19 <= len(value) <= 40:
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


# --- names -----------------------------------------------------------------------------------------------------------

_OBJECTS: Final = IDENTIFYING | word_set(
    "amount total price cost currency quantity qty count size balance rate time date day month year hour start"
    " end begin due deadline slot when until from since before after schedule expiry offset page cursor limit"
    " position index name title label type kind category status code key value data payload content body text"
    " message note comment query command secret password source target sender receiver author assignee parent sha"
    " commit digest checksum hash revision version etag tag image build release fingerprint item product article"
    " listing parcel package shipment delivery event document doc page post record row entry task job batch"
    " workflow session conversation meeting appointment visit trip flight seat cart basket plan coupon voucher"
    " wallet method instrument bucket table collection database index queue topic tenant organization org team"
    " group workspace agent company location place store warehouse property house apartment loan policy claim"
    " statement"
)
"""Last words of names that say what the action is about: a UUID there is an object's id."""

_CALL_WORDS: Final = word_set(
    "request req attempt try retry invocation trace tracing correlation span nonce random unique dedupe dedup"
    " operation dispatch once submit one"
)
"""Before `id`, `uuid`, `ref`, `token` and the like these name one attempt, and no object."""

_CALLER_WORDS: Final = _CALL_WORDS | word_set("client caller internal local run call submission form")
"""Before `ref` and `token` also the side that made the value up; a `client_id` is a customer's."""

_IDS: Final = frozenset(("id", "ids", "uuid", "guid", "uid"))
_REFERENCES: Final = frozenset(("ref", "reference", "number", "no", "key", "code", "token", "hash"))

_STAMP_WORDS: Final = frozenset(("stamp", "timestamp", "ts", "clock", "now", "epoch"))
_FORWARD: Final = word_set("scheduled expected planned deferred delayed booked reserved needed required")


@lru_cache(maxsize=8192)
def names_object(name: str) -> bool:
    """Whether a field of this name says what the action is about, however random its value looks (`order_id`)."""
    named = words(name)
    if not named:
        return True
    last, before = named[-1].rstrip("0123456789") or named[-1], named[-2] if len(named) > 1 else ""
    if last in _IDS:
        return before not in _CALL_WORDS
    if last in _REFERENCES:
        return before not in _CALLER_WORDS
    if last == "at":
        return not names_stamp(name)
    return last in _OBJECTS


@lru_cache(maxsize=8192)
def names_stamp(name: str) -> bool:
    """Whether a field of this name holds the clock of the attempt: `client_stamp`, `created_at`, not `scheduled_at`."""
    named = words(name)
    if not named:
        return False
    if named[-1] == "at" and len(named) > 1:
        return named[-2].endswith(("ed", "sent", "made")) and named[-2] not in _FORWARD
    return named[-1] in _STAMP_WORDS
