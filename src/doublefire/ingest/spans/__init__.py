"""A span of any OpenTelemetry encoding to emissions, driven by the rows of `vocabulary.py`.

The encodings (OTLP, Jaeger, Zipkin, console …) only build a `Span`; the conventions are read here, once for all.
"""

from __future__ import annotations

from collections.abc import Iterator

from doublefire.ingest import vocabulary
from doublefire.ingest.spans.children import child_emissions, span_key
from doublefire.ingest.spans.endings import Endings, settle
from doublefire.ingest.spans.messages import DETAILS_EVENT, EVENT_ROLES, event_message
from doublefire.ingest.spans.models import declared, input_emissions, model_emissions, output_emissions
from doublefire.ingest.spans.span import Event, Span, holds_any, row_of, session_of
from doublefire.ingest.spans.tools import NAME_PREFIXES, tool_emissions, tool_name
from doublefire.model import Emission, Link, SessionOf

__all__ = [
    "DETAILS_EVENT",
    "EVENT_ROLES",
    "NAME_PREFIXES",
    "Endings",
    "Event",
    "Span",
    "emissions_of",
    "event_message",
    "input_emissions",
    "model_emissions",
    "output_emissions",
    "session_of",
    "settle",
    "span_key",
    "tool_name",
]


def emissions_of(span: Span) -> Iterator[Emission]:
    """What one span says: a tool call, a model response with its requests, a child request, or just its place."""
    if holds_any(vocabulary.ANNOUNCEMENTS, span.attributes):
        return
    session = session_of(span.attributes)
    if session is not None:
        yield SessionOf(span.trace, session)
    tool = row_of(vocabulary.TOOLS, span)
    if tool is not None:
        yield from tool_emissions(span, tool, session)
        return
    yield Link(span.trace, span.span, span.parent)
    model = row_of(vocabulary.MODELS, span)
    if model is not None and not holds_any(model.ignored, span.attributes):
        yield from model_emissions(span, model, session)
    elif span.kind == "client" or any(name in span.attributes for name in vocabulary.HTTP_METHOD):
        yield from child_emissions(span)
    else:
        yield from declared(span.attributes, ("gen_ai.tool.definitions",))
