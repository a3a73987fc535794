"""Microsoft Agent Framework messages: {role, contents: [{type: function_call | function_result, …}]}.

A failed function leaves its exception's class beside the text that the model was shown.
"""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="agent-framework",
    reads="Microsoft Agent Framework messages: contents of type function_call and function_result",
    obtain="serialise the messages of an AgentThread or AgentRunResponse as JSON",
    claims=claims_flavour("agent-framework"),
    read=read_role_messages,
)
