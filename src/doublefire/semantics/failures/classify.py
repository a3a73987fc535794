"""From the text of an error to the class of its trouble, and from that to the outcome of the execution."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from doublefire.model import Outcome, Trouble
from doublefire.semantics.failures import codes, said_after, said_before, said_conflict, said_vaguely
from doublefire.semantics.failures.said_abroad import ABROAD
from doublefire.semantics.values.spelling import clip, spoken, without_stack, words

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
    (Trouble.ERROR, said_after.CRASHED),
    (Trouble.UNREACHABLE, said_before.CIRCUIT_OPEN),
    (Trouble.DENIED, said_before.NEVER_BEGAN),
    (Trouble.ERROR, said_after.AFTER_THE_EFFECT),
    (Trouble.DENIED, said_before.DENIED),
    (Trouble.CONFLICT, said_conflict.CONFLICT),
    (Trouble.REFUSED, said_before.BOUNCED),
)
"""What decides even beside a status: `422: already exists` is a conflict, `503: the request was not executed` none."""
_REFUSALS: Final = ((Trouble.REFUSED, said_before.REFUSED), (Trouble.REFUSED, said_before.DECLINED))
_AFTER_CODES: Final = (
    (Trouble.UNREACHABLE, said_before.HANDSHAKE),
    (Trouble.TIMEOUT, said_after.READ_TIMEOUT),
    (Trouble.CONNECTION, said_after.ANSWER_LOST),
    (Trouble.UNREACHABLE, said_before.UNREACHABLE),
    (Trouble.REFUSED, said_before.THROTTLED),
    (Trouble.TIMEOUT, said_after.TIMEOUT),
    (Trouble.CANCELLED, said_after.CANCELLED),
    (Trouble.CONNECTION, said_after.CONNECTION),
    (Trouble.CONFLICT, said_conflict.VAGUE_CONFLICT),
    (Trouble.SERVER, said_after.SERVER),
    *ABROAD,
)
_WRAPPED = re.compile(
    r"^\W*(?:error )?(?:calling|executing|running|invoking|in) (?:the )?tool ['\"`]?[^:'\"`]{1,120}['\"`]?"
    r"(?: with arguments .{0,600}?\})?: ?"
)
"""What an executor puts before the tool's own words: its name and arguments are no evidence."""

_OPEN: Final = frozenset(trouble for trouble, outcome in OUTCOMES.items() if outcome is Outcome.UNKNOWN)

REMOVAL_VERBS: Final = frozenset(
    ("delete", "remove", "cancel", "revoke", "unsubscribe", "destroy", "drop", "erase", "purge", "unlink", "void")
    + ("terminate", "uninstall", "detach", "unassign", "trash", "deactivate", "withdraw", "deregister", "unregister")
    + ("unpublish", "discard")
)
"""After these, "not found" says that the thing is gone already: an earlier copy has landed."""


def trouble_of(error: str, tool: str | None = None, *, ran: bool = False) -> Trouble:
    """The class of an error text; `Trouble.ERROR` when nothing in it says how far the call had come.

    `tool` is the full name of the tool that was called: on a removal, "not found" is a conflict. `ran` says that a
    command had started: a part of it that was refused does not prove that nothing else happened.
    """
    said = _WRAPPED.sub("", spoken(clip(without_stack(error))))
    trouble = _trouble_said(said, ran)
    if said_after.UNCERTAIN.search(said) and trouble not in _OPEN:
        return next((t for t, pattern in _AFTER_CODES if t in _OPEN and pattern.search(said)), Trouble.ERROR)
    if trouble is Trouble.REFUSED and tool and _says_gone(said) and not REMOVAL_VERBS.isdisjoint(words(tool)):
        return Trouble.CONFLICT
    return trouble


@lru_cache(maxsize=1024)
def _trouble_said(said: str, ran: bool) -> Trouble:
    found = _first(_BEFORE_CODES, said) or _coded(said)
    if found is None and not ran:
        found = _first(_REFUSALS, said)
    if found is None:
        found = _first(_AFTER_CODES, said)
    if found is None and not ran and not said_after.HALF_CRASHED.search(said):
        found = Trouble.REFUSED if said_vaguely.VAGUE_REFUSAL.search(said) else None
    return found or codes.JSON_RPC_VAGUE.get(codes.json_rpc_code(said) or 0, Trouble.ERROR)


def _first(rows: Iterable[tuple[Trouble, re.Pattern[str]]], said: str) -> Trouble | None:
    return next((trouble for trouble, pattern in rows if pattern.search(said)), None)


def _coded(said: str) -> Trouble | None:
    status = codes.http_status(said)
    if status is not None:
        return codes.http_trouble(status)
    return codes.JSON_RPC_SURE.get(codes.json_rpc_code(said) or 0) or codes.grpc_trouble(said)


def _says_gone(said: str) -> bool:
    if said_conflict.TOOL_MISSING.search(said) or codes.json_rpc_code(said) in codes.JSON_RPC_SURE:
        return False
    return codes.http_status(said) in (404, 410) or bool(said_conflict.NOT_FOUND.search(said))


def declined(error: str) -> bool:
    """Whether an error says that the attempt was judged and turned down, as by a card issuer."""
    return bool(said_before.DECLINED.search(spoken(clip(error))))
