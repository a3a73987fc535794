"""OpenAI chat messages, and what speaks like them (LiteLLM, vLLM, most agent loops).

Calls stand in `tool_calls` with their arguments as JSON text, an older single one in `function_call`; results are
messages of role `tool` (`function`) that repeat the call's id. Plain messages without any call look alike in every
provider's dumps, so this dialect claims those too; its reader knows the words of the others.
"""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="openai-chat",
    reads="OpenAI chat messages: lists, a conversation or message a line, fine-tune rows, batch files, request logs",
    obtain="dump the `messages` list of your agent loop as JSON, or OpenAI batch output and stored completions",
    claims=claims_flavour("openai"),
    read=read_role_messages,
)
