"""Which fields of an unknown log probably hold what: a proposal for `[dialects.NAME]`, to be read by its user."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from doublefire.ingest.dialects.native import FIELDS
from doublefire.ingest.inputs import containers, framing
from doublefire.ingest.mapped import MEANINGS
from doublefire.ingest.times import parse_time
from doublefire.semantics.values.paths import Concrete, dotted

MORE_SPELLINGS: Final[dict[str, tuple[str, ...]]] = {
    "tool": ("action", "action_name", "operation", "op", "method", "activity", "capability", "skill", "command"),
    "arguments": ("payload", "request", "body", "data", "inputs", "options", "with"),
    "result": ("results", "reply", "answer", "returned", "outputs", "value"),
    "error": ("failure", "problem", "error_text", "message"),
    "session": (
        "chat",
        "chat_id",
        "thread",
        "conversation",
        "conv",
        "conv_id",
        "convo",
        "convo_id",
        "dialog",
        "dialog_id",
    ),
    "trace": ("run", "workflow_id", "job_id", "correlation_id"),
    "turn": ("step", "step_id", "completion_id", "generation_id"),
    "call": ("invocation_id", "invocation", "call"),
    "start": ("at", "when", "begin", "began", "began_at", "date", "created_at", "issued", "started"),
    "end": ("until", "ended", "finished", "done", "done_at", "completed_at"),
    "duration_ms": ("ms", "took_ms", "duration"),
    "duration_s": ("seconds", "took_s"),
    "key": ("dedupe_key", "deduplication_id", "client_token", "request_key"),
    "agent": ("actor", "worker", "bot", "assistant"),
}
"""Spellings that are too common elsewhere for detection, and good enough for a proposal that a person reads."""
MAX_DEPTH: Final = 6
MAX_FIELDS: Final = 400
"""Fields that are looked at: a log line that needs more has no field whose name says what it is."""


def first_values(path: str) -> list[Any]:
    """The first decoded values of a file. Raises InputError."""
    with containers.opened(path) as opened:
        head, _ = containers.rewound(opened)
    if containers.is_parquet(head):
        from doublefire.ingest.inputs.parquet import rows

        return [record.value for record in islice(rows(path), framing.MAX_HEAD_VALUES)]
    return framing.head_values(head) if containers.is_plain(head) else []


def proposal(values: Sequence[Any]) -> dict[str, str]:
    """Meaning -> path of the field, as far as names and values tell; without `tool` nothing can be read."""
    fields = dict(islice(_fields(values, (), 0), MAX_FIELDS))
    found: dict[str, str] = {}
    for meaning in MEANINGS:
        path = _best(meaning, fields, set(found.values()))
        if path is not None:
            found[meaning] = path
    if "end" in found:
        found = {meaning: path for meaning, path in found.items() if not meaning.startswith("duration")}
    return found


def _fields(value: Any, at: Concrete, depth: int) -> Iterator[tuple[Concrete, Any]]:
    if isinstance(value, dict) and depth < MAX_DEPTH:
        for name, inner in value.items():
            yield (*at, str(name)), inner
            yield from _fields(inner, (*at, str(name)), depth + 1)
    elif isinstance(value, list) and depth < MAX_DEPTH:
        for inner in value[:3]:
            yield from _fields(inner, (*at, 0) if at else (), depth + 1)


def _best(meaning: str, fields: dict[Concrete, Any], taken: Iterable[str]) -> str | None:
    """The field whose name is the best spelling of this meaning: alone or after its parent's, the outermost first."""
    spellings = [_plain(name) for name in (*FIELDS[meaning], *MORE_SPELLINGS.get(meaning, ()))]
    ranked = []
    for at, value in fields.items():
        names = [name for name in at if isinstance(name, str)]
        alone, joined = _plain(names[-1]), _plain("".join(names[-2:]))
        rank = min((spellings.index(name) for name in (alone, joined) if name in spellings), default=None)
        if rank is not None and FITS[meaning](value) and dotted(at) not in taken and not _inside(at, taken):
            ranked.append((rank, len(at), dotted(at)))
    return min(ranked)[2] if ranked else None


def _inside(at: Concrete, taken: Iterable[str]) -> bool:
    return any(dotted(at[:length]) in taken for length in range(1, len(at)))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value != ""


def _is_number(value: Any) -> bool:
    return not isinstance(value, bool | str | list | dict) and value is not None


def _is_time(value: Any) -> bool:
    return parse_time(value) is not None


def _is_payload(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and value.lstrip()[:1] in ("{", "["))


def _is_anything(value: Any) -> bool:
    return True


FITS: Final[dict[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(MEANINGS, _is_scalar),
    **dict.fromkeys(("tool", "error_type", "status"), _is_text),
    **dict.fromkeys(("result", "error"), _is_anything),
    **dict.fromkeys(("start", "end"), _is_time),
    **dict.fromkeys(("duration_ms", "duration_s"), _is_number),
    "arguments": _is_payload,
}
"""Meaning -> what its values look like."""
