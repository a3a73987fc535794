"""Requests that an execution made: HTTP and database client spans, and the idempotency keys in recorded headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from doublefire.ingest import forms, vocabulary
from doublefire.ingest.spans.span import Span, number, text
from doublefire.model import Child, Emission
from doublefire.semantics.identity.keys import header_key


def child_emissions(span: Span) -> Iterator[Emission]:
    """The request that a client span sent; nothing for client spans of another kind."""
    attributes = span.attributes
    verb = forms.first(attributes, vocabulary.HTTP_METHOD, None)
    if verb is not None:
        address = _address(attributes)
    else:
        statement = forms.as_text(forms.first(attributes, vocabulary.DB_STATEMENT, "") or "")
        verb = forms.first(attributes, vocabulary.DB_OPERATION, None) or next(iter(statement.split(None, 1)), None)
        address = forms.as_text(forms.first(attributes, vocabulary.DB_TARGET, "")) if verb else ""
    if verb is None:
        return
    yield Child(
        trace=span.trace,
        span=span.span,
        parent=span.parent,
        verb=forms.as_text(verb).upper(),
        address=address,
        status=number(forms.first(attributes, vocabulary.HTTP_STATUS, None)),
        failed=bool(span.failed),
        error_type=text(attributes.get("error.type")),
        resend=number(forms.first(attributes, vocabulary.HTTP_RESEND, None)),
        start_ns=span.start_ns,
        end_ns=span.end_ns,
        key=span_key(attributes),
    )


def _address(attributes: Mapping[str, Any]) -> str:
    url = forms.as_text(forms.first(attributes, vocabulary.HTTP_URL, ""))
    host = forms.as_text(forms.first(attributes, vocabulary.HTTP_HOST, ""))
    try:
        parts = urlsplit(url)
    except ValueError:
        return host + url
    return (parts.netloc.lower() or host.lower()) + parts.path


def span_key(attributes: Mapping[str, Any]) -> str | None:
    """An idempotency key that the span itself carries: an attribute or a recorded request header of that name."""
    for name, value in attributes.items():
        if "dempoten" in name or "request-id" in name or "request.id" in name or "Request-Id" in name:
            bare = name.rsplit("header.", 1)[-1].rsplit("headers.", 1)[-1]
            if (bare != name and header_key(bare)) or "dempoten" in bare:
                value = value[0] if isinstance(value, list) and value else value
                if isinstance(value, str) and value and value not in ("true", "false"):
                    return value
    return None
