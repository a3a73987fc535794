"""A name taken apart into its words: `getOrCreate`, `get_or_create` and `Get-Or-Create` have the same three."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

LONGEST_NAME: Final = 256
"""Characters of a tool name that are looked at: providers allow 64 to 128, a longer one is no name."""

_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+")


@lru_cache(maxsize=8192)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, digits and punctuation left out."""
    return tuple(word.lower() for word in _WORD.findall(name[:LONGEST_NAME]))


@lru_cache(maxsize=8192)
def squeezed(name: str) -> str:
    """A name's letters and digits in lower case: `TodoWrite` and `todo_write` are one."""
    return "".join(character for character in name[:LONGEST_NAME].lower() if character.isalnum())
