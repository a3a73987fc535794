"""Tables of words, written as running text so that a line holds many."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a text that are separated by white space."""
    return frozenset(text.split())


def word_row(text: str) -> tuple[str, ...]:
    """The words of a text that are separated by white space, where their order counts."""
    return tuple(text.split())
