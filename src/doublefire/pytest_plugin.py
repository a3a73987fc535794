"""A pytest plugin: a test fails when the session that it recorded shows a side effect that happened more than once.

The fixture `doublefire` checks when it is asked, the marker of that name checks after the test:

    def test_refund(doublefire, exporter):
        run_agent()
        doublefire.check(exporter)

    @pytest.mark.doublefire("out/trace.jsonl", fail_confidence="medium")
    def test_refund(): ...

What is checked is a trace file, a folder, an in-memory span exporter of OpenTelemetry's SDK, or a list of its spans; a
marker may also name a fixture whose value is one of these, as `fixture="exporter"`. pytest loads this module for every
run where doublefire is installed, so everything heavy is imported only when something is checked.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from doublefire.model import Audit

NAME = "doublefire"
MARKER = (
    "doublefire(*sources, fixture=None, **options): fail the test if these traces, or the exporter in this fixture, "
    "show a side effect that happened more than once"
)


class Doublefire:
    """What the fixture gives. `folder` is where recorded spans are written, so that a failure can be explained."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written = 0

    def audit(
        self,
        *sources: Any,
        window: str | None = None,
        scope: str | None = None,
        tools: Iterable[str | PathLike[str]] = (),
        config: str | PathLike[str] | None = None,
        dialect: str | None = None,
    ) -> Audit:
        """The audit of these sources; the options are those of `doublefire audit`. Raises DoublefireError."""
        from doublefire.api import audit
        from doublefire.cli.options import ScopeWord, settings_from

        settings = settings_from(
            Path(config) if config is not None else None,
            window,
            ScopeWord(scope) if scope is not None else None,
            [Path(file) for file in tools],
            dialect,
            1,
        )
        return audit([self._path(source) for source in sources], settings)

    def check(self, *sources: Any, fail_on: str = "medium", fail_confidence: str = "high", **options: Any) -> Audit:
        """Fail the test if an audit of these sources would fail a run; else give the audit."""
        from doublefire.cli.options import FailConfidence, FailOn, gate
        from doublefire.errors import DoublefireError
        from doublefire.reports.contract import Options, fails

        __tracebackhide__ = True
        if not sources:
            pytest.fail("doublefire: nothing to check; name a trace, a folder or an exporter", pytrace=False)
        try:
            audit = self.audit(*sources, **options)
        except DoublefireError as error:
            pytest.fail(f"doublefire: {error}", pytrace=False)
        shown = Options(**gate(FailOn(fail_on), FailConfidence(fail_confidence)))
        if any(fails(finding, shown) for finding in audit.findings):
            pytest.fail(failure(audit, shown), pytrace=False)
        return audit

    def _path(self, source: Any) -> str:
        if isinstance(source, str | PathLike):
            return fspath(source)
        spans = source.get_finished_spans() if hasattr(source, "get_finished_spans") else source
        self._written += 1
        path = self._folder / f"spans-{self._written}.otlp.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in otlp_lines(spans)), encoding="utf-8")
        return str(path)


def failure(audit: Audit, options: Any) -> str:
    """The findings that fail the test, as `doublefire audit` shows them."""
    from doublefire.reports.contract import fails
    from doublefire.reports.terminal.page import findings_alone

    findings = [finding for finding in audit.findings if fails(finding, options)]
    return b"".join(findings_alone(findings, options)).decode().rstrip()


# --- spans of OpenTelemetry's SDK as OTLP, without importing it -------------------------------------------------------


def otlp_lines(spans: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """One OTLP/JSON line for each `ReadableSpan`."""
    for span in spans:
        scope = getattr(span, "instrumentation_scope", None)
        scoped = {"scope": {"name": getattr(scope, "name", "") or ""}, "spans": [otlp_span(span)]}
        yield {"resourceSpans": [{"scopeSpans": [scoped]}]}


def otlp_span(span: Any) -> dict[str, Any]:
    """One `ReadableSpan` of the Python SDK as an OTLP span; its kinds count from 0, those of OTLP from 1."""
    parent = span.parent
    return {
        "traceId": f"{span.context.trace_id:032x}",
        "spanId": f"{span.context.span_id:016x}",
        **({"parentSpanId": f"{parent.span_id:016x}"} if parent is not None else {}),
        "name": span.name,
        "kind": span.kind.value + 1,
        "startTimeUnixNano": str(span.start_time or 0),
        "endTimeUnixNano": str(span.end_time or 0),
        "attributes": otlp_attributes(span.attributes),
        "events": [
            {"name": event.name, "timeUnixNano": str(event.timestamp), "attributes": otlp_attributes(event.attributes)}
            for event in span.events
        ],
        "status": {"code": span.status.status_code.value, "message": span.status.description or ""},
    }


def otlp_attributes(attributes: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Attributes as OTLP's list of keys and values."""
    return [{"key": key, "value": otlp_value(value)} for key, value in (attributes or {}).items()]


def otlp_value(value: Any) -> dict[str, Any]:
    """An attribute value as OTLP's AnyValue; `bool` comes first, as it is an `int` too."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, Mapping):
        return {"kvlistValue": {"values": otlp_attributes(value)}}
    if isinstance(value, list | tuple):
        return {"arrayValue": {"values": [otlp_value(item) for item in value]}}
    return {"stringValue": str(value)}


# --- hooks ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def doublefire(tmp_path_factory: pytest.TempPathFactory) -> Doublefire:
    """Checks recorded traces: `doublefire.check(exporter_or_path)` fails the test, `.audit(...)` gives the audit."""
    return Doublefire(tmp_path_factory.mktemp(NAME))


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", MARKER)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let the fixtures that a marker needs be set up with the test's own."""
    names = getattr(item, "fixturenames", None)
    if names is not None:
        wanted = [name for marker in item.iter_markers(NAME) for name in (NAME, marker.kwargs.get("fixture")) if name]
        names.extend(name for name in dict.fromkeys(wanted) if name not in names)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Check the sources of the markers once the test itself has passed."""
    result = yield
    for marker in item.iter_markers(NAME):
        options = dict(marker.kwargs)
        fixture = options.pop("fixture", None)
        values = item.funcargs  # type: ignore[attr-defined]
        values[NAME].check(*marker.args, *([values[fixture]] if fixture is not None else ()), **options)
    return result
