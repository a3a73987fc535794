"""The whole audit as one JSON document, `doublefire/report/v1`: one item a line, so that reports can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from doublefire.model import Audit
from doublefire.reports.contract import Options, Report
from doublefire.reports.encoding import encode
from doublefire.reports.fields import VERSION
from doublefire.reports.records import (
    Record,
    cleared_record,
    finding_record,
    input_record,
    summary_record,
    tool_record,
)


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """The whole report as one document, written member by member."""
    yield b'{"schema":%b,\n"summary":%b' % (encode(VERSION), encode(summary_record(audit.summary)))
    yield from items("inputs", (input_record(row, options) for row in audit.inputs))
    yield from items("findings", (finding_record(finding, options) for finding in audit.findings))
    yield from items("cleared", (cleared_record(group, options) for group in audit.cleared))
    yield from items("tools", (tool_record(row) for row in audit.tools))
    yield from items("notes", audit.notes)
    yield b"}\n"


def items(name: str, values: Iterable[Record | str]) -> Iterator[bytes]:
    """One list member of the document, an item a line."""
    yield b',\n"%b":[' % name.encode()
    between = b"\n"
    for value in values:
        yield between + encode(value)
        between = b",\n"
    yield b"]"


REPORT = Report("json", (".json",), "one document for scripts; its fields are a contract", render)
