"""Parts of Google's `Content` in snake or camel case, as Gemini, Qwen and the ADK record them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from doublefire.ingest.agents.pieces import human_text, mapping, objects
from doublefire.ingest.forms import Answered, Asked, clean_id
from doublefire.model import ABSENT


def _inner(part: Mapping[str, Any], snake: str, camel: str) -> Mapping[str, Any]:
    return mapping(part.get(snake, part.get(camel)))


def calls(parts: Any) -> Iterator[Asked]:
    """Every function call among parts; ids are None in older files."""
    for part in objects(parts):
        call = _inner(part, "function_call", "functionCall")
        if call.get("name"):
            yield Asked(clean_id(call.get("id")), str(call["name"]), call.get("args", ABSENT))


def responses(parts: Any) -> Iterator[tuple[str | None, Answered]]:
    """(tool name, result) of every function response among parts."""
    for part in objects(parts):
        response = _inner(part, "function_response", "functionResponse")
        if response:
            answer = Answered(clean_id(response.get("id")), response.get("response", ABSENT))
            yield clean_id(response.get("name")), answer


def text_of_parts(parts: Any) -> str:
    """What a human said in parts, thoughts and injected text left out."""
    return human_text([part for part in objects(parts) if not part.get("thought")])
