"""How single values are shown, the same in every report: times, gaps, places, payloads and text that is not ours."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from doublefire.model import ABSENT, Call, Confidence, Finding, Place, Severity
from doublefire.reports.contract import Options
from doublefire.reports.encoding import encode
from doublefire.semantics.masking import mask, mask_text
from doublefire.semantics.values.durations import SECOND_NS

LISTED_CALLS: Final = 50
"""A finding lists this many of its first and of its last copies: the report contract."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
ESCAPES: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def listed(calls: Sequence[Call], each: int = LISTED_CALLS) -> tuple[Call, ...]:
    """The first and the last `each` of these calls, all of them when there are no more."""
    if len(calls) <= 2 * each:
        return tuple(calls)
    return (*calls[:each], *calls[-each:])


def time_text(at_ns: int | None) -> str | None:
    """Nanoseconds since the epoch as RFC 3339 in UTC with nine decimals; None where RFC 3339 has no such year."""
    if at_ns is None:
        return None
    seconds, rest = divmod(at_ns, SECOND_NS)
    try:
        at = EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None
    return f"{at.isoformat()[:19]}.{rest:09d}Z"


def seconds(duration_ns: int | None) -> float | None:
    """Nanoseconds as seconds."""
    return None if duration_ns is None else duration_ns / SECOND_NS


def visible(text: str) -> str:
    """The text on one line with nothing hidden: controls, line ends, bidi overrides and the like escaped.

    A terminal, an XML parser and a reader's eye can all be fooled by characters that do not print; none is left.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else escape(char) for char in text)


def escape(char: str) -> str:
    """One unprintable character in visible form; the wide and the no-break spaces become a space."""
    if unicodedata.category(char) == "Zs":
        return " "
    code = ord(char)
    form = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return ESCAPES.get(char, form)


def cut(text: str, limit: int) -> str:
    """At most `limit` characters of the text, the end replaced by an ellipsis where it is longer."""
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…"


def cut_start(text: str, limit: int) -> str:
    """The end of a place, where its file name and line are."""
    return text if len(text) <= limit else "…" + text[len(text) - max(limit - 1, 1) :]


def payload(value: Any, options: Options) -> Any:
    """Arguments or a result as the options allow; None when not recorded or not to be shown."""
    if value is ABSENT or options.arguments == "none":
        return None
    return value if options.arguments == "full" else mask(value, options.salt)


def payload_text(value: Any, options: Options, limit: int) -> str | None:
    """Arguments or a result on one line of at most `limit` characters; None when there is nothing to show."""
    shown = payload(value, options)
    return None if shown is None else cut(visible(encode(shown).decode()), limit)


def error_text(call: Call, options: Options) -> str | None:
    """What went wrong, in the words recorded: masked like any payload, and only its class where none may be shown."""
    trouble = call.trouble.value or None
    if call.error is None or options.arguments == "none":
        return trouble
    return call.error if options.arguments == "full" else mask_text(call.error, options.salt)


def key_text(call: Call, options: Options) -> str | None:
    """The idempotency key: equal keys read equal, and only a full report holds one that can be used."""
    if call.idempotency_key is None or options.arguments == "full":
        return call.idempotency_key
    return mask_text(call.idempotency_key, options.salt)


def path_text(path: str, options: Options) -> str:
    """The path relative to the base folder, with slashes; as it is when it lies outside or names no file."""
    if options.base is None or not Path(path).is_absolute():
        return path
    try:
        return Path(path).relative_to(options.base).as_posix()
    except ValueError:
        return path


def place_text(place: Place, options: Options) -> str:
    """`path:line`, or the path alone where the input has no lines."""
    path = visible(path_text(place.path, options))
    return path if place.line is None else f"{path}:{place.line}"


def place_texts(calls: Sequence[Call], options: Options) -> list[str]:
    """The place of each call, with its span (`path:line#span`) where two of them share a line."""
    texts = [place_text(call.place, options) for call in calls]
    times = Counter(texts)
    return [
        f"{text}#{visible(call.place.span_id)}" if times[text] > 1 and call.place.span_id else text
        for text, call in zip(texts, calls, strict=True)
    ]


def uri_text(path: str, options: Options) -> str:
    """The path as a URI reference: percent-encoded, relative where the path is."""
    text = Path(path_text(path, options)).as_posix()
    quoted = quote(text.encode("utf-8", "surrogatepass"), safe="/-._~!$&'()*+,;=@")
    return f"file://{quoted}" if text.startswith("/") else quoted


def key_labels(calls: Sequence[Call]) -> list[str]:
    """`key 1`, `key 2` ... by first appearance, `no key` where none was recorded: equality without showing the keys."""
    keys = list(dict.fromkeys(call.idempotency_key for call in calls if call.idempotency_key is not None))
    labels: dict[str | None, str] = {key: f"key {number}" for number, key in enumerate(keys, 1)}
    return [labels.get(call.idempotency_key, "no key") for call in calls]


def by_gravity(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that nobody silenced, the most severe first, and of those the surest."""
    severities, levels = list(Severity), list(Confidence)
    live = [finding for finding in findings if finding.suppressed is None]
    return sorted(live, key=lambda f: (-severities.index(f.severity), -levels.index(f.confidence)))
