"""Bytes to records: JSON lines, one JSON document, or documents one after another, told apart by what decodes.

One bad record never loses the rest: what cannot be decoded becomes a `Rejection` with its line and offset.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any

from doublefire.model import Record, Rejection
from doublefire.semantics.values.exact_json import decode

BOM = b"\xef\xbb\xbf"
MAX_DOCUMENT_ATTEMPTS = 3
"""Failed tries to read the rest of a stream as documents before only single lines are tried: keeps bad input linear."""
MAX_DETAIL = 120
"""Characters of a decoder's message that a rejection keeps."""


def records(lines: Iterable[bytes]) -> Iterator[Record | Rejection]:
    """Records of a text stream given by its lines (with their ends), in order."""
    reader = _Lines(lines)
    attempts = 0
    while (line := reader.next()) is not None:
        text = line.strip().removeprefix(BOM)
        if not text:
            continue
        value, problem = _decoded(text)
        if problem is None:
            yield Record(value, reader.number, reader.offset, len(line))
        elif text[:1] not in b"{[":
            yield from _embedded(text, reader.number, reader.offset, problem)
        elif (several := _concatenated(text)) is not None:
            yield from (Record(item, reader.number, reader.offset, len(line)) for item in several)
        elif attempts < MAX_DOCUMENT_ATTEMPTS and _opens_document(text, reader.peek()):
            attempts += 1
            yield from _documents(reader.rest(line), reader.number, reader.offset)
        else:
            yield _rejected(reader.number, reader.offset, text, problem)


class _Lines:
    """Lines with their 1-based number and byte offset, and one line of look-ahead."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        self._ahead: bytes | None = None
        self._next_offset = 0
        self.number = 0
        self.offset = 0

    def next(self) -> bytes | None:
        line = self._ahead if self._ahead is not None else next(self._lines, None)
        self._ahead = None
        if line is not None:
            self.number += 1
            self.offset, self._next_offset = self._next_offset, self._next_offset + len(line)
        return line

    def peek(self) -> bytes:
        if self._ahead is None:
            self._ahead = next(self._lines, None)
        return self._ahead or b""

    def rest(self, line: bytes) -> bytes:
        ahead, self._ahead = self._ahead or b"", None
        return line + ahead + b"".join(self._lines)


def _decoded(text: bytes) -> tuple[Any, str | None]:
    try:
        return decode(text), None
    except ValueError as error:
        return None, str(error)


def _rejected(line: int, offset: int, text: bytes, problem: str) -> Rejection:
    reason = "not JSON" if text[:1] not in b"{[" else "invalid JSON"
    return Rejection(line, offset, reason, problem[:MAX_DETAIL])


def _opens_document(text: bytes, following: bytes) -> bool:
    """Whether a line that does not decode may begin a document over several lines, rather than be a broken line."""
    if text in (b"{", b"["):
        return True
    ahead = following.strip()
    return bool(ahead) and _decoded(ahead)[1] is not None


_DECODER = json.JSONDecoder(parse_float=Decimal, strict=False)


def _concatenated(text: bytes) -> list[Any] | None:
    """The values of a line that holds several objects one after another, or None."""
    found: list[Any] = []
    string, at = text.decode("utf-8", "replace"), 0
    while at < len(string):
        try:
            value, at = _DECODER.raw_decode(string, at)
        except (ValueError, RecursionError):
            return None
        found.append(value)
        while at < len(string) and string[at] in " \t,":
            at += 1
    return found


def _embedded(text: bytes, line: int, offset: int, problem: str) -> Iterator[Record | Rejection]:
    """A log line that ends in an object (`12:00:01 INFO {"…"}`) is that object; other text is rejected."""
    at = text.find(b"{")
    if at > 0:
        value, failed = _decoded(text[at:])
        if failed is None:
            yield Record(value, line, offset, len(text))
            return
    yield _rejected(line, offset, text, problem)


_START = re.compile(r"^[ \t]*[\[{]", re.MULTILINE)


def _documents(data: bytes, line: int, offset: int) -> Iterator[Record | Rejection]:
    """Every JSON value of a text that holds documents over several lines, with other output in between passed over."""
    value, problem = _decoded(data.strip())
    if problem is None:
        yield Record(value, line, offset, len(data))
        return
    text = data.decode("utf-8", "replace")
    if len(text) == len(data):  # ASCII: positions are byte offsets
        yield from _scan(text, line, offset, lambda start: start)
    else:
        yield from _scan(text, line, offset, lambda start: len(text[:start].encode("utf-8", "replace")))


def _scan(text: str, line: int, offset: int, byte_offset: Callable[[int], int]) -> Iterator[Record | Rejection]:
    at = counted = 0
    long_attempts = MAX_LONG_ATTEMPTS
    while (match := _START.search(text, at)) is not None:
        start = match.end() - 1
        line += text.count("\n", counted, start)
        counted = start
        block_end = _next_top_level(text, start + 1)
        value, end, problem = _value_at(text[start:block_end])
        if problem is not None and long_attempts and block_end < len(text):
            long_attempts -= 1
            value, end, problem = _value_at(text[start:])
        at = start + end if problem is None else block_end
        if problem is None:
            yield Record(value, line, offset + byte_offset(start), end)
        else:
            yield Rejection(line, offset + byte_offset(start), "invalid JSON", problem[:MAX_DETAIL])


MAX_LONG_ATTEMPTS = 16
"""Values that may reach past the next one at the left margin, as lists without indent do: keeps bad input linear."""


def _value_at(text: str) -> tuple[Any, int, str | None]:
    """(value, where it ends, problem) of the value that a text begins with."""
    try:
        return *_DECODER.raw_decode(text), None
    except (ValueError, RecursionError) as error:
        return None, 0, str(error)


_TOP_LEVEL = re.compile(r"^[\[{]", re.MULTILINE)


def _next_top_level(text: str, at: int) -> int:
    """Where the next value at the left margin begins: the inside of a broken document is not read as documents."""
    match = _TOP_LEVEL.search(text, at)
    return match.start() if match else len(text)


# --- the head, for detection -----------------------------------------------------------------------------------------

MAX_HEAD_VALUES = 24
"""Records of a head that detection looks at: all known formats show their shape in fewer."""


def head_values(head: bytes) -> list[Any]:
    """The first values of a file, decoded from its first bytes; the last may be completed by closing its brackets."""
    found = [item.value for item in records(head.splitlines(keepends=True)) if isinstance(item, Record)]
    if len(found) < MAX_HEAD_VALUES:
        tail = _last_start(head, bool(found))
        value = completed(tail) if tail else None
        if value is not None and value not in found:
            found.append(value)
    return found[:MAX_HEAD_VALUES]


def _last_start(head: bytes, some: bool) -> bytes:
    """The last, cut record of a head: from the last line that opens a value at the left margin."""
    text = head.lstrip(BOM + b" \r\n\t")
    if not some:
        at = min((i for i in (text.find(b"{"), text.find(b"[")) if i >= 0), default=-1)
        return text[at:] if at >= 0 else b""
    at = max(text.rfind(b"\n{"), text.rfind(b"\n["))
    return text[at + 1 :] if at >= 0 else b""


_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{},:"]|[^\s\[\]{},:"]+', re.DOTALL)


def completed(text: bytes) -> Any:
    """A JSON value that was cut anywhere, completed by dropping its last partial token and closing what is open."""
    stack = bytearray()
    cut = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == b'"':  # the text was cut inside a string: what follows is its inside
            break
        if token in (b"{", b"["):
            stack += b"}" if token == b"{" else b"]"
            cut = match.end()
        elif token in (b"}", b"]"):
            if not stack or stack.pop() != token[0]:
                return None
            cut = match.end()
            if not stack:
                break
        elif token == b",":
            cut = match.start()
    stack.reverse()
    try:
        return decode(text[:cut] + bytes(stack))
    except ValueError:
        return None
