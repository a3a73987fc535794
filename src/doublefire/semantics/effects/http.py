"""HTTP requests: by a tool that passes them on, by `curl`, or recorded below an execution.

GET, HEAD, OPTIONS and TRACE are safe, PUT and DELETE idempotent, POST and PATCH neither (RFC 9110, 9.2). A POST that
only asks (a search, a query, a model, a token) or only reports telemetry changes nothing that anybody would miss.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.names import effect_of_words
from doublefire.semantics.effects.said import ArgumentsEffect
from doublefire.semantics.effects.words import words_of
from doublefire.semantics.values.wordlist import word_row, word_set

METHODS: Final[dict[str, Effect]] = {
    **dict.fromkeys(("GET", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "QUERY"), Effect.READ),
    **dict.fromkeys(("PUT", "DELETE", "MKCOL", "PROPPATCH"), Effect.IDEMPOTENT),
    **dict.fromkeys(("POST", "PATCH"), Effect.WRITE),
}

_ASKING: Final = word_set(
    "search _search msearch _msearch query queries _query runquery lookup find filter count _count "
    "aggregate autocomplete suggest embed embeddings embedding rerank completions completion chat generatecontent "
    "streamgeneratecontent counttokens embedcontent batchembedcontents predict converse converse-stream "
    "invoke-with-response-stream tokenize moderations classify translate transcriptions translations token oauth "
    "oauth2 introspect userinfo accesstoken access_token refresh_token traces telemetry metrics otlp ingestion "
    "heartbeat validate preview estimate calculate quote"
)
"""Last words of addresses whose POST changes nothing."""
_TELEMETRY_PATH = re.compile(
    r"/v1/(?:traces|metrics|logs)$|/api/public/(?:otel|ingestion)|/api/\d{1,20}/envelope$|/i/v0/e$|/api/v[12]/(?:series|spans)$"
)
_MODEL_HOST = re.compile(
    r"(?:^|@|\.)(?:api\.openai\.com|api\.anthropic\.com|generativelanguage\.googleapis\.com|[\w-]+\.openai\.azure\.com"
    r"|bedrock(?:-[\w-]+)?\.[\w-]+\.amazonaws\.com|[\w-]*aiplatform\.googleapis\.com|api\.mistral\.ai|api\.cohere\.(?:ai|com)"
    r"|api\.groq\.com|openrouter\.ai|api\.deepseek\.com|api\.x\.ai|api\.together\.(?:ai|xyz)|api\.perplexity\.ai|api\.voyageai\.com"
    r"|(?:localhost|127\.0\.0\.1):11434)(?=:|$)"
)
_TELEMETRY_HOST = re.compile(
    r"^(?:[\w.-]*sentry\.io|api\.honeycomb\.io|[\w.-]*\.datadoghq\.(?:com|eu)|api\.segment\.io|[\w.-]*posthog\.com"
    r"|cloud\.langfuse\.com|api\.smith\.langchain\.com|[\w.-]*google-analytics\.com|api\.mixpanel\.com|[\w.-]+:431[78])(?=[:/]|$)"
)
_GRAPHQL_PATH = re.compile(r"/graphql(?:/|$)")
MAX_ADDRESS: Final = 2048
"""Characters of an address that are looked at, the length that browsers and proxies bear."""
MAX_HOST: Final = 260
"""Characters of a host and port: a name has at most 253 (RFC 1035)."""

_METHOD_FIELDS: Final = ("method", "http_method", "httpMethod", "request_method", "requestMethod", "verb")
_ADDRESS_FIELDS: Final = word_row("url uri endpoint request_url requestUrl full_url href path address route")
_BODY_FIELDS: Final = word_row("body data json json_body jsonBody payload request_body requestBody form content")


def says_nothing(address: str) -> bool:
    """Whether a POST to this address only asks, authenticates or reports telemetry. Addresses may lack scheme and
    host."""
    place = address[:MAX_ADDRESS].partition("?")[0].partition("#")[0].rstrip("/").lower()
    host, _, path = (place.partition("://")[2] if "://" in place else place).partition("/")
    host = host[:MAX_HOST]
    if _MODEL_HOST.search(host) or _TELEMETRY_HOST.match(host) or _TELEMETRY_PATH.search(place):
        return True
    segments = path.split("/")
    last = segments[-1].rpartition(":")[2]
    if (
        last in _ASKING
        or segments[0] in ("oauth", "oauth2", "search")
        or (len(segments) > 1 and segments[-2] in ("search", "_search"))
    ):
        return True
    return _remote_procedure_reads(address[:MAX_ADDRESS].partition("?")[0].rstrip("/").rpartition("/")[2])


def _remote_procedure_reads(segment: str) -> bool:
    """`conversations.list` and `/shop.Orders/GetOrder`: procedures that are named by verbs, all of them called by
    POST."""
    procedure = segment.rpartition(".")[2] or segment
    if procedure == segment and not re.search(r"[a-z][A-Z]", segment):
        return False
    return effect_of_words(words_of(procedure)) is Effect.READ


def is_graphql(address: str) -> bool:
    """Whether this is a GraphQL endpoint, where the method says nothing and the document everything."""
    return bool(_GRAPHQL_PATH.search(address[:MAX_ADDRESS].partition("?")[0].lower()))


@lru_cache(maxsize=4096)
def effect_of_request(method: str, address: str) -> Effect | None:
    """What one request does; None when it means nothing, UNKNOWN for a method that is not HTTP's or for GraphQL."""
    effect = METHODS.get(method.strip().upper(), Effect.UNKNOWN)
    if effect is Effect.WRITE and method.strip().upper() == "POST":
        if says_nothing(address):
            return None
        if is_graphql(address):
            return Effect.UNKNOWN
    return effect


def method_of(arguments: Mapping[str, Any]) -> str | None:
    """The HTTP method that these arguments name, in upper case; None when none of them is one."""
    for name in _METHOD_FIELDS:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip().upper() in METHODS:
            return value.strip().upper()
    return None


def address_of(arguments: Mapping[str, Any]) -> str | None:
    """The address in these arguments; None when there is none."""
    for name in _ADDRESS_FIELDS:
        value = arguments.get(name)
        if isinstance(value, str) and value:
            return value
    return None


def body_of(arguments: Mapping[str, Any]) -> Any:
    """The body of the request in these arguments; None when there is none."""
    return next((arguments[name] for name in _BODY_FIELDS if arguments.get(name)), None)


def effect_of_http(arguments: Mapping[str, Any], named: str | None = None) -> ArgumentsEffect | None:
    """What a pass-through HTTP tool does with these arguments; None when they hold neither a method nor an address.

    `named` is the method that the tool's own name says. Without any method a request is a GET, with a body a POST, as
    `curl` and the fetch tools have it.
    """
    method, address = method_of(arguments) or named, address_of(arguments)
    if method is None and address is None:
        return None
    method = method or ("POST" if body_of(arguments) is not None else "GET")
    effect = effect_of_request(method, address or "")
    return ArgumentsEffect(effect or Effect.READ, ToolKind.HTTP, method)
