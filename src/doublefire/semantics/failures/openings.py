"""Whether a text result begins as an error, and the exit code that a shell reports at its head or foot.

A text that quotes an error further on ("Fixed the error: …", a mail, log lines) is an answer like any other.
"""

from __future__ import annotations

from typing import Final

from doublefire.model import ABSENT
from doublefire.semantics.failures import opening_texts as texts
from doublefire.semantics.failures.said_abroad import REFUSALS
from doublefire.semantics.failures.said_conflict import CONFLICT
from doublefire.semantics.values.payloads import decode
from doublefire.semantics.values.spelling import spoken, words

OPENING: Final = 240
"""Characters of a text that count as its beginning: a sentence or two."""
PAGE_HEAD: Final = 4000
"""Characters of a web page in which its title stands."""
SHORT: Final = 120
"""Characters of an answer in another language that is nothing but a refusal if it begins as one."""
EDGE: Final = 160
"""Characters at either end of a shell's report in which it states the exit code."""

LOOKING_VERBS: Final = frozenset(
    ("get", "list", "read", "find", "search", "fetch", "show", "describe", "query", "lookup", "check", "view")
    + ("retrieve", "status", "poll", "track", "set", "update", "mark", "edit", "change", "modify", "patch", "resolve")
    + ("transition",)
)
"""Tools that look a thing up or set its state: a state in their result is the thing's."""
STEM: Final = 4
"""Letters that a verb and its participle share: decline and declined, reject and rejected."""


def begins_as_error(text: str, tool: str | None = None) -> bool:
    """Whether a text result begins as an error does, in any of the usual wordings and languages.

    `tool` is the full tool name: "Order cancelled" is what `cancel_order` says when it worked.
    """
    if texts.PAGE.match(text):
        title = texts.PAGE_TITLE.search(text[:PAGE_HEAD])
        return title is not None and begins_as_error(title[1].strip(), tool)
    opening = text[: 2 * OPENING]
    decoration = texts.DECORATION.match(opening)
    opening = opening[decoration.end() if decoration else 0 :][:OPENING]
    if not opening:
        return False
    if texts.CLASS.match(opening):
        return True
    said = spoken(opening)
    said = said[apology.end() :] if (apology := texts.APOLOGY.match(said)) else said
    found = texts.PLAIN.match(said)
    if found:
        return found["state"] is None or not own_business(found["state"], tool)
    if texts.ABROAD.match(said) or (texts.CUT_OBJECT.match(text) and decode(text) is ABSENT):
        return True
    if len(text) <= SHORT and any(pattern.match(said) for pattern in REFUSALS):
        return True
    return len(text) <= OPENING and _tells_conflict(said)


def _tells_conflict(said: str) -> bool:
    """A short answer such as "That slot is no longer available": no error by its form, a refusal by its words."""
    found = CONFLICT.search(said)
    return found is not None and not texts.SUCCESS.match(said) and not texts.DONE.search(said[: found.start()])


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
