"""LangChain messages and LangGraph states, streams and checkpoints.

A `values` stream and a state history repeat the whole state at every step, an `updates` stream ({node: {messages}})
only what is new. Messages carry ids of their own, so a message seen again says nothing new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import word
from doublefire.ingest.messages import langchain
from doublefire.ingest.messages.conversation import Message
from doublefire.ingest.messages.dumps import Dump, Shape, dumps_in, session_of
from doublefire.ingest.messages.flavours import is_foreign
from doublefire.ingest.messages.histories import read_conversations
from doublefire.model import Emission, Record

STREAM_MODES = frozenset(("updates", "values"))


def claims(values: Sequence[Any]) -> bool:
    """Serialised LangChain messages, by themselves or in a LangGraph state or stream."""
    records = [
        record
        for value in values
        for record in (value[:8] if isinstance(value, list) else [value])
        if isinstance(record, dict)
    ]
    return not any(map(is_foreign, records)) and any(
        True for value in values for dump in _dumps(value, SHAPE) if dump.raws
    )


def messages_of(raw: Mapping[str, Any]) -> Iterator[Message]:
    """The message, in whichever form it was serialised."""
    message = langchain.message_of(raw)
    if message is not None:
        yield message


SHAPE = Shape(langchain.is_message, messages_of)


def _dumps(value: Any, shape: Shape) -> Iterator[Dump]:
    value = _unwrapped(value)
    found = list(dumps_in(value, shape))
    if found or not isinstance(value, dict):
        yield from found
        return
    for update in value.values():
        listed = update.get("messages") if isinstance(update, dict) else None
        raws = [
            raw
            for raw in (listed if isinstance(listed, list) else [listed])
            if isinstance(raw, dict) and shape.is_message(raw)
        ]
        if raws:
            yield Dump(raws, session_of(value), whole=False)


def _unwrapped(value: Any) -> Any:
    """A stream part without its mode: `["updates", {…}]` or {"event": "updates", "data": {…}}."""
    if isinstance(value, list) and len(value) == 2 and word(value[0]) in STREAM_MODES:
        return value[1]
    if (
        isinstance(value, dict)
        and word(value.get("event", value.get("type"))) in STREAM_MODES
        and isinstance(value.get("data"), dict)
    ):
        return value["data"]
    return value


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Conversations, states or stream parts."""
    return read_conversations(records, SHAPE, _dumps)


DIALECT = Dialect(
    name="langchain-messages",
    reads="LangChain messages (messages_to_dict, dumps, model_dump) and LangGraph states, value and update streams",
    obtain="messages_to_dict(state['messages']) or graph.get_state_history(config), written as JSON",
    claims=claims,
    read=read,
)
