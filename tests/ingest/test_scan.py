"""A scan changes no audit: what it leaves out could not have mattered, wherever a file is cut."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doublefire.api import examine
from doublefire.ingest.scan import parts
from doublefire.model import Audit
from doublefire.semantics.identity.canonical import identify
from doublefire.semantics.identity.coarse import coarse, may_be_near
from doublefire.semantics.identity.similar import nearness
from doublefire.settings import Settings

from ..scenarios.emit import write
from ..scenarios.story import CASES, expressible, load

SIZES = (1, 400, 1 << 24)
"""Bytes of a part: each line by itself, a few lines, the whole file."""


@pytest.fixture(autouse=True)
def short_files_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LONG", 0)


def audits(text: str, chosen: Settings | None = None) -> Iterator[tuple[int, Audit]]:
    """(part size, audit) of a trace; size 0 is the reading of all of it."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder, "trace.jsonl")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        for size in (0, *SIZES):
            patch.setattr(parts, "PART_SIZE", max(1, size))
            with ExitStack() as stack:
                yield size, examine([path], chosen or Settings(), stack, sparing=size > 0).audit


def assert_same(text: str, chosen: Settings | None = None) -> Audit:
    """The audit, which is the same whether the trace is read whole or scanned in parts of any size."""
    (_, whole), *scanned = audits(text, chosen)
    for size, audit in scanned:
        assert audit == whole, f"in parts of {size} bytes"
    return whole


DIALECTS = ("jsonl", "otlp", "claude-code")


def stories(dialect: str) -> list[str]:
    return [write(story, dialect) for story in map(load, sorted(CASES.glob("*.toml"))) if dialect in expressible(story)]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_all_stories_in_one_file(dialect: str) -> None:
    audit = assert_same("\n".join(stories(dialect)) + "\n")

    assert audit.findings
    assert audit.cleared


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_plain_file_is_scanned(dialect: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without this the other tests would compare a reading with itself."""
    read: list[int] = []
    monkeypatch.setattr(parts, "PART_SIZE", 1 << 24)
    path = tmp_path / "trace.jsonl"
    path.write_text("\n".join(BUSY[dialect]()) + "\n")
    collect = parts.read

    def counting(task: Any) -> Any:
        read.append(len(task[0].units))
        return collect(task)

    monkeypatch.setattr(parts, "read", counting)
    with ExitStack() as stack:
        audit = examine([path], Settings(), stack, sparing=True).audit

    assert audit.summary.executions == CALLS
    assert 0 < sum(read) < CALLS


CALLS = 400


def _native() -> list[str]:
    return [
        json.dumps(
            {
                "session_id": "s",
                "call_id": f"call_{n}",
                "tool": "charge_card",
                "arguments": {"order": f"o{n}"},
                "ts": 1e9 + n,
                "result": 1,
            }
        )
        for n in range(CALLS)
    ]


def _otlp() -> list[str]:
    def span(number: int) -> dict[str, Any]:
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "charge_card",
            "gen_ai.tool.call.id": f"call_{number}",
            "gen_ai.tool.call.arguments": json.dumps({"order": f"o{number}"}),
        }
        return {
            "traceId": f"{number + 1:032x}",
            "spanId": f"{number + 1:016x}",
            "name": "execute_tool charge_card",
            "startTimeUnixNano": str(10**18 + number * 10**9),
            "endTimeUnixNano": str(10**18 + number * 10**9 + 1),
            "attributes": [{"key": key, "value": {"stringValue": value}} for key, value in attributes.items()],
        }

    return [json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span(n)]}]}]}) for n in range(CALLS)]


def _claude() -> list[str]:
    lines = []
    for n in range(CALLS):
        call = {"type": "tool_use", "id": f"toolu_{n}", "name": "charge_card", "input": {"order": f"o{n}"}}
        answer = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "done"}
        for kind, block in (("assistant", call), ("user", answer)):
            message = {"id": f"msg_{n}", "role": kind, "content": [block]}
            at = f"2026-03-02T09:{n // 60:02d}:{n % 60:02d}.000Z"
            lines.append(
                json.dumps({"type": kind, "sessionId": "s", "uuid": f"{kind}{n}", "timestamp": at, "message": message})
            )
    return lines


BUSY: dict[str, Callable[[], list[str]]] = {"jsonl": _native, "otlp": _otlp, "claude-code": _claude}


# --- anything at all -------------------------------------------------------------------------------------------------

LONG_TEXT = "Dear Ms Lee, your order has been refunded in full and the money should arrive within three working days."
ARGUMENTS: tuple[Any, ...] = (
    {"customer": "c1", "cents": 100},
    {"cents": 100, "customer": "c1"},
    {"cents": 100.0, "customer": "c1", "note": None},
    {"customer": "c1", "cents": 101},
    {"customer": "c1", "cents": 100, "request_id": "7d444840-9dc0-11d1-b245-5ffdce74fad2"},
    {"customer": "c1", "cents": 100, "attempt_ref": "9f3c0a51be7d42e8"},
    {"customer": "c1", "cents": 100, "attempt_ref": "0b1c2d3e4f5a6b7c"},
    {"customer": "c1", "cents": 100, "idempotency_key": "k1"},
    {"customer": "c1", "cents": 100, "idempotency_key": "k2"},
    {"customer": "c1", "cents": 100, "options": {"headers": {"Idempotency-Key": "k1"}}},
    {"input": {"customer": "c1", "cents": 100}},
    {"to": "Ann@Example.com", "body": LONG_TEXT},
    {"to": "ann@example.com", "body": "Hello! " + LONG_TEXT},
    {"to": "ann@example.com", "body": LONG_TEXT + " Regards"},
    {"to": "ann@example.com", "body": LONG_TEXT.replace("refunded", "charged")},
    {"items": [{"sku": "a", "count": 2}, None, "x"], "id": 2**70},
    {"items": [{"count": 2, "sku": "a"}, None, "x"], "id": 2**70 + 1},
    {"command": "git push", "description": "push it"},
    {"command": "git push ", "description": "now push"},
    {"payload": '{"customer": "c1"}'},
    {"payload": '{ "customer" : "c1" }'},
    {"name": "Zoë"},
    {"name": "Zoe\u0308"},
    {"delta": 1},
    {},
    {"x": {}},
    "plain text",
    '{"customer": "c1", "cents": 100}',
    [1, 2],
    None,
)
TOOLS = (
    "charge_card",
    "get_order",
    "update_ticket",
    "bash",
    "mystery_step",
    "mcp__mail__send_email",
    "final_result",
    "",
)
JUNK = (
    "",
    "   ",
    "not json",
    '{"tool": "charge_card", "arg',
    "{",
    "[]",
    "[1]",
    "7",
    '{"a": 1} {"tool": "charge_card", "args": {}}',
    '{"tool": "x", "arguments": {"n": NaN}}',
)

rows = st.fixed_dictionaries(
    {"tool": st.sampled_from(TOOLS)},
    optional={
        "arguments": st.sampled_from(ARGUMENTS),
        "session_id": st.sampled_from(("s1", "s2", "", 7, None)),
        "trace_id": st.sampled_from(("t1", "t2")),
        "turn_id": st.sampled_from(("u1", "u2")),
        "call_id": st.sampled_from(("call_1", "call_2", "call_0123456789abcdef", "")),
        "start_time": st.sampled_from(
            ("2026-03-02T09:00:00.000Z", "2026-03-02T09:00:04.000Z", "2026-03-02T10:00:00Z", 1772442000, "never", None)
        ),
        "end_time": st.sampled_from(("2026-03-02T09:00:01.000Z", 1772442001.5)),
        "duration_ms": st.sampled_from((10, "20", "x")),
        "status": st.sampled_from(("ok", "error", "timeout")),
        "result": st.sampled_from(({"id": "r1"}, {"id": "r2"}, "done", None, {"replayed": True})),
        "error": st.sampled_from(("request timed out", "HTTP 422", {"message": "declined"})),
        "idempotency_key": st.sampled_from(("k1", None)),
    },
)
lines = st.lists(
    st.one_of(rows.map(json.dumps), rows.map(json.dumps), rows.map(json.dumps), st.sampled_from(JUNK)),
    min_size=1,
    max_size=14,
)
PATIENT = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
FIRST = json.dumps(
    {"tool": "charge_card", "arguments": {"customer": "c0"}, "session_id": "s0", "call_id": "c", "result": 1}
)


@PATIENT
@given(lines, st.sampled_from(("\n", "\r\n")), st.booleans())
def test_any_native_log(some: list[str], end: str, closed: bool) -> None:
    assert_same(
        end.join([FIRST, FIRST, *some]) + end * closed,
        replace(Settings(), ingest=replace(Settings().ingest, dialect="native")),
    )


def pool(dialect: str) -> list[str]:
    return [line for text in stories(dialect) for line in text.splitlines()]


CLAUDE = pool("claude-code")
SPANS = [
    (scoped.get("scope"), span)
    for line in pool("otlp")
    for resource in json.loads(line)["resourceSpans"]
    for scoped in resource["scopeSpans"]
    for span in scoped["spans"]
]


@PATIENT
@pytest.mark.xfail(strict=False, reason="a scan of some picks differs from a full read: open in the speed work")
@given(st.lists(st.integers(0, len(CLAUDE) - 1), min_size=1, max_size=25), st.booleans())
def test_any_lines_of_claude_code(picked: Sequence[int], doubled: bool) -> None:
    some = [CLAUDE[at] for at in picked for _ in range(1 + doubled)]
    assert_same("\n".join([*_claude()[:2], *some]))


@PATIENT
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_any_spans(seed: int, size: int) -> None:
    """Neighbours of stories, so that parents and children often stand together; some spans twice."""
    chance = random.Random(seed)
    some = []
    for _ in range(size):
        at = chance.randrange(len(SPANS))
        some += SPANS[at : at + chance.randrange(1, 6)]
    some += chance.sample(some, chance.randrange(len(some)))
    text = []
    while some:
        count = chance.randrange(1, 8)
        spans = [{"scope": scope or {}, "spans": [span]} for scope, span in some[:count]]
        some = some[count:]
        text.append(json.dumps({"resourceSpans": [{"scopeSpans": spans}]}))
    assert_same("\n".join([*_otlp()[:1], *text]))


# --- the coarse hash -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", [False, True])
def test_copies_of_one_action_share_their_coarse_hash(shell: bool) -> None:
    copies = 0
    for one in ARGUMENTS:
        for other in ARGUMENTS:
            equal = identify(one, shell=shell).exact == identify(other, shell=shell).exact
            if equal or nearness(one, other, shell=shell) is not None:
                copies += 1
                assert may_be_near(coarse(one, shell=shell), coarse(other, shell=shell)), (one, other)

    assert copies > len(ARGUMENTS)


def test_most_calls_differ_in_their_coarse_hash() -> None:
    orders = [coarse({"order": f"o{number}", "cents": number}) for number in range(1000)]

    assert len(set(orders)) == len(orders)
