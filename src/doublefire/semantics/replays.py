"""Results that say they were not made anew: a stored response, a cache hit, a duplicate that the server recognised.

Such a copy had no effect of its own. Marks are those of the public record: `Idempotent-Replayed` response headers, the
`cache_hit` of google/adk-python#4189, and the words of payment and queue services.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from doublefire.semantics.values.payloads import layers
from doublefire.semantics.values.wordlist import word_set

MAX_FIELDS: Final = 64
TEXT_LIMIT: Final = 300
"""Characters of a text that can be a mark; longer ones are content."""

_MARKS: Final = word_set(
    """
    idempotentreplayed idempotencyreplayed idempotentreplay idempotencyreplay xidempotentreplayed xidempotencyreplayed
    replayed isreplay isreplayed wasreplayed replay cached iscached fromcache servedfromcache cachehit iscachehit
    deduplicated isdeduplicated deduped duplicate isduplicate duplicated wasduplicate idempotenthit idempotencyhit
    alreadyprocessed alreadyexists alreadyexisted alreadysent alreadydone
    """
)
_CACHE_STATES: Final = word_set("xcache cachestatus cfcachestatus cache xcachestatus")
_STATUS: Final = word_set("status state outcome result")
_STATES: Final = word_set(
    "duplicate replayed deduplicated deduped cached alreadyprocessed duplicateignored idempotentreplay"
)
_TRUTHY: Final = word_set("true yes 1 hit replayed cached")
_ASIDES: Final = (
    "meta",
    "metadata",
    "_meta",
    "headers",
    "response_headers",
    "responseHeaders",
    "response_metadata",
    "extensions",
)
"""Members beside the answer in which a server or client speaks of the answer."""

_LABEL = r"(?:cached|from cache|served from cache|replayed|idempotent replay|deduplicated|duplicate|cache hit)"
_EARLIER = r"(?:previous(?:ly stored)?|original|existing|stored|cached|earlier|saved|first|prior)"
_MARKED_TEXT = re.compile(
    r"^\W*(?:cached|from cache|replayed|deduplicated|duplicate ignored)\b\W*(?:\n|[:\])]|$|result|response)"
    rf"|[(\[]{_LABEL}(?: result| response)?[)\]]"
    rf"|\b(?:return(?:ing|ed)|served?|using|reus(?:ing|ed)|replay(?:ing|ed)) (?:the |a |its )?{_EARLIER}"
    r" (?:response|result|answer|reply|output)\b"
    r"|^\W*(?:duplicate|repeated) (?:request|call|message|submission)\b.{0,40}\b(?:ignored|skipped|suppressed|return)"
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
        if isinstance(layer, str) and len(layer) <= TEXT_LIMIT and layer.lstrip()[:1] not in ("{", "["):
            return bool(_MARKED_TEXT.search(layer))
        if isinstance(layer, str) and _BRACKETED.match(layer):
            return True
    return False


_BRACKETED = re.compile(rf"\s*\[{_LABEL}(?: result| response)?\]", re.IGNORECASE)
"""A bracketed label in front, of however long a result."""


def _members(layer: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    yield from islice(layer.items(), MAX_FIELDS)
    for name in _ASIDES:
        aside = layer.get(name)
        if isinstance(aside, dict):
            yield from islice(aside.items(), MAX_FIELDS)
        elif isinstance(aside, list):
            for pair in aside[:MAX_FIELDS]:
                if isinstance(pair, (list, tuple)) and len(pair) == 2:
                    yield pair[0], pair[1]


def _marks(key: Any, value: Any) -> bool:
    if not isinstance(key, str):
        return False
    field = re.sub(r"[^a-z]", "", key.lower())
    if isinstance(value, (list, tuple)) and len(value) == 1:
        value = value[0]
    if field in _MARKS:
        return value is True or (value == 1 and isinstance(value, int)) or _is_word(value, _TRUTHY)
    if field in _CACHE_STATES:
        return isinstance(value, str) and value.strip().lower().startswith("hit")
    return field in _STATUS and isinstance(value, str) and re.sub(r"[^a-z]", "", value[:40].lower()) in _STATES


def _is_word(value: Any, known: frozenset[str]) -> bool:
    return isinstance(value, str) and value.strip().lower() in known
