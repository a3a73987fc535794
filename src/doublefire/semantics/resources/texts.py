"""The one identifier of a one-line answer, and the id at the end of a link; what the arguments said already is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import urlsplit

from doublefire.model import ABSENT
from doublefire.semantics.failures.openings import begins_as_error
from doublefire.semantics.resources import fields
from doublefire.semantics.values.payloads import decode

SENTENCE: Final = 240
"""Characters of a text that is searched for one identifier; longer ones are documents, not answers."""
MAX_ARGUMENTS: Final = 2000
"""Argument values that a result is compared with."""
MAX_ARGUMENT_TEXT: Final = 2000
"""Characters of one argument whose words are compared."""
MAX_DEPTH: Final = 10
MAX_BITS: Final = 1024
"""Bits of a whole number that is written out: Python refuses much longer ones."""

_COMMANDS = frozenset(("command", "cmd", "script", "commands", "code", "shell"))
_PUNCTUATION = ".,;:!?()[]{}<>'\"`*"
_OF_THE_EXCHANGE = re.compile(
    r"\b(?:request|trace|span|correlation|session|call|debug)[ _-]?id\W{0,3}[\w-]+", re.IGNORECASE
)
_LABELLED = re.compile(
    r"\b(?:id|uuid|reference|ref|confirmation(?: code| number)?|pnr|sid)\s{0,2}(?::|=|\bis\b"
    r"|#)\s{0,2}[`'\"]?([\w#-]{1,64})",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"\b(?:{'|'.join(sorted(fields.MADE))})(?: number| no\.?| nr\.?| id)?[ :]{{1,2}}#?(\d{{1,15}})\b"
    r"(?! ?(?:of\b|/|%|\.\d|times|copies|items))",
    re.IGNORECASE,
)


class Given:
    """The arguments as texts: what a result may only repeat."""

    __slots__ = ("_words", "is_command", "values")

    def __init__(self, arguments: Any) -> None:
        if isinstance(arguments, str) and (decoded := decode(arguments)) is not ABSENT:
            arguments = decoded
        self.values = set(islice(_scalars(arguments, 0), MAX_ARGUMENTS))
        self.is_command = isinstance(arguments, dict) and not _COMMANDS.isdisjoint(arguments)
        self._words: set[str] | None = None

    def repeats(self, text: str) -> bool:
        """Whether a text is an argument."""
        return text in self.values

    def mentions(self, text: str) -> bool:
        """Whether a text is an argument or a word of one."""
        if self._words is None:
            said = (word for value in self.values for word in value[:MAX_ARGUMENT_TEXT].split())
            self._words = {word.strip(_PUNCTUATION) for word in said} | self.values
        return text in self._words or text.lstrip("#") in self._words


def _scalars(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value.strip()
        if depth < MAX_DEPTH and value[:1] in ("{", "[") and (inner := decode(value)) is not ABSENT:
            yield from _scalars(inner, depth + 1)
    elif isinstance(value, float) or (isinstance(value, int) and value.bit_length() <= MAX_BITS):
        yield str(value)
    elif isinstance(value, (dict, list)) and depth < MAX_DEPTH:
        for item in value.values() if isinstance(value, dict) else value:
            yield from _scalars(item, depth + 1)


def id_in_text(text: str, given: Given) -> str | None:
    """The one identifier of a one-line answer; of a command's output only a lone link or a lone identifier."""
    if not text or len(text) > SENTENCE or "\n" in text:
        return None
    text = _OF_THE_EXCHANGE.sub("", text)
    tokens = text.split()
    if len(tokens) > 1 and (given.is_command or begins_as_error(text)):
        return None
    found = {token for word in tokens if (token := _id_of_token(word.strip(_PUNCTUATION), given))}
    if found:
        return found.pop() if len(found) == 1 else None
    return _labelled(text, given)


def _labelled(text: str, given: Given) -> str | None:
    """`id: 18c2f9`, `Order 5512 placed`: a value that only the word before it makes an id."""
    for pattern in (_LABELLED, _COUNTED):
        named = {token for token in pattern.findall(text) if fields.locator_shaped(token) and not given.mentions(token)}
        if len(named) == 1:
            return str(named.pop())
    return None


def _id_of_token(token: str, given: Given) -> str | None:
    if token.startswith(("http://", "https://")):
        return id_in_link(token, given)
    if "/" in token or "@" in token or not fields.identifier_shaped(token) or given.mentions(token):
        return None
    return token


def id_in_link(link: str, given: Given) -> str | None:
    """A link whose last part is an id that is no argument; without its query, which may be signed afresh."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    fragment = parts.fragment if fields.has_digit(parts.fragment) else ""
    last = fragment or parts.path.rstrip("/").rsplit("/", 1)[-1]
    if not fields.has_digit(last) or any(given.mentions(said) for said in (last, link, last.split(".")[0])):
        return None
    return f"{parts.scheme}://{parts.netloc}{parts.path}" + (f"#{fragment}" if fragment else "")
