"""One finding per line, for `jq`, DuckDB and logs; and the reconstructed calls, one per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from doublefire.model import Audit, Call
from doublefire.reports.contract import Options, Report
from doublefire.reports.encoding import encode
from doublefire.reports.records import call_record, finding_record


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """Findings alone, suppressed ones too, one record a line."""
    for finding in audit.findings:
        yield encode(finding_record(finding, options)) + b"\n"


def render_calls(calls: Iterable[Call], options: Options) -> Iterator[bytes]:
    """The calls, each as in the `calls` of a finding and with its `tool` in front."""
    for call in calls:
        yield encode({"tool": call.tool, **call_record(call, options)}) + b"\n"


REPORT = Report("jsonl", (".jsonl", ".ndjson"), "one finding a line, the same fields as in json", render)
