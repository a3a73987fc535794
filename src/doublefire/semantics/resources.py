"""Resource ids: what a result says the call has made, so that two results can be told apart or found equal.

Two different ids are two effects, one id is one effect (reports.md-style evidence: claude-code#36149). Ids are kept per
field and compared field by field. A value that only repeats an argument, a state, an amount, a time or an id of the
exchange itself (request, trace) names nothing that was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import urlsplit

from doublefire.model import ABSENT
from doublefire.semantics import resource_fields as fields
from doublefire.semantics.openings import begins_as_error
from doublefire.semantics.payloads import decode, unwrap
from doublefire.semantics.wording import words

MAX_DEPTH: Final = 5
"""Objects inside objects that are searched; a made thing is named near the top of its result."""
MAX_FIELDS: Final = 64
MAX_IDS: Final = 24
MAX_ARGUMENTS: Final = 2000
"""Argument values that a result is compared with."""
MAX_BATCH: Final = 20
"""Elements of a result that is a list of made things."""
SENTENCE: Final = 240
"""Characters of a text that is searched for one identifier; longer ones are documents, not answers."""
TEXT_FIELD: Final = "(text)"
"""The field under which an id found in plain text is kept."""

_SENTENCE_FIELDS = frozenset(("message", "text", "result", "output", "content", "detail", "msg", "summary", "response", "status_message"))
_COMMAND_FIELDS = frozenset(("command", "cmd", "script", "commands", "code", "shell"))
_PUNCTUATION = ".,;:!?()[]{}<>'\"`*"
_LABELLED = re.compile(r"\b(?<!request )(?<!trace )(?<!session )(?<!call )(?:id|ID|Id|uuid|reference|ref|confirmation(?: code| number)?|pnr|PNR|sid|SID)\s{0,2}(?::|=|is|#)\s{0,2}[`'\"]?([\w#-]{1,64})")
_COUNTED = re.compile(rf"\b(?:{'|'.join(sorted(fields.MADE))})(?: number| no\.?| nr\.?| id)?[ :]{{1,2}}#?(\d{{1,15}})\b(?! ?(?:of|/|%|\.\d|times|copies|items|of\b))", re.IGNORECASE)


def resource_ids(result: Any, arguments: Any = ABSENT) -> dict[str, str]:
    """Field path to id text of everything that a result says the call has made; empty when it names nothing.

    `result` and `arguments` are decoded JSON, text or ABSENT. Paths are dotted (`data.order.id`); an id found in plain
    text stands under `TEXT_FIELD`.
    """
    if result is ABSENT or result is None:
        return {}
    answer = unwrap(result)
    if isinstance(answer, (bool, int, float)) or answer is None:
        return {}
    given = _Given(arguments)
    if isinstance(answer, str):
        found = _in_text(answer.strip(), given)
        return {TEXT_FIELD: found} if found else {}
    ids = dict(islice(_in_value(answer, "", given, 0), MAX_IDS))
    return ids or dict(islice(_in_sentences(answer, given), 1))


def compare_resources(a: dict[str, str], b: dict[str, str], *, tool: str | None = None) -> str:
    """`different` when one shared field differs, `same` when all shared ones agree, else `unknown`.

    A shared account, customer or channel is where the things were made, not what was made: if only such fields are
    shared and agree, the answer is `unknown`, unless `tool` says that it makes just that (`create_customer`).
    """
    shared = a.keys() & b.keys()
    if any(a[field] != b[field] for field in shared):
        return "different"
    made = {field for field in shared if not is_container(field, tool)}
    return "same" if made else "unknown"


def names_something_made(result: Any, arguments: Any = ABSENT) -> bool:
    """Whether a result names, by a field of its own, a thing that is neither an argument nor a mere container."""
    answer = unwrap(result)
    if not isinstance(answer, dict):
        return False
    found = islice(_in_value(answer, "", _Given(arguments), 0), MAX_IDS)
    return any(not is_container(field, None) for field, _ in found)


def own_resources(resources: dict[str, str], tool: str | None = None) -> dict[str, str]:
    """The resource ids that name what was made, without the account, customer or channel in which it was made."""
    return {field: text for field, text in resources.items() if not is_container(field, tool)}


def is_container(field: str, tool: str | None = None) -> bool:
    """Whether a field names what things are made in (an account, a customer, a channel); not for a tool that makes such."""
    named = [word for word in words(field) if word not in fields.ID_WORDS and not word.isdigit()]
    held = [word for word in named if word in fields.CONTAINERS]
    if not held or any(word in fields.MADE for word in named):
        return False
    return not tool or held[-1] not in words(tool)


class _Given:
    """The arguments as texts: what a result may only repeat."""

    __slots__ = ("_words", "is_command", "values")

    def __init__(self, arguments: Any) -> None:
        if isinstance(arguments, str):
            decoded = decode(arguments)
            arguments = arguments if decoded is ABSENT else decoded
        self.values = set(islice(_scalars(arguments, 0), MAX_ARGUMENTS))
        self.is_command = isinstance(arguments, dict) and not _COMMAND_FIELDS.isdisjoint(arguments)
        self._words: set[str] | None = None

    def repeats(self, text: str) -> bool:
        return text in self.values

    def mentions(self, text: str) -> bool:
        """Whether a text is an argument or a word of one."""
        if self._words is None:
            self._words = {w.strip(_PUNCTUATION) for v in self.values for w in v[:2000].split()} | self.values
        return text in self._words or text.lstrip("#") in self._words


def _scalars(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value.strip()
        inner = decode(value) if depth < MAX_DEPTH and value[:1] in ("{", "[") else ABSENT
        if inner is not ABSENT:
            yield from _scalars(inner, depth + 1)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, (dict, list)) and depth < 2 * MAX_DEPTH:
        for item in value.values() if isinstance(value, dict) else value:
            yield from _scalars(item, depth + 1)


def _in_value(value: Any, path: str, given: _Given, depth: int) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        yield from _in_list(value, path, given, depth)
    if not isinstance(value, dict):
        return
    for key, item in islice(value.items(), MAX_FIELDS):
        if not isinstance(key, str) or key in fields.ENVELOPE_IDS:
            continue
        here = f"{path}.{key}" if path else key
        if isinstance(item, (dict, list)):
            if key.lower() not in fields.SKIPPED_OBJECTS:
                yield from _in_value(item, here, given, depth + 1)
        elif isinstance(item, str) and item[:1] in ("{", "[") and (inner := decode(item)) is not ABSENT:
            yield from _in_value(inner, here, given, depth + 1)
        else:
            found = _id_of(key, item, given)
            if found:
                yield here, found


def _in_list(items: list[Any], path: str, given: _Given, depth: int) -> Iterator[tuple[str, str]]:
    """A list of one, or a result that is itself a short list of made things; other lists are what a result mentions."""
    if len(items) != 1 and (path or len(items) > MAX_BATCH):
        return
    named = not path or bool(set(words(path.rsplit(".", 1)[-1])) & fields.ID_WORDS)
    for index, item in enumerate(items):
        here = f"{path}[{index}]"
        if isinstance(item, dict):
            yield from _in_value(item, here, given, depth + 1)
        elif named and isinstance(item, (str, int)) and not isinstance(item, bool):
            text = str(item)
            if (path or fields.identifier_shaped(text)) and fields.plausible(text) and not given.repeats(text):
                yield here, text


def _in_sentences(answer: Any, given: _Given) -> Iterator[tuple[str, str]]:
    """`{"ok": true, "message": "Ticket T-101 created"}`: only when no field names an id."""
    if isinstance(answer, dict):
        for key, item in islice(answer.items(), MAX_FIELDS):
            if isinstance(item, str) and isinstance(key, str) and key.lower() in _SENTENCE_FIELDS and (found := _in_text(item.strip(), given)):
                yield key, found


def _id_of(key: str, value: Any, given: _Given) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    text = value.strip() if isinstance(value, str) else str(value)
    if not text or len(text) > 400 or given.repeats(text):
        return None
    if text.startswith(("http://", "https://")):
        return _link_id(text, given) if _is_link_field(words(key)) or _names_id(words(key)) else None
    if not fields.plausible(text) and key not in ("ts", "message_ts"):
        return None
    return text if _field_names(key, text, value) else None


def _field_names(key: str, text: str, value: Any) -> bool:
    named = words(key)
    if not named:
        return False
    if named[-1] == "ts":
        return isinstance(value, str) and bool(re.fullmatch(r"\d{1,10}\.\d{1,6}|\d{1,9}", text))
    if isinstance(value, int) and value <= 0:
        return False
    if _names_id(named):
        return not _is_volatile(named)
    if named[-1] in fields.NUMBER_WORDS and len(named) > 1:
        return not fields.NUMBERED.isdisjoint(named[:-1]) and named[0] not in ("status", "error") and any(c.isdigit() or c.isupper() for c in text)
    if named == ["number"]:
        return text.isdigit() or fields.identifier_shaped(text)
    if named[-1] in fields.REFERENCE_WORDS:
        return fields.locator_shaped(text)
    if named == ["code"]:
        return bool(re.fullmatch(r"(?=.*\d)(?=.*[A-Z])[A-Z0-9-]{4,16}", text))
    if named[-1] == "key":
        return (len(named) == 1 or named[0] in fields.MADE) and fields.identifier_shaped(text)
    if named[-1] == "hash":
        return named[0] in ("tx", "transaction", "txn")
    return len(named) <= 2 and named[-1] in fields.MADE and _shaped_for(named[-1], text, value)


def _shaped_for(noun: str, text: str, value: Any) -> bool:
    """A bare noun holds an id when its value has a digit; where it may be an amount, a letter as well."""
    if noun in fields.MONEY:
        return isinstance(value, str) and any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    return any(c.isdigit() for c in text) and "." not in text


def _names_id(named: list[str]) -> bool:
    return bool(named) and (named[-1] in fields.ID_WORDS or (len(named) == 1 and named[0].endswith("uuid")))


def _is_volatile(named: list[str]) -> bool:
    first = named[:-1]
    if not first:
        return False
    if first[-1] == "request" and (len(first) == 1 or first[0] in fields.REQUEST_PREFIXES):
        return True
    return first[-1] in fields.VOLATILE_FIRST or (len(first) > 1 and first[-2:] == ["tool", "call"])


def _is_link_field(named: list[str]) -> bool:
    if not named or named[-1] not in fields.LINK_WORDS | {"self"}:
        return False
    return len(named) == 1 or named[-2] in fields.LINK_FIRST or named[-2] in fields.MADE


def _link_id(link: str, given: _Given) -> str | None:
    """A link whose last part is an id that is no argument; without its query, which may be signed afresh."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    segments = [part for part in parts.path.split("/") if part]
    fragment = parts.fragment if any(c.isdigit() for c in parts.fragment) else ""
    last = fragment or (segments[-1] if segments else "")
    if not any(c.isdigit() for c in last) or given.mentions(last) or given.mentions(link) or given.mentions(last.split(".")[0]):
        return None
    return f"{parts.scheme}://{parts.netloc}{parts.path}" + (f"#{fragment}" if fragment else "")


def _in_text(text: str, given: _Given) -> str | None:
    """The one identifier of a one-line answer; of a command's output only a lone link or a lone identifier."""
    if not text or len(text) > SENTENCE or "\n" in text:
        return None
    tokens = text.split()
    if len(tokens) > 1 and (given.is_command or begins_as_error(text)):
        return None
    found = dict.fromkeys(filter(None, (_token_id(token.strip(_PUNCTUATION), given, len(tokens) == 1) for token in tokens)))
    if len(found) == 1:
        return next(iter(found))
    if found:
        return None
    for pattern in (_LABELLED, _COUNTED):
        named = {token for token in pattern.findall(text) if fields.plausible(token) and not given.mentions(token)}
        if len(named) == 1 and any(c.isdigit() or c.isupper() for c in next(iter(named))):
            return str(named.pop())
    return None


def _token_id(token: str, given: _Given, alone: bool) -> str | None:
    if token.startswith(("http://", "https://")):
        return _link_id(token, given)
    if given.mentions(token) or "/" in token or "@" in token:
        return None
    return token if fields.identifier_shaped(token) else None
