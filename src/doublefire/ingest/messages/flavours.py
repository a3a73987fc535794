"""Which provider's words a message with a role is written in, so that bare message lists can be told apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from doublefire.ingest.forms import word
from doublefire.ingest.messages.blocks import ROLES, message_of
from doublefire.ingest.messages.dumps import Shape, samples
from doublefire.ingest.messages.histories import read_conversations
from doublefire.ingest.messages.responses import is_item, is_typed_message
from doublefire.model import Emission, Record

CONTENT_KEYS = ("content", "parts", "contents", "tool_calls", "function_call", "toolInvocations")
FOREIGN_KEYS = frozenset(
    (
        *("run_type", "dotted_order", "traceId", "observations", "op_name", "span_data", "spans", "resourceSpans"),
        *("jsonrpc", "epoch", "simulations", "traj", "trajectory", "suite_name", "pipeline_name", "reward_info"),
        *("projectHash", "parentUuid"),
    )
)
"""Keys of records of other formats that hold messages too: platform runs, benchmark results, agent session logs."""
FOREIGN_TYPES = frozenset(("LLMCall", "LLMStreamEnd", "GENERATION", "SPAN", "AGENT", "CHAIN", "TOOL", "EVENT"))
"""Values of `type` of AutoGen's events and Langfuse's observations, whose inputs hold messages."""
TYPED = {
    **dict.fromkeys(("tool_use", "tool_result", "server_tool_use", "mcp_tool_use", "mcp_tool_result"), "anthropic"),
    **dict.fromkeys(("tool-call", "tool-result", "tool-error", "tool-approval-request"), "vercel"),
    **dict.fromkeys(("tool-invocation", "dynamic-tool", "step-start"), "vercel-ui"),
    **dict.fromkeys(("tool_call", "tool_call_response", "server_tool_call"), "genai"),
    **dict.fromkeys(("function_call", "function_result", "function_approval_request"), "agent-framework"),
}
"""Block type -> flavour."""
KEYED = {
    **dict.fromkeys(("toolUse", "toolResult", "cachePoint", "reasoningContent"), "bedrock"),
    **dict.fromkeys(("functionCall", "functionResponse", "function_call", "function_response"), "gemini"),
    **dict.fromkeys(("inlineData", "executableCode"), "gemini"),
}
"""The one key of a block without type -> flavour."""


MAX_RECORDS = 64
"""Elements of a list that detection looks at."""


def is_role_message(raw: Mapping[str, Any]) -> bool:
    """Whether an object is a message with one of the known roles."""
    role = raw.get("role")
    return isinstance(role, str) and role.casefold() in ROLES and any(key in raw for key in CONTENT_KEYS)


ROLE_SHAPE = Shape(is_role_message, lambda raw: (message_of(raw),))


def read_role_messages(records: Iterable[Record]) -> Iterator[Emission]:
    """Conversations of messages with roles, in whichever words their calls are written."""
    return read_conversations(records, ROLE_SHAPE)


def claims_flavour(flavour: str) -> Any:
    """The `claims` of the dialect whose messages are of this flavour."""
    return partial(_claims, flavour)


def _claims(flavour: str, values: Sequence[Any]) -> bool:
    return flavour_of(values) == flavour


def flavour_of(values: Sequence[Any]) -> str | None:
    """The flavour of a file's messages by its first values: the first that a call or result gives away, else the first
    hint of its content's form, else `openai`, whose plain messages carry neither; None where there are no messages."""
    records = [record for value in values for record in _records(value) if isinstance(record, dict)]
    if any(is_foreign(record) or is_part_of_responses(record) for record in records):
        return None
    found = samples(values, ROLE_SHAPE)
    if not found:
        return None
    sure = next((name for raw in found if (name := _sure(raw)) is not None), None)
    return sure or next((name for raw in found if (name := _hint(raw)) is not None), "openai")


def is_foreign(record: Mapping[str, Any]) -> bool:
    """Whether a record with messages belongs to a format of its own."""
    return bool(FOREIGN_KEYS & record.keys()) or word(record.get("type")) in FOREIGN_TYPES


def is_part_of_responses(record: Mapping[str, Any]) -> bool:
    """Whether an object stands in a list of Responses items, which may hold plain messages too, or is a response."""
    response = record.get("response")
    kinds = (record.get("object"), response.get("object") if isinstance(response, dict) else None)
    return "response" in kinds or is_item(record) or is_typed_message(record)


def _records(value: Any) -> Sequence[Any]:
    return value[:MAX_RECORDS] if isinstance(value, list) else [value]


def _blocks(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    contents = (raw.get(key) for key in ("content", "parts", "contents"))
    listed: list[Any] = next((content for content in contents if isinstance(content, list)), [])
    return [block for block in listed if isinstance(block, dict)]


def _sure(raw: Mapping[str, Any]) -> str | None:
    calls = raw.get("tool_calls") or raw.get("function_call")
    first = calls[0] if isinstance(calls, list) and calls else calls
    if isinstance(first, dict) and ("function" in first or "custom" in first or calls is raw.get("function_call")):
        return "openai" if not isinstance(first.get("function"), str) else None
    if word(raw.get("role")) in ("tool", "function") and isinstance(raw.get("tool_call_id", raw.get("name")), str):
        return "openai"
    if isinstance(raw.get("toolInvocations"), list):
        return "vercel-ui"
    for block in _blocks(raw):
        kind = block.get("type")
        name = TYPED.get(kind) if isinstance(kind, str) else next((KEYED[key] for key in block if key in KEYED), None)
        if name is None and isinstance(kind, str) and kind.startswith("tool-") and "toolCallId" in block:
            name = "vercel-ui"
        if name is not None:
            return "agent-framework" if "contents" in raw else name
    return None


def _hint(raw: Mapping[str, Any]) -> str | None:
    if isinstance(raw.get("contents"), list):
        return "agent-framework"
    if raw.get("type") == "message" and "stop_reason" in raw:
        return "anthropic"
    if raw.get("role") == "model":
        return "gemini"
    untyped = any("type" not in block and "text" in block for block in _blocks(raw))
    if isinstance(raw.get("parts"), list):
        return "gemini" if untyped else "genai" if any("content" in block for block in _blocks(raw)) else "vercel-ui"
    return "bedrock" if untyped else None
