"""64-bit hashes of texts and values: equal ones only ever meet inside one audit, and candidates are read again."""

from __future__ import annotations

from typing import Any

from xxhash import xxh3_64_intdigest

from doublefire.semantics.identity.canonical import identify


def text_hash(text: str) -> int:
    """The hash of a text; lone surrogates are allowed."""
    return xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def value_hash(value: Any) -> int:
    """The hash of a decoded result, blind to key order, spacing and volatile fields."""
    return xxh3_64_intdigest(identify(value).exact) if isinstance(value, (dict, list)) else text_hash(str(value))
