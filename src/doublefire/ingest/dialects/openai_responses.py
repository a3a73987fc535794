"""OpenAI Responses API: input lists of items, logged responses and batches, and the Agents SDKs' run items.

A list of items is one conversation. Of logged requests and responses, `previous_response_id` and `conversation` tell
which belong together; the history that an input repeats stands before the last response that is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import responses
from doublefire.ingest.messages.conversation import Conversation
from doublefire.ingest.messages.dumps import at_path, session_of
from doublefire.ingest.messages.flavours import is_foreign
from doublefire.ingest.messages.histories import digest
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

CODEX_KEYS = frozenset(("timestamp", "instructions"))
"""Keys of the head line of the earliest Codex rollouts, which hold bare items too."""
INPUT_PATHS = (
    ("input",),
    ("request", "input"),
    ("body", "input"),
    ("request", "body", "input"),
    ("items",),
    ("history",),
    ("new_items",),
)
RESPONSE_PATHS = (("response", "body"), ("response",), ("result",), ())


def claims(values: Sequence[Any]) -> bool:
    """Items of the Responses API in a list, a line each, or inside logged requests and responses."""
    records = [
        record
        for value in values
        for record in (value[:64] if isinstance(value, list) else [value])
        if isinstance(record, dict)
    ]
    if any(is_foreign(record) or CODEX_KEYS & record.keys() == CODEX_KEYS for record in records):
        return False
    return any(
        responses.is_item(record)
        or responses.is_typed_message(record)
        or _response_of(record) is not None
        or any(map(responses.is_item, _input_of(record)))
        for record in records
    )


def _input_of(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = next((items for path in INPUT_PATHS if isinstance(items := at_path(record, path), list)), [])
    return [item for item in found if isinstance(item, dict) and responses.is_part(item)]


def _response_of(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    for path in RESPONSE_PATHS:
        found = at_path(record, path) if path else record
        if isinstance(found, dict) and found.get("object") == "response" and isinstance(found.get("output"), list):
            return found
    return None


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Conversations by their own id, the chain of their responses, or one for all items of a file."""
    sessions: dict[str, str] = {}
    open_conversations: dict[str, _Told] = {}
    for ordinal, record in enumerate(records, 1):
        value = record.value
        if isinstance(value, list) and any(isinstance(item, dict) and responses.is_part(item) for item in value[:64]):
            yield from _whole(
                [item for item in value if isinstance(item, dict)], f"record#{ordinal}-{digest(value)[:4].hex()}"
            )
            continue
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield from _logged(item, ordinal, sessions, open_conversations)
    for told in open_conversations.values():
        yield from told.conversation.close()


def _whole(items: list[dict[str, Any]], session: str) -> Iterator[Emission]:
    conversation = Conversation(session)
    yield from _declared(items)
    for message in responses.messages_of(items):
        yield from conversation.add(message)
    yield from conversation.close()


class _Told:
    """A conversation over several records, and which items of it were told."""

    def __init__(self, session: str) -> None:
        self.conversation = Conversation(session)
        self._told: Counter[bytes] = Counter()
        self._runs = 0
        self._in_run = False

    def add(
        self, items: list[dict[str, Any]], ref: str | None, at_ns: int | None, only_new: bool
    ) -> Iterator[Emission]:
        """Tell these items. Calls and outputs that were told are history; so is anything else unless `only_new`, as
        often as it was told: a record that follows a known response sends nothing again."""
        fresh, here = [], Counter[bytes]()
        for item in items:
            strong = responses.is_item(item)
            mark = digest((item.get("type"), responses.call_id_of(item))) if strong else digest(item)
            here[mark] += 1
            if here[mark] > self._told[mark] or (only_new and not strong):
                self._told[mark] += 1
                fresh.append(item)
        yield from _declared(fresh)
        for message in responses.messages_of(fresh, ref, at_ns):
            yield from self.conversation.add(message)

    def add_single(self, item: dict[str, Any]) -> Iterator[Emission]:
        """Tell one item of a file that holds an item a line: the model's items in a row are one response."""
        yield from _declared([item])
        for message in responses.messages_of([item]):
            if message.role == "assistant":
                self._runs += not self._in_run
                message.ref = f"response {self._runs}"
            self._in_run = message.role == "assistant"
            yield from self.conversation.add(message)


def _logged(
    record: Mapping[str, Any], ordinal: int, sessions: dict[str, str], told: dict[str, _Told]
) -> Iterator[Emission]:
    response = _response_of(record)
    asked = _input_of(record)
    new_key = f"record#{ordinal}-{digest(record)[:4].hex()}"
    if response is None and not asked:
        if responses.is_part(record):
            key = session_of(record) or next(iter(told), new_key)
            yield from told.setdefault(key, _Told(key)).add_single(dict(record))
        return
    key, only_new = _session(record, response, sessions) or (new_key, False)
    conversation = told.setdefault(key, _Told(key))
    yield from conversation.add(asked, None, None, only_new)
    if response is not None:
        name = response.get("id")
        ref = name if isinstance(name, str) else None
        if ref is not None:
            sessions[ref] = key
        output = [item for item in response["output"] if isinstance(item, dict)]
        yield from conversation.add(output, ref, parse_time(response.get("created_at")), True)


def _session(
    record: Mapping[str, Any], response: Mapping[str, Any] | None, sessions: Mapping[str, str]
) -> tuple[str, bool] | None:
    """(session, whether the record sends only what is new) of a logged request, if anything says it."""
    for place in (response, record, record.get("request"), record.get("body")):
        if isinstance(place, dict):
            conversation = place.get("conversation")
            named = conversation.get("id") if isinstance(conversation, dict) else conversation
            if isinstance(named, str):
                return named, True
            previous = place.get("previous_response_id")
            if isinstance(previous, str):
                return sessions.get(previous, previous), True
    session = session_of(record)
    return None if session is None else (session, False)


def _declared(items: Iterable[Mapping[str, Any]]) -> Iterator[Emission]:
    for item in items:
        if item.get("type") == "mcp_list_tools":
            yield from declarations_in(item.get("tools"))


DIALECT = Dialect(
    name="openai-responses",
    reads="OpenAI Responses API items and logged responses, and the run items of the Agents SDKs (Python and JS)",
    obtain="result.to_input_list() of the Agents SDK, or the input list and responses of your own loop, as JSON",
    claims=claims,
    read=read,
)
