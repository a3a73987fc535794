"""Whether one member of a result names what was made, from its field name and the shape of its value."""

from __future__ import annotations

import re
from typing import Any

from doublefire.semantics.resources import fields
from doublefire.semantics.resources.fields import has_digit
from doublefire.semantics.values.spelling import words

_MESSAGE_TIME = re.compile(r"\d{1,10}\.\d{1,6}|\d{1,9}")
"""Slack names a message by its time, as text: `1503435956.000247`. A whole epoch in this field is a time."""
_CODE = re.compile(r"(?=.*\d)(?=.*[A-Z])[A-Z0-9-]{4,16}")


def names_resource(key: str, text: str, value: Any) -> bool:
    """Whether the field `key` with the scalar `value`, as `text`, holds the id of something that was made."""
    named = words(key)
    if not named:
        return False
    last = named[-1]
    if last == "ts":
        return isinstance(value, str) and bool(_MESSAGE_TIME.fullmatch(text))
    if not fields.plausible(text) or (isinstance(value, int) and value <= 0):
        return False
    if is_id_field(named):
        return not _of_the_exchange(named[:-1])
    if last in fields.NUMBER_WORDS and len(named) > 1:
        return not fields.NUMBERED.isdisjoint(named[:-1]) and (has_digit(text) or text.isupper())
    if len(named) == 1 and last in ("number", "code", "key"):
        return _bare_word_names(last, text)
    if last in fields.LOCATORS:
        return fields.locator_shaped(text)
    if last == "key":
        return named[0] in fields.MADE and fields.identifier_shaped(text)
    if last == "hash":
        return named[0] in ("tx", "txn", "transaction")
    return len(named) <= 2 and last in fields.MADE and _shaped_for(last, text, value)


def is_id_field(named: list[str]) -> bool:
    """Whether the words of a field name end in one that says "id"."""
    return bool(named) and named[-1] in fields.ID_WORDS


def is_link_field(named: list[str]) -> bool:
    """Whether a field holds the address of what was made: `url`, `html_url`, `issue_url`; not `avatar_url`."""
    if not named or named[-1] not in fields.LINK_WORDS:
        return False
    return len(named) == 1 or named[-2] in fields.LINK_FIRST or named[-2] in fields.MADE


def _bare_word_names(word: str, text: str) -> bool:
    if word == "code":
        return bool(_CODE.fullmatch(text))
    return fields.identifier_shaped(text) or (word == "number" and text.isdigit())


def _shaped_for(noun: str, text: str, value: Any) -> bool:
    """A bare noun holds an id when its value has a digit; where it may be an amount, a letter as well."""
    if noun in fields.MONEY:
        return isinstance(value, str) and has_digit(text) and any(character.isalpha() for character in text)
    return has_digit(text) and "." not in text


def _of_the_exchange(owner: list[str]) -> bool:
    """Whether an id belongs to the conversation with the server; `pull_request_id` and `checkout_session_id` do not."""
    if not owner or owner[-1] not in fields.EXCHANGE:
        return False
    if owner[-1] == "request":
        return len(owner) == 1 or owner[0] in fields.REQUEST_FIRST
    return fields.MADE.isdisjoint(owner[:-1])
