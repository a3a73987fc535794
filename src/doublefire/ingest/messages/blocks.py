"""Messages that carry a role, in the words of every provider: one reader, and tables of what its blocks are called.

OpenAI chat puts calls beside the content (`tool_calls`, `function_call`), the others inside it, as blocks that a
`type` names (Anthropic, Vercel, Microsoft, GenAI parts) or a single key (Bedrock, Gemini). Providers' SDK types are the
source: openai `types/chat`, anthropic `types`, botocore `bedrock-runtime`, google-genai `types`, `vercel/ai`
packages/provider-utils, `microsoft/agent-framework` python/packages/core.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.messages.conversation import Answer, Call, Message
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, UNSAID, Status

ROLES = {
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("assistant", "model", "ai", "agent", "bot"), "assistant"),
    **dict.fromkeys(("tool", "function", "ipython", "tool_result"), "tool"),
    **dict.fromkeys(("system", "developer"), "system"),
}
CALL_TYPES = frozenset(("tool_use", "tool-call", "tool_call", "function_call", "custom_tool_call"))
RESULT_TYPES = frozenset(
    ("tool_result", "tool-result", "tool_call_response", "function_result", "tool-error", "function_call_output")
)
HOSTED_TYPES = frozenset(("server_tool_use", "mcp_tool_use", "server_tool_call", "mcp_server_tool_call"))
"""Calls that the provider runs itself: their result stands in the same message."""
HOSTED_RESULTS = ("_tool_result", "server_tool_call_response")
"""Endings of the types of those results: `web_search_tool_result`, `mcp_tool_result` …"""
CALL_KEYS = ("toolUse", "functionCall", "function_call", "tool_use")
RESULT_KEYS = ("toolResult", "functionResponse", "function_response", "tool_result")

NAME = ("name", "toolName", "tool_name", "function_name")
ARGUMENTS = ("input", "args", "arguments", "parameters", "rawInput")
CALL_ID = ("call_id", "callId", "toolCallId", "toolUseId", "tool_call_id", "id")
RESULT_ID = ("tool_use_id", "toolUseId", "toolCallId", "tool_call_id", "call_id", "callId", "id")
RESULT = ("output", "content", "response", "result", "error", "structuredContent")
TIMES = ("timestamp", "created_at", "createdAt", "created", "time", "ts", "datetime", "date")
MESSAGE_ID = ("id", "message_id", "messageId", "uuid", "tracking_id")
AGENT = ("name", "author_name", "agent", "agent_name", "authorName")


def message_of(raw: Mapping[str, Any]) -> Message:
    """A message with a `role`, whoever wrote it; calls that stand both beside and inside the content are one."""
    role = ROLES.get(forms.word(raw.get("role")).casefold(), "other")
    content = forms.first(raw, ("content", "parts", "contents"), None)
    found = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    calls = [call for call in map(beside_call, _listed(raw)) if call is not None]
    answers: list[Answer] = []
    if not calls:
        calls = list(calls_in(found))
    answers.extend(answers_in(found))
    if role == "tool" and not answers:
        answers.append(Answer(_call_id(raw, RESULT_ID), result_of(content), status_of(raw), _text(raw, NAME)))
    return Message(
        role=role,
        text=forms.text_of(content),
        calls=tuple(calls),
        answers=tuple(answers),
        ref=_text(raw, MESSAGE_ID) if role != "tool" else None,
        agent=_text(raw, AGENT) if role == "assistant" else None,
        at_ns=time_of(raw),
    )


def _listed(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    additional = raw.get("additional_kwargs")
    older = additional.get("tool_calls") if isinstance(additional, dict) else None
    calls = raw.get("tool_calls") or raw.get("toolCalls") or raw.get("function_call") or older
    return forms.dictionaries(calls) if isinstance(calls, (list, dict)) else []


def beside_call(raw: Mapping[str, Any]) -> Call | None:
    """An entry of `tool_calls`: OpenAI's {id, function: {name, arguments}}, its custom tools, or a flat one."""
    inner = raw.get("function", raw.get("custom"))
    function: Mapping[str, Any] = inner if isinstance(inner, dict) else raw
    name = inner if isinstance(inner, str) else _text(function, NAME)
    if not name:
        return None
    return Call(name, arguments_of(forms.first(function, ARGUMENTS)), _call_id(raw, CALL_ID))


def calls_in(content: list[dict[str, Any]]) -> Iterator[Call]:
    """The calls among the blocks of a message."""
    hosted = {_call_id(block, RESULT_ID): block for block in content if _is_hosted_result(block)}
    for block in content:
        kind = forms.word(block.get("type"))
        if kind in CALL_TYPES or kind in HOSTED_TYPES:
            call = beside_call(block)
            if call is not None and kind in HOSTED_TYPES:
                yield _hosted(call, block, hosted.get(call.call_id))
            elif call is not None:
                yield call
        else:
            inner = next((block[key] for key in CALL_KEYS if isinstance(block.get(key), dict)), None)
            call = beside_call(inner) if inner is not None else None
            if call is not None:
                yield call


def _is_hosted_result(block: Mapping[str, Any]) -> bool:
    return forms.word(block.get("type")).endswith(HOSTED_RESULTS)


def _hosted(call: Call, block: Mapping[str, Any], result: Mapping[str, Any] | None) -> Call:
    server = forms.word(block.get("server_name"))
    name = f"mcp__{server}__{call.tool}" if server else call.tool
    ran = Answer(call.call_id, ABSENT) if result is None else _answer(result)
    return Call(name, call.arguments, call.call_id, ran)


def answers_in(content: list[dict[str, Any]]) -> Iterator[Answer]:
    """The results among the blocks of a message, those of hosted tools left out."""
    for block in content:
        if forms.word(block.get("type")) in RESULT_TYPES:
            yield _answer(block)
            continue
        inner = next((block[key] for key in RESULT_KEYS if isinstance(block.get(key), dict)), None)
        if inner is not None:
            yield _answer(inner)


def _answer(block: Mapping[str, Any]) -> Answer:
    result = forms.first(block, RESULT)
    status = status_of(block)
    if isinstance(result, dict) and "value" in result and isinstance(result.get("type"), str):
        status = VERCEL_OUTPUTS.get(result["type"], status)
    elif isinstance(result, dict) and forms.word(result.get("type")).endswith("_error"):
        status = Status(True, _text(result, ("error_code",)), _text(result, ("error_message", "message")))
    return Answer(_call_id(block, RESULT_ID), result_of(result), status, _text(block, NAME))


VERCEL_OUTPUTS = {"error-text": Status(True), "error-json": Status(True), "execution-denied": Status(True, "denied")}
CONTENT_TYPES = frozenset(
    ("text", "image", "audio", "resource", "resource_link", "document", "output_text", "input_text")
)
MAX_ERROR = 2000
"""Characters of an error that is no text of its own."""
MAX_WRAPPERS = 4
"""Wrappers around a result that are opened: an MCP result inside a Vercel output makes two."""
FAILED = {"error": True, "failed": True, "incomplete": None, "success": False}
"""The words that a result's own `status` field uses."""


def status_of(raw: Mapping[str, Any]) -> Status:
    """What a result says of itself: `is_error`, a status word, an exception's class, an error beside the content."""
    flag = forms.first(raw, ("is_error", "isError"), None)
    failed = flag if isinstance(flag, bool) else FAILED.get(forms.word(raw.get("status")).casefold())
    error = raw.get("error")
    exception = raw.get("exception")
    if raw.get("type") == "tool-error" or exception or isinstance(error, (str, dict)):
        failed = True
    if failed is None:
        return UNSAID
    message = error if isinstance(error, str) and forms.first(raw, RESULT, None) is not error else None
    return Status(failed, printed(exception) if exception else None, message)


def arguments_of(value: Any) -> Any:
    """Arguments as written: JSON text decoded, an empty text as no arguments at all, broken JSON left as text."""
    return {} if value == "" else forms.structured(value)


def result_of(content: Any) -> Any:
    """A result's value: JSON text decoded, a single text or JSON block unwrapped, Vercel's {type, value} opened."""
    for _ in range(MAX_WRAPPERS):
        if isinstance(content, dict) and "value" in content and isinstance(content.get("type"), str):
            content = content["value"]
        elif isinstance(content, dict) and isinstance(content.get("content"), list):
            structured = content.get("structuredContent")
            content = structured if structured is not None else content["content"]
        else:
            break
    if not isinstance(content, list) or not content or not all(map(_is_block, content)):
        return forms.structured(content)
    parts = [_part(part) for part in content]
    if len(parts) == 1:
        return forms.structured(parts[0])
    return "\n".join(parts) if all(isinstance(part, str) for part in parts) else parts


def _is_block(part: Any) -> bool:
    """Whether an element of a result is a content block; a list of anything else is the result itself."""
    if not isinstance(part, dict):
        return False
    return "text" in part or "json" in part or forms.word(part.get("type")) in CONTENT_TYPES


def _part(part: Any) -> Any:
    if isinstance(part, dict):
        if "json" in part:
            return part["json"]
        if part.get("type") in (None, "text", "output_text", "input_text") and isinstance(
            part.get("text", part.get("content")), str
        ):
            return part.get("text", part.get("content"))
    return part


def time_of(raw: Mapping[str, Any]) -> int | None:
    """When a message was written, in nanoseconds; None where it does not say."""
    value = forms.first(raw, TIMES, None)
    return parse_time(value) if value is not None and not isinstance(value, (dict, list)) else None


def printed(value: Any) -> str:
    """A recorded value for people: text as it stands, anything else in at most `MAX_ERROR` characters."""
    if isinstance(value, str):
        return value
    try:
        return str(value)[:MAX_ERROR]
    except (RecursionError, ValueError):
        return "a value that cannot be shown"


def _text(raw: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    value = forms.first(raw, names, None)
    return value if isinstance(value, str) and value else None


def _call_id(raw: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    value = forms.first(raw, names, None)
    return forms.clean_id(value) if isinstance(value, (str, int)) else None
