"""The JSON Schemas of the JSON report and of one reconstructed call, made from the table of their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from doublefire.reports.fields import CALL, REPORT, VERSION, Field, Type, text

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TIME_PATTERN: Final = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{9}Z$"
KINDS: Final[dict[Type, Schema]] = {
    Type.TEXT: {"type": "string"},
    Type.INTEGER: {"type": "integer"},
    Type.NUMBER: {"type": "number"},
    Type.BOOLEAN: {"type": "boolean"},
    Type.TIME: {"type": "string", "format": "date-time", "pattern": TIME_PATTERN},
    Type.PAYLOAD: {},
    Type.COUNTS: {"type": "object", "additionalProperties": {"type": "integer"}},
    Type.AMOUNTS: {"type": "object", "additionalProperties": {"type": "string"}},
}


def report_schema() -> Schema:
    """A JSON Schema (draft 2020-12) that every `doublefire/report/v1` document fits; it allows fields added later."""
    about = {"$schema": DIALECT, "$id": f"urn:{VERSION.replace('/', ':')}", "title": VERSION}
    return {**about, "description": "The result of one audit by doublefire.", **_record(REPORT)}


def call_schema() -> Schema:
    """A JSON Schema (draft 2020-12) of one line of `doublefire calls`; its Parquet has columns of the same names."""
    about = {"$schema": DIALECT, "$id": "urn:doublefire:calls:v1", "title": "doublefire/calls/v1"}
    fields = (text("tool", "the tool's full name"), *CALL)
    return {**about, "description": "One execution of one tool call.", **_record(fields)}


def _record(fields: Sequence[Field]) -> Schema:
    return {
        "type": "object",
        "required": [field.name for field in fields],
        "properties": {field.name: _described(field) for field in fields},
    }


def _described(field: Field) -> Schema:
    inner = _record(field.fields) if field.type is Type.RECORD else dict(KINDS[field.type])
    if field.choices:
        inner["enum"] = list(field.choices)
    if field.many:
        return {"description": field.meaning, "type": "array", "items": inner}
    return {"description": field.meaning, **(or_null(inner) if field.nullable else inner)}


def or_null(kind: Schema) -> Schema:
    """The same, or null; what has no type may be null anyway."""
    if "type" not in kind:
        return kind
    choices = {"enum": [*kind["enum"], None]} if "enum" in kind else {}
    return {**kind, "type": [kind["type"], "null"], **choices}
