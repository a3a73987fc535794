"""The fields in which tools report that a call went wrong, by their names without case and underscores."""

from __future__ import annotations

import re
from typing import Final

from doublefire.semantics.values.wordlist import word_set

ERROR: Final = word_set(
    """
    error errors err exception fault errormessage errormsg errmsg errorcode errortype errcode errno errortext
    failurereason
    failuremessage failurecode declinecode declinereason toolerror
    """
)
"""Anything but nothing in these is a failure; a number in `errors` is a count."""

FALSE_FAILS: Final = word_set("success ok successful succeeded issuccess issuccessful executed")
FALSE_MAY_FAIL: Final = word_set("approved accepted sent charged booked processed delivered created allowed authorized")
"""False only fails beside a reason: an upsert answers `created: false` too."""

TRUE_FAILS: Final = word_set("iserror failed haserror haserrors timedout timeout interrupted")
TRUE_MAY_FAIL: Final = word_set("denied declined rejected blocked aborted refused")

STATUS: Final = word_set("status state outcome responsestatus result type")
CODE: Final = word_set("statuscode httpstatus httpstatuscode httpcode responsecode status code")
EXIT: Final = word_set("exitcode returncode exitstatus")
SUSPECT: Final = ERROR | FALSE_FAILS | FALSE_MAY_FAIL | TRUE_FAILS | TRUE_MAY_FAIL | STATUS | CODE | EXIT

REASONS: Final = word_set("reason message error detail msg errors description declinecode")
FRAME: Final = word_set("requestid title instance timestamp path type documentation documentationurl")
"""What web frameworks write beside a bare message."""
USER_ERRORS: Final = word_set("usererrors errors")
"""What GraphQL mutations answer beside a null payload when they turn the input down (Shopify, GitLab)."""
BODIES: Final = word_set("data body payload")
"""Members that may hold the answer of the service behind a gateway."""

CALL_STATES: Final = word_set(
    "error failure fail timeout timedout errored exception invalid unauthorized forbidden conflict unavailable"
) | frozenset(
    ("timed out", "not found", "bad request", "execution denied", "output denied", "rate limited", "invalid argument")
    + ("already exists", "permission denied", "deadline exceeded", "error text", "error json")
)
"""As a status, these speak of the call."""
ERROR_TYPES: Final = frozenset(
    ("error", "error text", "error json", "execution denied", "output error", "output denied", "tool error")
)
"""As a `type`, these mark an error object or an error block."""
CALL_STATE_ENDS: Final = re.compile(r"(?<!\bno) (?:error|exception|timeout|timed out|failure)\Z")
HELD_BACK: Final = frozenset(
    f"{verb}{what}{end}"
    for what in ("confirmation", "approval", "authorization", "authentication", "user confirmation", "human approval")
    for verb, end in (("requires ", ""), ("needs ", ""), ("awaiting ", ""), ("pending ", ""), ("", " required"))
)
"""As a status of an answer that names nothing made, these say that the tool waits for a yes."""
THING_STATES: Final = word_set("failed declined rejected denied refused cancelled canceled aborted blocked")
"""As a status, these may be the state of the thing that a tool looked up or was asked to bring about."""

BENIGN: Final = word_set(
    "0 ok okay success succeeded successful none null no n/a false undefined nil [] {} - 200 (none)"
) | {"", "no error", "no errors"}
ERROR_NAME: Final = re.compile(
    r"(?:E[A-Z]{4,}|(?:UND_)?ERR_\w+|(?:[\w.]+#)?[A-Z][A-Za-z]+(?:Error|Exception|Timeout|Fault))\Z"
)
"""`ETIMEDOUT`, `UND_ERR_SOCKET`, `com.amazonaws#ThrottlingException`."""

CLASSES: Final = (
    *("errortype", "type", "name", "code", "errorcode", "errcode", "errno", "status", "statuscode", "httpstatus"),
    *("httpstatuscode", "state", "outcome", "result"),
)
"""What an error is, in the order in which it is told; `MESSAGES` after them."""
MESSAGES: Final = (
    *("error", "errors", "err", "exception", "message", "msg", "errormessage", "errmsg", "errortext", "reason"),
    *("detail", "details", "description", "title", "declinecode", "declinereason", "failurereason", "failuremessage"),
    *("failurecode", "fault", "faultstring", "stderr", "cause", "extensions", "data", "body", "payload", "response"),
    *("text", "value", "output", "content", "info", "note", "explanation"),
)
SILENT: Final = BENIGN | word_set("error fail failed failure missing text json input_text output_text object")
"""Classes that say nothing beside a message."""


def plain(key: object) -> str:
    """A field name without case and joiners: `status_code` and `statusCode` are one."""
    return key.replace("_", "").replace("-", "").lower() if isinstance(key, str) else ""
