"""Where the text of arguments and results waits until a report needs it: a temporary file, written once, read by
place."""

from __future__ import annotations

import json
import tempfile
from decimal import Decimal
from typing import Any, NamedTuple

import msgspec

from doublefire.model import ABSENT
from doublefire.semantics.exact_json import decode


class Payload(NamedTuple):
    """What one sighting carried. `arguments` and `result` are decoded values, ABSENT when not recorded."""

    arguments: Any = ABSENT
    result: Any = ABSENT
    error: str | None = None
    key: str | None = None


_ENCODER = msgspec.json.Encoder(decimal_format="number")
FIELDS = ("a", "r", "e", "k")


def encoded(payload: Payload) -> bytes:
    """A payload as JSON; exact for integers of any size and decimals, except where both meet lone surrogates."""
    fields = {
        name: value
        for name, value in zip(FIELDS, payload, strict=True)
        if value is not ABSENT and not (name in "ek" and value is None)
    }
    try:
        return _ENCODER.encode(fields)
    except (OverflowError, UnicodeEncodeError, TypeError, ValueError, RecursionError):
        return _encoded_slowly(fields)


def _encoded_slowly(fields: dict[str, Any]) -> bytes:
    try:
        return json.dumps(fields, default=_plain).encode()
    except (ValueError, RecursionError):
        return json.dumps({name: repr(value)[:10_000] for name, value in fields.items()}).encode()


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and abs(value.adjusted()) < 400 else float(value)
    return str(value)


def decoded(data: bytes) -> Payload:
    """The inverse of `encoded`."""
    fields = decode(data)
    return Payload(*(fields.get(name, default) for name, default in zip(FIELDS, Payload(), strict=True)))


class Spill:
    """A store of payloads in an unnamed temporary file, gone with the process."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="doublefire-")  # noqa: SIM115 - lives as long as the audit
        self._end = 0

    def __enter__(self) -> Spill:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, payload: Payload) -> tuple[int, int]:
        """(offset, size) of the payload, now stored."""
        data = encoded(payload)
        at = self._end
        self._file.write(data)
        self._end += len(data)
        return at, len(data)

    def read(self, at: int, size: int) -> Payload:
        """The payload at this place."""
        self._file.seek(at)
        return decoded(self._file.read(size))
