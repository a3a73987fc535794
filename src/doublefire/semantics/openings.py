"""Whether a text result begins as an error, and the exit code that a shell reports at its head or foot.

A text that quotes an error further on ("Fixed the error: …", a mail, log lines) is an answer like any other.
"""

from __future__ import annotations

from typing import Final

from doublefire.semantics import opening_texts as texts
from doublefire.semantics.said_conflict import CONFLICT
from doublefire.semantics.wording import spoken, words

OPENING: Final = 240
"""Characters of a text that count as its beginning: a sentence or two."""
EDGE: Final = 160
"""Characters at either end of a shell's report in which it states the exit code."""

LOOKING_VERBS: Final = frozenset(
    ("get", "list", "read", "find", "search", "fetch", "show", "describe", "query", "lookup", "check", "view", "retrieve")
    + ("status", "poll", "track", "set", "update", "mark", "edit", "change", "modify", "patch", "resolve", "transition")
)
"""Tools that look a thing up or set its state: a state in their result is the thing's."""
STEM: Final = 4
"""Letters that a verb and its participle share: decline and declined, reject and rejected."""


def begins_as_error(text: str, tool: str | None = None) -> bool:
    """Whether a text result begins as an error does, in any of the usual wordings and languages.

    `tool` is the full tool name: "Order cancelled" is what `cancel_order` says when it worked.
    """
    opening = text[: 2 * OPENING]
    decoration = texts.DECORATION.match(opening)
    opening = opening[decoration.end() if decoration else 0 :][:OPENING]
    if not opening:
        return False
    if texts.CLASS.match(opening):
        return True
    said = spoken(opening)
    found = texts.PLAIN.match(said)
    if found:
        return found["state"] is None or not own_business(found["state"], tool)
    if texts.ABROAD.match(said):
        return True
    return len(text) <= OPENING and not texts.SUCCESS.match(said) and bool(CONFLICT.search(said))


def exit_code(text: str) -> int | None:
    """The exit code that a shell's report states in its first or last lines, None when it states none."""
    for edge in (text[:EDGE], text[-EDGE:]):
        if "xit" in edge and (found := texts.EXIT_CODE.search(edge)):
            return int(found[1] or found[2])
    return None


def own_business(state: str, tool: str | None) -> bool:
    """Whether a state such as `failed` or `cancelled` is what the tool looked up, set or was asked to bring about."""
    if not tool:
        return state.startswith("cancel")
    named = words(tool)
    return not LOOKING_VERBS.isdisjoint(named) or any(len(n) >= STEM and n[:STEM] == state[:STEM] for n in named)
