"""Idempotency keys by name: in arguments at any depth, in `_meta`, options and headers.

The names are those of Stripe, Square, PayPal, AWS, Shopify, Circle, Twilio, Google (AIP-155) and the IETF draft
draft-ietf-httpapi-idempotency-key-header. Business numbers (`external_id`, `invoice_id`, `transaction_id`, a
`reference`) are part of what the action is, unless the configuration names them as keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from doublefire.semantics.identity.envelopes import unwrap
from doublefire.semantics.identity.volatile import WEAK_KEYS, spellings
from doublefire.semantics.values.exact_json import decode_maybe
from doublefire.semantics.values.paths import Concrete, Path, dotted, select
from doublefire.semantics.values.placeholders import masked
from doublefire.semantics.values.wordlist import word_set

if TYPE_CHECKING:
    from doublefire.semantics.identity.canonical import IdentityRules

Wanted = Callable[[str, frozenset[str]], bool]
"""Whether a field is looked for, by its name and the squashed names beside it."""

KEY_DEPTH: Final = 32
"""Keys travel near the surface (body, options, headers, `_meta`); deeper objects are content."""

KEY_NAMES: Final = word_set(
    "clienttoken clientrequesttoken callerreference messagededuplicationid paypalrequestid uniquetoken requesttoken"
    " deduplicationid deduplicationkey deduplicationtoken dedupeid dedupekey dedupetoken dedupid dedupkey deduptoken"
    " newclientorderid"
)
IDEMPOTENCY: Final = re.compile(
    r"idempoten(?:cy|ce)(?:header)?(?:key|token|id|uuid|guid|ref|reference)?$|idempotent(?:key|token|id|uuid|reference)$"
)
"""`idempotency_key_ttl` and `idempotent: true` speak about a key without being one."""

ORDER_KEYS: Final = frozenset(("clientorderid", "clordid"))
_ORDER_FIELDS: Final = frozenset(("side", "qty", "quantity", "orderqty", "notional", "size"))
_A2A_FIELDS: Final = frozenset(("parts", "role"))


@lru_cache(maxsize=8192)
def is_key_name(name: str) -> bool:
    """Whether a field or header of this name carries an idempotency key."""
    return any(spelling in KEY_NAMES or IDEMPOTENCY.search(spelling) for spelling in spellings(name))


def is_key_beside(name: str, beside: frozenset[str]) -> bool:
    """The same, given the squashed names in the same object.

    An exchange's client order id is the key of a new order but the object of a cancellation, and `messageId` is a key
    in A2A messages alone.
    """
    if is_key_name(name):
        return True
    if not ORDER_KEYS.isdisjoint(spellings(name)):
        return not _ORDER_FIELDS.isdisjoint(beside)
    return name == "messageId" and beside >= _A2A_FIELDS


def is_weak_key_name(name: str) -> bool:
    """Whether the name is that of a request id, which only a declaration or a shared value makes a key."""
    return not WEAK_KEYS.isdisjoint(spellings(name))


def header_key(name: str) -> bool:
    """Whether an HTTP header of this name carries an idempotency key; `X-Request-Id` is too weak to."""
    return is_key_name(name)


def key_value(value: Any) -> str | None:
    """The key as text; None where it is empty, masked or no plain value."""
    if isinstance(value, (list, tuple)) and len(value) == 1:  # headers are often recorded as lists
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, (str, int, Decimal)):
        return None
    text = str(value).strip()
    return text if text and not masked(text) else None


def find_keys(arguments: Any, rules: IdentityRules | None = None) -> tuple[tuple[str, str], ...]:
    """(path, value) of each idempotency key: those that the rules name first, then those found by name."""
    arguments = unwrap(arguments)
    found = dict(configured_keys(arguments, rules.key)) if rules else {}
    for path, value in named_keys(arguments, ()):
        found.setdefault(path, value)
    return tuple(found.items())


def named_keys(value: Any, path: Concrete) -> Iterator[tuple[str, str]]:
    """(path, value) of the keys found by name in a value that stands at this place."""
    return ((dotted(place), key) for place, key in _named(value, path, is_key_beside))


def find_weak_keys(arguments: Any) -> tuple[tuple[str, str], ...]:
    """(path, value) of each request id."""
    found = _named(unwrap(arguments), (), lambda name, _beside: is_weak_key_name(name))
    return tuple((dotted(path), value) for path, value in found)


def configured_keys(arguments: Any, paths: tuple[Path, ...]) -> Iterator[tuple[str, str]]:
    """(path, value) of the keys at the paths that the configuration names."""
    for path in paths:
        for value in select(path, arguments):
            key = key_value(value)
            if key is not None:
                yield str(path), key


def squashed_names(names: tuple[str, ...]) -> frozenset[str]:
    """The spellings of all names of one object, for rules that look at what stands beside a field."""
    return frozenset(spelling for name in names for spelling in spellings(name))


def _named(value: Any, path: Concrete, wanted: Wanted) -> Iterator[tuple[Concrete, str]]:
    if len(path) >= KEY_DEPTH:
        return
    if isinstance(value, str):
        value = decode_maybe(value)
    if isinstance(value, dict):
        beside = squashed_names(tuple(map(str, value)))
        for name, inner in value.items():
            place = (*path, str(name))
            key = key_value(inner) if wanted(str(name), beside) else None
            if key is not None:
                yield place, key
            else:
                yield from _named(inner, place, wanted)
    elif isinstance(value, (list, tuple)):
        for position, inner in enumerate(value):
            yield from _named(inner, (*path, position), wanted)
