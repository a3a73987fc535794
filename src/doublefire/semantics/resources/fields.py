"""Which field names and which shapes of value name a resource: data for `resources`."""

from __future__ import annotations

import re
from typing import Final

from doublefire.semantics.values.wordlist import word_set

MADE: Final = word_set(
    """
    ticket order booking payment refund invoice charge message event issue transfer reservation transaction
    subscription
    shipment appointment meeting task job case incident receipt note comment post document record label voucher
    certificate
    contract application claim quote deployment release build payout entry alert delivery lead deal purchase checkout
    intent
    draft visit credit bug reply reminder submission execution run tracking registration enrollment tweet pull merge
    """
)
"""Things a write makes: a bare field of this name holds an id when its value is shaped like one."""

MONEY: Final = word_set("payment refund charge transfer invoice credit payout order purchase transaction")
"""Of those, what may hold an amount under its bare name: only values with a letter in them are ids."""

CONTAINERS: Final = word_set(
    """
    account customer user channel project workspace org organization organisation tenant team company merchant store
    shop site
    repo repository board folder calendar database cluster region bucket app thread conversation chat room group
    owner author
    assignee creator sender recipient contact guild server environment namespace campaign product sku plan price
    parent inbox
    mailbox queue topic sheet agent spreadsheet restaurant hotel flight venue doctor patient device template wallet
    member
    guest driver vendor supplier employee client partner location branch seller warehouse carrier provider gateway
    department
    type status category currency role priority language country state reason method policy rule segment office tax
    source
    kind level tag
    """
)
"""What a made thing belongs to or is classed by: two charges share it, so its equality alone proves nothing."""

ID_WORDS: Final = word_set("id ids uuid guid ulid sid gid iid oid urn arn")
LOCATORS: Final = word_set("pnr confirmation reference ref locator")
NUMBER_WORDS: Final = word_set("number no num nr code reference ref")
NUMBERED: Final = MADE | word_set("confirmation serial sequence reference folio")
LINK_WORDS: Final = word_set("url uri link href permalink location self")
LINK_FIRST: Final = word_set("html web view short self share public alternate edit")

EXCHANGE: Final = word_set(
    """
    request correlation trace span call session turn log debug connection process worker host thread attempt
    invocation
    response idempotency conversation parent prompt model cache
    """
)
"""Ids of the conversation with the server, not of what was made: `request_id`, `trace_id`, `debug_id`."""
REQUEST_FIRST: Final = word_set("x api aws http client server amzn amz original last ms")

SKIPPED_OBJECTS: Final = word_set(
    """
    meta metadata _meta headers responsemetadata usage debug trace error errors request context config rate_limit
    ratelimit
    pagination input arguments args params parameters
    """
)
"""Members that speak of the exchange, not of what it made."""
ENVELOPE_IDS: Final = word_set("tool_call_id toolCallId tool_use_id toolUseId call_id callId")

_STATES: Final = word_set(
    """
    ok okay success succeeded successful done true false yes no none null nil n/a na unknown pending created sent
    queued
    accepted completed complete failed error open closed active confirmed cancelled canceled processed delivered
    updated paid
    processing scheduled received redacted [redacted] undefined masked published refunded booked default new
    submitted approved
    """
)
_TIME = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[T ].*)?|\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]m)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|\d{4}/\d{2}/\d{2}|[+-]?\d+(?:\.\d+)?(?:ms|s|sec|m|min|h|d|kb|mb|gb|b|%|px|kg|usd|eur|gbp)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"[$€£¥]?[+-]?\d{1,15}[.,]\d{1,4}[$€£¥]?|[$€£¥]\d+|(?:USD|EUR|GBP|JPY|CHF|CNY|INR)-?\d+", re.IGNORECASE
)
_STANDARD = re.compile(
    r"(?:utf|iso|rfc|sha|md|http|tls|gpt|claude|ipv|base|mp|h|covid|v|x|s|ec|oauth|html|css|python|node|java|level"
    r"|step|part"
    r"|phase|top)[ -]?\d[\d.]*\Z",
    re.IGNORECASE,
)
"""Names of standards, models and steps that are shaped like ids: UTF-8, GPT-4, step-2."""
_IDENTIFIER = re.compile(
    r"(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    r"|#\d{1,20}"
    r"|(?=[\w-]*\d)[A-Za-z][A-Za-z0-9]{0,24}(?:[_#:-][A-Za-z0-9]+){1,6}"
    r"|(?=[A-Z0-9]*\d)[A-Z][A-Z0-9]{1,24}"
    r"|(?=[0-9a-zA-Z]*\d)(?=[0-9a-zA-Z]*[A-Za-z])[0-9A-Za-z]{8,64})\Z"
)
_TOKEN = re.compile(r"(?:[^\s,;\"<>{}]{1,200}|<[^\s<>@]{1,200}@[^\s<>@]{1,200}>)\Z")
_NOTHING_BUT_MASK: Final = frozenset("*xX-.0")


def plausible(text: str) -> bool:
    """Whether a text can be an id at all: one token, no state word, no time, no amount, nothing masked."""
    if not _TOKEN.match(text) or text.lower() in _STATES or _NOTHING_BUT_MASK.issuperset(text) or "***" in text:
        return False
    return not _TIME.fullmatch(text) and not _AMOUNT.fullmatch(text)


def identifier_shaped(text: str) -> bool:
    """Whether a text is an id by its shape alone: `T-101`, `ch_1`, `BK77`, a UUID, long mixed hex, `#12`."""
    return bool(_IDENTIFIER.match(text)) and plausible(text) and not _STANDARD.match(text)


def locator_shaped(text: str) -> bool:
    """Whether a text can be a booking locator: it holds a digit, or is five to eight capitals (`HATHAU`)."""
    return plausible(text) and (has_digit(text) or bool(re.fullmatch(r"[A-Z]{5,8}", text)))


def has_digit(text: str) -> bool:
    """Whether a digit stands anywhere in a text."""
    return any(character.isdigit() for character in text)
