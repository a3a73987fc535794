"""Messages in the form of the OpenTelemetry GenAI conventions, kept outside the spans: {role, parts: [{type, …}]}."""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="genai-messages",
    reads="messages in the parts form of the OpenTelemetry GenAI conventions (tool_call, tool_call_response)",
    obtain="the uploaded gen_ai.input.messages and gen_ai.output.messages of an OpenTelemetry instrumentation",
    claims=claims_flavour("genai"),
    read=read_role_messages,
)
