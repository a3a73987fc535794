"""Resource ids: what a result says the call has made, so that two results can be told apart or found equal.

Two different ids are two effects, one id is one (reports anthropics/claude-code#36149, agentmail-to/agentmail-mcp#49).
Ids are kept per field and compared field by field. A value that only repeats an argument, a state, an amount, a time or
an id of the exchange itself (request, trace) names nothing that was made.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from doublefire.model import ABSENT
from doublefire.semantics.resources import fields
from doublefire.semantics.resources.names import is_id_field, is_link_field, names_resource
from doublefire.semantics.resources.texts import MAX_BITS, Given, id_in_link, id_in_text
from doublefire.semantics.values.payloads import decode, unwrap
from doublefire.semantics.values.spelling import words

MAX_DEPTH: Final = 5
"""Objects inside objects that are searched; a made thing is named near the top of its result."""
MAX_FIELDS: Final = 64
MAX_IDS: Final = 24
MAX_BATCH: Final = 20
"""Elements of a result that is a list of made things."""
MAX_ID: Final = 400
"""Characters of an id; links are the longest."""
TEXT_FIELD: Final = "(text)"
"""The field under which an id found in plain text is kept."""

_SENTENCES = frozenset(("message", "text", "result", "output", "content", "detail", "msg", "summary", "response"))


def resource_ids(result: Any, arguments: Any = ABSENT) -> dict[str, str]:
    """Field path to id text of everything that a result says the call has made; empty when it names nothing.

    `result` and `arguments` are decoded JSON, text or ABSENT. Paths are dotted (`data.order.id`); an id found in plain
    text stands under `TEXT_FIELD`.
    """
    answer = unwrap(result)
    if not isinstance(answer, (str, dict, list)) or answer is ABSENT:
        return {}
    given = Given(arguments)
    if isinstance(answer, str):
        found = id_in_text(answer.strip(), given)
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
    return "same" if any(not is_container(field, tool) for field in shared) else "unknown"


def names_something_made(result: Any, arguments: Any = ABSENT) -> bool:
    """Whether a result names, by a field of its own, a thing that is neither an argument nor a mere container."""
    answer = unwrap(result)
    if not isinstance(answer, dict):
        return False
    found = islice(_in_value(answer, "", Given(arguments), 0), MAX_IDS)
    return any(not is_container(field) for field, _ in found)


def own_resources(resources: dict[str, str], tool: str | None = None) -> dict[str, str]:
    """The resource ids that name what was made, without the account, customer or channel in which it was made."""
    return {field: text for field, text in resources.items() if not is_container(field, tool)}


def is_container(field: str, tool: str | None = None) -> bool:
    """Whether a field names what things are made in (an account, a channel); not for a tool that makes such."""
    named = [word for word in words(field) if word not in fields.ID_WORDS and not word.isdigit()]
    held = [word for word in named if word in fields.CONTAINERS]
    if not held or not fields.MADE.isdisjoint(named):
        return False
    return not tool or held[-1] not in words(tool)


def _in_value(value: Any, path: str, given: Given, depth: int) -> Iterator[tuple[str, str]]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        yield from _in_list(value, path, given, depth)
    if not isinstance(value, dict):
        return
    answered = "jsonrpc" in value  # its `id` numbers the request
    for key, item in islice(value.items(), MAX_FIELDS):
        if not isinstance(key, str) or key in fields.ENVELOPE_IDS or (answered and key == "id"):
            continue
        here = f"{path}.{key}" if path else key
        if isinstance(item, str) and item[:1] in ("{", "[") and (inner := decode(item)) is not ABSENT:
            item = inner
        if isinstance(item, (dict, list)):
            if key.lower() not in fields.SKIPPED_OBJECTS:
                yield from _in_value(item, here, given, depth + 1)
        elif (found := _id_of(key, item, given)) is not None:
            yield here, found


def _in_list(items: list[Any], path: str, given: Given, depth: int) -> Iterator[tuple[str, str]]:
    """A list of one, or a result that is itself a short list of made things; others are what a result mentions."""
    if len(items) != 1 and (path or len(items) > MAX_BATCH):
        return
    for index, item in enumerate(items):
        here = f"{path}[{index}]"
        if isinstance(item, dict):
            yield from _in_value(item, here, given, depth + 1)
        elif isinstance(item, str) and not path:
            if fields.identifier_shaped(item) and not given.repeats(item):
                yield here, item
        elif (found := _id_of(path.rsplit(".", 1)[-1], item, given)) is not None:
            yield here, found


def _in_sentences(answer: Any, given: Given) -> Iterator[tuple[str, str]]:
    """`{"ok": true, "message": "Ticket T-101 created"}`: only when no field names an id."""
    for key, item in islice(answer.items(), MAX_FIELDS) if isinstance(answer, dict) else ():
        told = isinstance(item, str) and isinstance(key, str) and key.lower() in _SENTENCES
        if told and (found := id_in_text(item.strip(), given)):
            yield key, found


def _id_of(key: str, value: Any, given: Given) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return None
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        return None
    text = value.strip() if isinstance(value, str) else str(value)
    if not text or len(text) > MAX_ID or given.repeats(text):
        return None
    if text.startswith(("http://", "https://")):
        named = words(key)
        return id_in_link(text, given) if is_link_field(named) or is_id_field(named) else None
    return text if names_resource(key, text, value) else None
