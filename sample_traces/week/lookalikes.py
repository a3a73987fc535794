"""Repeats that are no duplicates: the first copy never ran, or the repeat was wanted, or it is harmless."""

from __future__ import annotations

import json

from week import shop
from week.copies import asked_again, run_again
from week.recorder import Call, Conversation, Ending


def bought_again(talk: Conversation) -> None:
    arguments = {"customer_id": talk.customer, "sku": "GIFT-CARD", "cents": talk.cents, "currency": "EUR"}
    talk.do(Call(shop.CHARGE, arguments))
    talk.reply("Your gift card is on its way.")
    talk.user(talk.random.choice(("Great, another one of those please.", "One more of the same for my sister!")))
    talk.do(Call(shop.CHARGE, arguments))


def mailed_again(talk: Conversation) -> None:
    talk.do(shop.confirmation(talk))
    talk.reply("I have sent you the confirmation.")
    talk.user(talk.random.choice(("I deleted it by accident, please send it again.", "Could you send that once more?")))
    talk.do(shop.confirmation(talk))


def polled(talk: Conversation) -> None:
    for _ in range(talk.random.randrange(2, 5)):
        talk.do(Call("get_shipment_status", {"order_id": talk.order}))
        talk.wait(2, 30)


def refused_and_run_again(talk: Conversation) -> None:
    run_again(shop.REFUSALS, talk, talk.random.choice((shop.CHARGE, shop.MAIL)))


def refused_and_asked_again(talk: Conversation) -> None:
    asked_again(shop.REFUSALS, talk, talk.random.choice((shop.CHARGE, shop.MAIL)))


def declined(talk: Conversation) -> None:
    talk.do(shop.charge(talk), talk.random.choice(shop.DECLINES))
    if talk.random.random() < 0.5:
        talk.reply("Your card was declined.")
        talk.user("I have raised the limit, try it again.")
    talk.do(shop.charge(talk))


def corrected(talk: Conversation) -> None:
    wrong = shop.charge(talk)
    wrong.arguments["cents"] = str(talk.cents)
    talk.do(wrong, Ending("ValidationError", "1 validation error: cents: Input should be a valid integer", None))
    talk.do(shop.charge(talk))


def refused_below(talk: Conversation) -> None:
    call = shop.charge(talk)
    talk.ask(call)
    talk.execute(call, took=2.5, refused_first=429)
    talk.answer(call)


def upserted_twice(talk: Conversation) -> None:
    call = talk.random.choice((shop.contact, shop.closing))(talk)
    talk.do(call, talk.random.choice(shop.TIMEOUTS + shop.RESETS))
    talk.do(call)


def read_twice(talk: Conversation) -> None:
    call = shop.read(talk)
    talk.do(call, talk.random.choice(shop.TIMEOUTS + shop.SERVER_ERRORS))
    talk.do(call)


def refunded_with_key(talk: Conversation) -> None:
    call, key = shop.refund(talk)
    stored = Ending(status=201, result=talk.result(call))
    talk.ask(call)
    talk.execute(call, talk.random.choice((*shop.TIMEOUTS, *shop.RESETS, stored)), key=key)
    talk.wait(0.5, 6)
    talk.execute(call, stored, key=key)
    talk.answer(call)


def undone_and_charged_again(talk: Conversation) -> None:
    first = shop.charge(talk)
    talk.do(first)
    talk.reply("Paid.")
    talk.user("That was the wrong account: undo it, I have changed the default card, then charge again.")
    call, key = shop.refund(talk, json.loads(first.outcome)["charge_id"])
    talk.do(call, key=key)
    talk.do(shop.charge(talk))


def slot_taken(talk: Conversation) -> None:
    call = shop.pickup(talk)
    talk.do(call, talk.random.choice(shop.TIMEOUTS))
    talk.do(call, Ending("409", "HTTP 409 Conflict: slot already taken", 409))


def ticket_replayed(talk: Conversation) -> None:
    call = shop.ticket(talk)
    made = talk.result(call)
    talk.do(call, talk.random.choice((*shop.TIMEOUTS, Ending(status=201, result=made))))
    talk.do(call, Ending(status=200, result={**made, "replayed": True}))


def ticket_found(talk: Conversation) -> None:
    call = shop.ticket(talk)
    made = talk.result(call)
    talk.do(call, Ending(status=201, result=made))
    talk.do(call, Ending(status=200, result=made))


def one_price_twice(talk: Conversation) -> None:
    first, cents = shop.charge(talk), talk.cents
    talk.new_order()
    talk.cents = cents
    second = shop.charge(talk)
    talk.ask(first, second)
    start = talk.now
    talk.execute(first, at=start)
    talk.execute(second, at=start + 0.01)
    talk.answer(first, second)


STORIES = (
    bought_again,
    mailed_again,
    polled,
    refused_and_run_again,
    refused_and_asked_again,
    declined,
    corrected,
    refused_below,
    upserted_twice,
    read_twice,
    refunded_with_key,
    undone_and_charged_again,
    slot_taken,
    ticket_replayed,
    ticket_found,
    one_price_twice,
)
