"""How values are wrapped on spans: messages in their several forms, and arguments inside envelopes.

Every message form reads to the same small `Message`. All functions take what a trace holds and never raise on it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from doublefire.model import ABSENT
from doublefire.semantics.exact_json import decode, decode_maybe

MAX_LITERAL = 100_000
"""Characters of a Python literal that are worth parsing: longer ones stay text, parsing them is too slow."""


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


def clean_id(value: Any) -> str | None:
    """A call id as text; None for an absent or empty one (the registry's own example has a leading space)."""
    if value is None or value is ABSENT:
        return None
    return str(value).strip() or None


def structured(value: Any) -> Any:
    """A value that may be JSON in a string, decoded; twice-encoded text too."""
    for _ in range(2):
        if not isinstance(value, str):
            return value
        decoded = decode_maybe(value)
        if decoded is value:
            return _quoted(value)
        value = decoded
    return value


def _quoted(text: str) -> Any:
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return decode(text)
        except ValueError:
            return text
    return text


def literal(text: str) -> Any:
    """A Python literal (`{'order': 7}`) as a value, else the text itself."""
    if text[:1] not in "{[(" or len(text) > MAX_LITERAL:
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def dictionaries(value: Any) -> list[dict[str, Any]]:
    """The objects in a list, or the one object itself."""
    value = structured(value)
    if isinstance(value, dict):
        return [value]
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text_of(content: Any) -> str:
    """The readable text of a message's content in any of its forms."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, (text_of(part) for part in content)))
    if isinstance(content, dict) and content.get("type") in (None, "text", "input_text", "output_text"):
        return text_of(content.get("text") or content.get("content") or "")
    return ""


# --- message forms ---------------------------------------------------------------------------------------------------


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
            if kind == "tool_call" and part.get("name"):
                arguments = structured(part.get("arguments", ABSENT))
                calls.append(Asked(clean_id(part.get("id")), str(part["name"]), arguments))
            elif kind == "tool_call_response":
                results.append(Answered(clean_id(part.get("id")), part.get("response", part.get("result", ABSENT))))
            elif kind == "text":
                texts.append(text_of(part.get("content")))
        yield Message(str(message.get("role", "")), "\n".join(texts), tuple(calls), tuple(results))


def chat_messages(value: Any) -> Iterator[Message]:
    """OpenAI and Anthropic style messages, a response object around them, or one call list."""
    value = structured(value)
    if isinstance(value, dict):
        for key in ("messages", "message", "choices", "generations"):
            if key in value:
                yield from chat_messages(value[key])
                return
    for message in dictionaries(value):
        if "message" in message and "role" not in message:
            yield from chat_messages(message["message"])
            continue
        yield _chat_message(message)


def _chat_message(message: Mapping[str, Any]) -> Message:
    role, content = str(message.get("role", "")), structured(message.get("content"))
    calls = [_chat_call(call) for call in dictionaries(message.get("tool_calls"))]
    results: list[Answered] = []
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        kind = str(block.get("type", ""))
        if kind in ("tool_use", "tool-call") and not message.get("tool_calls"):
            calls.append(_chat_call(block))
        elif kind in ("tool_result", "tool-result"):
            results.append(_block_result(block))
    if role == "tool" and not results:
        results.append(Answered(clean_id(message.get("tool_call_id") or message.get("id")), message.get("content")))
    return Message(role, text_of(content), tuple(call for call in calls if call.tool), tuple(results))


def _chat_call(call: Mapping[str, Any]) -> Asked:
    inner = call.get("function")
    function: Mapping[str, Any] = inner if isinstance(inner, dict) else call
    name = first(function, ("name", "toolName", "tool_name"), "")
    arguments = structured(first(function, ("arguments", "args", "input", "parameters"), ABSENT))
    return Asked(clean_id(first(call, ("id", "toolCallId", "tool_call_id"), None)), str(name), arguments)


def _block_result(block: Mapping[str, Any]) -> Answered:
    call_id = clean_id(first(block, ("tool_use_id", "toolCallId", "tool_call_id"), None))
    failed = first(block, ("is_error", "isError"), None)
    result = first(block, ("content", "output", "result"), ABSENT)
    return Answered(call_id, result, failed if isinstance(failed, bool) else None)


def vercel_calls(value: Any) -> Iterator[Message]:
    """`ai.response.toolCalls`: [{toolCallId, toolName, input | args}]."""
    calls = tuple(_chat_call(call) for call in dictionaries(value))
    yield Message("assistant", "", tuple(call for call in calls if call.tool))


def nested(attributes: Mapping[str, Any], prefix: str) -> Any:
    """The value spread over attributes `prefix.0.role`, `prefix.0.tool_calls.1.id`, … as lists and dicts."""
    root: dict[str, Any] = {}
    start = prefix + "."
    for name, value in attributes.items():
        if name.startswith(start):
            node = root
            steps = name[len(start) :].split(".")
            for step in steps[:-1]:
                child = node.setdefault(step, {})
                if not isinstance(child, dict):
                    break
                node = child
            else:
                node[steps[-1]] = value
    return _listed(root) if root else attributes.get(prefix)


def _listed(node: Any) -> Any:
    """Objects whose keys are all numbers are lists; depth is that of the attribute names."""
    if not isinstance(node, dict):
        return node
    if node and all(key.isdigit() for key in node):
        return [_listed(node[key]) for key in sorted(node, key=int)]
    return {key: _listed(value) for key, value in node.items()}


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
            calls = [Asked(None, str(message["function_call_name"]), arguments)]
        role = str(message.get("role", ""))
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
    return Asked(clean_id(call.get("id")), str(name), structured(arguments))


MESSAGE_FORMS: dict[str, Callable[[Any], Iterator[Message]]] = {
    "parts": parts_messages,
    "chat": chat_messages,
    "flat": chat_messages,
    "openinference": openinference_messages,
    "vercel-calls": vercel_calls,
}
"""Form word of the vocabulary -> reader. Forms in `SPREAD` are first gathered from many attributes."""

SPREAD = frozenset(("flat", "openinference"))


# --- argument and result forms ---------------------------------------------------------------------------------------


def first(mapping: Mapping[str, Any], names: Iterable[str], default: Any = ABSENT) -> Any:
    """The value under the first of these names that is there and not None."""
    for name in names:
        value = mapping.get(name)
        if value is not None:
            return value
    return default


def plain(value: Any) -> Any:
    """JSON text decoded, anything else as it stands."""
    return structured(value)


def langchain_envelope(value: Any) -> Any:
    """OpenLLMetry on LangChain: {"input_str", "inputs", "kwargs", "metadata"}; the real arguments are `inputs`."""
    value = structured(value)
    if not isinstance(value, dict) or not ("input_str" in value or "inputs" in value):
        return value
    inputs = value.get("inputs")
    if isinstance(inputs, dict):
        return inputs
    return literal(str(value.get("input_str", "")))


def envelope_call_id(value: Any) -> str | None:
    """The call id that OpenLLMetry keeps inside the envelope (`kwargs.tool_call_id`)."""
    value = structured(value)
    kwargs = value.get("kwargs") if isinstance(value, dict) else None
    return clean_id(kwargs.get("tool_call_id")) if isinstance(kwargs, dict) else None


def openinference_arguments(value: Any) -> Any:
    """`input.value`: JSON, a Python literal, smolagents' {"args", "kwargs"}, or the bare single argument."""
    value = structured(value)
    if isinstance(value, str):
        return literal(value)
    if isinstance(value, dict) and isinstance(value.get("kwargs"), dict) and set(value) <= SMOLAGENTS_KEYS:
        positional = value.get("args")
        return value["kwargs"] if not positional else {**value["kwargs"], "args": positional}
    return value


SMOLAGENTS_KEYS = frozenset(("args", "kwargs", "sanitize_inputs_outputs"))


def google_adk(value: Any) -> Any:
    """ADK writes `{}` or `N/A` when content capture is off: nothing was recorded."""
    value = structured(value)
    return ABSENT if value in ("N/A", "") or value == {} else value


def claude_code(value: Any) -> Any:
    """`full_command` is the bare command of the Bash tool, the other attributes hold JSON."""
    value = structured(value)
    return {"command": value} if isinstance(value, str) else value


def langchain_output(value: Any) -> Any:
    """A serialised ToolMessage (three forms) gives its content; anything else as it stands."""
    value = structured(value)
    message = tool_message(value)
    return structured(message["content"]) if message and "content" in message else value


def tool_message(value: Any) -> Mapping[str, Any] | None:
    """The fields of a LangChain ToolMessage wherever they stand: {"output": …}, {"data": …}, {"kwargs": …} or flat."""
    for _ in range(4):
        if not isinstance(value, dict):
            return None
        if "tool_call_id" in value and "content" in value:
            return value
        value = next(
            (value[key] for key in ("output", "data", "kwargs") if isinstance(value.get(key), (dict, str))), None
        )
        value = structured(value)
    return None


ARGUMENT_FORMS: dict[str, Callable[[Any], Any]] = {
    "plain": plain,
    "langchain-envelope": langchain_envelope,
    "langchain-output": langchain_output,
    "openinference": openinference_arguments,
    "google-adk": google_adk,
    "claude-code": claude_code,
}
"""Form word of the vocabulary -> unwrapper of an argument or result value."""


def read_messages(attributes: Mapping[str, Any], where: Sequence[tuple[str, str]]) -> list[Message]:
    """The messages under the first of these (attribute, form) that a span carries; empty when it carries none."""
    for attribute, form in where:
        value = nested(attributes, attribute) if form in SPREAD else attributes.get(attribute)
        if value is not None and form in MESSAGE_FORMS:
            return list(MESSAGE_FORMS[form](value))
    return []
