"""Small readers of recorded values: text that holds JSON or Python, ids, numbered attributes. They never raise."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from doublefire.model import ABSENT
from doublefire.semantics.values.exact_json import decode, decode_maybe

MAX_LITERAL = 100_000
"""Characters of a Python literal that are worth parsing: longer ones stay text, parsing them is too slow."""
MAX_TEXT_DEPTH = 16
"""Lists inside lists of a message's content that are followed: providers nest at most three."""
MAX_STEPS = 24
"""Steps of one dotted attribute name that are followed: the deepest convention in use has eight."""


def first(mapping: Mapping[str, Any], names: Iterable[str], default: Any = ABSENT) -> Any:
    """The value under the first of these names that is there and not None."""
    for name in names:
        value = mapping.get(name)
        if value is not None:
            return value
    return default


def word(value: Any) -> str:
    """A recorded word (a type, a state) that is looked up in a table; anything but text is none."""
    return value if isinstance(value, str) else ""


def text_under(mapping: Mapping[str, Any], names: Iterable[str]) -> str | None:
    """The text or number under the first of these names that is there, as text; None for an empty or other one."""
    value = first(mapping, names, None)
    return str(value) if isinstance(value, (str, int)) and value != "" else None


def as_text(value: Any) -> str:
    """A recorded value as text, empty for one that is nested too deeply to be any."""
    if isinstance(value, str):
        return value
    try:
        return str(value)
    except (RecursionError, ValueError):  # ValueError: an integer of thousands of digits
        return ""


def clean_id(value: Any) -> str | None:
    """A call id as text; None for an absent or empty one (the registry's own example has a leading space)."""
    if value is None or value is ABSENT:
        return None
    return as_text(value).strip() or None


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
    """Text that is one JSON string; what that string holds may be JSON again."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            inner = decode(text)
        except ValueError:
            return text
        return decode_maybe(inner) if isinstance(inner, str) else inner
    return text


def literal(text: str) -> Any:
    """A Python literal (`{'order': 7}`) as a value, else the text itself."""
    if text[:1] not in "{[(" or len(text) > MAX_LITERAL:
        return text
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return text


def dictionaries(value: Any) -> list[dict[str, Any]]:
    """The objects in a list, or the one object itself."""
    value = structured(value)
    if isinstance(value, dict):
        return [value]
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text_of(content: Any, depth: int = 0) -> str:
    """The readable text of a message's content in any of its forms."""
    if isinstance(content, str):
        return content
    if depth > MAX_TEXT_DEPTH:
        return ""
    if isinstance(content, list):
        return "\n".join(filter(None, (text_of(part, depth + 1) for part in content)))
    if isinstance(content, dict) and content.get("type") in (None, "text", "input_text", "output_text"):
        return text_of(content.get("text") or content.get("content") or "", depth + 1)
    return ""


def nested(attributes: Mapping[str, Any], prefix: str) -> Any:
    """The value spread over attributes `prefix.0.role`, `prefix.0.tool_calls.1.id`, … as lists and dicts."""
    root: dict[str, Any] = {}
    start = prefix + "."
    for name, value in attributes.items():
        if name.startswith(start):
            steps = name[len(start) :].split(".", MAX_STEPS)
            node = root
            for step in steps[:-1]:
                child = node.setdefault(step, {})
                if not isinstance(child, dict):
                    break
                node = child
            else:
                node[steps[-1]] = value
    return _listed(root, 0) if root else attributes.get(prefix)


def _listed(node: Any, depth: int) -> Any:
    """Objects whose keys are all numbers are lists, those of the attribute names, not those that a value holds."""
    if not isinstance(node, dict) or depth > MAX_STEPS:
        return node
    if node and all(key.isascii() and key.isdigit() for key in node):
        return [_listed(node[key], depth + 1) for key in sorted(node, key=_position)]
    return {key: _listed(value, depth + 1) for key, value in node.items()}


def _position(key: str) -> tuple[int, str]:
    return len(key.lstrip("0")), key.lstrip("0")
