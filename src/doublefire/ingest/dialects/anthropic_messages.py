"""Anthropic Messages API dumps.

Calls are `tool_use` blocks of the assistant, results `tool_result` blocks of the next user message, which is no user
turn. `server_tool_use` and `mcp_tool_use` ran at the provider and have their result in the same message.
"""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="anthropic-messages",
    reads="Anthropic Messages API: message lists, request logs and batch results with tool_use and tool_result blocks",
    obtain="dump the `messages` list that you send to the Messages API as JSON, with the last response appended",
    claims=claims_flavour("anthropic"),
    read=read_role_messages,
)
