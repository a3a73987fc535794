"""OpenAI Responses API: input lists of items, logged responses and batches, and the Agents SDKs' run items.

A list of items is one conversation. Of logged requests and responses, `previous_response_id` and `conversation` tell
which belong together; the history that an input repeats stands before the last response that is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import responses
from doublefire.ingest.conversations import at_path, digest, session_of
from doublefire.ingest.declarations import declarations_in
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.flavours import is_foreign
from doublefire.ingest.messages import Conversation
from doublefire.ingest.times import parse_time
from doublefire.model import Emission, Record

INPUT_PATHS = (("input",), ("request", "input"), ("body", "input"), ("request", "body", "input"), ("items",), ("history",), ("new_items",))
RESPONSE_PATHS = (("response", "body"), ("response",), ("result",), ())


def claims(values: Sequence[Any]) -> bool:
    """Items of the Responses API in a list, a line each, or inside logged requests and responses."""
    records = [record for value in values for record in (value[:64] if isinstance(value, list) else [value]) if isinstance(record, dict)]
    if any(map(is_foreign, records)):
        return False
    return any(responses.is_item(record) or _response_of(record) is not None or any(map(responses.is_item, _input_of(record))) for record in records)


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
        if isinstance(value, list) and any(isinstance(item, dict) and responses.is_item(item) for item in value[:64]):
            yield from _whole([item for item in value if isinstance(item, dict)], f"record#{ordinal}-{digest(value)[:4].hex()}")
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
        self.known: set[bytes] = set()

    def add(self, items: list[dict[str, Any]], ref: str | None, at_ns: int | None) -> Iterator[Emission]:
        fresh = []
        for item in items:
            mark = digest((item.get("type"), responses.call_id_of(item))) if responses.is_item(item) else digest(item)
            if mark not in self.known:
                self.known.add(mark)
                fresh.append(item)
        yield from _declared(fresh)
        for message in responses.messages_of(fresh, ref, at_ns):
            yield from self.conversation.add(message)


def _logged(record: Mapping[str, Any], ordinal: int, sessions: dict[str, str], told: dict[str, _Told]) -> Iterator[Emission]:
    response = _response_of(record)
    asked = _input_of(record)
    single = response is None and not asked and responses.is_part(record)
    if response is None and not asked and not single:
        return
    session = _session(record, response, sessions) or ("items" if single else None)
    if single:
        key = session if session != "items" else next(iter(told), None) or f"record#{ordinal}-{digest(record)[:4].hex()}"
        yield from told.setdefault(key, _Told(key)).add([dict(record)], None, None)
        return
    key = session or f"record#{ordinal}-{digest(record)[:4].hex()}"
    conversation = told.setdefault(key, _Told(key))
    yield from conversation.add(asked, None, None)
    if response is not None:
        name = response.get("id")
        if isinstance(name, str):
            sessions[name] = key
        output = [item for item in response["output"] if isinstance(item, dict)]
        yield from conversation.add(output, name if isinstance(name, str) else None, parse_time(response.get("created_at")))


def _session(record: Mapping[str, Any], response: Mapping[str, Any] | None, sessions: Mapping[str, str]) -> str | None:
    for place in (response, record, record.get("request"), record.get("body")):
        if isinstance(place, dict):
            conversation = place.get("conversation")
            named = conversation.get("id") if isinstance(conversation, dict) else conversation
            if isinstance(named, str):
                return named
            previous = place.get("previous_response_id")
            if isinstance(previous, str):
                return sessions.get(previous, previous)
    return session_of(record)


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
