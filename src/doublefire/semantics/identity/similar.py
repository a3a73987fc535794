"""Near-equality: calls that differ only in a value made up for the attempt, or in the wording of a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz import fuzz

from doublefire.semantics.identity.canonical import IdentityRules, canonical_tree, encoded
from doublefire.semantics.identity.loose import nonce_kind
from doublefire.semantics.identity.prose import all_words, anchors, content_words, is_prose, same_names
from doublefire.semantics.values.paths import Concrete, dotted
from doublefire.semantics.values.shapes import CLOCK_SPREAD_S, close_in_time, written_stamp

LIKENESS: Final = 60.0
"""Token-sort ratio of two wordings. Rewordings of short mails measured 64 to 92 (the table in the tests); below 60 they
share hardly more than grammar. What tells a rewording from a mail merge are the words that must agree, not this."""

ADDED_SHARE: Final = 0.34
"""Content words that one wording may have on top of the other's, as a share of the shorter one's: a sentence more of
explanation, not a second message."""

MAX_TEXT: Final = 20_000
"""Characters of a text that are compared word by word; longer ones are documents, compared exactly."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """Why two calls that are not equal may be one action."""

    kind: str
    """`nonce` or `reworded`."""
    paths: tuple[str, ...]
    detail: str
    """A clause for people: what differs and in which way."""


def nearness(a: Any, b: Any, *, shell: bool = False, rules: IdentityRules | None = None) -> Nearness | None:
    """Whether two decoded argument values, not equal, are near; None if they are equal or apart.

    Exactly one nonce-shaped field may differ, or any number of long texts that say the same in other words.
    """
    differences = _between(a, b, shell, rules)
    if not differences:
        return None
    if len(differences) == 1:
        nonce = _nonce(*differences[0])
        if nonce is not None:
            return nonce
    if shell or not all(_reworded(one, other) for _, one, other in differences):
        return None
    paths = tuple(dict.fromkeys(dotted(path) for path, _, _ in differences))
    return Nearness("reworded", paths, f"{', '.join(paths)} says the same in other words, with equal numbers and names")


def explain_difference(a: Any, b: Any, *, shell: bool = False, rules: IdentityRules | None = None) -> tuple[str, ...]:
    """The paths at which two argument values differ in what makes their identity, in order and once each."""
    return tuple(dict.fromkeys(dotted(path) for path, _, _ in _between(a, b, shell, rules)))


Difference = tuple[Concrete, Any, Any]
"""A place and the two canonical values there, `_MISSING` where a side has none."""

_MISSING: Final = object()


def _between(a: Any, b: Any, shell: bool, rules: IdentityRules | None) -> list[Difference]:
    """The leaves that differ; none where a value cannot be compared."""
    try:
        trees = [canonical_tree(value, shell=shell, rules=rules) for value in (a, b)]
        return list(_differences(trees[0], trees[1], ()))
    except (RecursionError, TypeError, ValueError, ArithmeticError):
        return []


def _differences(a: Any, b: Any, path: Concrete) -> Iterator[Difference]:
    if isinstance(a, dict) and isinstance(b, dict):
        for name in sorted({*a, *b}):
            yield from _differences(a.get(name, _MISSING), b.get(name, _MISSING), (*path, name))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for position, (one, other) in enumerate(zip(a, b, strict=True)):
            yield from _differences(one, other, (*path, position))
    elif a is _MISSING or b is _MISSING or encoded(a) != encoded(b):
        yield path, a, b


def _nonce(path: Concrete, a: Any, b: Any) -> Nearness | None:
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    kinds = [nonce_kind(value, name) if _is_leaf(value) else None for value in (a, b)]
    kind = kinds[0]
    if kind is None or kinds[1] != kind:
        return None
    place = dotted(path)
    if kind == "written":
        return Nearness("nonce", (place,), f"only the clock in {place} differs") if _written_close(a, b) else None
    if kind.startswith("clock-"):
        return Nearness("nonce", (place,), f"only the clock in {place} differs") if close_in_time(kind, a, b) else None
    return Nearness("nonce", (place,), f"only {place} differs, and both values are random ({kind})")


def _is_leaf(value: Any) -> bool:
    return value is not _MISSING and not isinstance(value, (dict, list))


def _written_close(a: str, b: str) -> bool:
    one, other = written_stamp(a), written_stamp(b)
    if one is None or other is None or (one.tzinfo is None) != (other.tzinfo is None):
        return False
    return abs((one - other).total_seconds()) <= CLOCK_SPREAD_S


def _reworded(a: Any, b: Any) -> bool:
    """Whether two texts say the same: equal anchors, no content word exchanged for another, and much alike."""
    if not (isinstance(a, str) and isinstance(b, str) and max(len(a), len(b)) <= MAX_TEXT):
        return False
    if not (is_prose(a) and is_prose(b)) or anchors(a) != anchors(b) or not same_names(a, b):
        return False
    if all_words(a) != all_words(b) and sorted(all_words(a)) == sorted(all_words(b)):  # only who or what comes first
        return False
    one, other = content_words(a), content_words(b)
    missing, added = one - other, other - one
    if missing and added:  # a mail merge: the same sentence about another thing
        return False
    allowed = ADDED_SHARE * min(one.total(), other.total())
    if (missing + added).total() > allowed:
        return False
    return fuzz.token_sort_ratio(a.lower(), b.lower()) >= LIKENESS
