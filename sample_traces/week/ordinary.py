"""What the agent does all day: nothing is repeated."""

from __future__ import annotations

import json

from week import shop
from week.recorder import Call, Conversation


def payment(talk: Conversation) -> None:
    for call in (shop.charge(talk), shop.confirmation(talk), shop.closing(talk)):
        talk.do(call)


def two_payments(talk: Conversation) -> None:
    payment(talk)
    talk.new_order()
    payment(talk)


def complaint(talk: Conversation) -> None:
    call = shop.ticket(talk)
    talk.do(call)
    note = f"Customer called about {talk.order}; photos follow."
    talk.do(Call("add_note", {"ticket_id": json.loads(call.outcome)["ticket_id"], "text": note}))


def moved(talk: Conversation) -> None:
    talk.do(shop.contact(talk))


def returned(talk: Conversation) -> None:
    talk.do(shop.pickup(talk))
    call, key = shop.refund(talk)
    talk.do(call, key=key)


STORIES = (payment, two_payments, complaint, moved, returned)
