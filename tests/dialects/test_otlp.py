"""OTLP: ids, integers, enums and values in every legal spelling, Tempo's answers, logs, and hostile content."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.dialects.otlp import DIALECT
from doublefire.model import Emission, Kind, Link, Outcome, Record, Sighting

from .damage import JSON, nested, places

SPAN: dict[str, Any] = {
    "traceId": "0AF7651916CD43DD8448EB211C80319C",
    "spanId": "B7AD6B7169203331",
    "parentSpanId": "00f067aa0ba902b7",
    "name": "execute_tool refund",
    "kind": 3,
    "startTimeUnixNano": "1760000000000000001",
    "endTimeUnixNano": "1760000000400000000",
    "status": {"code": 2, "message": "timeout"},
    "attributes": [
        {"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
        {"key": "gen_ai.tool.name", "value": {"stringValue": "refund"}},
        {"key": "gen_ai.tool.call.arguments", "value": {"stringValue": '{"order": 7}'}},
    ],
    "events": [{"name": "exception", "attributes": [{"key": "exception.type", "value": {"stringValue": "T"}}]}],
}


def document(*spans: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"scopeSpans": [{"scope": {"name": "my.agent"}, "spans": list(spans)}]}]}


def logs(*records: Any) -> dict[str, Any]:
    return {"resourceLogs": [{"scopeLogs": [{"scope": {"name": "my.agent"}, "logRecords": list(records)}]}]}


def emitted(*values: Any) -> list[Emission]:
    return list(DIALECT.read(Record(value, line) for line, value in enumerate(values, 1)))


def seen(*values: Any) -> Sighting:
    (found,) = [item for item in emitted(*values) if isinstance(item, Sighting)]
    return found


def argument(value: Any) -> Any:
    pair = {"key": "gen_ai.tool.call.arguments", "value": value}
    return seen(document({**SPAN, "attributes": [*SPAN["attributes"][:2], pair]})).arguments


def test_a_span_is_read_whole() -> None:
    span = seen(document(SPAN))
    assert (span.trace, span.span, span.parent) == (
        "0af7651916cd43dd8448eb211c80319c",
        "b7ad6b7169203331",
        "00f067aa0ba902b7",
    )
    assert (span.start_ns, span.end_ns, span.scope) == (1760000000000000001, 1760000000400000000, "my.agent")
    assert (span.tool, span.arguments, span.layer) == ("refund", {"order": 7}, "transport")
    assert (span.status.failed, span.status.message, span.status.error_type) == (True, "timeout", "T")


@pytest.mark.parametrize(
    "wrap",
    [
        lambda span: {"trace": document(span)},
        lambda span: {"batches": document(span)["resourceSpans"]},
        lambda span: {"resource_spans": [{"scope_spans": [{"spans": [span]}]}]},
        lambda span: {
            "resourceSpans": [
                {"instrumentationLibrarySpans": [{"instrumentationLibrary": {"name": "x"}, "spans": [span]}]}
            ]
        },
        lambda span: [document(span)],
        lambda span: {**document(span), "metrics": {}, "unknown": 1},
    ],
    ids=["Tempo v2", "Tempo v1", "proto names", "before 0.15", "a list", "unknown fields"],
)
def test_the_envelopes_of_a_span(wrap: Any) -> None:
    value = wrap(SPAN)
    assert DIALECT.claims([value])
    assert seen(value).tool == "refund"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"traceId": "CvdlGRbNQ92ESOshHIAxnA==", "spanId": "t61rcWkgMzE="}, "b7ad6b7169203331"),
        ({"spanId": "b7ad6b7169203331"}, "b7ad6b7169203331"),
    ],
    ids=["base64", "lower case"],
)
def test_ids_in_either_alphabet(fields: dict[str, Any], expected: str) -> None:
    span = seen(document({**SPAN, **fields}))
    assert (span.trace, span.span) == ("0af7651916cd43dd8448eb211c80319c", expected)


@pytest.mark.parametrize("identifier", ["", "0000000000000000", None, 7, []])
def test_a_span_without_an_id_is_passed_over(identifier: Any) -> None:
    assert emitted(document({**SPAN, "spanId": identifier})) == []


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("1760000000000000001", 1760000000000000001),
        (1760000000000000001, 1760000000000000001),
        ("0", None),
        (0, None),
        (None, None),
        ("", None),
        ("soon", None),
        ("9223372036854775807", 9223372036854775807),
        ("9223372036854775808", None),
        ("18446744073709551615", None),
        (10**40, None),
        ("1" + "0" * 5000, None),
        (float("nan"), None),
        (float("inf"), None),
        (True, None),
        ([1], None),
    ],
)
def test_times_that_do_not_fit_are_no_times(start: Any, expected: int | None) -> None:
    assert seen(document({**SPAN, "startTimeUnixNano": start})).start_ns == expected


@pytest.mark.parametrize(
    ("status", "failed"),
    [
        ({"code": 0}, None),
        ({"code": 1}, False),
        ({"code": 2}, True),
        ({"code": "STATUS_CODE_OK"}, False),
        ({"code": "STATUS_CODE_ERROR"}, True),
        ({}, None),
        (None, None),
        ({"code": [2]}, None),
        ("ERROR", None),
    ],
)
def test_status_codes_and_names(status: Any, failed: bool | None) -> None:
    assert seen(document({**SPAN, "status": status, "events": []})).status.failed is failed


@pytest.mark.parametrize(
    ("kind", "layer"),
    [
        (1, "execution"),
        (2, "server"),
        (3, "transport"),
        (5, "server"),
        ("SPAN_KIND_SERVER", "server"),
        (None, "execution"),
    ],
)
def test_kinds_decide_the_layer(kind: Any, layer: str) -> None:
    assert seen(document({**SPAN, "kind": kind})).layer == layer


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"stringValue": '{"a": 1}'}, {"a": 1}),
        ({"stringValue": '"{\\"a\\": 1}"'}, {"a": 1}),
        (
            {"kvlistValue": {"values": [{"key": "a", "value": {"intValue": "9007199254740993"}}]}},
            {"a": 9007199254740993},
        ),
        ({"kvlistValue": {"values": [{"key": "a", "value": {"intValue": 3}}]}}, {"a": 3}),
        ({"kvlistValue": {"values": [{"key": "a", "value": {}}]}}, {"a": None}),
        ({"kvlistValue": {"values": [{"key": "a", "value": {"arrayValue": {}}}]}}, {"a": []}),
        ({"kvlistValue": {"values": [{"key": "a", "value": {"boolValue": True}}]}}, {"a": True}),
        ({"kvlist_value": {"values": [{"key": "a", "value": {"double_value": 1.5}}]}}, {"a": 1.5}),
        ({"kvlistValue": {"values": 7}}, {}),
        ({"stringValue": "R1"}, "R1"),
    ],
)
def test_values_of_every_kind(value: Any, expected: Any) -> None:
    assert argument(value) == expected


def test_a_log_record_without_a_time_was_observed() -> None:
    record = {
        "observedTimeUnixNano": "1760000000500000000",
        "body": {"stringValue": "codex.tool_result"},
        "attributes": [
            {"key": "tool_name", "value": {"stringValue": "pay"}},
            {"key": "duration_ms", "value": {"stringValue": "500"}},
        ],
    }
    span = seen(logs(record))
    assert (span.tool, span.start_ns, span.end_ns) == ("pay", 1760000000000000000, 1760000000500000000)


def claude(name: str, span_type: str, identifier: str, parent: str, **attributes: Any) -> dict[str, Any]:
    pairs = {"span.type": span_type, **attributes}
    return {
        "traceId": SPAN["traceId"],
        "spanId": identifier,
        "parentSpanId": parent,
        "name": name,
        "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in pairs.items()],
        "status": {"code": 2, "message": "bad number"} if attributes.get("success") == "false" else {"code": 0},
    }


@pytest.mark.parametrize(
    ("children", "failed", "verdict"),
    [
        ([("tool.execution", {"success": "true"})], False, None),
        ([("tool.execution", {"success": "false"})], True, None),
        ([("tool.blocked_on_user", {"decision": "reject"})], None, Outcome.NOT_EXECUTED),
        ([("tool.blocked_on_user", {"decision": "accept"}), ("tool.execution", {"success": "true"})], False, None),
        ([], None, None),
    ],
)
def test_claude_code_says_on_children_how_a_tool_ended(
    children: list[tuple[str, dict[str, str]]], failed: bool | None, verdict: Outcome | None
) -> None:
    inner = [
        claude(f"claude_code.{kind}", kind, f"{at:016x}", "b7ad6b7169203331", **attributes)
        for at, (kind, attributes) in enumerate(children, 1)
    ]
    outer = claude("claude_code.tool", "tool", "b7ad6b7169203331", "00f067aa0ba902b7", tool_name="mcp__pay__send")
    status = seen(document(*inner), document(outer)).status
    assert (status.failed, status.verdict) == (failed, verdict)


def test_codex_internal_spans_are_no_tools() -> None:
    names = ("add_shell_tools", "list_tools_for_client_uncached", "mcp__paymentssend_sms", "tool_call", "tools")
    spans = [{**SPAN, "spanId": f"{at:016x}", "name": name, "attributes": []} for at, name in enumerate(names, 1)]
    assert all(isinstance(item, Link) for item in emitted(document(*spans)))


@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [[]], {"resourceSpans": None}, {"resourceSpans": {}}, [None]])
def test_other_values_say_nothing(value: Any) -> None:
    assert emitted(value) == []


SAMPLES = [
    [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for path in sorted((Path(__file__).parent / "data" / "otlp").glob("*.jsonl"))
]


@given(sample=st.sampled_from(SAMPLES), data=st.data())
def test_a_field_of_any_kind_breaks_neither_detection_nor_reading(sample: list[Any], data: st.DataObject) -> None:
    broken = copy.deepcopy(data.draw(st.sampled_from(sample)))
    for _ in range(data.draw(st.integers(1, 4))):
        holder, key = data.draw(st.sampled_from(places(broken)))
        holder[key] = data.draw(JSON)
    for dialect in DIALECTS:
        dialect.claims([broken])
    emitted(broken)


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_deep_nesting_is_read_without_recursion(sample: list[Any]) -> None:
    values = copy.deepcopy(sample[:2])
    for holder, key in places(values):
        if key == "value":
            holder[key] = {"arrayValue": {"values": [nested(3000)]}}
    deep: Any = {"stringValue": "x"}
    for _ in range(3000):
        deep = {"kvlistValue": {"values": [{"key": "k", "value": deep}]}}
    assert argument(deep) is not None
    emitted(*values)


def test_only_otlp_claims_its_samples() -> None:
    for sample in SAMPLES:
        assert [dialect.name for dialect in DIALECTS if dialect.claims(sample)] == ["otlp"]


def test_a_call_is_an_execution() -> None:
    assert seen(document(SPAN)).kind is Kind.EXECUTION
