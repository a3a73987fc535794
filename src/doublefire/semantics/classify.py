"""From the text of an error to the class of its trouble, and from that to the outcome of the execution."""

from __future__ import annotations

import re
from typing import Final

from doublefire.model import Outcome, Trouble
from doublefire.semantics import codes
from doublefire.semantics import outcome_texts as texts
from doublefire.semantics.wording import clip, spoken, without_stack, words

OUTCOMES: Final = {
    Trouble.NONE: Outcome.EXECUTED,
    Trouble.TIMEOUT: Outcome.UNKNOWN,
    Trouble.CONNECTION: Outcome.UNKNOWN,
    Trouble.SERVER: Outcome.UNKNOWN,
    Trouble.CANCELLED: Outcome.UNKNOWN,
    Trouble.NO_RESULT: Outcome.UNKNOWN,
    Trouble.ERROR: Outcome.UNKNOWN,
    Trouble.REFUSED: Outcome.NOT_EXECUTED,
    Trouble.DENIED: Outcome.NOT_EXECUTED,
    Trouble.UNREACHABLE: Outcome.NOT_EXECUTED,
    Trouble.CONFLICT: Outcome.CONFLICT,
}

_BEFORE_CODES: Final = (
    (Trouble.DENIED, texts.NEVER_BEGAN),
    (Trouble.ERROR, texts.AFTER_THE_EFFECT),
    (Trouble.DENIED, texts.DENIED),
    (Trouble.CONFLICT, texts.CONFLICT),
)
_AFTER_CODES: Final = (
    (Trouble.REFUSED, texts.REFUSED),
    (Trouble.UNREACHABLE, texts.HANDSHAKE),
    *texts.ANSWER_LOST,
    (Trouble.UNREACHABLE, texts.UNREACHABLE),
    (Trouble.REFUSED, texts.THROTTLED),
    (Trouble.TIMEOUT, texts.TIMEOUT),
    (Trouble.CANCELLED, texts.CANCELLED),
    (Trouble.CONNECTION, texts.CONNECTION),
    (Trouble.CONFLICT, texts.VAGUE_CONFLICT),
    (Trouble.SERVER, texts.SERVER),
)
_WRAPPED = re.compile(
    r"^\W*(?:error )?(?:calling|executing|running|invoking|in) (?:the )?tool ['\"`]?[^:'\"`]{1,120}['\"`]?"
    r"(?: with arguments .{0,600}?\})?: ?"
)
"""What an executor puts before the tool's own words: its name and arguments are no evidence."""

_OPEN: Final = frozenset(trouble for trouble, outcome in OUTCOMES.items() if outcome is Outcome.UNKNOWN)

REMOVAL_VERBS: Final = frozenset(
    ("delete", "remove", "cancel", "revoke", "unsubscribe", "destroy", "drop", "erase", "purge", "unlink", "void", "terminate")
    + ("uninstall", "detach", "unassign", "trash", "deactivate", "withdraw", "deregister", "unregister", "unpublish", "discard")
)
"""After these, "not found" says that the thing is gone already: an earlier copy has landed (design.md, Outcome)."""


def trouble_of(error: str, tool: str | None = None, *, ran: bool = False) -> Trouble:
    """The class of an error text; `Trouble.ERROR` when nothing in it says how far the call had come.

    `tool` is the full name of the tool that was called: on a removal, "not found" is a conflict. `ran` says that a
    command had started: a part of it that was refused does not prove that nothing else happened.
    """
    said = _WRAPPED.sub("", spoken(clip(without_stack(error))))
    trouble = _first(said, ran)
    if texts.UNCERTAIN.search(said) and trouble not in _OPEN:
        return next((t for t, pattern in _AFTER_CODES if t in _OPEN and pattern.search(said)), Trouble.ERROR)
    if trouble is Trouble.REFUSED and tool and _says_gone(said) and not REMOVAL_VERBS.isdisjoint(words(tool)):
        return Trouble.CONFLICT
    return trouble


def _first(said: str, ran: bool) -> Trouble:
    if texts.CRASHED.search(said):
        return Trouble.ERROR
    for trouble, pattern in _BEFORE_CODES:
        if pattern.search(said):
            return trouble
    coded = _coded(said)
    if coded is not None:
        return coded
    for trouble, pattern in _AFTER_CODES[1:] if ran else _AFTER_CODES:
        if pattern.search(said):
            return trouble
    if not ran and not texts.HALF_CRASHED.search(said) and texts.VAGUE_REFUSAL.search(said):
        return Trouble.REFUSED
    return codes.JSON_RPC_VAGUE.get(codes.json_rpc_code(said) or 0, Trouble.ERROR)


def _coded(said: str) -> Trouble | None:
    status = codes.http_status(said)
    if status is not None:
        return codes.http_trouble(status)
    return codes.JSON_RPC_SURE.get(codes.json_rpc_code(said) or 0) or codes.grpc_trouble(said)


def _says_gone(said: str) -> bool:
    if texts.TOOL_MISSING.search(said):
        return False
    return codes.http_status(said) in (404, 410) or bool(texts.NOT_FOUND.search(said))


def declined(error: str) -> bool:
    """Whether an error says that the attempt was judged and turned down, as by a card issuer."""
    return bool(texts.DECLINED.search(spoken(clip(error))))
