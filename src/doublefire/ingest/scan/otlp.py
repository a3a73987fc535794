"""OTLP lines, scanned: a span's attributes are decoded only where its shape says that they matter.

Spans of one program come in few shapes: one name, one list of attributes, one set of telling values. What a shape means
is found out once with the vocabulary (`shapes.py`); then each span costs its structure and a few short values. Spans
whose meaning needs more than that close their session: all of it is read properly.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pyarrow as pa

from doublefire.ingest import forms
from doublefire.ingest.dialects.otlp import any_value, hex_id, nanoseconds
from doublefire.ingest.scan.contract import CALL_COLUMNS, Irregular, Scanned, Scanner, Tools
from doublefire.ingest.scan.lines import decoded
from doublefire.ingest.scan.shapes import Meaning, Shape, Shapes
from doublefire.model import Kind, Record
from doublefire.schema import KINDS

_EXECUTION, _REQUEST, _RESULT = (KINDS.index(kind) for kind in (Kind.EXECUTION, Kind.REQUEST, Kind.RESULT))
_ASKS: Final = b'\\"tool_call\\"'
_RESULT_MARKS: Final = (b"tool", b"unction")
"""Every word for a result has one of these in it, in a JSON text inside a JSON text; so has `_ASKS`, a call."""
_ANSWERS: Final = (b'\\"role\\":\\"assistant\\"', b'\\"role\\": \\"assistant\\"')


class _Attribute(msgspec.Struct, gc=False):
    key: str
    value: msgspec.Raw = msgspec.Raw()


class _Text(msgspec.Struct, gc=False):
    stringValue: str | None = None


class _Status(msgspec.Struct, gc=False):
    code: Any = None


class _Span(msgspec.Struct, gc=False):
    spanId: str
    traceId: str = ""
    name: str = ""
    kind: int | str | None = None
    startTimeUnixNano: Any = None
    endTimeUnixNano: Any = None
    attributes: list[_Attribute] | None = None
    events: list[msgspec.Raw] | None = None
    status: _Status | None = None


class _Scope(msgspec.Struct, gc=False):
    name: str | None = None


class _ScopeSpans(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    spans: list[msgspec.Raw] | None = None
    scope: _Scope | None = None
    schemaUrl: msgspec.Raw = msgspec.Raw()


class _ResourceSpans(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    scopeSpans: list[_ScopeSpans] | None = None
    resource: msgspec.Raw = msgspec.Raw()
    schemaUrl: msgspec.Raw = msgspec.Raw()


class _Line(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    resourceSpans: list[_ResourceSpans]


_line = msgspec.json.Decoder(_Line).decode
_span = msgspec.json.Decoder(_Span).decode
_text = msgspec.json.Decoder(_Text).decode


def scan(data: bytes, tools: Tools) -> Scanned:
    """A row for every span, and one for each request and result in it."""
    lines = decoded(data, _line)
    if lines.unread:
        raise Irregular
    rows = _Rows(tools)
    for number, offset, line, source in zip(lines.numbers, lines.offsets, lines.values, lines.texts, strict=True):
        base = pa.py_buffer(source).address - offset
        for resource in line.resourceSpans:
            for scoped in resource.scopeSpans or ():
                scope = scoped.scope.name if scoped.scope else None
                for raw in scoped.spans or ():
                    rows.span(raw, pa.py_buffer(raw).address - base, number, scope)
    return Scanned(
        rows.columns(),
        lines.total,
        lines.records,
        rows.tool_calls,
        len(lines.rejected),
        lines.rejected,
        list(rows.sessions),
    )


class _Rows:
    """The rows of one part."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self.rows: list[tuple[Any, ...]] = []
        self.sessions: dict[tuple[str, str], None] = {}
        self.tool_calls = 0
        self._shapes = tools.memory.setdefault("otlp", Shapes())

    def columns(self) -> dict[str, list[Any]]:
        """The rows as columns."""
        names = ("offset", "size", "line", "scope", "trace", "start", "end", "kind", "tool", "call", *CALL_COLUMNS)
        values = zip(*self.rows, strict=True) if self.rows else ([] for _ in range(len(names) + 2))
        return dict(zip((*names, "must", "closes"), map(list, values), strict=True))

    def span(self, raw: msgspec.Raw, offset: int, line: int, scope: str | None) -> None:
        try:
            span = _span(raw)
        except msgspec.DecodeError:
            raise Irregular from None
        attributes = span.attributes or ()
        shape = self._shapes.of(span.name, span.kind, attributes)
        trace = span.traceId.lower() if len(span.traceId) == 32 else hex_id(span.traceId, 16) or ""
        start, end = nanoseconds(span.startTimeUnixNano), nanoseconds(span.endTimeUnixNano)
        place = (offset, len(memoryview(raw)), line, scope, trace, start, end)
        if len(span.spanId) != 16 or not trace:
            raise Irregular
        for at in shape.session:
            session = value_of(attributes[at].value)
            if isinstance(session, (str, int)) and session not in ("", False, True):
                self.sessions[trace, str(session)] = None
                break
        if shape.meaning is Meaning.TOOL:
            self._tool(shape, attributes, place)
        elif shape.meaning is Meaning.MODEL:
            self._model(shape, span, attributes, place)
        else:
            closes = shape.meaning is Meaning.ODD or (
                shape.meaning is Meaning.REQUEST and self._unsettled(shape, attributes)
            )
            self.rows.append((*place, *_NOTHING, closes, closes))

    def _tool(self, shape: Shape, attributes: Any, place: tuple[Any, ...]) -> None:
        tool = shape.tool_name if shape.tool is None else value_of(attributes[shape.tool].value)
        arguments = None if shape.arguments is None else value_of(attributes[shape.arguments].value)
        call = None if shape.call is None else forms.clean_id(value_of(attributes[shape.call].value))
        if type(tool) is not str or arguments is None or tool != tool.strip():
            self.rows.append((*place, *_NOTHING, True, True))
            return
        facts = self.tools.facts(tool)
        self.tool_calls += bool(tool)
        if facts.pseudo or not tool:
            self.rows.append((*place, *_NOTHING, False, False))
            return
        assert shape.row is not None
        seen = self.tools.call(tool, forms.ARGUMENT_FORMS[shape.row.form](arguments))
        closes = seen[-1] or facts.wrapper or (facts.told and seen[3] is None)
        self.rows.append((*place, _EXECUTION, tool, call, *seen[:-1], closes, closes))

    def _model(self, shape: Shape, span: _Span, attributes: Any, place: tuple[Any, ...]) -> None:
        closes = bool(span.events) or self._unknown_tools(shape, attributes)
        failed = shape.failed or (span.status is not None and span.status.code in (2, "STATUS_CODE_ERROR"))
        self.rows.append((*place, *_NOTHING, closes, closes))
        assert shape.model is not None
        messages = [] if failed else forms.read_messages(_some(attributes, shape.output), shape.model.output)
        for message in messages:
            for call in message.calls:
                facts = self.tools.facts(call.tool)
                if facts.pseudo:
                    continue
                self.tool_calls += 1
                nameless = call.call_id is None
                self.rows.append(
                    (*place, _REQUEST, call.tool, call.call_id, None, 0, True, None, None, nameless, nameless)
                )
            self._results(message.results, place)
        if shape.input and (shape.spread or any(_may_hold_results(attributes[at].value) for at in shape.input)):
            messages = forms.read_messages(_some(attributes, shape.input), shape.model.input)
            for message in reversed(messages):
                if message.calls or (message.role in ("assistant", "model") and not message.results):
                    break
                self._results(message.results, place)

    def _results(self, results: Any, place: tuple[Any, ...]) -> None:
        for answer in results:
            self.rows.append((*place, _RESULT, None, answer.call_id, None, 0, False, None, None, False, False))

    def _unknown_tools(self, shape: Shape, attributes: Any) -> bool:
        """Whether this part has not seen these declarations before."""
        found = False
        for at in shape.declared:
            declared = bytes(attributes[at].value)
            if declared not in self.tools.declared:
                self.tools.declared.add(declared)
                found = True
        return found

    def _unsettled(self, shape: Shape, attributes: Any) -> bool:
        """Whether a request below a tool may say more than that one was made."""
        if shape.status is None:
            return True
        status = value_of(attributes[shape.status].value)
        return not (isinstance(status, int) and 200 <= status < 500 and status != 408)


_NOTHING: Final = (None, None, None, None, None, None, None, None)


def _some(attributes: Any, positions: tuple[int, ...]) -> dict[str, Any]:
    return {attributes[at].key: value_of(attributes[at].value) for at in positions}


def value_of(raw: msgspec.Raw) -> Any:
    """An AnyValue as a plain value; the most frequent kind fast."""
    try:
        found = _text(raw).stringValue
    except msgspec.DecodeError:
        found = None
    if found is not None:
        return found
    return any_value(msgspec.json.decode(raw)) if len(memoryview(raw)) else None


def _may_hold_results(raw: msgspec.Raw) -> bool:
    """Whether the messages after a model's last answer may hold results; the history before it is never asked."""
    text = bytes(raw)
    tail = text[max(0, *map(text.rfind, _ANSWERS)) :].replace(_ASKS, b"")
    return any(mark in tail for mark in _RESULT_MARKS)


def unwrapped(record: Record, scope: str | None) -> Record:
    """A span as the line that would hold it alone."""
    named = {} if scope is None else {"name": scope}
    value = {"resourceSpans": [{"scopeSpans": [{"scope": named, "spans": [record.value]}]}]}
    return Record(value, record.line, record.offset, record.length)


SCANNER = Scanner("otlp", scan, unwrapped, Kind.EXECUTION, whole_sessions=True)
