"""Messages on spans in their several forms, all read to the same small `Message`. Nothing here raises on content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from doublefire.ingest.forms.values import as_text, clean_id, dictionaries, first, nested, structured, text_of
from doublefire.model import ABSENT


class Asked(NamedTuple):
    """A tool call inside a model's message."""

    call_id: str | None
    tool: str
    arguments: Any


class Answered(NamedTuple):
    """A tool result inside a message; `failed` None when the form does not say."""

    call_id: str | None
    result: Any
    failed: bool | None = None


class Message(NamedTuple):
    """One message of a conversation, whatever form it was written in."""

    role: str
    text: str
    calls: tuple[Asked, ...] = ()
    results: tuple[Answered, ...] = ()


CALL_PARTS = ("tool_call", "server_tool_call")
RESULT_PARTS = ("tool_call_response", "server_tool_call_response")
"""GenAI message parts; those of `server` tools ran at the provider, so that no tool span shows them."""
MAX_DEPTH = 8
"""Objects around messages that are opened: `generations` inside a list inside a response is the deepest in use."""


def parts_messages(value: Any) -> Iterator[Message]:
    """GenAI semantic conventions: [{role, parts: [{type: text | tool_call | tool_call_response}]}]."""
    for message in dictionaries(value):
        parts = message.get("parts")
        if parts is None:
            yield from chat_messages([message])
            continue
        calls, results, texts = [], [], []
        for part in dictionaries(parts):
            kind = part.get("type")
            if kind in CALL_PARTS and part.get("name"):
                calls.append(Asked(clean_id(part.get("id")), as_text(part["name"]), _part_arguments(part)))
            elif kind in RESULT_PARTS:
                result = first(part, ("response", "result", "server_tool_call_response"))
                results.append(Answered(clean_id(part.get("id")), result))
            elif kind == "text":
                texts.append(text_of(part.get("content")))
        yield Message(as_text(message.get("role", "")), "\n".join(texts), tuple(calls), tuple(results))


def _part_arguments(part: Mapping[str, Any]) -> Any:
    inner = part.get("server_tool_call")
    arguments = first(part, ("arguments",))
    if arguments is ABSENT and isinstance(inner, dict):
        arguments = {name: value for name, value in inner.items() if name != "type"}
    return structured(arguments)


def chat_messages(value: Any, depth: int = 0) -> Iterator[Message]:
    """OpenAI, Anthropic and Bedrock messages, a response object around them, or one call list."""
    value = structured(value)
    if depth > MAX_DEPTH:
        return
    if isinstance(value, dict):
        for key in ("messages", "message", "choices", "generations"):
            if key in value and "role" not in value:
                yield from chat_messages(value[key], depth + 1)
                return
    for message in dictionaries(value):
        if "message" in message and "role" not in message:
            yield from chat_messages(message["message"], depth + 1)
            continue
        yield _chat_message(message)


def _chat_message(message: Mapping[str, Any]) -> Message:
    role, content = as_text(message.get("role", "")), structured(message.get("content"))
    calls = [_chat_call(call) for call in dictionaries(message.get("tool_calls"))]
    results: list[Answered] = []
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        kind = as_text(block.get("type", ""))
        if kind in ("tool_use", "tool-call", "server_tool_use") and not message.get("tool_calls"):
            calls.append(_chat_call(block))
        elif isinstance(block.get("toolUse"), dict) and not message.get("tool_calls"):
            calls.append(_chat_call(block["toolUse"]))
        elif kind in ("tool_result", "tool-result"):
            results.append(_block_result(block))
        elif isinstance(block.get("toolResult"), dict):
            results.append(_block_result(block["toolResult"]))
    if role == "tool" and not results:
        call_id = clean_id(first(message, ("tool_call_id", "id"), None))
        results.append(Answered(call_id, message.get("content", ABSENT)))
    return Message(role, text_of(content), tuple(call for call in calls if call.tool), tuple(results))


def _chat_call(call: Mapping[str, Any]) -> Asked:
    inner = call.get("function")
    function: Mapping[str, Any] = inner if isinstance(inner, dict) else call
    name = first(function, ("name", "toolName", "tool_name"), "")
    arguments = structured(first(function, ("arguments", "args", "input", "parameters"), ABSENT))
    return Asked(
        clean_id(first(call, ("id", "toolCallId", "tool_call_id", "toolUseId"), None)), as_text(name), arguments
    )


BLOCK_STATUS = {"error": True, "success": False}
"""`status` of a Bedrock toolResult (API_runtime_ToolResultBlock)."""


def _block_result(block: Mapping[str, Any]) -> Answered:
    call_id = clean_id(first(block, ("tool_use_id", "toolUseId", "toolCallId", "tool_call_id"), None))
    failed = first(block, ("is_error", "isError"), BLOCK_STATUS.get(as_text(block.get("status"))))
    result = first(block, ("content", "output", "result"), ABSENT)
    return Answered(call_id, result, failed if isinstance(failed, bool) else None)


def vercel_calls(value: Any) -> Iterator[Message]:
    """`ai.response.toolCalls`: [{toolCallId, toolName, input | args}]."""
    calls = tuple(_chat_call(call) for call in dictionaries(value))
    yield Message("assistant", "", tuple(call for call in calls if call.tool))


def openinference_messages(value: Any) -> Iterator[Message]:
    """`llm.output_messages.<i>.message.…`, nested; `contents` repeat the same calls and count only alone."""
    for item in dictionaries(value):
        inner = item.get("message")
        message: Mapping[str, Any] = inner if isinstance(inner, dict) else item
        calls = [_openinference_call(call.get("tool_call", call)) for call in dictionaries(message.get("tool_calls"))]
        contents = [part.get("message_content", part) for part in dictionaries(message.get("contents"))]
        if not calls:
            calls = [
                _openinference_call(part["tool_call"])
                for part in contents
                if isinstance(part, dict) and "tool_call" in part
            ]
        if not calls and message.get("function_call_name"):
            arguments = structured(message.get("function_call_arguments_json", ABSENT))
            calls = [Asked(None, as_text(message["function_call_name"]), arguments)]
        role = as_text(message.get("role", ""))
        text = text_of(message.get("content")) or text_of(contents)
        results = (
            (Answered(clean_id(message.get("tool_call_id")), message.get("content", ABSENT)),) if role == "tool" else ()
        )
        yield Message(role, text, tuple(call for call in calls if call.tool), results)


def _openinference_call(call: Any) -> Asked:
    if not isinstance(call, dict):
        return Asked(None, "", ABSENT)
    inner = call.get("function")
    function: Mapping[str, Any] = inner if isinstance(inner, dict) else {}
    name, arguments = function.get("name", ""), function.get("arguments", ABSENT)
    return Asked(clean_id(call.get("id")), as_text(name or ""), structured(arguments))


CHOICE = "gen_ai.choice"


def asked_events(value: Any) -> Iterator[Message]:
    """Pydantic AI 1: `events`, a list of the per-message events of one model call; those of the history."""
    for event in dictionaries(value):
        if event.get("event.name") != CHOICE:
            yield from chat_messages([event])


def answered_events(value: Any) -> Iterator[Message]:
    """The same list; the events of the response, whose message is one level down."""
    for event in dictionaries(value):
        if event.get("event.name") == CHOICE:
            yield from chat_messages(event.get("message"))


def google_contents(value: Any) -> Iterator[Message]:
    """Google's contents, in a request ({"contents": […]}) or a response ({"content": {…}}), in either case."""
    value = structured(value)
    if isinstance(value, dict):
        value = first(value, ("contents", "content", "candidates"), value)
    for content in dictionaries(value):
        inner = content.get("content")
        yield _google_message(inner if isinstance(inner, dict) else content)


def _google_message(content: Mapping[str, Any]) -> Message:
    calls, results, texts = [], [], []
    for part in dictionaries(content.get("parts")):
        call, answer = (first(part, names, None) for names in GOOGLE_PARTS)
        if isinstance(call, dict) and call.get("name"):
            calls.append(Asked(clean_id(call.get("id")), as_text(call["name"]), first(call, ("args",))))
        elif isinstance(answer, dict):
            results.append(Answered(clean_id(answer.get("id")), first(answer, ("response",))))
        elif isinstance(part.get("text"), str) and not part.get("thought"):
            texts.append(part["text"])
    return Message(as_text(content.get("role") or ""), "\n".join(texts), tuple(calls), tuple(results))


GOOGLE_PARTS = (("function_call", "functionCall"), ("function_response", "functionResponse"))

MESSAGE_FORMS: dict[str, Callable[[Any], Iterator[Message]]] = {
    "parts": parts_messages,
    "chat": chat_messages,
    "flat": chat_messages,
    "openinference": openinference_messages,
    "vercel-calls": vercel_calls,
    "asked-events": asked_events,
    "answered-events": answered_events,
    "google-contents": google_contents,
}
"""Form word of the vocabulary -> reader. Forms in `SPREAD` are first gathered from many attributes."""

SPREAD = frozenset(("flat", "openinference"))


def read_messages(attributes: Mapping[str, Any], where: Sequence[tuple[str, str]]) -> list[Message]:
    """The messages under the first of these (attribute, form) that a span carries; empty when it carries none."""
    for attribute, form in where:
        value = nested(attributes, attribute) if form in SPREAD else attributes.get(attribute)
        if value is not None:
            return list(MESSAGE_FORMS[form](value))
    return []
