"""Near-equality: values made up for an attempt, reworded texts, and the many things that are neither."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.semantics.identity.canonical import IdentityRules, identify
from doublefire.semantics.identity.similar import explain_difference, nearness
from doublefire.semantics.values.paths import parse_path

UUID_1, UUID_2 = "3d0a9d5e-7c1a-4a55-9b3e-2f5e1c2b0001", "a67e0b8e-0f2f-4d0b-8e4c-9c7d4e5f0002"

NONCE_NAMES = [
    "run",
    "nonce2",
    "attempt_uuid",
    "attemptId",
    "client_ref",
    "clientReference",
    "marker",
    "submission_token",
    "run_marker",
    "guard",
    "uniq",
    "salt",
    "operation_id",
    "random_token",
    "x-marker",
]
OBJECT_NAMES = [
    "id",
    "order_id",
    "orderId",
    "uuid",
    "customer_uuid",
    "invoice_ref",
    "order",
    "ticket",
    "account",
    "channel",
    "to",
    "path",
    "commit",
    "sha",
    "digest",
    "device_token",
    "payment_ref",
    "parcel",
    "reference",
    "token",
    "card",
    "time",
    "start",
    "date",
    "event_id",
    "message_id",
    "job_id",
    "client_id",
    "cursor",
    "page",
    "file_key",
    "image_tag",
    "name",
    "body",
    "scheduled_at",
]


@pytest.mark.parametrize("name", NONCE_NAMES)
def test_a_random_value_of_no_object(name: str) -> None:
    found = nearness({"to": "a", name: UUID_1}, {"to": "a", name: UUID_2})
    assert found is not None
    assert (found.kind, found.paths) == ("nonce", (name,))


@pytest.mark.parametrize("name", OBJECT_NAMES)
def test_a_random_value_that_names_an_object(name: str) -> None:
    assert nearness({"cents": 500, name: UUID_1}, {"cents": 500, name: UUID_2}) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (UUID_1, UUID_2),
        (UUID_1.replace("-", ""), UUID_2.replace("-", "")),
        (UUID_1.upper(), UUID_2),
        ("01HV3K4Z9Q8X7W6V5T4S3R2Q1P", "01HV3K50AB8X7W6V5T4S3R2Q1Z"),
        ("9f86d081884c7d65", "60303ae22b998861"),
        ("req_9f86d081884c7d65", "req_60303ae22b998861"),
        ("kX9dPq2LmZ81vRt0aBcY", "Qw3eRt5yUi7oP1aSdF9g"),
        (1772442001, 1772442019),
        (1772442001123, 1772442019456),
        ("1772442001.5", "1772442019.25"),
        (1772442001123456789, 1772442019123456789),
    ],
)
def test_nonce_shapes(first: Any, second: Any) -> None:
    found = nearness({"to": "a", "marker": first}, {"to": "a", "marker": second})
    assert found is not None
    assert found.kind == "nonce"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, 2),
        ("a", "b"),
        ("blue-lamp-standing-large", "red-lamp-standing-small"),
        ("Quarterly-Report-2026", "Quarterly-Report-2025"),
        ("4111111111111111", "4000056655665556"),
        ("deadbeef", "cafebabe"),
        (1772442001, 1772542001),  # a day apart
        (1772442001, 1772442001123),  # seconds and milliseconds
        (UUID_1, "9f86d081884c7d65"),
        (UUID_1, 17),
        (UUID_1, None),
        ("cus_9f86d081884c7d65", "cus_60303ae22b998861"),
        ("2026-03-02T09:00:00Z", "2026-03-02T09:00:17Z"),
        (True, False),
    ],
)
def test_other_values_are_no_nonces(first: Any, second: Any) -> None:
    assert nearness({"to": "a", "marker": first}, {"to": "a", "marker": second}) is None


@pytest.mark.parametrize(
    ("name", "first", "second", "near"),
    [
        ("created_at", "2026-03-02T09:00:00Z", "2026-03-02T09:00:17Z", True),
        ("client_stamp", "2026-03-02T09:00:00+01:00", "2026-03-02T08:00:17Z", True),
        ("created_at", 1772442001, 1772442019, True),
        ("created_at", "2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z", False),
        ("created_at", "2026-03-02", "2026-03-03", False),
        ("scheduled_at", "2026-03-02T09:00:00Z", "2026-03-02T09:00:17Z", False),
        ("publish_at", "2026-03-02T09:00:00Z", "2026-03-02T09:00:17Z", False),
        ("start", 1772442001, 1772442019, False),
    ],
)
def test_clocks(name: str, first: Any, second: Any, near: bool) -> None:
    assert (nearness({"to": "a", name: first}, {"to": "a", name: second}) is not None) is near


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": 1}, {"a": 1.0}),
        ({"a": 1, "run": UUID_1, "tick": UUID_1}, {"a": 1, "run": UUID_2, "tick": UUID_2}),
        ({"a": 1, "run": UUID_1}, {"a": 2, "run": UUID_2}),
        ({"a": 1, "run": UUID_1}, {"a": 1}),
        ({"a": [UUID_1]}, {"a": [UUID_1, UUID_2]}),
        ({"order": {"id": UUID_1}}, {"order": {"id": UUID_2}}),
        ({"orders": [UUID_1]}, {"orders": UUID_2}),
    ],
)
def test_neither_equal_nor_several_differences_are_near(first: Any, second: Any) -> None:
    assert nearness(first, second) is None


REWORDED = [
    (
        "Hello, your refund of 42.00 USD has been issued and should reach you in 3 to 5 days. Best, Support",
        "Hi, your refund of 42.00 USD has been issued and should reach you within 3 to 5 days. Best, Support",
    ),
    (
        "Dear Anna, we have received your payment of 120 EUR for invoice INV-77. Thank you!",
        "Hi Anna, thanks! Your payment of 120 EUR for invoice INV-77 has been received.",
    ),
    (
        "Your appointment with Dr. Meyer on Monday at 10:30 is confirmed. Please arrive 10 minutes early.",
        "We are happy to let you know that your appointment with Dr. Meyer on Monday at 10:30 is confirmed. Please"
        " arrive 10 minutes early.",
    ),
    (
        "Hi team, the deployment of version 4.2.1 to production is complete and all checks have passed.",
        "Hello everyone, the deployment of version 4.2.1 to production has been completed. All checks have passed.",
    ),
    (
        "Hello Sam, I am writing to let you know that we processed your refund of 35.50 for order A-1009.",
        "Hi Sam, just a quick note that your refund of 35.50 for order A-1009 has been issued.",
    ),
    (
        "The invoice for the project is attached. Please let me know if you have any questions about it.",
        "Please find the invoice for the project attached, and let me know if you have any questions.",
    ),
    (
        "We're sorry for the delay with order 5512. It has not been shipped yet; we will update you soon.",
        "Apologies for the delay with your order 5512. It hasn't been shipped yet. We'll update you shortly.",
    ),
    (
        "Your booking 8841 is confirmed for two guests in a double room. We look forward to welcoming you.",
        "Good news: your booking 8841 is confirmed for two guests in a double room. Looking forward to welcoming you!",
    ),
]


@pytest.mark.parametrize(("first", "second"), REWORDED)
def test_reworded(first: str, second: str) -> None:
    found = nearness({"to": "a@example.com", "body": first}, {"to": "a@example.com", "body": second})
    assert found is not None
    assert (found.kind, found.paths) == ("reworded", ("body",))


@pytest.mark.parametrize(
    ("template", "first", "second"),
    [
        ("Hello, your refund of {} USD has been issued and should reach you in 3 to 5 days.", "42.00", "19.00"),
        ("Your appointment on {} at 10:30 is confirmed. Please arrive 10 minutes early.", "Monday", "Tuesday"),
        ("Your request for leave in {} has been approved. Enjoy your time off, all the best.", "January", "March"),
        ("Your request for leave has been {} by your manager, as discussed on the phone.", "approved", "declined"),
        ("We will {}ship your order today, and you will receive a message with the link.", "", "not "),
        ("The total of your order is 100 {} and it will be charged to your account.", "EUR", "USD"),
        ("The total of your order is {}100 and it will be charged to your account on file.", "$", "\u20ac"),
        ("Please welcome our new colleague {} to the team, she starts in the sales department.", "Anna", "Petra"),
        ("{} has joined the sales department and will take over the accounts in the north.", "Anna", "Petra"),
        ("Your {} report is attached for review, please let me know if you have questions.", "quarterly", "incident"),
        ("The meeting moves to room {} because the projector in the other room is broken.", "alpha", "bravo"),
        ("Please reply to {}@example.com if you want to keep your seat in the workshop.", "ann", "bob"),
        ("Download it from https://x.example/{} and then follow the instructions in it.", "a", "b"),
        ("Your refund for the {} is complete, the money will be on your card in a few days.", "jacket", "boots"),
        ("Your table for {} people is booked and the kitchen knows about the allergy.", "three", "five"),
        ("I have approved the {} invoice of the supplier and sent it on to accounting.", "first", "second"),
        ("Transfer of ticket A-12 from {} went through, please let both know.", "Maria to Jonas", "Jonas to Maria"),
        (
            "Please move the crates from {} before the inspection begins, thank you.",
            "cellar to attic",
            "attic to cellar",
        ),
        ("The standup will be at 9 {} in the usual place, see you all there then.", "am", "pm"),
        ("Your parcel is on its way and should reach you {}by the end of the week.", "", "tomorrow or "),
        ("Please book the flight to {} for the whole group as we discussed yesterday.", "Paris", "Lyon"),
    ],
)
def test_a_mail_merge_is_no_rewording(template: str, first: str, second: str) -> None:
    one, again, other = (template.format(word) for word in (first, first, second))
    assert nearness({"to": "a", "body": one}, {"to": "a", "body": f"Hello, {again}"}) is not None
    assert nearness({"to": "a", "body": one}, {"to": "a", "body": f"Hello, {other}"}) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("See you soon, Bob", "See you later, Bob"),  # too short to be reworded
        (
            "Reminder: the payment for your subscription is due, please update your card details.",
            "Thank you: we got the payment for your subscription and have started the plan now.",
        ),
        (
            "def charge(x): return {'a': x[0], 'b': 1}; charge([1])",
            "def charge(y): return {'a': y[0], 'b': 1}; charge([1])",
        ),
        (
            "SELECT a, b FROM orders WHERE (state = 'open') AND (total >= 10);",
            "SELECT a, b FROM orders WHERE (total >= 10) AND (state = 'open');",
        ),
    ],
)
def test_other_texts(first: str, second: str) -> None:
    assert nearness({"to": "a", "body": first}, {"to": "a", "body": second}) is None


def test_every_other_field_must_be_equal() -> None:
    one, other = REWORDED[0]
    assert nearness({"to": "a", "body": one}, {"to": "b", "body": other}) is None
    assert nearness({"run": UUID_1, "body": one}, {"run": UUID_2, "body": other}) is None
    assert nearness({"body": one}, {"body": other, "cc": "x"}) is None


def test_a_reworded_command_is_another_command() -> None:
    one, other = REWORDED[0]
    assert nearness({"command": one}, {"command": other}, shell=True) is None
    assert nearness({"command": "ls", "description": one}, {"command": "ls", "description": other}, shell=True) is None


def test_rules_of_the_configuration_hold() -> None:
    rules = IdentityRules(ignore=(parse_path("note"),))
    assert nearness({"note": "x", "run": UUID_1}, {"note": "y", "run": UUID_2}, rules=rules) is not None
    assert nearness({"note": "x", "run": UUID_1}, {"note": "y", "run": UUID_2}) is None


@pytest.mark.parametrize(
    ("first", "second", "paths"),
    [
        ({"a": {"b": 1}, "c": [1, 2]}, {"a": {"b": 2}, "c": [1]}, ("a.b", "c")),
        ({"a": [{"n": 1}, {"n": 2}]}, {"a": [{"n": 3}, {"n": 4}]}, ("a[].n",)),
        ({"a": 1}, {"a": 1, "b": 2}, ("b",)),
        ({"a": 1, "nonce": 1}, '{"a": 1.0, "nonce": 2}', ()),
        ({"a.b": 1}, {"a.b": 2}, (r"a\.b",)),
        ({"a": 1}, [1], ("",)),
    ],
)
def test_explains_the_difference(first: Any, second: Any, paths: tuple[str, ...]) -> None:
    assert explain_difference(first, second) == paths


LEAVES = st.sampled_from(
    [UUID_1, UUID_2, 1772442001, 1772442019, 1, "x", None, True, "2026-03-02T09:00:00Z", "2026-03-02T09:00:17Z"]
    + [text for pair in REWORDED for text in pair]
)
NAMES = st.sampled_from(["run", "marker", "order_id", "body", "created_at", "to", "tick", "timestamp"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=4
)
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=3)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two objects, equal but for one field."""
    first = draw(OBJECTS)
    return first, {**first, draw(NAMES): draw(VALUES)}


@given(pairs(), st.booleans())
def test_what_is_near_has_equal_loose_identities(pair: tuple[dict[str, Any], dict[str, Any]], shell: bool) -> None:
    first, second = pair
    if nearness(first, second, shell=shell) is not None:
        assert identify(first, shell=shell).loose == identify(second, shell=shell).loose
        assert identify(first, shell=shell).exact != identify(second, shell=shell).exact


@pytest.mark.parametrize(("first", "second"), REWORDED)
def test_a_reworded_text_has_an_equal_loose_identity(first: str, second: str) -> None:
    assert identify({"to": "a", "body": first}).loose == identify({"to": "a", "body": second}).loose


def test_loose_texts_keep_their_numbers() -> None:
    text = REWORDED[0][0]
    assert identify({"body": text}).loose != identify({"body": text.replace("42", "19")}).loose


@given(pairs())
def test_nearness_looks_both_ways(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert nearness(*pair) == nearness(*reversed(pair))


@pytest.mark.parametrize(
    "text", ["a " * 9000, "a@" * 9000, "-" * 19_000, "Aa " * 6000, "n't " * 5000, "9 " * 9000, "'" * 9000]
)
def test_hostile_texts_are_compared_in_linear_time(text: str) -> None:
    assert nearness({"body": text}, {"body": text + " b"}) in (None, nearness({"body": text}, {"body": text + " b"}))
