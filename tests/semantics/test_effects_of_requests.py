"""Effects of HTTP requests and GraphQL documents: passed on by tools, or seen below an execution."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects import effect_of_arguments, mutates, observed_effect

READ, WRITE, IDEMPOTENT, UNKNOWN = Effect.READ, Effect.WRITE, Effect.IDEMPOTENT, Effect.UNKNOWN
ORDERS = "https://api.example.com/v1/orders"


@pytest.mark.parametrize(
    ("tool", "arguments", "effect"),
    [
        ("http_request", {"method": "POST", "url": ORDERS}, WRITE),
        ("http_request", {"method": "post", "endpoint": "/orders"}, WRITE),
        ("http_request", {"httpMethod": "PATCH", "uri": ORDERS}, WRITE),
        ("http_request", {"method": "GET", "url": ORDERS}, READ),
        ("http_request", {"method": "HEAD", "url": ORDERS}, READ),
        ("http_request", {"url": ORDERS}, READ),
        ("http_request", {"url": ORDERS, "body": {"a": 1}}, WRITE),
        ("http_request", {"url": ORDERS, "body": None}, READ),
        ("http_request", {"method": "PUT", "url": ORDERS}, IDEMPOTENT),
        ("http_request", {"method": "DELETE", "url": ORDERS}, IDEMPOTENT),
        ("http_request", {"method": "POST", "url": "https://api.example.com/v1/orders/search"}, READ),
        ("http_request", '{"method": "POST", "url": "https://api.example.com/v1/orders"}', WRITE),
        ("make_api_request", {"method": "POST", "path": "/orders"}, WRITE),
        ("call_api", {"method": "DELETE", "endpoint": "/orders/1"}, IDEMPOTENT),
        ("fetch", {"url": ORDERS, "method": "POST"}, WRITE),
        ("fetch", {"url": ORDERS}, READ),
        ("requests_post", {"url": ORDERS, "data": {"a": 1}}, WRITE),
        ("requests_get", "https://example.com", READ),
        ("http_post", {"url": ORDERS}, WRITE),
        ("http.put", {"url": ORDERS}, IDEMPOTENT),
        ("gateway", {"method": "POST", "url": ORDERS}, WRITE),
    ],
)
def test_effect_of_passed_on_request(tool: str, arguments: Any, effect: Effect) -> None:
    said = effect_of_arguments(tool, arguments)
    assert said is not None
    assert (said.effect, said.kind) == (effect, ToolKind.HTTP)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("register_webhook", {"method": "GET", "url": ORDERS}),
        ("get_page", {"method": "POST", "url": ORDERS}),
        ("http_request", {}),
        ("http_request", {"headers": {}}),
        ("gateway", {"url": ORDERS}),
        ("frob", {"x": 1}),
        ("gateway", {"method": "card", "url": ORDERS}),
    ],
)
def test_arguments_that_say_nothing(tool: str, arguments: Any) -> None:
    assert effect_of_arguments(tool, arguments) is None


@pytest.mark.parametrize(
    ("document", "effect"),
    [
        ("query { orders { id } }", READ),
        ("{ orders(first: 3) { id } }", READ),
        ("query Q($a: ID!) { order(id: $a) { id } }", READ),
        ("subscription { orders { id } }", READ),
        ('query { search(text: "mutation { x }") { id } }', READ),
        ("# mutation\nquery { a }", READ),
        ("fragment F on Order { id } query { orders { ...F } }", READ),
        ("mutation { createOrder(input: {a: 1}) { order { id } } }", WRITE),
        ("mutation M($i: In!) @x { orderCreate(input: $i) { id } }", WRITE),
        ("mutation { frobnicate { id } }", WRITE),
        ("mutation { setStatus(id: 1) { id } addTag(id: 1) { id } }", WRITE),
        ("mutation { deleteOrder(id: 1) { createdAt } }", IDEMPOTENT),
        ("mutation { upsertContact(a: 1) { id } }", IDEMPOTENT),
        ("mutation { createThing: deleteOrder(id: 1) { id } }", IDEMPOTENT),
        ("mutation { productUpdate(input: {}) { id }", IDEMPOTENT),
    ],
)
def test_effect_of_document(document: str, effect: Effect) -> None:
    for tool, arguments in (
        ("graphql", {"query": document}),
        ("shopify_graphql_query", {"query": document}),
        ("execute_graphql", {"document": document}),
    ):
        said = effect_of_arguments(tool, arguments)
        if said is None:
            assert tool == "shopify_graphql_query"
            continue
        assert (said.effect, said.kind) == (effect, ToolKind.GRAPHQL)
    posted = effect_of_arguments(
        "http_request", {"method": "POST", "url": "https://a.example/graphql", "body": {"query": document}}
    )
    assert posted is not None
    assert posted.effect is effect


def test_operation_name_chooses() -> None:
    document = "query A { orders { id } } mutation B { createOrder { id } }"
    read = effect_of_arguments("graphql", {"query": document, "operationName": "A"})
    write = effect_of_arguments("graphql", {"query": document})
    assert read is not None
    assert write is not None
    assert (read.effect, write.effect) == (READ, WRITE)


CHILDREN = [
    ("GET", "api.example.com/v1/orders", READ),
    ("HEAD", "api.example.com/v1/orders", READ),
    ("OPTIONS", "api.example.com/", READ),
    ("POST", "api.example.com/v1/orders", WRITE),
    ("POST", "https://api.example.com/v1/messages", WRITE),
    ("PATCH", "api.example.com/v1/orders/1", WRITE),
    ("PUT", "api.example.com/v1/orders/1", IDEMPOTENT),
    ("DELETE", "api.example.com/v1/orders/1", IDEMPOTENT),
    ("post", "slack.com/api/chat.postMessage", WRITE),
    ("POST", "api.example.com/v1/searches", WRITE),
    ("POST", "api.example.com/v1/tokens-sale", WRITE),
    ("POST", "api.example.com/chats/12/messages", WRITE),
    ("POST", "research.example.com/orders", WRITE),
    ("POST", "api.example.com", WRITE),
    ("POST", "api.example.com/payments/collect", WRITE),
    ("POST", "api.example.com/v1/envelopes", WRITE),
    ("POST", "openai.com.evil.example/orders", WRITE),
    ("POST", "https://us.i.posthog.com/capture", None),
    ("POST", "bedrock-runtime.us-east-1.amazonaws.com/model/x/invoke", None),
    ("POST", "localhost:11434/api/generate", None),
    ("POST", "api.example.com/v1/orders/search", None),
    ("POST", "es.example.com:9200/items/_search", None),
    ("POST", "https://api.notion.com/v1/databases/1/query", None),
    ("POST", "https://api.openai.com/v1/embeddings", None),
    ("POST", "https://api.anthropic.com/v1/messages", None),
    ("POST", "llm.internal/v1/chat/completions", None),
    ("POST", "https://generativelanguage.googleapis.com/v1beta/models/x:generateContent", None),
    ("POST", "auth.example.com/oauth2/token", None),
    ("POST", "auth.example.com/oauth/token", None),
    ("POST", "collector:4318/v1/traces", None),
    ("POST", "https://o1.ingest.sentry.io/api/2/envelope/", None),
    ("POST", "slack.com/api/conversations.list", None),
    ("POST", "shop.example.com/shop.Orders/GetOrder", None),
    ("POST", "api.example.com/graphql", UNKNOWN),
    ("SELECT", "orders", READ),
    ("INSERT", "orders", WRITE),
    ("UPDATE", "orders", IDEMPOTENT),
    ("DELETE", "orders", IDEMPOTENT),
    ("UPSERT", "orders", IDEMPOTENT),
    ("CALL", "refund_all", UNKNOWN),
    ("BEGIN", "", None),
    ("COMMIT", "", None),
    ("FINDANDMODIFY", "jobs", WRITE),
    ("INCR", "counter", WRITE),
    ("HGETALL", "a", READ),
]


@pytest.mark.parametrize(
    ("verb", "address", "effect"), CHILDREN, ids=[f"{verb} {address}" for verb, address, _ in CHILDREN]
)
def test_one_child_request(verb: str, address: str, effect: Effect | None) -> None:
    assert observed_effect([(verb, address)]) is (None if effect is UNKNOWN else effect)
    assert mutates(verb, address) is (effect in (WRITE, IDEMPOTENT))


@pytest.mark.parametrize(
    ("requests", "effect"),
    [
        ([], None),
        ([("GET", "a/b"), ("SELECT", "t")], READ),
        ([("GET", "a/b"), ("POST", "auth.example.com/oauth/token")], READ),
        ([("POST", "auth.example.com/oauth/token")], None),
        ([("GET", "a/b"), ("PUT", "a/b")], IDEMPOTENT),
        ([("GET", "a/b"), ("POST", "a/b")], WRITE),
        ([("PUT", "a/b"), ("INSERT", "t")], WRITE),
        ([("GET", "a/b"), ("CALL", "p")], None),
        ([("CALL", "p"), ("POST", "a/b")], WRITE),
        ([("BEGIN", ""), ("SELECT", "t"), ("COMMIT", "")], READ),
    ],
)
def test_child_requests_together(requests: list[tuple[str, str]], effect: Effect | None) -> None:
    assert observed_effect(requests) is effect


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_request_is_judged(verb: str, address: str) -> None:
    assert mutates(verb, address) in (True, False)


@pytest.mark.parametrize("unit", ["{", "}", "(", '"', '"""', '\\"', "#", "mutation ", "a:", "@", "..."])
def test_hostile_documents_end(unit: str) -> None:
    effect_of_arguments("graphql", {"query": "mutation {" + unit * 30_000})
