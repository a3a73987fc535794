"""Bedrock Converse messages, which Strands Agents keeps in `agent.messages`.

Blocks are named by their one key: `toolUse` {toolUseId, name, input}, `toolResult` {toolUseId, status, content}.
Bedrock's invocation logs repeat the history in every record.
"""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="bedrock-converse",
    reads="Bedrock Converse and Strands Agents messages (toolUse, toolResult), Bedrock model invocation logs",
    obtain="json.dump(agent.messages) in Strands; the `messages` of Converse calls; Bedrock invocation logging",
    claims=claims_flavour("bedrock"),
    read=read_role_messages,
)
