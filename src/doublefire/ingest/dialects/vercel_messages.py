"""Vercel AI SDK model messages: `tool-call` parts of the assistant, `tool-result` parts of role tool.

Outputs are {type, value} since version 5; `error-text`, `error-json` and `execution-denied` say that the tool failed.
"""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="vercel-messages",
    reads="Vercel AI SDK model messages: tool-call and tool-result parts (CoreMessage and ModelMessage)",
    obtain="JSON.stringify(result.response.messages) of generateText or streamText",
    claims=claims_flavour("vercel"),
    read=read_role_messages,
)
