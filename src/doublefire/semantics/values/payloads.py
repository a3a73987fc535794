"""What a tool answered, out of the envelopes that clients put around it: MCP content, messages, JSON inside text.

Envelopes seen: MCP `content` and `structuredContent` (MCP schema), Bedrock and Strands `toolResult`, Gemini
`functionResponse`, LangChain tool messages and their serialised form, AI SDK `{"type": "text", "value"}`, Codex's
"Wall time … Output:" header, and dictionaries printed by Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from doublefire.model import ABSENT

MAX_LAYERS: Final = 6
"""Envelopes around envelopes; real traces nest three."""
MAX_DECODED: Final = 262_144
"""Characters of JSON text that are decoded: a result that names what it made is far shorter."""
MAX_PRINTED: Final = 8192
"""Characters of a printed Python value that are read: the parser behind it is slow."""

_CODEX_HEADER = re.compile(
    r"\A(?:Chunk ID: [^\n]*\n)?Wall time: [^\n]*\n(?:Process exited with code (?P<code>-?\d+)\n)?(?:[\w ]+: [^\n]*\n)?"
    r"Output:\n?"
)
_STARTS = frozenset(("{", "[", '"', "("))
_PRINTED = re.compile(r"\A[\[{(]\s*[\[{(]?['\"]")
_TOOL_MESSAGE = ("tool_call_id", "toolCallId", "tool_use_id", "tool_call_ids")
_TOOL_MESSAGE_TYPES = ("tool", "tool_result", "tool-result", "function_call_output", "function_result")
_INNER = ("kwargs", "functionResponse", "function_response", "toolResult", "tool_result")
_TEXT_BLOCK = frozenset(("type", "text", "annotations", "_meta", "meta", "citations", "cache_control", "id", "index"))
_MEDIA = ("image", "audio", "resource", "resource_link", "input_image", "document")
_ALONE = frozenset(
    ("output", "result", "response", "json", "return_value", "toolUseResult", "tool_output", "tool_response")
)


def peel(value: Any) -> Any:
    """What the outermost envelope of a recorded result holds, ABSENT when it is no envelope."""
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, list):
        return _from_list(value)
    return _from_dict(value) if isinstance(value, dict) else ABSENT


def layers(result: Any) -> Iterator[Any]:
    """A recorded result, then what each envelope holds, from the outside in; at most `MAX_LAYERS` of them."""
    for _ in range(MAX_LAYERS):
        yield result
        result = peel(result)
        if result is ABSENT:
            return


def unwrap(result: Any) -> Any:
    """What the tool itself answered."""
    for layer in layers(result):
        result = layer
    return result


def decode(text: str) -> Any:
    """The JSON object or array, or the printed Python one, that a text consists of; ABSENT for any other text."""
    if not is_encoded(text) or len(text) > MAX_DECODED:
        return ABSENT
    try:
        return msgspec.json.decode(text.strip())
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return _printed(text.strip())


def is_encoded(text: str) -> bool:
    """Whether a text begins like JSON or a printed Python value: a look at its first character, no proof."""
    return text[:40].lstrip()[:1] in _STARTS


def _printed(text: str) -> Any:
    if len(text) > MAX_PRINTED or not _PRINTED.match(text):
        return ABSENT
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return ABSENT


def _from_text(text: str) -> Any:
    header = _CODEX_HEADER.match(text) if text.startswith(("Chunk ID", "Wall time")) else None
    return text[header.end() :] if header else decode(text)


def _from_list(items: list[Any]) -> Any:
    if not items or not all(isinstance(item, dict) for item in items[:8]):
        return ABSENT
    blocks = [_block_text(item) for item in items]
    if all(text is not None for text in blocks):
        return "\n".join(text for text in blocks if text)
    return peel(items[0]) if len(items) == 1 and _is_envelope(items[0]) else ABSENT


def _block_text(block: Any) -> str | None:
    """The text of one content block, `[image]` and the like for another medium, None for what is no content block."""
    if not isinstance(block, dict):
        return None
    text = block.get("text")
    if isinstance(text, str) and block.keys() <= _TEXT_BLOCK:
        return text
    return f"[{block['type']}]" if block.get("type") in _MEDIA else None


def _is_envelope(item: dict[str, Any]) -> bool:
    return any(key in item for key in (*_INNER, *_TOOL_MESSAGE)) or item.keys() <= _ALONE


def _from_dict(value: dict[str, Any]) -> Any:
    structured = value.get("structuredContent", value.get("structured_content"))
    if isinstance(structured, dict) and structured and "content" in value:
        return structured
    if "content" in value and _carries_content(value):
        return value["content"]
    for key in _INNER:
        if isinstance(value.get(key), dict) and len(value) <= 8:
            return value[key]
    if value.get("type") in ("text", "json", "error-text", "error-json", "content") and "value" in value:
        return value["value"]
    block = _block_text(value)
    if block is not None:
        return block
    return _only_member(value)


def _carries_content(value: dict[str, Any]) -> bool:
    content = value["content"]
    if isinstance(content, list):
        return all(_block_text(block) is not None or "json" in block for block in content if isinstance(block, dict))
    told = value.get("type") in _TOOL_MESSAGE_TYPES or value.get("role") == "tool" or "lc_kwargs" in value
    return told or any(key in value for key in _TOOL_MESSAGE)


def _only_member(value: dict[str, Any]) -> Any:
    if len(value) > 3:
        return ABSENT
    for key in _ALONE:
        if key in value and value.keys() <= {key, "id", "name", "call_id"}:
            return value[key]
    return ABSENT
