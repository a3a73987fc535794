"""Where a recorded result says that the call went wrong: an error object, or a text that begins as an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

from doublefire.semantics import codes
from doublefire.semantics.openings import begins_as_error, exit_code, own_business
from doublefire.semantics.payloads import layers
from doublefire.semantics.wording import spoken

MAX_FIELDS: Final = 64
"""Fields of one object that are looked at: an error object is small."""
MAX_WORDS: Final = 4000
"""Characters kept of what a failure says."""

_ERROR_FIELDS = frozenset(
    ("error", "errors", "err", "exception", "fault", "errormessage", "errormsg", "errmsg", "errorcode", "errortype")
    + ("errcode", "errno", "errortext", "failurereason", "failuremessage", "failurecode", "declinecode", "toolerror")
)
_FALSE_FAILS = frozenset(("success", "ok", "successful", "succeeded", "issuccess", "issuccessful", "executed"))
_FALSE_MAY_FAIL = frozenset(
    ("approved", "accepted", "sent", "charged", "booked", "processed", "delivered", "created", "allowed", "authorized")
)
"""False only fails beside a reason: an upsert answers `created: false` too."""
_TRUE_FAILS = frozenset(("iserror", "failed", "haserror", "haserrors", "timedout", "timeout", "interrupted"))
_TRUE_MAY_FAIL = frozenset(("denied", "declined", "rejected", "blocked", "aborted", "refused"))
_STATUS_FIELDS = frozenset(("status", "state", "outcome", "responsestatus", "result", "type"))
_CODE_FIELDS = frozenset(("statuscode", "httpstatus", "httpstatuscode", "httpcode", "responsecode", "status", "code"))
_EXIT_FIELDS = frozenset(("exitcode", "returncode", "exitstatus"))
_SUSPECT = (
    _ERROR_FIELDS | _FALSE_FAILS | _FALSE_MAY_FAIL | _TRUE_FAILS | _TRUE_MAY_FAIL | _STATUS_FIELDS | _CODE_FIELDS | _EXIT_FIELDS
)

_CALL_STATES = frozenset(
    ("error", "failure", "fail", "timeout", "timed out", "timedout", "errored", "exception", "invalid", "not found")
    + ("unauthorized", "forbidden", "conflict", "bad request", "internal error", "error text", "error json")
    + ("execution denied", "output error", "output denied", "tool error", "rate limited", "invalid argument")
    + ("already exists", "permission denied", "deadline exceeded", "unavailable", "validation error")
)
"""As a status, these speak of the call."""
_THING_STATES = frozenset(
    ("failed", "declined", "rejected", "denied", "refused", "cancelled", "canceled", "aborted", "blocked")
)
"""As a status, these may be the state of the thing that a tool looked up or was asked to bring about."""
_BENIGN = frozenset(
    ("", "0", "ok", "okay", "success", "succeeded", "successful", "none", "null", "no", "no error", "no errors", "n/a")
    + ("false", "undefined", "nil", "[]", "{}", "-", "200", "(none)")
)
_ERROR_NAME = re.compile(r"(?:E[A-Z]{4,}|(?:UND_)?ERR_\w+|[A-Z][A-Za-z]+(?:Error|Exception|Timeout|Fault))\Z")
_REASONS = frozenset(("reason", "message", "error", "detail", "msg", "code", "decline_code", "errors"))

_CLASS_KEYS = (
    ("error_type", "errorType", "type", "name", "code", "error_code", "errorCode", "errcode", "errno", "status")
    + ("status_code", "statusCode", "httpStatus", "http_status", "httpStatusCode", "state", "outcome", "result")
)
_MESSAGE_KEYS = (
    ("error", "errors", "err", "exception", "message", "msg", "error_message", "errorMessage", "errmsg", "errorText")
    + ("reason", "detail", "details", "description", "title", "decline_code", "declineCode", "failure_reason")
    + ("failureReason", "failure_message", "failure_code", "fault", "stderr", "cause", "extensions", "data", "body")
    + ("response", "text", "value", "output", "content", "info", "note", "explanation")
)
_SAYS_NOTHING = _BENIGN | {"error", "fail", "failed", "failure", "missing", "text", "json", "input_text", "output_text"}
_FRAME_KEYS = frozenset(("request_id", "requestId", "RequestId", "title", "instance", "timestamp", "path"))


MAX_PARTS: Final = 12
"""Texts of an error object that are kept: its class, its message, its cause."""


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
    for layer in layers(result):
        if isinstance(layer, dict) and _object_failed(layer, tool):
            said = "\n".join(dict.fromkeys(islice(_said(layer, 0), MAX_PARTS))) or said or ""
        elif isinstance(layer, str) and not done:
            failure = _text_failure(layer, tool, said is not None)
            if failure is not None:
                return failure._replace(text=said) if said and failure.text in said else failure
            done = exit_code(layer) == 0
    return None if said is None else Failure(said[:MAX_WORDS] or "error", ran=_exit_of(result) is not None)


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
    code = exit_code(text)
    if code is not None:
        return shell_failure(text) or (Failure(text[:MAX_WORDS], ran=True) if flagged else None)
    if (flagged and text.strip()) or begins_as_error(text, tool):
        return Failure(text[:MAX_WORDS])
    return None


def _exit_of(result: Any) -> int | None:
    for layer in layers(result):
        for holder in (layer, layer.get("metadata")) if isinstance(layer, dict) else ():
            if isinstance(holder, dict):
                for key in ("exit_code", "exitCode", "returncode", "return_code"):
                    if type(holder.get(key)) is int:
                        return int(holder[key])
    return None


def _object_failed(layer: dict[str, Any], tool: str | None) -> bool:
    for key in islice(layer, MAX_FIELDS):
        if isinstance(key, str):
            field = key.replace("_", "").replace("-", "").lower()
            if field in _SUSPECT and _field_failed(field, layer[key], layer, tool):
                return True
    if isinstance(layer.get("metadata"), dict) and len(layer) <= 3 and _exit_of(layer):
        return True
    return len(layer) <= 4 and _only_a_message(layer, tool)


def _field_failed(field: str, value: Any, layer: dict[str, Any], tool: str | None) -> bool:
    if value is None:
        return False
    if isinstance(value, bool):
        return _flag_failed(field, value, layer, tool)
    if field in _ERROR_FIELDS and field != "errors":
        return value.strip().lower() not in _BENIGN if isinstance(value, str) else bool(value)
    if field == "errors":
        return bool(value) and isinstance(value, (list, dict, str)) and str(value)[:20].strip().lower() not in _BENIGN
    if isinstance(value, int):
        return _number_failed(field, value, layer)
    return isinstance(value, str) and len(value) <= 60 and _word_failed(field, value.strip(), layer, tool)


def _flag_failed(field: str, value: bool, layer: dict[str, Any], tool: str | None) -> bool:
    if value:
        named = field in _TRUE_FAILS or field in _ERROR_FIELDS
        return named or (field in _TRUE_MAY_FAIL and not own_business(field, tool))
    return field in _FALSE_FAILS or (field in _FALSE_MAY_FAIL and not _REASONS.isdisjoint(layer))


def _number_failed(field: str, value: int, layer: dict[str, Any]) -> bool:
    if field in _EXIT_FIELDS:
        return value != 0
    if field not in _CODE_FIELDS or (field == "code" and _REASONS.isdisjoint(layer.keys() - {"code"})):
        return False
    return 400 <= value <= 599 or -32999 <= value <= -32000


def _word_failed(field: str, value: str, layer: dict[str, Any], tool: str | None) -> bool:
    if field in _FALSE_FAILS:
        return value.lower() in ("false", "no")
    if field in _TRUE_FAILS:
        return value.lower() == "true"
    if field == "code":
        return bool(_ERROR_NAME.match(value)) and len(layer) <= 8
    if field in _CODE_FIELDS and re.match(r"[45]\d\d\b", value):
        return True
    if field not in _STATUS_FIELDS:
        return False
    state = spoken(value)
    return state in _CALL_STATES or (field != "type" and state in _THING_STATES and not own_business(state, tool))


def _only_a_message(layer: dict[str, Any], tool: str | None) -> bool:
    """`{"message": "Endpoint request timed out"}`, as gateways and web frameworks answer."""
    for key in ("message", "Message", "detail", "msg"):
        if key in layer and layer.keys() <= _FRAME_KEYS | {key}:
            value = layer[key]
            if isinstance(value, str):
                return begins_as_error(value, tool)
            return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "loc" in value[0]
    return False


def _said(value: Any, depth: int) -> Iterator[str]:
    """The words of an error object, its class and code first; a numeric status is written the way HTTP writes it."""
    if isinstance(value, str):
        if value.strip():
            yield value.strip()[:MAX_WORDS]
    elif isinstance(value, int) and not isinstance(value, bool):
        yield f"HTTP {value}" if 400 <= value <= 599 else str(value)
    elif isinstance(value, list):
        for item in value[:3]:
            yield from _said(item, depth + 1)
    elif isinstance(value, dict) and depth < 4:
        yield from _classes(value)
        for key in _MESSAGE_KEYS:
            if value.get(key) not in (None, "") and not isinstance(value[key], bool):
                yield from _said(value[key], depth + 1)


def _classes(value: dict[str, Any]) -> Iterator[str]:
    for key in _CLASS_KEYS:
        item = value.get(key)
        if isinstance(item, str) and item.strip().lower() not in _SAYS_NOTHING:
            yield f"HTTP {item}" if re.match(r"[45]\d\d\b", item) else item.strip()[:200]
        elif isinstance(item, int) and not isinstance(item, bool) and (400 <= item <= 599 or item <= -32000):
            yield f"HTTP {item}" if item > 0 else str(item)
    if any(value.get(key) is True for key in ("timeout", "timed_out", "timedOut")):
        yield "timed out"
    if value.get("interrupted") is True:
        yield "interrupted"
    if value.get("executed") is False:
        yield "not executed"
    if isinstance(value.get("loc"), list):
        yield "validation error"
    for state in _TRUE_MAY_FAIL:
        if value.get(state) is True:
            yield state
