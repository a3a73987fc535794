"""The pytest plugin: a test fails when what it recorded shows a duplicate, and only then."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

SAMPLES = Path(__file__).parents[1] / "sample_traces"
PLUGIN = ("-p", "no:doublefire", "-p", "doublefire.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers")
"""Loaded by its module, so that these tests hold for a checkout that is not installed."""

LOG = """
    import json

    def line(start, order="A-17", **more):
        row = {"session_id": "s1", "tool": "charge_card", "arguments": {"order": order}, "call_id": "call_" + order,
               "start_time": 1772442000 + start, "end_time": 1772442001 + start, "result": {"ok": True}}
        return json.dumps({**row, **more}) + "\\n"

    DUPLICATE = line(0, status="timeout", error="timed out", result=None) + line(4)
    CLEAN = line(0) + line(4, order="B-18")
"""
SPANS = """
    import pytest
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
    from opentelemetry.trace import SpanKind, Status, StatusCode

    @pytest.fixture
    def exporter():
        return InMemorySpanExporter()

    @pytest.fixture
    def tracer(exporter):
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        return provider.get_tracer("agent")

    def charge(tracer, order, start, error=None):
        span = tracer.start_span(
            "execute_tool charge_card",
            start_time=1772442000_000000000 + start * 10**9,
            attributes={
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "charge_card",
                "gen_ai.tool.call.id": "call_" + order,
                "gen_ai.tool.call.arguments": '{"order": "%s"}' % order,
                "gen_ai.conversation.id": "c1",
                "labels": ["a", "b"], "n": 1, "x": 1.5, "flag": True,
            },
        )
        if error:
            span.record_exception(TimeoutError(error))
            span.set_status(Status(StatusCode.ERROR, error))
        span.end(end_time=1772442000_000000000 + start * 10**9 + 500_000_000)
"""


def outcomes(pytester: pytest.Pytester, **expected: int) -> pytest.RunResult:
    result = pytester.runpytest_subprocess(*PLUGIN)  # polars cannot be imported twice in one process
    result.assert_outcomes(**expected)
    return result


def test_the_fixture_and_a_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        LOG
        + """
    def test_twice(doublefire, tmp_path):
        (tmp_path / "log.jsonl").write_text(DUPLICATE)
        doublefire.check(tmp_path / "log.jsonl")

    def test_folder(doublefire, tmp_path):
        (tmp_path / "log.jsonl").write_text(DUPLICATE)
        doublefire.check(str(tmp_path))

    def test_once(doublefire, tmp_path):
        (tmp_path / "log.jsonl").write_text(CLEAN)
        assert doublefire.check(tmp_path / "log.jsonl").summary.executions == 2

    def test_audit_alone(doublefire, tmp_path):
        (tmp_path / "log.jsonl").write_text(DUPLICATE)
        assert doublefire.audit(tmp_path / "log.jsonl").findings[0].rule == "duplicate-side-effect"
    """
    )
    result = outcomes(pytester, failed=2, passed=2)
    result.stdout.fnmatch_lines(["*medium?duplicate-side-effect? charge_card*", "*client-timeout-retry*"])
    result.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_options(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        LOG
        + """
    import pytest

    @pytest.mark.parametrize("options", [
        {"fail_on": "high"}, {"fail_on": "never"}, {"config": "mine.toml"},
        {"fail_on": "high", "fail_confidence": "low"},
    ])
    def test_passes(doublefire, tmp_path, options, monkeypatch):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "mine.toml").write_text('[tools.charge_card]\\neffect = "idempotent"\\n')
        (tmp_path / "log.jsonl").write_text(DUPLICATE)
        doublefire.check("log.jsonl", **options)

    @pytest.mark.parametrize("options", [{"scope": "all"}, {"window": "1h"}, {"dialect": "native"}])
    def test_fails(doublefire, tmp_path, options):
        (tmp_path / "log.jsonl").write_text(DUPLICATE)
        doublefire.check(tmp_path / "log.jsonl", **options)
    """
    )
    outcomes(pytester, passed=4, failed=3)


def test_what_cannot_be_audited_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
    def test_nothing(doublefire):
        doublefire.check()

    def test_nowhere(doublefire, tmp_path):
        doublefire.check(tmp_path / "nowhere.jsonl")

    def test_no_spans(doublefire):
        doublefire.check([])

    def test_window(doublefire, tmp_path):
        doublefire.check(tmp_path, window="soon")
    """
    )
    result = outcomes(pytester, failed=4)
    result.stdout.fnmatch_lines(
        ["*nothing to check*", "*no such file or folder*", "*no tool call found*", "*no duration*"]
    )


def test_the_marker_and_a_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        LOG
        + """
    from pathlib import Path
    import pytest

    @pytest.mark.doublefire("twice.jsonl")
    def test_twice():
        Path("twice.jsonl").write_text(DUPLICATE)

    @pytest.mark.doublefire("twice.jsonl", fail_on="high")
    def test_twice_but_lenient():
        Path("twice.jsonl").write_text(DUPLICATE)

    @pytest.mark.doublefire("once.jsonl")
    def test_once():
        Path("once.jsonl").write_text(CLEAN)

    @pytest.mark.doublefire("missing.jsonl")
    def test_recorded_nothing():
        pass

    @pytest.mark.doublefire("twice.jsonl")
    def test_own_failure_comes_first():
        assert "own" == "failure"

    @pytest.mark.doublefire("twice.jsonl")
    class TestMarkedAsAWhole:
        def test_inside(self):
            pass
    """
    )
    result = outcomes(pytester, failed=4, passed=2)
    result.stdout.fnmatch_lines(["*assert 'own' == 'failure'*"])


def test_an_exporter(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        SPANS
        + """
    def test_twice(doublefire, exporter, tracer):
        charge(tracer, "A-17", 0, "timed out")
        charge(tracer, "A-17", 4)
        doublefire.check(exporter)

    def test_once(doublefire, exporter, tracer):
        charge(tracer, "A-17", 0)
        charge(tracer, "B-18", 4)
        assert doublefire.check(exporter).summary.executions == 2

    def test_spans(doublefire, exporter, tracer):
        charge(tracer, "A-17", 0, "timed out")
        charge(tracer, "A-17", 4)
        (finding, *_) = doublefire.audit(exporter.get_finished_spans()).findings
        assert finding.cause == "client-timeout-retry"
        assert finding.gap_ns == 3_500_000_000
        assert [call.outcome for call in finding.calls] == ["unknown", "executed"]
        assert finding.calls[0].session == "c1"

    @pytest.mark.doublefire(fixture="exporter")
    def test_marked(tracer):
        charge(tracer, "A-17", 0, "timed out")
        charge(tracer, "A-17", 4)

    @pytest.mark.doublefire(fixture="exporter")
    @pytest.mark.parametrize("order", ["A-17", "B-18"])
    def test_marked_once(tracer, order):
        charge(tracer, order, 0)
    """
    )
    outcomes(pytester, failed=2, passed=4)


def test_client_and_nested_spans_keep_their_place() -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import SpanKind, set_span_in_context

    from doublefire.ingest.dialects.otlp import span_of
    from doublefire.pytest_plugin import otlp_span

    tracer = TracerProvider(shutdown_on_exit=False).get_tracer("agent")
    outer = tracer.start_span("outer")
    inner = tracer.start_span("inner", context=set_span_in_context(outer), kind=SpanKind.CLIENT)
    inner.set_attribute("values", [1, 2])
    inner.end()
    read = span_of(otlp_span(inner), "agent")
    assert read is not None
    assert (read.trace, read.parent) == (
        f"{outer.get_span_context().trace_id:032x}",
        f"{outer.get_span_context().span_id:016x}",
    )
    assert (read.kind, read.name, read.attributes, read.failed) == ("client", "inner", {"values": [1, 2]}, None)
    assert read.start_ns == inner.start_time  # type: ignore[attr-defined]


def test_loading_the_plugin_imports_nothing_heavy() -> None:
    import subprocess

    program = (
        "import sys, pytest, doublefire.pytest_plugin\n"
        "print([name for name in ('polars', 'pyarrow', 'typer', 'opentelemetry', 'msgspec') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
