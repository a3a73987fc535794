"""Spans whose outcome stands on a child of theirs: exporters write children first, so it is known when they come."""

from __future__ import annotations

from doublefire.ingest import vocabulary
from doublefire.ingest.spans.span import Span, holds_any

Endings = dict[tuple[str, str], list[Span]]
"""(trace, parent) -> the children seen so far that say how that parent ended."""


def settle(span: Span, endings: Endings) -> None:
    """Give a span what its children said, and keep what it says itself for its parent."""
    if span.parent is not None and holds_any(vocabulary.ENDINGS, span.attributes):
        endings.setdefault((span.trace, span.parent), []).append(span)
        return
    for child in endings.pop((span.trace, span.span), ()):
        span.failed = child.failed if child.failed is not None else span.failed
        span.message = span.message or child.message
        for name in vocabulary.ENDING_ATTRIBUTES:
            if name in child.attributes:
                span.attributes.setdefault(name, child.attributes[name])
