"""What tools declare of themselves, in every form that a `--tools` file or a trace holds it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from doublefire.errors import ConfigError
from doublefire.ingest.declarations import declarations_in, read_declarations
from doublefire.model import Declaration, Effect

KEYED = {"type": "object", "properties": {"cents": {"type": "integer"}, "idempotency_key": {"type": "string"}}}
REQUIRED = {**KEYED, "required": ["cents", "idempotency_key"]}
BARE = Declaration(tool="pay")
WITH_KEY = Declaration(tool="pay", key_fields=("idempotency_key",))
MUST_HAVE_KEY = Declaration(tool="pay", key_fields=("idempotency_key",), key_required=True)

FORMS: dict[str, tuple[Any, Declaration]] = {
    "MCP answer": ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "pay", "inputSchema": KEYED}]}}, WITH_KEY),
    "MCP tools": ({"tools": [{"name": "pay", "inputSchema": REQUIRED}]}, MUST_HAVE_KEY),
    "OpenAI chat": ([{"type": "function", "function": {"name": "pay", "parameters": KEYED}}], WITH_KEY),
    "OpenAI Responses": ([{"type": "function", "name": "pay", "parameters": REQUIRED}], MUST_HAVE_KEY),
    "Anthropic": ([{"name": "pay", "input_schema": KEYED}], WITH_KEY),
    "Gemini": ([{"functionDeclarations": [{"name": "pay", "parameters": KEYED}]}], WITH_KEY),
    "Gemini in snake case": ({"function_declarations": [{"name": "pay", "description": "Pays."}]}, BARE),
    "Bedrock": ({"toolConfig": {"tools": [{"toolSpec": {"name": "pay", "inputSchema": {"json": KEYED}}}]}}, WITH_KEY),
    "OpenInference": ([{"tool": {"json_schema": json.dumps({"name": "pay", "parameters": KEYED})}}], WITH_KEY),
    "Vercel": ([json.dumps({"type": "function", "name": "pay", "inputSchema": KEYED})], WITH_KEY),
    "Pydantic AI": ([{"name": "pay", "parameters_json_schema": KEYED}], WITH_KEY),
    "a key deep inside": (
        [{"name": "pay", "parameters": {"properties": {"options": KEYED}}}],
        Declaration(tool="pay", key_fields=("options.idempotency_key",)),
    ),
    "a key behind a reference": (
        [{"name": "pay", "parameters": {"$defs": {"P": KEYED}, "properties": {"body": {"$ref": "#/$defs/P"}}}}],
        Declaration(tool="pay", key_fields=("body.idempotency_key",)),
    ),
    "a key in one of two shapes": ([{"name": "pay", "parameters": {"anyOf": [REQUIRED, {}]}}], WITH_KEY),
    "a schema of circles": ([{"name": "pay", "parameters": {"allOf": [{"$ref": "#"}]}}], BARE),
}


@pytest.mark.parametrize(("value", "declared"), FORMS.values(), ids=FORMS)
def test_one_tool_in_every_form(value: Any, declared: Declaration) -> None:
    assert declarations_in(value) == [declared]


@pytest.mark.parametrize(
    ("annotations", "effect"),
    [
        ({"readOnlyHint": True}, Effect.READ),
        ({"readOnlyHint": True, "destructiveHint": True}, Effect.READ),
        ({"readOnlyHint": False}, Effect.WRITE),
        ({"readOnlyHint": False, "idempotentHint": False}, Effect.WRITE),
        ({"readOnlyHint": False, "idempotentHint": True}, Effect.IDEMPOTENT),
        ({"idempotentHint": True}, Effect.IDEMPOTENT),
        ({"destructiveHint": True}, None),
        ({"openWorldHint": True, "title": "Pay"}, None),
        ({"readOnlyHint": "yes"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_annotations_that_are_written_down_count(annotations: Any, effect: Effect | None) -> None:
    tool = {"name": "pay", "inputSchema": {}, "annotations": annotations}
    assert [declared.effect for declared in declarations_in([tool])] == [effect]


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        "pay",
        [],
        {},
        {"name": "pay"},
        {"name": 7, "inputSchema": {}},
        {"jsonrpc": "2.0", "method": "tools/list"},
    ],
)
def test_what_declares_nothing(value: Any) -> None:
    assert declarations_in(value) == []


OPENAPI = """
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /charges:
    parameters:
      - $ref: '#/components/parameters/Key'
    post:
      operationId: createCharge
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Charge'}}}}
    get: {operationId: listCharges}
  /charges/{id}:
    put: {operationId: replaceCharge}
    patch: {operationId: editCharge}
    delete: {}
    x-note: no operation
  /charges/search:
    post: {operationId: searchCharges}
components:
  parameters:
    Key: {name: Idempotency-Key, in: header, required: true, schema: {type: string}}
  schemas:
    Charge: {type: object, properties: {cents: {type: integer}, request_token: {type: string}}}
"""
OPERATIONS = [
    Declaration(tool="listCharges", effect=Effect.READ, key_fields=("Idempotency-Key",), key_required=True),
    Declaration(
        tool="createCharge", effect=Effect.WRITE, key_fields=("Idempotency-Key", "request_token"), key_required=True
    ),
    Declaration(tool="replaceCharge", effect=Effect.IDEMPOTENT),
    Declaration(tool="delete_charges_id", effect=Effect.IDEMPOTENT),
    Declaration(tool="editCharge", effect=Effect.WRITE),
    Declaration(tool="searchCharges"),
]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_openapi_operations_by_their_methods(tmp_path: Path) -> None:
    import yaml

    as_json = json.dumps(yaml.safe_load(OPENAPI))
    assert read_declarations(written(tmp_path, "shop.yaml", OPENAPI)) == OPERATIONS
    assert read_declarations(written(tmp_path, "shop.json", as_json)) == OPERATIONS


def test_swagger_bodies_and_headers(tmp_path: Path) -> None:
    body = {"in": "body", "name": "b", "schema": REQUIRED}
    document = {"swagger": "2.0", "paths": {"/pay": {"post": {"operationId": "pay", "parameters": [body]}}}}
    path = written(tmp_path, "swagger.json", json.dumps(document))
    assert read_declarations(path) == [
        Declaration(tool="pay", effect=Effect.WRITE, key_fields=("idempotency_key",), key_required=True)
    ]


def test_a_captured_log_declares_what_its_lists_hold(tmp_path: Path) -> None:
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "pay", "inputSchema": KEYED}]}}
    path = written(tmp_path, "log.jsonl", f"{json.dumps(asked)}\n\n{json.dumps({'message': answer})}\n")
    assert read_declarations(path) == [WITH_KEY]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("empty.json", "", "no tool declaration"),
        ("other.json", '{"a": 1}', "no tool declaration"),
        ("broken.yaml", "a: [1\nb: 2", "line 2"),
        ("text.txt", "pay the bill", "no tool declaration"),
    ],
)
def test_a_file_that_declares_nothing_is_an_error_in_one_line(tmp_path: Path, name: str, text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says) as raised:
        read_declarations(written(tmp_path, name, text))
    assert name in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_declarations(tmp_path / "none.json")


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "data.bin").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_declarations(tmp_path / "data.bin")


def test_a_schema_that_repeats_itself_without_end_is_searched_in_bounds() -> None:
    schema: dict[str, Any] = {"properties": {f"p{n}": {"$ref": "#"} for n in range(60)}}
    assert declarations_in([{"name": "pay", "parameters": schema}]) == [BARE]
