"""One normal form for error texts and field names, so that a table needs one spelling of `ReadTimeout`, `read_timeout`
and "read-timeout"."""

from __future__ import annotations

import re
from typing import Final

MESSAGE_LIMIT: Final = 4096
"""Characters of an error that are read: what went wrong stands at its start or, in a traceback, at its end."""

_CAMEL = re.compile(r"(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])")
_JOINER = re.compile(r"_+|(?<=[^\W\d_])-(?=[^\W\d_])")
_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u00a0": " "})
_CLASS_LINE = re.compile(r"(?m)^[A-Za-z_][\w.]*(?:Error|Exception|Timeout|Interrupt|Retry|Exit|Warning)\b[^\n]*")


def phrases(*patterns: str) -> re.Pattern[str]:
    """One pattern that finds any of these, as whole words, in `spoken` text."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)")


def clip(text: str, limit: int = MESSAGE_LIMIT) -> str:
    """The first and the last half of a text longer than `limit` characters."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n{text[-half:]}"


def spoken(text: str) -> str:
    """Lower-case words: camel case and underscores opened, hyphens between letters too, white space kept single."""
    if not text.isascii():
        text = text.translate(_QUOTES)
    if not text.islower():
        text = _CAMEL.sub(r" \g<0>", text)
    if "_" in text or "-" in text:
        text = _JOINER.sub(" ", text)
    return " ".join(text.lower().split())


def words(name: str) -> list[str]:
    """The words of a field or tool name: `mcp__shop__cancelOrder` gives mcp, shop, cancel, order."""
    return re.findall(r"[^\W_]+", spoken(name[:200]))


def without_stack(text: str) -> str:
    """An error without its stack: from the last exception line of a Python traceback, else up to the first frame."""
    if "Traceback (most recent call last)" in text:
        last = None
        for last in _CLASS_LINE.finditer(text):  # noqa: B007
            pass
        return text[last.start() :] if last else text
    return re.split(r"\n\s+at [\w.$<]", text, maxsplit=1)[0]
