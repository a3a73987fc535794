"""JSON decoding that loses nothing: integers of any size, decimals as written, and the slips that writers make.

Floats would make 2^53 and 2^53 + 1, or two 30-digit ids, one value; identity must tell them apart.
"""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any, Final

import msgspec

BOM: Final = b"\xef\xbb\xbf"
INT_DIGITS: Final = 4000
"""Python turns no more than 4300 digits into an int, since that takes quadratic time; a Decimal takes them all."""


def _decimal(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond what a Decimal holds: the text stands for itself
        return text


def _integer(text: str) -> int | Decimal:
    return int(text) if len(text) <= INT_DIGITS else Decimal(text)


_FAST: Final = msgspec.json.Decoder(float_hook=_decimal)
_TOLERANT: Final = json.JSONDecoder(parse_float=_decimal, parse_int=_integer)


def decode(text: bytes | str) -> Any:
    """The value of a JSON text. Numbers with a point or an exponent are `Decimal`, NaN and Infinity floats.

    A byte order mark and lone surrogates are tolerated. Raises ValueError for anything else that is no JSON, and for
    nesting deeper than the interpreter can follow.
    """
    try:
        return _FAST.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return _decode_tolerantly(text)


def _decode_tolerantly(text: bytes | str) -> Any:
    if isinstance(text, bytes):
        text = text.removeprefix(BOM).decode("utf-8", "surrogatepass")
    try:
        return _TOLERANT.decode(text.removeprefix("\ufeff"))
    except RecursionError:
        raise ValueError("nested too deeply") from None


def decode_maybe(text: str) -> Any:
    """The decoded value if the text is a JSON object or array, else the very same text."""
    inner = text.strip()
    if not looks_structured(inner):
        return text
    try:
        return decode(inner)
    except ValueError:
        return text


def looks_structured(text: str) -> bool:
    """Whether a stripped text has the outline of a JSON object or array."""
    return text[:1] in ("{", "[") and text[-1:] in ("}", "]")
