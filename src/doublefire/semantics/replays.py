"""Results that say they were not made anew: a stored response, a cache hit, a duplicate that the server recognised.

Such a copy had no effect of its own. Marks are those of the public record: Stripe-style `Idempotent-Replayed` headers,
`cache_hit` of google/adk-python PR #4189, and the words of payment and queue APIs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from doublefire.semantics.payloads import layers

MAX_FIELDS: Final = 64
TEXT_LIMIT: Final = 300
"""Characters of a text that can be a mark; longer ones are content."""

_MARKS: Final = frozenset(
    ("idempotentreplayed", "idempotencyreplayed", "idempotentreplay", "idempotencyreplay", "xidempotentreplayed")
    + ("xidempotencyreplayed", "replayed", "isreplay", "isreplayed", "replay", "cached", "iscached", "fromcache", "servedfromcache")
    + ("cachehit", "iscachehit", "deduplicated", "isdeduplicated", "deduped", "duplicate", "isduplicate", "duplicated", "wasduplicate")
    + ("alreadyprocessed", "alreadyexists", "alreadyexisted", "alreadysent", "alreadydone", "idempotenthit", "idempotencyhit", "wasreplayed")
)
_CACHE_STATES: Final = frozenset(("xcache", "cachestatus", "cfcachestatus", "cache", "xcachestatus"))
_STATUS: Final = frozenset(("status", "state", "outcome", "result"))
_STATES: Final = frozenset(("duplicate", "replayed", "deduplicated", "cached", "alreadyprocessed", "duplicateignored", "deduped", "idempotentreplay"))
_TRUTHY: Final = frozenset(("true", "yes", "1", "hit", "replayed", "cached"))
_ASIDES: Final = ("meta", "metadata", "_meta", "headers", "response_headers", "responseHeaders", "response_metadata", "extensions")

_MARKED_TEXT = re.compile(
    r"^\W*(?:cached|from cache|replayed|deduplicated|duplicate ignored)\b\W*(?:\n|[:\])]|$|result|response)"
    r"|[(\[](?:cached|from cache|served from cache|replayed|idempotent replay|deduplicated|duplicate|cache hit)(?: result| response)?[)\]]"
    r"|\b(?:return(?:ing|ed)|served?|using|reus(?:ing|ed)|replay(?:ing|ed)) (?:the |a |its )?(?:previous|previously stored|original|existing|stored|cached|earlier|saved|first|prior) (?:response|result|answer|reply|output)\b"
    r"|^\W*(?:duplicate|repeated) (?:request|call|message|submission)\b.{0,40}\b(?:ignored|skipped|suppressed|detected|return)"
    r"|\bserved from (?:the )?(?:idempotency )?cache\b",
    re.IGNORECASE,
)


def is_replayed(result: Any) -> bool:
    """Whether a recorded result says that it was replayed, cached or recognised as a duplicate.

    `result` is decoded JSON, text or ABSENT. Marks are looked for at the top of the answer, beside it (`meta`,
    `headers`), in JSON inside text and in MCP content; only true values count.
    """
    for layer in layers(result):
        if isinstance(layer, dict) and any(_marks(key, value) for key, value in _members(layer)):
            return True
        if isinstance(layer, str) and len(layer) <= TEXT_LIMIT and _MARKED_TEXT.search(layer):
            return not layer.lstrip().startswith(("{", "["))
    return False


def _members(layer: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    yield from islice(layer.items(), MAX_FIELDS)
    for name in _ASIDES:
        aside = layer.get(name)
        if isinstance(aside, dict):
            yield from islice(aside.items(), MAX_FIELDS)
        elif isinstance(aside, list):
            yield from (tuple(pair) for pair in aside[:MAX_FIELDS] if isinstance(pair, (list, tuple)) and len(pair) == 2)


def _marks(key: Any, value: Any) -> bool:
    if not isinstance(key, str):
        return False
    field = re.sub(r"[^a-z]", "", key.lower())
    if isinstance(value, (list, tuple)) and len(value) == 1:
        value = value[0]
    if field in _MARKS:
        return value is True or (type(value) is int and value == 1) or (isinstance(value, str) and value.strip().lower() in _TRUTHY)
    if not isinstance(value, str):
        return False
    if field in _CACHE_STATES:
        return value.strip().lower().startswith("hit")
    return field in _STATUS and re.sub(r"[^a-z]", "", value.lower()) in _STATES
