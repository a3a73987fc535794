"""Arguments without what frameworks put around them: JSON or Python in a string, and envelopes of one field."""

from __future__ import annotations

import ast
import warnings
from typing import Any, Final

from doublefire.semantics.values.exact_json import decode, decode_maybe

MAX_LITERAL: Final = 100_000
"""Characters of a Python literal that are worth parsing; a longer text stands for itself."""

MAX_LAYERS: Final = 4
"""Envelopes that are opened before arguments are taken as they stand; a bound, so that hostile nesting ends."""

LONE_ARGUMENT: Final = "__arg1"
"""LangChain's name for the only argument of a tool that takes one text; a bare text is read as this field."""

ENVELOPES: Final = frozenset(("input", "inputs", "arguments", "kwargs", "parameters", "tool_input", LONE_ARGUMENT))
NOISE: Final = frozenset(("args", "sanitize_inputs_outputs"))
"""Beside an envelope these say nothing, if `args` is empty (smolagents, LlamaIndex, Logfire)."""


def unwrap(arguments: Any) -> Any:
    """The arguments themselves: an object or list where there is one, else `{"__arg1": text}`, or a bare scalar."""
    for _ in range(MAX_LAYERS):
        if isinstance(arguments, str):
            opened = _opened(arguments)
        elif isinstance(arguments, dict):
            opened = _content(arguments)
        else:
            return arguments
        if opened is arguments:
            break
        arguments = opened
    return {LONE_ARGUMENT: arguments} if isinstance(arguments, str) and arguments.strip() else arguments


def _opened(text: str) -> Any:
    decoded = decode_maybe(text)
    if decoded is not text:
        return decoded
    inner = text.strip()
    if len(inner) > 1 and inner[0] == inner[-1] == '"':
        return _quoted(inner, text)
    return _literal(inner, text) if inner[:1] in ("{", "[") and len(inner) <= MAX_LITERAL else text


def _quoted(inner: str, text: str) -> Any:
    """JSON that was encoded twice; a text that merely stands in quotes stays as it is."""
    try:
        decoded = decode(inner)
    except ValueError:
        return text
    return decoded if isinstance(decoded, str) and decoded.strip()[:1] in ("{", "[") else text


def _literal(inner: str, text: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an odd escape in somebody's text is not our user's concern
            value = ast.literal_eval(inner)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text
    return value if isinstance(value, (dict, list)) else text


def _content(arguments: dict[Any, Any]) -> Any:
    """What the only telling field of an envelope holds, if that is an object; else the arguments as they are."""
    if not 1 <= len(arguments) <= 1 + len(NOISE):
        return arguments
    telling = [name for name in arguments if name not in NOISE]
    positional = arguments.get("args")
    if telling == ["kwargs"] and arguments["kwargs"] == {} and isinstance(positional, list) and len(positional) == 1:
        return _inner(positional[0], arguments)
    if len(telling) != 1 or telling[0] not in ENVELOPES or (len(arguments) > 1 and positional):
        return arguments
    value = arguments[telling[0]]
    return value if telling[0] == LONE_ARGUMENT and isinstance(value, str) else _inner(value, arguments)


def _inner(value: Any, otherwise: Any) -> Any:
    decoded = decode_maybe(value) if isinstance(value, str) else value
    return decoded if isinstance(decoded, dict) else otherwise
