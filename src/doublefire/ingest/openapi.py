"""OpenAPI documents as tool declarations: one operation, one tool.

OpenAPI 3.x and Swagger 2.0 (`OAI/OpenAPI-Specification`). Generators name the tool after `operationId`; without one,
after method and path, as FastMCP and Bedrock's action groups do. The method says what it does to the world (RFC 9110
section 9.2), except where a POST only asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from doublefire.model import Effect
from doublefire.semantics.effects.http import effect_of_request

METHODS: Final = ("get", "head", "options", "trace", "put", "delete", "post", "patch")
"""Keys of a path item that are operations."""
MAX_REFERENCES = 8
"""References that are followed one after another: more means a circle."""

Operation = tuple[str, Effect | None, list[tuple[str, bool]], Any]
"""(tool name, effect, [(header, required)], request body schema)"""


def is_openapi(value: Mapping[str, Any]) -> bool:
    """Whether a document is an OpenAPI or Swagger description."""
    return ("openapi" in value or "swagger" in value) and isinstance(value.get("paths"), dict)


def operations(document: Mapping[str, Any]) -> Iterator[Operation]:
    """Every operation of the document that has an HTTP method."""
    for path, item in document["paths"].items():
        item = resolved(item, document)
        if not isinstance(item, dict):
            continue
        for method in METHODS:
            operation = item.get(method)
            if isinstance(operation, dict):
                parameters = [*_parameters(item, document), *_parameters(operation, document)]
                name = operation.get("operationId")
                effect = effect_of_request(method, str(path))
                headers = [
                    (p["name"], p.get("required") is True)
                    for p in parameters
                    if p.get("in") in ("header", "query") and isinstance(p.get("name"), str)
                ]
                yield (
                    name if isinstance(name, str) and name else _slug(method, str(path)),
                    None if effect is Effect.UNKNOWN else effect,  # GraphQL: the document says everything
                    headers,
                    _body(operation, parameters, document),
                )


def _slug(method: str, path: str) -> str:
    return "_".join((method, *re.findall(r"\w+", path)))


def _parameters(holder: Mapping[str, Any], document: Mapping[str, Any]) -> list[dict[str, Any]]:
    listed = holder.get("parameters")
    found = (resolved(parameter, document) for parameter in (listed if isinstance(listed, list) else ()))
    return [parameter for parameter in found if isinstance(parameter, dict)]


def _body(operation: Mapping[str, Any], parameters: list[dict[str, Any]], document: Mapping[str, Any]) -> Any:
    body = resolved(operation.get("requestBody"), document)
    content = body.get("content") if isinstance(body, dict) else None
    for media in content.values() if isinstance(content, dict) else ():
        if isinstance(media, dict) and "schema" in media:
            return media["schema"]
    in_body = next((parameter for parameter in parameters if parameter.get("in") == "body"), None)
    return in_body.get("schema") if in_body else None


def resolved(value: Any, document: Mapping[str, Any]) -> Any:
    """A value, or what its `$ref` into the document names."""
    for _ in range(MAX_REFERENCES):
        reference = value.get("$ref") if isinstance(value, dict) else None
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return value
        value = document
        for step in reference[2:].split("/"):
            value = value.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(value, dict) else None
    return value
