"""Message dumps, platform exports and agent traffic, sample by sample: who claims a file and what is read from it.

A sample stands beside its `.expected` file: one emission a line, as `lines.line` writes it. All samples tell stories of
our own; most tell the same one, in which a card is charged twice and two text messages leave in one model response.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doublefire.ingest.dialects import DIALECTS
from doublefire.ingest.inputs.framing import head_values
from doublefire.model import Kind, Sighting

from .damage import JSON, nested, places
from .emissions import DATA, emissions_of, values_of
from .lines import line

DUMPS = (
    *(
        "openai-chat",
        "openai-chunks",
        "openai-responses",
        "anthropic-messages",
        "bedrock-converse",
        "gemini-contents",
        "genai-messages",
    ),
    *("vercel-messages", "vercel-ui", "agent-framework", "langchain-messages", "autogen-messages", "autogen-events"),
    *("pydantic-ai-messages", "tau-bench", "tau2-bench", "agentdojo", "atif"),
)
EXPORTS = ("langsmith", "langfuse", "phoenix", "mlflow", "weave", "openai-agents-trace")
TRAFFIC = ("mcp-jsonrpc", "a2a")
NAMES = (*DUMPS, *EXPORTS, *TRAFFIC)
BY_NAME = {dialect.name: dialect for dialect in DIALECTS}
SAMPLES = [path for name in NAMES for path in sorted((DATA / name).iterdir()) if path.suffix != ".expected"]
FOREIGN = [path for folder in sorted(DATA.iterdir()) if folder.name not in NAMES for path in sorted(folder.iterdir())]
FOREIGN = [path for path in FOREIGN if path.suffix in (".json", ".jsonl", ".traj")]

NOBODYS: dict[str, Any] = {
    "who and when": {"history": [{"content": "x", "role": "human"}], "question": "q", "mistake_step": "1"},
    "a language server": {"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {}},
    "a chat without roles": {"messages": [{"from": "human", "value": "hello"}]},
    "a configuration": {"name": "app", "tools": ["a"], "version": 1},
    "a Langfuse snapshot of its own tests": {"a1": {"input": {"success": True, "data": [{"role": "user"}]}}},
    "a UI stream's chunks": {"type": "tool-input-start", "toolCallId": "c", "toolName": "pay"},
    "an empty list": [],
    "a text": "role",
    "a number": 42,
    "nothing": None,
}


def sample_name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def claimants(values: list[Any]) -> list[str]:
    return [dialect.name for dialect in DIALECTS if dialect.claims(values)]


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_a_sample_is_claimed_by_its_dialect_alone(path: Path) -> None:
    assert claimants(values_of(path)) == [path.parent.name]


@pytest.mark.parametrize("path", FOREIGN, ids=sample_name)
def test_samples_of_session_logs_are_claimed_by_none_of_these(path: Path) -> None:
    assert not set(claimants(values_of(path))) & set(NAMES)


@pytest.mark.parametrize("value", NOBODYS.values(), ids=NOBODYS)
def test_what_is_no_trace_is_claimed_by_none_of_these(value: Any) -> None:
    assert not set(claimants([value])) & set(NAMES)


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
@pytest.mark.parametrize("share", [0.5, 0.8])
def test_a_sample_that_is_cut_short_is_claimed_by_no_other_dialect(path: Path, share: float) -> None:
    data = path.read_bytes()
    assert set(claimants(head_values(data[: int(len(data) * share)]))) <= {path.parent.name, *AMBIGUOUS}


AMBIGUOUS = {"openai-chat"}
"""Plain messages without a call look alike whoever wrote them: this dialect reads the words of all of them."""


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_what_is_read_from_a_sample(path: Path) -> None:
    emissions = emissions_of(BY_NAME[path.parent.name], values_of(path))
    assert list(map(line, emissions)) == path.with_suffix(".expected").read_text("utf-8").splitlines()


STORY = ["charge_card", "charge_card", "get_balance", "send_sms", "send_sms"]
TELLS_THE_STORY = [
    *("openai-chat/messages.json", "openai-chat/conversation.jsonl", "openai-chat/message-a-line.jsonl"),
    *("openai-chat/request-log.jsonl", "anthropic-messages/messages.json", "bedrock-converse/messages.json"),
    *("bedrock-converse/invocation-log.jsonl", "gemini-contents/contents.json", "vercel-messages/messages.json"),
    *("vercel-ui/stored-twice.jsonl", "agent-framework/messages.json", "openai-responses/items.json"),
    *("openai-responses/item-a-line.jsonl", "openai-responses/agents-js.json", "langchain-messages/dumps.json"),
    *("langchain-messages/messages-to-dict.json", "langchain-messages/values-stream.jsonl"),
    *("langchain-messages/updates-stream.jsonl", "langchain-messages/history.jsonl"),
    *("autogen-messages/task-result.json", "autogen-messages/message-a-line.jsonl"),
    *("langsmith/runs.jsonl", "langfuse/trace.json", "langfuse/rows.jsonl"),
]


@pytest.mark.parametrize("name", TELLS_THE_STORY)
def test_one_story_gives_the_same_calls_in_every_form(name: str) -> None:
    path = DATA / name
    seen = [item for item in emissions_of(BY_NAME[path.parent.name], values_of(path)) if isinstance(item, Sighting)]
    asked = sorted(str(item.tool) for item in seen if item.kind is not Kind.RESULT and item.layer == "decision")
    ran = sorted(str(item.tool) for item in seen if item.kind is Kind.EXECUTION and item.layer != "decision")
    assert asked == STORY
    assert ran == (STORY if path.parent.name in EXPORTS else [])
    assert all(item.arguments for item in seen if item.kind is not Kind.RESULT)
    assert len({item.session for item in seen}) == 1


ALL_VALUES = [(path.parent.name, values_of(path)) for path in SAMPLES]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(sample=st.sampled_from(ALL_VALUES), data=st.data())
def test_a_field_of_any_kind_breaks_neither_detection_nor_reading(
    sample: tuple[str, list[Any]], data: st.DataObject
) -> None:
    name, values = sample
    broken = copy.deepcopy(values)
    for _ in range(data.draw(st.integers(1, 4))):
        holder, key = data.draw(st.sampled_from(places(broken)))
        holder[key] = data.draw(JSON)
    for other in NAMES:
        BY_NAME[other].claims(broken)
    for emission in emissions_of(BY_NAME[name], broken):
        line(emission)


@pytest.mark.parametrize("path", SAMPLES, ids=sample_name)
def test_deep_nesting_is_read_without_recursion(path: Path) -> None:
    deep = nested(5000)
    values = values_of(path)
    for holder, key in places(values):
        if key in DEEP_FIELDS:
            holder[key] = deep
    BY_NAME[path.parent.name].claims([*values, deep, [deep]])
    assert emissions_of(BY_NAME[path.parent.name], [*values, deep, [deep]]) is not None


DEEP_FIELDS = frozenset(
    (
        "arguments",
        "args",
        "input",
        "inputs",
        "result",
        "output",
        "outputs",
        "content",
        "parts",
        "value",
        "error",
        "metadata",
    )
)


@pytest.mark.parametrize("name", NAMES)
def test_a_dialect_says_where_its_files_come_from(name: str) -> None:
    dialect = BY_NAME[name]
    assert dialect.reads
    assert dialect.obtain
    assert "\n" not in dialect.reads + dialect.obtain
