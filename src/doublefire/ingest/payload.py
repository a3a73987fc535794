"""Where the text of arguments and results waits until a report needs it: a temporary file, written once, read by
place."""

from __future__ import annotations

import json
import os
import tempfile
from decimal import Decimal
from typing import IO, Any, Final, NamedTuple

import msgspec

from doublefire.model import ABSENT
from doublefire.semantics.values.exact_json import decode


class Payload(NamedTuple):
    """What one sighting carried. `arguments` and `result` are decoded values, ABSENT when not recorded."""

    arguments: Any = ABSENT
    result: Any = ABSENT
    error: str | None = None
    key: str | None = None


_ENCODER = msgspec.json.Encoder(decimal_format="number")
FIELDS = ("a", "r", "e", "k")
BUFFER_SIZE: Final = 1 << 18


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
    found = fields.get
    return Payload(found("a", ABSENT), found("r", ABSENT), found("e"), found("k"))


class Spill:
    """One store of payloads: a file, made when the first payload comes."""

    def __init__(self, path: str | None = None) -> None:
        """`path` None: an unnamed temporary file, gone with the process."""
        self._path = path
        self._file: IO[bytes] | None = None
        self._end = 0

    def __enter__(self) -> Spill:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, payload: Payload) -> tuple[int, int]:
        """(offset, size) of the payload, now stored."""
        data = encoded(payload)
        if self._file is None:
            self._file = self._opened()
        at = self._end
        self._file.write(data)
        self._end += len(data)
        return at, len(data)

    def _opened(self) -> IO[bytes]:
        if self._path is not None:
            return open(self._path, "w+b", buffering=BUFFER_SIZE)
        return tempfile.TemporaryFile(prefix="doublefire-", buffering=BUFFER_SIZE)

    def read(self, at: int, size: int) -> Payload:
        """The payload at this place."""
        assert self._file is not None
        self._file.seek(at)
        return decoded(self._file.read(size))


class Stores:
    """The stores of one audit, by number: each is written by one process and read by the one that judges."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="doublefire-", ignore_cleanup_errors=True)
        self._files: dict[int, int] = {}

    def __enter__(self) -> Stores:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            os.close(file)
        self._folder.cleanup()

    def path(self, number: int) -> str:
        """Where a store lies while it is written and read."""
        return os.path.join(self._folder.name, str(number))

    def read(self, number: int, at: int, size: int) -> Payload:
        """The payload at this place of a store that is closed."""
        file = self._files.get(number)
        if file is None:
            file = self._files[number] = os.open(self.path(number), os.O_RDONLY)
        return decoded(os.pread(file, size, at))
