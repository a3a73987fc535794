"""JSON that always comes out: exact numbers of any size, and text and nesting that strict encoders refuse."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

import orjson

MAX_DEPTH: Final = 200
"""The encoder stops at 254 levels; what a report puts around a payload takes a few of them."""
TOO_DEEP: Final = f"[nested deeper than {MAX_DEPTH} levels]"
SMALLEST, LARGEST = -(2**63), 2**64 - 1
"""What the encoder takes for an integer."""


def encode(value: Any) -> bytes:
    """The value as compact UTF-8 JSON. Decimals and big integers keep every digit; a number that is none is null."""
    try:
        return orjson.dumps(value, default=exact)
    except TypeError:
        return orjson.dumps(plain(value), default=exact)


def exact(value: Any) -> Any:
    """What the encoder does not know: an exact number as its digits, anything else as text."""
    if isinstance(value, Decimal):
        return orjson.Fragment(str(value)) if value.is_finite() else None
    return utf8(str(value))


def plain(value: Any, depth: int = 0) -> Any:
    """The value with all that the encoder refuses replaced: text without lone surrogates, bounded nesting."""
    if depth > MAX_DEPTH:
        return TOO_DEEP
    if isinstance(value, str):
        return utf8(value)
    if isinstance(value, dict):
        return {utf8(str(key)): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, int) and not SMALLEST <= value <= LARGEST:
        return digits(value)
    return value


def digits(value: int) -> Any:
    """An integer past 64 bits as a JSON number; one past the interpreter's limit on decimal text as hex text."""
    try:
        return orjson.Fragment(str(value))
    except ValueError:
        return hex(value)


def utf8(text: str) -> str:
    """The text with lone surrogates replaced, which no UTF-8 can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
