"""Conversations over the records of a message dump: which records continue one another, and what each tells anew.

A record may be a whole conversation, one message of it, or a request with the history it repeats. What a record tells
again is skipped: a dump logged after every turn holds each call once.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.messages.conversation import Conversation, Message
from doublefire.ingest.messages.dumps import Dump, Shape, dumps_in
from doublefire.model import Emission, Record

STRONG_ID_LENGTH = 12
"""Characters from which an id is taken for a random one: `call_1` starts over in every conversation."""
MAX_KEPT = 1024
"""Conversations that may still be continued by a later record; snapshots of one follow each other far closer."""


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


def read_conversations(
    records: Iterable[Record], shape: Shape, dumps: Callable[[Any, Shape], Iterable[Dump]] | None = None
) -> Iterator[Emission]:
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
        compared = dump.whole or self._file is None  # one message of the file's conversation is never looked up again
        entries = [self._entry(raw, digest(raw) if compared else b"") for raw in dump.raws]
        if dump.answered_ns is not None:
            _time_newest(entries, dump.answered_ns)
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

    def _entry(self, raw: Mapping[str, Any], mark: bytes) -> _Entry:
        try:
            messages = list(self._shape.messages_of(raw))
        except RecursionError:  # content nested past what the interpreter follows holds no message that anybody sent
            messages = []
        ids = [call.call_id for message in messages for call in message.calls]
        ids += [answer.call_id for message in messages for answer in message.answers]
        return _Entry(mark, messages, any(name is not None and len(name) >= STRONG_ID_LENGTH for name in ids))

    def _key(self, dump: Dump, entries: Sequence[_Entry], chains: Sequence[bytes]) -> str:
        """The session of a record: its own, that of the records it continues, or a new one that no input shares."""
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


def _time_newest(entries: Sequence[_Entry], at_ns: int) -> None:
    """Give the response of a logged request, and what came in just before it, the time of the record."""
    for position, entry in enumerate(reversed(entries)):
        for message in entry.messages:
            if position and message.role == "assistant":
                return
            message.at_ns = message.at_ns if message.at_ns is not None else at_ns


def _strong_ref(message: Message) -> str | None:
    return message.ref if message.ref is not None and len(message.ref) >= STRONG_ID_LENGTH else None


def _chained(entries: Iterable[_Entry]) -> Iterator[bytes]:
    chain = b""
    for entry in entries:
        chain = hashlib.blake2b(chain + entry.digest, digest_size=12).digest()
        yield chain


def _history(kept: _Kept, entries: Sequence[_Entry], chains: Sequence[bytes]) -> int:
    """How many of these messages an earlier record has told: its whole list, or up to the last call known."""
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
