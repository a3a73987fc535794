"""OpenAI chat completion chunks, as a logged stream holds them: one response in many lines.

openai `types/chat/chat_completion_chunk.py`: {object: "chat.completion.chunk", id, created, choices: [{delta:
{tool_calls: [{index, id, function: {name, arguments}}]}}]}. The arguments of a call come in pieces under its index.
Results are not in a stream: what the model asked for stands for what was run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import word
from doublefire.ingest.messages.blocks import arguments_of
from doublefire.ingest.messages.conversation import Call, Conversation, Message
from doublefire.ingest.messages.histories import digest
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

MAX_OPEN = 1000
"""Streams that are read at once; they end with a finish reason, and a log holds few at the same time."""


def _is_chunk(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("object") == "chat.completion.chunk"
        and isinstance(value.get("choices"), list)
    )


def claims(values: Sequence[Any]) -> bool:
    """Chunks of chat completions."""
    return any(map(_is_chunk, values))


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every response when its stream ends; the whole file is one conversation."""
    conversation: Conversation | None = None
    streams: dict[str, _Stream] = {}
    for record in records:
        chunk = record.value
        if not _is_chunk(chunk) or not chunk["choices"] or not isinstance(chunk["choices"][0], dict):
            continue
        conversation = conversation or Conversation(f"record#1-{digest(chunk)[:4].hex()}")
        name = word(chunk.get("id"))
        stream = streams.setdefault(name, _Stream(name, parse_time(chunk.get("created"))))
        stream.add(chunk["choices"][0].get("delta"))
        if chunk["choices"][0].get("finish_reason") is not None or len(streams) > MAX_OPEN:
            yield from conversation.add(streams.pop(next(iter(streams)) if len(streams) > MAX_OPEN else name).message())
    if conversation is not None:
        for stream in streams.values():
            yield from conversation.add(stream.message())


class _Stream:
    """The calls of one response so far: index -> [id, name, pieces of the arguments]."""

    def __init__(self, name: str, at_ns: int | None) -> None:
        self._name, self._at_ns = name, at_ns
        self._calls: dict[Any, tuple[list[str], list[str], list[str]]] = {}

    def add(self, delta: Any) -> None:
        listed = delta.get("tool_calls") if isinstance(delta, dict) else None
        for piece in listed if isinstance(listed, list) else ():
            if isinstance(piece, dict) and isinstance(piece.get("index"), int):
                ids, names, arguments = self._calls.setdefault(piece["index"], ([], [], []))
                function: Mapping[str, Any] = piece["function"] if isinstance(piece.get("function"), dict) else {}
                ids.append(word(piece.get("id")))
                names.append(word(function.get("name")))
                arguments.append(word(function.get("arguments")))

    def message(self) -> Message:
        calls = (
            Call("".join(n), arguments_of("".join(a)), "".join(i) or None) for i, n, a in self._calls.values() if any(n)
        )
        return Message("assistant", calls=tuple(calls), ref=self._name or None, at_ns=self._at_ns)


DIALECT = Dialect(
    name="openai-chunks",
    reads="logged streams of OpenAI chat completions: chat.completion.chunk objects, one a line",
    obtain="write chunk.model_dump_json() of a streamed completion a line",
    claims=claims,
    read=read,
)
