"""Gemini `contents`: messages of role user and model made of parts, in camel or snake case.

Function calls often carry no id; their results then pair by name and order within one response.
"""

from __future__ import annotations

from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages.flavours import claims_flavour, read_role_messages

DIALECT = Dialect(
    name="gemini-contents",
    reads="Gemini and Vertex AI contents with functionCall and functionResponse parts, and request logs of them",
    obtain="dump the `contents` list of generate_content calls as JSON, or Vertex AI request-response logging",
    claims=claims_flavour("gemini"),
    read=read_role_messages,
)
