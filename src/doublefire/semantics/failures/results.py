"""Where a recorded result says that the call went wrong: an error object, or a text that begins as an error."""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

from doublefire.semantics.failures import codes, fields
from doublefire.semantics.failures.error_objects import MAX_WORDS, words_of
from doublefire.semantics.failures.openings import begins_as_error, exit_code, own_business
from doublefire.semantics.values.payloads import is_encoded, layers
from doublefire.semantics.values.spelling import spoken

MAX_FIELDS = 64
"""Fields of one object that are looked at: an error object is small."""
MAX_BATCH = 20
"""Answers of a batch that are looked at: it failed as a whole when each of them did."""


class Failure(NamedTuple):
    """What a result says went wrong. `ran`: a command was started and reported the failure itself."""

    text: str
    ran: bool = False


def failure_in(result: Any, tool: str | None = None) -> Failure | None:
    """The failure that a recorded result tells of, None when it tells of none.

    `result` is decoded JSON, text or ABSENT. `tool` is the full tool name, so that the state of a thing looked up
    (`get_payment` answering `{"status": "failed"}`) or brought about is not taken for the call's own.
    """
    said: str | None = None
    done = False
    recorded = list(layers(result))
    for layer in recorded:
        if isinstance(layer, (dict, list)) and _failed(layer, tool):
            said = words_of(layer) or said or ""
        elif isinstance(layer, str) and not done and not (layer is not recorded[-1] and is_encoded(layer)):
            failure = _text_failure(layer, tool, said is not None)
            if failure is not None:
                return failure._replace(text=said) if said and failure.text in said else failure
            done = exit_code(layer) == 0
    return None if said is None else Failure(said or "error", ran=_exit_of(result) is not None)


def shell_failure(text: str) -> Failure | None:
    """A text that reports a non-zero exit code; what a missing command or a time limit means is put into words."""
    code = exit_code(text)
    if not code:
        return None
    if code == codes.SHELL_TIMEOUT:
        return Failure(f"command timed out\n{text}", ran=True)
    if code in codes.SHELL_KILLED:
        return Failure(f"command killed\n{text}", ran=True)
    return Failure(text, ran=code not in codes.SHELL_NEVER_RAN or text.strip().count("\n") > 1)


def _text_failure(text: str, tool: str | None, flagged: bool) -> Failure | None:
    if exit_code(text) is not None:
        return shell_failure(text) or (Failure(text[:MAX_WORDS], ran=True) if flagged else None)
    if (flagged and text.strip()) or begins_as_error(text, tool):
        return Failure(text[:MAX_WORDS])
    return None


def _exit_of(result: Any) -> int | None:
    for layer in layers(result):
        for holder in (layer, layer.get("metadata")) if isinstance(layer, dict) else ():
            for key, value in islice(holder.items(), MAX_FIELDS) if isinstance(holder, dict) else ():
                if fields.plain(key) in fields.EXIT and type(value) is int:
                    return int(value)
    return None


def _failed(layer: Any, tool: str | None) -> bool:
    if isinstance(layer, list):
        short = 0 < len(layer) <= MAX_BATCH
        return short and all(isinstance(item, dict) and _object_failed(item, tool) for item in layer)
    return _object_failed(layer, tool)


def _object_failed(layer: dict[str, Any], tool: str | None) -> bool:
    members = {fields.plain(key): value for key, value in islice(layer.items(), MAX_FIELDS)}
    for field in members.keys() & fields.SUSPECT:
        if _field_failed(field, members[field], members, tool):
            return True
    if len(members) > 4:
        return False
    exit_inside = isinstance(members.get("metadata"), dict) and bool(_exit_of(members["metadata"]))
    return exit_inside or _body_failed(members) or _only_a_message(members, tool)


def _field_failed(field: str, value: Any, members: dict[str, Any], tool: str | None) -> bool:
    if value is None:
        return False
    if isinstance(value, bool):
        return _flag_failed(field, value, members, tool)
    if field in fields.ERROR:
        if isinstance(value, str):
            return value.strip().lower() not in fields.BENIGN
        return bool(value) and not (field == "errors" and isinstance(value, int))
    if isinstance(value, int):
        return _number_failed(field, value, members)
    return isinstance(value, str) and len(value) <= 80 and _word_failed(field, value.strip(), members, tool)


def _flag_failed(field: str, value: bool, members: dict[str, Any], tool: str | None) -> bool:
    if value:
        named = field in fields.TRUE_FAILS or field in fields.ERROR
        return named or (field in fields.TRUE_MAY_FAIL and not own_business(field, tool))
    reasoned = not fields.REASONS.isdisjoint(members)
    return field in fields.FALSE_FAILS or (field in fields.FALSE_MAY_FAIL and reasoned)


def _number_failed(field: str, value: int, members: dict[str, Any]) -> bool:
    reasoned = not fields.REASONS.isdisjoint(members)
    if field in fields.EXIT:
        return value != 0
    if field in fields.FALSE_FAILS:
        return value == 0 and reasoned
    if field not in fields.CODE or (field == "code" and not reasoned):
        return False
    return 400 <= value <= 599 or -32999 <= value <= -32000


def _word_failed(field: str, value: str, members: dict[str, Any], tool: str | None) -> bool:
    if field in fields.FALSE_FAILS:
        return value.lower() in ("false", "no")
    if field in fields.TRUE_FAILS:
        return value.lower() == "true"
    if field in ("code", "type") and fields.ERROR_NAME.match(value):
        return field == "code" or not fields.REASONS.isdisjoint(members)
    if field in fields.CODE and field != "code" and value[:1] in "45" and codes.http_status(f"http {value}"):
        return True
    if field not in fields.STATUS:
        return False
    state = spoken(value)
    if field == "type":
        return state in fields.ERROR_TYPES
    if state in fields.HELD_BACK:
        return "id" not in members
    if state in fields.CALL_STATES or fields.CALL_STATE_ENDS.search(state):
        return True
    return state in fields.THING_STATES and not own_business(state, tool)


def _body_failed(members: dict[str, Any]) -> bool:
    """`{"data": {"success": false}}`: a gateway passed a failure on. A body with an id is a thing, not an answer."""
    for field in members.keys() & fields.BODIES:
        body = members[field]
        if isinstance(body, dict) and _mutation_failed(body):
            return True
        if isinstance(body, dict) and "id" not in body and members.get("ok", members.get("success")) is None:
            inner = {fields.plain(key): value for key, value in islice(body.items(), MAX_FIELDS)}
            telling = inner.keys() & (fields.ERROR | fields.FALSE_FAILS)
            return any(_field_failed(field, inner[field], inner, None) for field in telling)
    return False


def _mutation_failed(body: dict[str, Any]) -> bool:
    """`{"orderCreate": {"order": null, "userErrors": [{...}]}}`: every mutation of a GraphQL answer was turned down."""
    answers = list(islice(body.values(), MAX_BATCH))
    return bool(answers) and all(isinstance(answer, dict) and _turned_down(answer) for answer in answers)


def _turned_down(answer: dict[str, Any]) -> bool:
    members = {fields.plain(key): value for key, value in islice(answer.items(), MAX_FIELDS)}
    told = any(isinstance(members.get(field), list) and members[field] for field in fields.USER_ERRORS)
    return told and all(isinstance(value, list) or value is None for value in members.values())


def _only_a_message(members: dict[str, Any], tool: str | None) -> bool:
    """`{"message": "Endpoint request timed out"}`, as gateways and web frameworks answer."""
    for field in ("message", "detail", "msg"):
        if field in members and members.keys() <= fields.FRAME | {field}:
            value = members[field]
            if isinstance(value, str):
                return begins_as_error(value, tool)
            return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "loc" in value[0]
    return False
