"""How values are wrapped on spans: messages in their several forms, and arguments inside envelopes.

All functions take what a trace holds and never raise on it. The words of `ARGUMENT_FORMS` and `MESSAGE_FORMS` are those
of `vocabulary.py`.
"""

from __future__ import annotations

from doublefire.ingest.forms.arguments import (
    ARGUMENT_FORMS,
    claude_code,
    envelope_call_id,
    google_adk,
    langchain_envelope,
    langchain_output,
    openinference_arguments,
    plain,
    tool_message,
)
from doublefire.ingest.forms.messages import (
    MESSAGE_FORMS,
    SPREAD,
    Answered,
    Asked,
    Message,
    chat_messages,
    google_contents,
    openinference_messages,
    parts_messages,
    read_messages,
    vercel_calls,
)
from doublefire.ingest.forms.values import (
    as_text,
    clean_id,
    dictionaries,
    first,
    literal,
    nested,
    structured,
    text_of,
    text_under,
    word,
)

__all__ = [
    "ARGUMENT_FORMS",
    "MESSAGE_FORMS",
    "SPREAD",
    "Answered",
    "Asked",
    "Message",
    "as_text",
    "chat_messages",
    "claude_code",
    "clean_id",
    "dictionaries",
    "envelope_call_id",
    "first",
    "google_adk",
    "google_contents",
    "langchain_envelope",
    "langchain_output",
    "literal",
    "nested",
    "openinference_arguments",
    "openinference_messages",
    "parts_messages",
    "plain",
    "read_messages",
    "structured",
    "text_of",
    "text_under",
    "tool_message",
    "vercel_calls",
    "word",
]
