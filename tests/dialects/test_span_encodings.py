"""The other encodings of OpenTelemetry spans: console output, Jaeger and Zipkin. One call, three spellings."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.inputs.framing import records
from doublefire.model import Emission, Link, Record, Sighting

from .damage import JSON, nested, places
from .emissions import DATA

BY_NAME = {dialect.name: dialect for dialect in DIALECTS}
ATTRIBUTES = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "charge_card",
    "gen_ai.tool.call.id": "call_9",
    "gen_ai.tool.call.arguments": '{"cents": 500}',
}
CONSOLE: dict[str, Any] = {
    "name": "execute_tool charge_card",
    "context": {"trace_id": "0x0af7651916cd43dd8448eb211c80319c", "span_id": "0x00ad6b7169203331", "trace_state": "[]"},
    "kind": "SpanKind.CLIENT",
    "parent_id": "0x00f067aa0ba902b7",
    "start_time": "2026-01-02T03:04:05.000001Z",
    "end_time": "2026-01-02T03:04:05.400001Z",
    "status": {"status_code": "ERROR", "description": "timed out"},
    "attributes": ATTRIBUTES,
    "events": [
        {"name": "exception", "timestamp": "2026-01-02T03:04:05Z", "attributes": {"exception.type": "TimeoutError"}}
    ],
    "links": [],
    "resource": {"attributes": {}},
}
JAEGER_SPAN: dict[str, Any] = {
    "traceID": "af7651916cd43dd8448eb211c80319c",
    "spanID": "AD6B7169203331",
    "operationName": "execute_tool charge_card",
    "references": [
        {"refType": "FOLLOWS_FROM", "traceID": "a1", "spanID": "1"},
        {"refType": "CHILD_OF", "traceID": "af7651916cd43dd8448eb211c80319c", "spanID": "f067aa0ba902b7"},
    ],
    "startTime": 1767323045000001,
    "duration": 400000,
    "tags": [
        *({"key": key, "type": "string", "value": value} for key, value in ATTRIBUTES.items()),
        {"key": "span.kind", "type": "string", "value": "client"},
        {"key": "error", "type": "bool", "value": True},
        {"key": "otel.status_description", "type": "string", "value": "timed out"},
    ],
    "logs": [
        {
            "timestamp": 1767323045000001,
            "fields": [{"key": "event", "value": "exception"}, {"key": "exception.type", "value": "TimeoutError"}],
        }
    ],
    "processID": "p1",
}
JAEGER = {"data": [{"traceID": "af7651916cd43dd8448eb211c80319c", "spans": [JAEGER_SPAN], "processes": {}}]}
ZIPKIN_SPAN: dict[str, Any] = {
    "traceId": "af7651916cd43dd8448eb211c80319c",
    "id": "ad6b7169203331",
    "parentId": "f067aa0ba902b7",
    "name": "execute_tool charge_card",
    "timestamp": 1767323045000001,
    "duration": 400000,
    "kind": "CLIENT",
    "localEndpoint": {"serviceName": "shop"},
    "tags": {**ATTRIBUTES, "otel.status_code": "ERROR", "error": "timed out"},
    "annotations": [{"timestamp": 1767323045000001, "value": '{"exception": {"exception.type": "TimeoutError"}}'}],
}
ONE_CALL = {"otel-console": CONSOLE, "jaeger": JAEGER, "zipkin": [ZIPKIN_SPAN]}


def emitted(name: str, *values: Any) -> list[Emission]:
    return list(BY_NAME[name].read(Record(value, line) for line, value in enumerate(values, 1)))


def seen(name: str, *values: Any) -> Sighting:
    (found,) = [item for item in emitted(name, *values) if isinstance(item, Sighting)]
    return found


@pytest.mark.parametrize("name", ONE_CALL)
def test_one_call_reads_the_same_in_every_spelling(name: str) -> None:
    call = seen(name, ONE_CALL[name])
    assert (call.trace, call.span, call.parent) == (
        "0af7651916cd43dd8448eb211c80319c",
        "00ad6b7169203331",
        "00f067aa0ba902b7",
    )
    assert (call.tool, call.call_id, call.arguments) == ("charge_card", "call_9", {"cents": 500})
    assert (call.start_ns, call.end_ns) == (1767323045000001000, 1767323045400001000)
    assert (call.layer, call.status.failed, call.status.message) == ("transport", True, "timed out")
    assert call.status.error_type == "TimeoutError"


@pytest.mark.parametrize("name", ONE_CALL)
def test_each_is_claimed_by_its_dialect_alone(name: str) -> None:
    assert [dialect.name for dialect in DIALECTS if dialect.claims([ONE_CALL[name]])] == [name]


@pytest.mark.parametrize(
    ("name", "value"),
    [("jaeger", JAEGER["data"][0]), ("jaeger", JAEGER["data"]), ("zipkin", ZIPKIN_SPAN), ("zipkin", [[ZIPKIN_SPAN]])],
    ids=["bare trace", "list of traces", "a span a line", "list of traces of Zipkin"],
)
def test_the_envelopes(name: str, value: Any) -> None:
    assert BY_NAME[name].claims([value])
    assert seen(name, value).call_id == "call_9"


def test_console_output_between_other_output() -> None:
    text = (
        "starting\n" + json.dumps(CONSOLE, indent=4) + "\n{not json\ndone [1]\n" + json.dumps(CONSOLE, indent=4) + "\n"
    )
    found = [item for item in records(text.encode().splitlines(keepends=True)) if isinstance(item, Record)]
    spans = [item for item in BY_NAME["otel-console"].read(found) if isinstance(item, Sighting)]
    assert [span.call_id for span in spans] == ["call_9", "call_9"]


@pytest.mark.parametrize(
    ("tags", "failed"),
    [
        ([{"key": "otel.status_code", "value": "OK"}], False),
        ([{"key": "otel.status_code", "value": "ERROR"}], True),
        ([{"key": "error", "type": "bool", "value": "true"}], True),
        ([{"key": "error", "type": "bool", "value": False}], None),
        ([], None),
    ],
)
def test_jaeger_status_tags(tags: list[dict[str, Any]], failed: bool | None) -> None:
    named = JAEGER_SPAN["tags"][:4]
    assert (
        seen("jaeger", {"traceID": "a", "spans": [{**JAEGER_SPAN, "logs": [], "tags": named + tags}]}).status.failed
        is failed
    )


def test_jaeger_integers_past_53_bits_stay_exact() -> None:
    tags = [
        *JAEGER_SPAN["tags"][:3],
        {"key": "gen_ai.tool.call.arguments", "type": "int64", "value": "9007199254740993"},
    ]
    assert seen("jaeger", {"traceID": "a", "spans": [{**JAEGER_SPAN, "tags": tags}]}).arguments == 9007199254740993


@pytest.mark.parametrize(
    ("tags", "failed", "message"),
    [
        ({"error": "no funds"}, True, "no funds"),
        ({"error": ""}, True, None),
        ({"error": "false"}, None, None),
        ({"otel.status_code": "OK"}, False, None),
        ({}, None, None),
    ],
)
def test_zipkin_error_tags(tags: dict[str, str], failed: bool | None, message: str | None) -> None:
    status = seen("zipkin", [{**ZIPKIN_SPAN, "annotations": [], "tags": {**ATTRIBUTES, **tags}}]).status
    assert (status.failed, status.message) == (failed, message)


def test_the_halves_of_a_shared_span_are_two_spans() -> None:
    halves = [ZIPKIN_SPAN, {**ZIPKIN_SPAN, "kind": "SERVER", "shared": True}]
    client, server = (item for item in emitted("zipkin", halves) if isinstance(item, Sighting))
    assert server.parent == client.span != server.span


def test_a_zipkin_span_without_duration_has_no_end() -> None:
    span = {key: value for key, value in ZIPKIN_SPAN.items() if key != "duration"}
    assert seen("zipkin", [span]).end_ns is None


@pytest.mark.parametrize("name", ONE_CALL)
@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [[]], {"data": 7}, {"spans": []}, {"context": {}}])
def test_other_values_say_nothing(name: str, value: Any) -> None:
    assert not BY_NAME[name].claims([value])
    assert emitted(name, value) == []


@pytest.mark.parametrize("name", ONE_CALL)
def test_a_span_of_no_tool_keeps_its_place(name: str) -> None:
    plain = json.loads(json.dumps(ONE_CALL[name]).replace("execute_tool charge_card", "work"))
    for holder, key in places(plain):
        if key in ("attributes", "tags"):
            holder[key] = []
    assert [type(item) for item in emitted(name, plain)] == [Link]


@given(name=st.sampled_from(sorted(ONE_CALL)), data=st.data())
def test_a_field_of_any_kind_breaks_neither_detection_nor_reading(name: str, data: st.DataObject) -> None:
    broken = copy.deepcopy([ONE_CALL[name]])
    for _ in range(data.draw(st.integers(1, 4))):
        holder, key = data.draw(st.sampled_from(places(broken)))
        holder[key] = data.draw(JSON)
    for dialect in DIALECTS:
        dialect.claims(broken)
    for item in emitted(name, *broken):
        assert not isinstance(item, Sighting) or item.start_ns is None or abs(item.start_ns) < 2**63


@pytest.mark.parametrize("name", ONE_CALL)
def test_deep_nesting_is_read_without_recursion(name: str) -> None:
    values = copy.deepcopy([ONE_CALL[name]])
    for holder, key in places(values):
        if key in ("value", "attributes", "tags", "annotations", "name", "references"):
            holder[key] = nested(3000)
    assert isinstance(emitted(name, *values, nested(3000)), list)


@pytest.mark.parametrize("name", ONE_CALL)
def test_samples_are_claimed_by_their_dialect(name: str) -> None:
    for path in (DATA / name).iterdir():
        found = records(path.read_bytes().splitlines(keepends=True))
        values = [item.value for item in found if isinstance(item, Record)]
        assert [dialect.name for dialect in DIALECTS if dialect.claims(values)] == [name]
