"""One form for values that mean the same: numbers by value, text in NFC, hosts and mail addresses in lower case."""

from __future__ import annotations

import math
import re
import unicodedata
from decimal import Decimal
from typing import Any, Final

import msgspec

PLAIN_DIGITS: Final = 18
"""Integers of at most this many digits, which every JSON library writes alike, stay as they are."""

_EMAIL: Final = re.compile(r"[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![\w-])")
_HOST: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,15}://[^\s/?#\"'<>\\]{1,255}")
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+>")


def number(value: int | float | Decimal) -> int | msgspec.Raw | dict[str, str]:
    """A number so that equal values, and only those, are encoded alike: 42, 42.0 and 4.2e1; exact at any size.

    A Decimal is never expanded: 1e999999999 keeps its exponent.
    """
    if isinstance(value, int) and -(10**PLAIN_DIGITS) < value < 10**PLAIN_DIGITS:
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return {"~number": repr(value)}
        value = Decimal(repr(value))
    exact = Decimal(value)
    if not exact.is_finite():
        return {"~number": str(exact)}
    return _by_digits(exact)


def _by_digits(value: Decimal) -> int | msgspec.Raw:
    sign, digits, exponent = value.as_tuple()
    text = "".join(map(str, digits))
    significant = text.rstrip("0")
    if not significant:
        return 0
    power = int(exponent) + len(text) - len(significant)
    minus = "-" if sign else ""
    if power >= 0 and len(significant) + power <= PLAIN_DIGITS:
        return int(minus + significant + "0" * power)
    return msgspec.Raw(f"{minus}{significant.lstrip('0')}e{power}".encode())


def number_of(tree: Any) -> Decimal | None:
    """The value of a number in a canonical tree, None for anything else."""
    if isinstance(tree, msgspec.Raw):
        return Decimal(bytes(tree).decode())
    return Decimal(tree) if isinstance(tree, int) and not isinstance(tree, bool) else None


def text(value: str) -> str:
    """A text in NFC, with mail addresses, URL schemes and hosts in lower case and memory addresses left out."""
    if not value.isascii():
        value = _composed(value)
    if "@" in value:
        value = _EMAIL.sub(_lowered, value)
    if "://" in value:
        value = _HOST.sub(_host_lowered, value)
    if " at 0x" in value:
        value = _ADDRESS.sub(">", value)
    return value


def _composed(value: str) -> str:
    """NFC; lone surrogates, which no encoder takes, are spelled out."""
    composed = unicodedata.normalize("NFC", value)
    try:
        composed.encode()
    except UnicodeEncodeError:
        return composed.encode("utf-8", "backslashreplace").decode()
    return composed


def _lowered(found: re.Match[str]) -> str:
    return found[0].lower()


def _host_lowered(found: re.Match[str]) -> str:
    scheme, _, place = found[0].partition("://")
    user, at, host = place.rpartition("@")
    return f"{scheme.lower()}://{user}{at}{host.lower()}"
