"""What tools say of themselves: MCP `tools/list`, OpenAPI operations, and the function definitions given to models.

Effects come from MCP's ToolAnnotations (`modelcontextprotocol/modelcontextprotocol` schema.ts: readOnlyHint,
idempotentHint) and from HTTP methods (RFC 9110 section 9.2). Schemas tell whether a call could carry an idempotency
key.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from doublefire.errors import ConfigError
from doublefire.ingest.openapi import is_openapi, operations, resolved
from doublefire.model import Declaration, Effect
from doublefire.semantics.identity.keys import is_key_name

SCHEMA_KEYS = (
    "inputSchema",
    "input_schema",
    "parameters",
    "parameters_json_schema",
    "args_schema",
    "parametersJsonSchema",
)
LIST_KEYS = (
    "tools",
    "functionDeclarations",
    "function_declarations",
    "result",
    "params",
    "message",
    "payload",
    "data",
    "toolConfig",
)
"""Where declarations stand inside the objects around them."""
WRAPPER_KEYS = ("function", "toolSpec", "tool", "json_schema", "custom", "json")
"""Objects that hold one declaration: OpenAI's `function`, Bedrock's `toolSpec`, OpenInference's `tool.json_schema`."""
MAX_NESTING = 6
"""Objects around a declaration that are opened: a logged JSON-RPC answer inside an event holds four."""
MAX_SCHEMA_NODES = 2000
"""Objects of one schema that are searched: real ones have tens, and references can make endless ones."""
MAX_SCHEMA_DEPTH = 4
"""Objects inside a schema that are searched for a key: the deepest in use is `options.headers.Idempotency-Key`."""


def read_declarations(path: Path) -> list[Declaration]:
    """The tools that a file declares. Raises ConfigError when it cannot be read or declares none."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path}: tool declarations cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from error
    found = [declaration for value in _values(text, path) for declaration in declarations_in(value)]
    if not found:
        raise ConfigError(
            f"{path}: no tool declaration found; expected MCP tools/list, OpenAPI or function definitions"
        )
    return found


def _values(text: str, path: Path) -> list[Any]:
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(line.lstrip()[:1] in "{[" for line in lines):
        try:
            return [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            pass
    import yaml

    try:
        return [yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))]
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        where = getattr(error, "problem_mark", None)
        line = f", line {where.line + 1}" if where is not None else ""
        raise ConfigError(
            f"{path}{line}: neither JSON nor YAML ({getattr(error, 'problem', None) or 'not readable'})"
        ) from error


def declarations_in(value: Any) -> list[Declaration]:
    """Every tool declared in a decoded value: a `tools/list` answer, a list of definitions in any form, one of them."""
    if isinstance(value, dict) and is_openapi(value):
        return [
            _declared(
                name,
                effect,
                [*((header, must) for header, must in headers if is_key_name(header)), *_key_fields(schema, value)],
            )
            for name, effect, headers, schema in operations(value)
        ]
    return list(_found(value, 0))


def _found(value: Any, depth: int) -> Iterator[Declaration]:
    if depth > MAX_NESTING:
        return
    value = _decoded(value)
    if isinstance(value, list):
        for item in value:
            yield from _found(item, depth + 1)
    elif isinstance(value, dict):
        declared = _one(value)
        if declared is not None:
            yield declared
            return
        inner = [value[key] for key in (*LIST_KEYS, *WRAPPER_KEYS) if isinstance(value.get(key), (dict, list, str))]
        for item in inner:
            yield from _found(item, depth + 1)


def _decoded(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return None
    return value


def _one(value: Mapping[str, Any]) -> Declaration | None:
    """The declaration that an object is, if it is one: a name, and a schema, annotations or a description."""
    name = value.get("name")
    schema = next((value[key] for key in SCHEMA_KEYS if isinstance(value.get(key), (dict, str))), None)
    annotations = value.get("annotations")
    if not isinstance(name, str) or not name or "jsonrpc" in value:
        return None
    if schema is None and not isinstance(annotations, dict) and not isinstance(value.get("description"), str):
        return None
    schema = _decoded(schema)
    if isinstance(schema, dict) and isinstance(schema.get("json"), dict):
        schema = schema["json"]
    return _declared(name, effect_of(annotations), list(_key_fields(schema, {})))


def _declared(name: str, effect: Effect | None, keys: list[tuple[str, bool]]) -> Declaration:
    return Declaration(
        tool=name,
        effect=effect,
        key_fields=tuple(field for field, _ in keys),
        key_required=any(required for _, required in keys),
    )


def effect_of(annotations: Any) -> Effect | None:
    """What MCP annotations say. Silence is no statement: servers that annotate nothing, and SDKs that leave out a
    false hint, look alike, so only a hint that is written down counts."""
    if not isinstance(annotations, dict):
        return None
    if annotations.get("readOnlyHint") is True:
        return Effect.READ
    if annotations.get("idempotentHint") is True:
        return Effect.IDEMPOTENT
    return Effect.WRITE if annotations.get("readOnlyHint") is False else None


def _key_fields(schema: Any, document: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """(path, required) of every field of a JSON schema whose name is that of an idempotency key, shallow ones first."""
    definitions = {**schema, **document} if isinstance(schema, dict) else document
    queue = deque([(schema, "", True, 0)])
    for _ in range(MAX_SCHEMA_NODES):
        if not queue:
            return
        raw, prefix, required, depth = queue.popleft()
        node = resolved(raw, definitions)
        if not isinstance(node, dict) or depth > MAX_SCHEMA_DEPTH:
            continue
        needed = node.get("required")
        properties = node.get("properties")
        for name, inner in properties.items() if isinstance(properties, dict) else ():
            must = required and isinstance(needed, list) and name in needed
            if is_key_name(str(name)):
                yield f"{prefix}{name}", must
            else:
                queue.append((inner, f"{prefix}{name}.", must, depth + 1))
        for part in ("allOf", "anyOf", "oneOf"):
            choices = node.get(part)
            queue.extend(
                (choice, prefix, required and part == "allOf", depth + 1)
                for choice in (choices if isinstance(choices, list) else ())
            )
