"""Conversations in the records of a message dump: where their messages stand, and which records continue one another.

A record may be a whole conversation, one message of it, or a request with the history it repeats. What a record tells
again is skipped: a dump logged after every turn holds each call once.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from doublefire.ingest import forms
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.messages import Conversation, Message
from doublefire.model import Emission, Record

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
SESSION_KEYS = ("session_id", "sessionId", "conversation_id", "conversationId", "thread_id", "threadId", "chat_id", "chatId", "session")
NAME_KEYS = ("custom_id", "id", "task_id", "run_id", "name")
STRONG_ID_LENGTH = 12
"""Characters from which an id is taken for a random one: `call_1` starts over in every conversation, `call_9f…` does not."""
MAX_KEPT = 1024
"""Conversations that may still be continued by a later record; snapshots of one follow each other far closer."""


class Dump(NamedTuple):
    """The messages of one record. `whole`: a conversation so far, not a single message of the file's one conversation."""

    raws: Sequence[Mapping[str, Any]]
    session: str | None = None
    name: str | None = None
    whole: bool = True
    tools: Any = None


@dataclass(frozen=True, slots=True)
class Shape:
    """How one format writes messages: which objects are messages, and what each says (several for a split one)."""

    is_message: Callable[[Mapping[str, Any]], bool]
    messages_of: Callable[[Mapping[str, Any]], Iterable[Message]]
    positional: bool = False


@dataclass(slots=True)
class _Kept:
    conversation: Conversation
    length: int = 0
    chain: bytes = b""
    strong: set[bytes] = field(default_factory=set)


class _Entry(NamedTuple):
    digest: bytes
    messages: list[Message]
    strong: bool


def read_conversations(records: Iterable[Record], shape: Shape, dumps: Callable[[Any, Shape], Iterable[Dump]] | None = None) -> Iterator[Emission]:
    """Everything that the conversations of one file say, record by record."""
    log, declared = _Log(shape), b""
    for record in records:
        for dump in (dumps or dumps_in)(record.value, shape):
            if dump.tools and declared != (declared := digest(dump.tools)):
                yield from declarations_in(dump.tools)
            yield from log.add(dump)
    yield from log.close()


class _Log:
    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._ends: OrderedDict[bytes, str] = OrderedDict()
        self._file: str | None = None
        self._ordinal = 0

    def add(self, dump: Dump) -> Iterator[Emission]:
        self._ordinal += 1
        entries = [self._entry(raw) for raw in dump.raws]
        chains = list(_chained(entries))
        key = self._key(dump, entries, chains)
        kept = self._kept.pop(key, None) or _Kept(Conversation(key, positional=self._shape.positional))
        self._kept[key] = kept
        for entry in entries[_history(kept, entries, chains) if dump.whole else 0 :]:
            for message in entry.messages:
                yield from kept.conversation.add(message)
        if dump.whole and entries:
            yield from kept.conversation.close()
            kept.length, kept.chain = len(entries), chains[-1]
            kept.strong.update(entry.digest for entry in entries if entry.strong)
            if any(message.calls for entry in entries for message in entry.messages):
                self._ends[chains[-1]] = key
        _shrink(self._kept)
        _shrink(self._ends)

    def close(self) -> Iterator[Emission]:
        for kept in self._kept.values():
            yield from kept.conversation.close()

    def _entry(self, raw: Mapping[str, Any]) -> _Entry:
        try:
            messages = list(self._shape.messages_of(raw))
        except RecursionError:  # content nested past what the interpreter follows holds no message that anybody sent
            messages = []
        ids = (item.call_id for message in messages for item in (*message.calls, *message.answers))
        return _Entry(digest(raw), messages, any(name is not None and len(name) >= STRONG_ID_LENGTH for name in ids))

    def _key(self, dump: Dump, entries: Sequence[_Entry], chains: Sequence[bytes]) -> str:
        """The session of a record: its own, that of the records it continues, or a new one that no other input shares."""
        if dump.session is not None:
            return dump.session
        if not dump.whole and self._file is not None:
            return self._file
        for chain in reversed(chains[:-1]):
            if chain in self._ends:
                return self._ends[chain]
        ref = next((ref for entry in entries for message in entry.messages if (ref := _strong_ref(message))), None)
        key = ref or f"{dump.name or 'record'}#{self._ordinal}-{chains[-1][:4].hex() if chains else 0}"
        if not dump.whole:
            self._file = key
        return key


def _strong_ref(message: Message) -> str | None:
    return message.ref if message.ref is not None and len(message.ref) >= STRONG_ID_LENGTH else None


def _chained(entries: Iterable[_Entry]) -> Iterator[bytes]:
    chain = b""
    for entry in entries:
        chain = hashlib.blake2b(chain + entry.digest, digest_size=12).digest()
        yield chain


def _history(kept: _Kept, entries: Sequence[_Entry], chains: Sequence[bytes]) -> int:
    """How many of these messages an earlier record of the session has told: its whole list, or up to the last call known."""
    if 0 < kept.length <= len(chains) and chains[kept.length - 1] == kept.chain:
        return kept.length
    return max((at + 1 for at, entry in enumerate(entries) if entry.strong and entry.digest in kept.strong), default=0)


def _shrink(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > MAX_KEPT:
        kept.popitem(last=False)


def digest(value: Any) -> bytes:
    """A short hash of a decoded value; values too deep or too large to print are told apart by identity only."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = str(id(value))
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).digest()


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
    raws += [raw for raw in response_messages(value) if shape.is_message(raw)]
    if raws:
        yield Dump(raws, session_of(value), _named(value), tools=_tools_of(value))


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
