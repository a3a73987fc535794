"""Claude Code sessions, scanned: the calls and results of every line, without what they carried.

Lines of users and of the program are few and are always read; most bytes stand in results, which a scan passes over.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from doublefire.ingest.forms import clean_id
from doublefire.ingest.scan.columns import times
from doublefire.ingest.scan.contract import CALL_COLUMNS, Irregular, Scanned, Scanner, Tools, as_it_stands
from doublefire.ingest.scan.lines import decoded
from doublefire.model import Kind
from doublefire.schema import KINDS

_REQUEST, _RESULT = KINDS.index(Kind.REQUEST), KINDS.index(Kind.RESULT)
_SILENT: Final = frozenset(("text", "thinking", "redacted_thinking"))
"""Blocks of a response that ask for nothing."""


class _Block(msgspec.Struct, gc=False):
    type: Any = None
    id: Any = None
    name: Any = None
    input: Any = None
    tool_use_id: Any = None


class _Message(msgspec.Struct, gc=False):
    content: list[_Block] | str | None = None


class _Line(msgspec.Struct, gc=False):
    type: Any = None
    sessionId: Any = None
    session_id: Any = None
    timestamp: Any = None
    message: _Message | None = None
    isApiErrorMessage: Any = None


_line = msgspec.json.Decoder(_Line).decode
_NAMES: Final = ("offset", "size", "line", "session", "time", "kind", "tool", "call", *CALL_COLUMNS, "must", "closes")
_NOTHING: Final = (None,) * (3 + len(CALL_COLUMNS))


def scan(data: bytes, tools: Tools) -> Scanned:
    """A row for each line that says something, and one for each call and result in it."""
    lines = decoded(data, _line)
    if lines.unread:
        raise Irregular
    rows: list[tuple[Any, ...]] = []
    asked = 0
    for number, offset, size, line in zip(lines.numbers, lines.offsets, lines.sizes, lines.values, strict=True):
        kind = line.type
        if kind not in ("assistant", "user", "system", "attachment"):
            continue
        place = (offset, size, number, clean_id(line.sessionId or line.session_id), line.timestamp)
        content = line.message.content if line.message is not None else None
        if kind == "assistant" and type(content) is list and not line.isApiErrorMessage:
            asked += _assistant(content, place, rows, tools)
        elif kind == "user" and type(content) is list and all(block.type == "tool_result" for block in content):
            rows += [
                (*place, _RESULT, None, clean_id(block.tool_use_id), None, 0, False, None, None, False, False)
                for block in content
            ]
        else:
            rows.append((*place, *_NOTHING, True, False))
            if type(content) is list and any(block.type != "text" for block in content):
                rows.append((*place, *_NOTHING, True, True))
    columns = dict(zip(_NAMES, map(list, zip(*rows, strict=True)), strict=True)) if rows else {n: [] for n in _NAMES}
    at = times(columns.pop("time"))
    columns |= {"start": at, "end": at}
    return Scanned(columns, lines.total, lines.records, asked, len(lines.rejected), lines.rejected)


def _assistant(content: list[_Block], place: tuple[Any, ...], rows: list[tuple[Any, ...]], tools: Tools) -> int:
    """Rows for the calls of a response; how many there are."""
    asked = 0
    for block in content:
        if block.type == "tool_use" and type(block.name) is str and block.name and type(block.input) is dict:
            asked += 1
            if tools.facts(block.name).pseudo:
                continue
            seen = tools.call(block.name, block.input)
            rows.append((*place, _REQUEST, block.name, clean_id(block.id), *seen, False))
        elif block.type not in _SILENT:
            rows.append((*place, *_NOTHING, True, True))
    if not asked:
        rows.append((*place, *_NOTHING, False, False))
    return asked


SCANNER = Scanner("claude-code", scan, as_it_stands, Kind.REQUEST)
