"""AutoGen's event log (logger `autogen_core.events`): finished tool calls and model calls, without times or ids.

`microsoft/autogen` python/packages/autogen-core/src/autogen_core/logging.py: {type: ToolCall, tool_name, arguments,
result} and {type: LLMCall, messages, response}, a line each between lines of plain text. A call that failed leaves no
ToolCall event, only the model's request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import answers, blocks
from doublefire.ingest.messages.histories import digest
from doublefire.model import ABSENT, Emission, Kind, Layer, Mark, MarkKind, Record, Sighting

MODEL_CALLS = frozenset(("LLMCall", "LLMStreamEnd"))


def claims(values: Sequence[Any]) -> bool:
    """ToolCall or LLMCall events."""
    return any(isinstance(value, dict) and (_is_tool(value) or _is_model(value)) for value in values)


def _is_tool(value: Mapping[str, Any]) -> bool:
    return value.get("type") == "ToolCall" and isinstance(value.get("tool_name"), str)


def _is_model(value: Mapping[str, Any]) -> bool:
    return forms.word(value.get("type")) in MODEL_CALLS and ("response" in value or "messages" in value)


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """One session: the log names none."""
    session, turns = None, 0
    for record in records:
        value = record.value
        if not isinstance(value, dict) or not (_is_tool(value) or _is_model(value)):
            continue
        session = session or f"record#1-{digest(value)[:4].hex()}"
        if _is_tool(value):
            yield _execution(value, session)
            continue
        turns += 1
        turn = str(turns)
        yield Mark(kind=MarkKind.MODEL, session=session, turn=turn, ref=turn)
        for message in answers.answers_of(value.get("response")):
            for call in message.calls:
                yield _sighting(
                    Kind.REQUEST,
                    Layer.DECISION,
                    call.tool,
                    session,
                    value,
                    turn=turn,
                    call_id=call.call_id,
                    arguments=call.arguments,
                )


def _execution(value: Mapping[str, Any], session: str) -> Sighting:
    arguments = blocks.arguments_of(value.get("arguments", ABSENT))
    seen = _sighting(Kind.EXECUTION, Layer.EXECUTION, value["tool_name"], session, value, arguments=arguments)
    seen.result = blocks.result_of(value.get("result", ABSENT))
    return seen


def _sighting(kind: Kind, layer: Layer, tool: str, session: str, value: Mapping[str, Any], **fields: Any) -> Sighting:
    agent = value.get("agent_id")
    return Sighting(
        kind=kind, layer=layer, tool=tool, session=session, agent=agent if isinstance(agent, str) else None, **fields
    )


DIALECT = Dialect(
    name="autogen-events",
    reads="AutoGen's event log: ToolCall and LLMCall events between lines of text",
    obtain="logging.getLogger('autogen_core.events') with a file handler",
    claims=claims,
    read=read,
)
