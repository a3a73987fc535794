"""The dialects of agents' own session logs, sample by sample: who claims a file, what is read, what never breaks.

A sample stands beside its `.expected` file: one emission a line, as `emissions.shown` writes it.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.dialects.contract import Dialect

from .emissions import DATA, emissions_of, shown, values_of

NAMES = (
    *("claude-code", "codex", "codex-exec", "copilot-cli", "gemini-cli", "qwen-code", "kimi-code", "droid"),
    *("openhands", "swe-agent", "inspect", "google-adk-session", "anthropic-managed-agents"),
)
BY_NAME = {dialect.name: dialect for dialect in DIALECTS}
SAMPLES = [path for name in NAMES for path in sorted((DATA / name).iterdir()) if path.suffix != ".expected"]
OTHERS: dict[str, Any] = {
    "otlp": {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "a", "spanId": "b", "name": "c"}]}]}]},
    "console span": {
        "name": "x",
        "context": {"trace_id": "0x1", "span_id": "0x2"},
        "start_time": "t",
        "attributes": {},
    },
    "jaeger": {"data": [{"traceID": "a1", "spans": [], "processes": {}}]},
    "native": {"session_id": "s", "call_id": "c", "tool": "t", "arguments": {}, "start_time": 1, "status": "ok"},
    "native typed": {"session_id": "s", "type": "tool_call", "id": "c", "tool": "t", "timestamp": 1},
    "chat": {"messages": [{"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "t"}}]}]},
    "anthropic message": {"type": "message", "role": "assistant", "content": [{"type": "tool_use", "id": "t"}]},
    "responses item": {"type": "function_call", "name": "t", "arguments": "{}", "call_id": "c"},
    "langsmith": {"id": "r", "run_type": "tool", "dotted_order": "d", "session_id": "s", "inputs": {}},
    "langfuse": {"trace": {"id": "t", "sessionId": "s"}, "observations": [{"id": "o", "type": "TOOL"}]},
    "openai agents": {"object": "trace.span", "id": "s", "span_data": {"type": "function", "name": "t"}},
    "mcp": {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t"}},
    "tau-bench": [{"task_id": 0, "trial": 1, "reward": 0.0, "traj": [{"role": "user", "content": "x"}]}],
    "tau2": {"tasks": [], "info": {}, "simulations": [{"id": "s", "messages": [{"role": "user"}]}]},
    "who and when": {"history": [{"content": "x", "role": "user"}], "question": "q", "mistake_step": "1"},
    "autogen": {"source": "agent", "type": "ToolCallRequestEvent", "content": [{"id": "c", "name": "t"}]},
    "atif": {"schema_version": "ATIF-v1.4", "session_id": "s", "steps": [{"step_id": 1, "source": "agent"}]},
    "pydantic ai": {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_name": "t"}]},
    "ui part": {"type": "tool-pay", "toolCallId": "c", "state": "output-available", "input": {}},
    "evaluation set": {"eval_set_id": "e", "eval_cases": [{"eval_id": "1", "conversation": []}]},
    "server-sent event": {"type": "session.updated", "session": {"id": "s"}},
    "web hook": {"type": "user.created", "data": "text", "id": "evt_1"},
    "text": "type",
    "number": 42,
    "nothing": None,
    "empty": {},
}


def sample_name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def claimants(values: list[Any]) -> list[str]:
    return [name for name in NAMES if BY_NAME[name].claims(values)]


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_a_sample_is_claimed_by_its_dialect_alone(path: Path) -> None:
    assert claimants(values_of(path)) == [path.parent.name]


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_the_first_dialect_of_all_that_claims_a_sample_is_its_own(path: Path) -> None:
    values = values_of(path)
    assert next(dialect.name for dialect in DIALECTS if dialect.claims(values)) == path.parent.name


@pytest.mark.parametrize("value", OTHERS.values(), ids=OTHERS)
def test_no_agent_log_claims_another_format(value: Any) -> None:
    assert claimants([value]) == []


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_what_is_read_from_a_sample(path: Path) -> None:
    emissions = emissions_of(BY_NAME[path.parent.name], values_of(path))
    assert [shown(emission) for emission in emissions] == path.with_suffix(".expected").read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", OTHERS.values(), ids=OTHERS)
def test_records_of_another_format_yield_nothing(name: str, value: Any) -> None:
    if name != "codex" or mapping_type(value) != "function_call":  # the earliest rollouts hold bare items
        assert [item for item in emissions_of(BY_NAME[name], [value]) if hasattr(item, "tool")] == []


def mapping_type(value: Any) -> Any:
    return value.get("type") if isinstance(value, dict) else None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
ALL_VALUES = [(path.parent.name, values_of(path)) for path in SAMPLES]


@given(sample=st.sampled_from(ALL_VALUES), data=st.data())
def test_a_field_of_any_kind_breaks_neither_detection_nor_reading(
    sample: tuple[str, list[Any]], data: st.DataObject
) -> None:
    name, values = sample
    broken = copy.deepcopy(values)
    for _ in range(data.draw(st.integers(1, 4))):
        holder, key = data.draw(st.sampled_from(list(places(broken))))
        holder[key] = data.draw(JSON)
    for dialect in DIALECTS_HERE:
        dialect.claims(broken)
    for emission in emissions_of(BY_NAME[name], broken):
        shown(emission)


DIALECTS_HERE: tuple[Dialect, ...] = tuple(BY_NAME[name] for name in NAMES)


def places(root: Any) -> list[tuple[Any, Any]]:
    """Every (container, key or index) of a JSON value."""
    found: list[tuple[Any, Any]] = []
    waiting = [root]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if isinstance(holder[key], (dict, list)):
                waiting.append(holder[key])
    return found


PAYLOADS = frozenset(("arguments", "args", "input", "result", "output", "content", "parts", "events", "observation"))


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_deep_nesting_is_read_without_recursion(path: Path) -> None:
    deep: Any = "bottom"
    for level in range(5000):
        deep = [deep] if level % 2 else {("events", "content", "parts")[level % 3]: deep}
    values = values_of(path)
    for holder, key in places(values):
        if key in PAYLOADS:
            holder[key] = deep
    BY_NAME[path.parent.name].claims([*values, deep, [deep]])
    assert emissions_of(BY_NAME[path.parent.name], [*values, deep, [deep]]) is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_dialect_says_where_its_files_come_from(name: str) -> None:
    dialect = BY_NAME[name]
    assert dialect.reads
    assert dialect.obtain
    assert "\n" not in dialect.reads + dialect.obtain
