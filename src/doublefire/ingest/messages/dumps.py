"""Where the messages of a dump stand: which parts of a record are messages, and which session they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from doublefire.ingest import forms
from doublefire.ingest.messages.blocks import TIMES
from doublefire.ingest.messages.conversation import Message
from doublefire.ingest.times import parse_time

MESSAGE_PATHS: tuple[tuple[str, ...], ...] = (
    ("messages",),
    ("contents",),
    ("request", "messages"),
    ("request", "contents"),
    ("request", "body", "messages"),
    ("body", "messages"),
    ("input", "messages"),
    ("inputs", "messages"),
    ("values", "messages"),
    ("data", "messages"),
    ("input", "inputBodyJson", "messages"),
    ("full_request", "contents"),
    ("conversation",),
    ("message_history",),
)
"""Where a record keeps its messages: fine-tune rows, request logs, batch files, LangGraph states, Bedrock's and
Vertex AI's own request logs."""
RESPONSE_PATHS: tuple[tuple[str, ...], ...] = (
    ("response", "body"),
    ("response",),
    ("full_response",),
    ("output", "outputBodyJson"),
    ("output",),
    ("result",),
    ("completion",),
    ("choices",),
    ("candidates",),
)
"""Where a record keeps the model's answer to those messages."""
RECORD_TIMES = (*TIMES, "endTime", "end_time", "startTime", "start_time", "request_time", "logging_time")
"""Fields of a logged request that say when."""
SESSION_KEYS = (
    "session_id",
    "sessionId",
    "conversation_id",
    "conversationId",
    "thread_id",
    "threadId",
    "chat_id",
    "chatId",
    "session",
)
NAME_KEYS = ("custom_id", "id", "task_id", "run_id", "name")


class Dump(NamedTuple):
    """The messages of one record. `whole`: a conversation so far, not one message of the file's conversation."""

    raws: Sequence[Mapping[str, Any]]
    session: str | None = None
    name: str | None = None
    whole: bool = True
    tools: Any = None
    answered_ns: int | None = None
    """When the model gave the last message, for a logged request and its response; nanoseconds."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How one format writes messages: which objects are messages, and what each says (several for a split one)."""

    is_message: Callable[[Mapping[str, Any]], bool]
    messages_of: Callable[[Mapping[str, Any]], Iterable[Message]]
    positional: bool = False


def dumps_in(value: Any, shape: Shape) -> Iterator[Dump]:
    """The conversations of one record: a list of messages, a list of records, a record, or a single message."""
    if isinstance(value, list):
        if _is_list(value, shape):
            yield from _by_session(value, shape)
        else:
            for item in value:
                yield from _whole_record(item, shape)
    elif isinstance(value, dict):
        found = list(_whole_record(value, shape))
        if found:
            yield from found
        elif shape.is_message(value):
            yield Dump([value], session_of(value), whole=False)


def _is_list(value: list[Any], shape: Shape) -> bool:
    return any(isinstance(raw, dict) and shape.is_message(raw) for raw in value[:8])


def _by_session(value: list[Any], shape: Shape) -> Iterator[Dump]:
    """A list of messages, apart by the session that each names; those that name none are of one conversation."""
    found: dict[str | None, list[Mapping[str, Any]]] = {}
    for raw in value:
        if isinstance(raw, dict) and shape.is_message(raw):
            found.setdefault(session_of(raw), []).append(raw)
    yield from (Dump(raws, session) for session, raws in found.items())


def _whole_record(value: Any, shape: Shape) -> Iterator[Dump]:
    if isinstance(value, list):
        if _is_list(value, shape):
            yield from _by_session(value, shape)
        return
    if not isinstance(value, dict):
        return
    asked = next((found for path in MESSAGE_PATHS if isinstance(found := at_path(value, path), list)), [])
    raws = [raw for raw in asked if isinstance(raw, dict) and shape.is_message(raw)]
    answer = [raw for raw in response_messages(value) if shape.is_message(raw)]
    if raws or answer:
        at_ns = _answered(value) if answer else None
        yield Dump(raws + answer, session_of(value), _named(value), tools=_tools_of(value), answered_ns=at_ns)


def _answered(record: Mapping[str, Any]) -> int | None:
    """When a logged request was answered: the record's own time, else the provider's (in whole seconds)."""
    times = (
        forms.first(place, RECORD_TIMES, None) for place in (record, record.get("response")) if isinstance(place, dict)
    )
    return next((at_ns for value in times if (at_ns := parse_time(value)) is not None), None)


def _tools_of(record: Mapping[str, Any]) -> Any:
    return record.get("tools") or at_path(record, ("request", "tools")) or at_path(record, ("body", "tools"))


def response_messages(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The messages of the model's answer that a record holds."""
    return next((raws for path in RESPONSE_PATHS if (raws := answer_messages(at_path(record, path)))), [])


MAX_ANSWER_DEPTH = 5
"""Objects around an answer that are opened: a batch result holds four."""


def answer_messages(answer: Any) -> list[dict[str, Any]]:
    """The messages inside a model's answer: the first of `choices` or `candidates`, or the message it wraps."""
    for _ in range(MAX_ANSWER_DEPTH):
        answer = forms.structured(answer)
        if isinstance(answer, list):
            first = answer[0] if answer else None
            if isinstance(first, dict) and "role" not in first and ("message" in first or "content" in first):
                answer = first.get("message", first.get("content"))
                continue
            return [raw for raw in answer if isinstance(raw, dict)]
        if not isinstance(answer, dict):
            return []
        if "role" in answer:
            return [answer]
        answer = next((answer[key] for key in ("choices", "candidates", "message", "output") if key in answer), None)
    return []


def at_path(value: Any, path: Sequence[str]) -> Any:
    """What stands under these keys, one inside the other; None where one is missing."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def session_of(record: Mapping[str, Any]) -> str | None:
    """The session that a record names, itself or in its metadata."""
    for place in (record, record.get("metadata"), at_path(record, ("config", "configurable")), record.get("request")):
        value = forms.first(place, SESSION_KEYS, None) if isinstance(place, dict) else None
        if isinstance(value, (str, int)) and value != "":
            return str(value)
    return None


def _named(record: Mapping[str, Any]) -> str | None:
    value = forms.first(record, NAME_KEYS, None)
    return str(value) if isinstance(value, (str, int)) else None


def samples(values: Sequence[Any], shape: Shape, limit: int = 400) -> list[Mapping[str, Any]]:
    """The first messages of a file, for detection."""
    found: list[Mapping[str, Any]] = []
    for value in values:
        for dump in dumps_in(value, shape):
            found.extend(dump.raws)
            if len(found) >= limit:
                return found[:limit]
    return found
