"""The fields that change with every attempt and say nothing of the action, by name.

A name is looked up without case, joiners and a leading `X-`, so `X-Request-Id`, `request_id` and `requestId` are one
entry. Some names are volatile only when their value or the fields beside them agree; what looks like a stamp but can be
the point of the action (`time`, `date`, `start`, `offset`, `page`, `cursor`, `created_at`) is in no table here.
Sources: W3C Trace Context, B3, OpenTelemetry, EIP-3009 (`validAfter`), LangChain's injected tool arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from doublefire.semantics.values.wordlist import word_set

Drops = Callable[[Any], bool]
"""Whether a value under a volatile name is really one to leave out."""

MAX_NAME: Final = 200
"""No known field name is longer; a longer one is data."""

_JOINERS: Final = re.compile(r"[\W_]+")


@lru_cache(maxsize=8192)
def spellings(name: str) -> tuple[str, ...]:
    """The forms under which a name is looked up: all of it, and what follows the last `.`, `/` or `:` in it."""
    if len(name) > MAX_NAME:
        return ()
    whole = _squashed(name)
    last = _squashed(re.split(r"[./:]", name)[-1])
    return (whole,) if last == whole or not last else (whole, last)


def _squashed(name: str) -> str:
    lowered = name.lower()
    return _JOINERS.sub("", lowered[2:] if lowered[:2] in ("x-", "x_") else lowered)


# --- what a value must look like -------------------------------------------------------------------------------------

_INJECTED_TEXT: Final = re.compile(
    r"<[\w.]{1,200} object at 0x|<class |[A-Z]\w{0,80}(?:Runtime|Context|Manager|Config|Handler|State)\("
)
_INJECTED_KEYS: Final = word_set(
    "callbacks checkpoint_ns configurable handlers messages recursion_limit run_manager stream_writer thread_id"
)
_SLACK_STAMP: Final = re.compile(r"\d{10}\.\d{6}")


def _always(_value: Any) -> bool:
    return True


def _scalar(value: Any) -> bool:
    return not isinstance(value, (dict, list, tuple))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _counter(value: Any) -> bool:
    return isinstance(value, (bool, int, float, Decimal)) or (isinstance(value, str) and value.strip().isdigit())


def _unspaced(value: Any) -> bool:
    """A cryptographic signature, not the last lines of a mail."""
    return isinstance(value, str) and " " not in value.strip()


def _injected(value: Any) -> bool:
    """An object of the framework, in the forms in which tracers write it down."""
    if isinstance(value, str):
        return _INJECTED_TEXT.match(value) is not None
    if isinstance(value, dict):
        return not _INJECTED_KEYS.isdisjoint(value)
    return isinstance(value, (list, tuple)) and all(map(_injected, value))


def _no_slack_stamp(value: Any) -> bool:
    """Slack names a message by its channel and a stamp such as 1700000000.000100: that is an object, not a clock."""
    return _scalar(value) and _SLACK_STAMP.fullmatch(str(value)) is None


# --- the tables ------------------------------------------------------------------------------------------------------


def _names(drops: Drops, text: str) -> dict[str, Drops]:
    return dict.fromkeys(text.split(), drops)


WEAK_KEYS: Final = frozenset(("requestid", "clientrequestid", "reqid", "requestuuid"))
"""An idempotency key in some APIs (Google AIP-155), a mere tracing id in most."""

VOLATILE: Final[dict[str, Drops]] = {
    **dict.fromkeys(WEAK_KEYS, _scalar),
    **_names(
        _scalar,
        "requestguid amznrequestid msrequestid msclientrequestid correlationid correlationuuid correlationtoken"
        " correlation traceid parenttraceid tracingid traceparent tracestate tracecontext spanid parentspanid b3"
        " b3traceid b3spanid b3parentspanid b3sampled b3flags baggage cloudtracecontext amzntraceid ubertraceid"
        " sentrytrace datadogtraceid datadogparentid cfray progresstoken invocationid nonce noncevalue requestnonce"
        " clientnonce cnonce jti timestamp ts timestampms timestampns timestampmillis requesttimestamp clienttimestamp"
        " senttimestamp calltimestamp currenttimestamp slackrequesttimestamp amzdate iat sentat now nowms currenttime"
        " currentdatetime requestedat requesttime clienttime senttime calledat invokedat submittedat dispatchedat"
        " enqueuedat emittedat timeout timeoutms timeoutmillis timeoutmilliseconds timeoutsec timeoutsecs"
        " timeoutseconds requesttimeout requesttimeoutms readtimeout connecttimeout accesstoken authtoken"
        " authenticationtoken bearertoken sessiontoken amzsecuritytoken securitytoken csrftoken xsrftoken captchatoken"
        " recaptchatoken",
    ),
    **_names(
        _unspaced,
        "signature sig requestsignature hmac hubsignature hubsignature256 stripesignature slacksignature",
    ),
    **_names(
        _counter,
        "attempt attempts attemptno attemptnum attemptnumber attemptcount attemptindex retry retries retryno"
        " retrycount retrynumber retryattempt retryattempts retryindex isretry maxretries maxattempts trycount tries"
        " resendcount",
    ),
    **_names(_text, "authorization proxyauthorization"),
    **_names(
        _always,
        "self runmanager callbackmanager toolcallid tooluseid streamwriter privatestate sanitizeinputsoutputs",
    ),
    **_names(
        _injected,
        "runtime config runconfig runnableconfig state ctx context runcontext callbacks store writer agentstate",
    ),
}
"""Squashed name -> which of its values are left out, wherever the field nests."""

SHELL: Final[dict[str, Drops]] = _names(
    _scalar,
    "description reason summary explanation securityrisk thought thoughts reasoning rationale justification comment"
    " yieldtimems maxoutputtokens withescalatedpermissions sandboxpermissions",
)
"""Shell tools only: what a model says about a command, and controls that do not reach it. Elsewhere: content."""

HEADER_OBJECTS: Final = frozenset(("headers", "httpheaders", "requestheaders", "extraheaders", "customheaders"))
HEADERS: Final[dict[str, Drops]] = _names(
    _always, "date useragent contentlength cookie connection acceptencoding age via forwardedfor"
)
"""Volatile inside an object of HTTP headers only: `date` elsewhere is a booking's day."""

MESSAGE_STAMPS: Final = frozenset(("timestamp", "ts"))
_PLACES: Final = frozenset(("channel", "channelid", "channelname", "chat", "chatid", "conversation", "conversationid"))
_PROOF_TIMES: Final = frozenset(("validafter", "validbefore"))
_PROOF: Final = frozenset(("nonce", "signature"))

CREDENTIALS: Final = word_set(
    "apikey token authorization password passwd pwd passphrase secret clientsecret secretkey privatekey cvv cvc pin"
    " accesskey credentials credential cookie"
)
"""A masked value under these names hides nothing that tells two actions apart."""


def drops(name: str, beside: frozenset[str], *, shell: bool = False, headers: bool = False) -> Drops | None:
    """Which values under this name are volatile; None: never any. `beside` are the spellings of the object's names."""
    for spelling in spellings(name):
        if spelling in MESSAGE_STAMPS and not _PLACES.isdisjoint(beside):
            return _no_slack_stamp
        if spelling in _PROOF_TIMES:
            return None if _PROOF.isdisjoint(beside) else _scalar
        if spelling in VOLATILE:
            return VOLATILE[spelling]
        if shell and spelling in SHELL:
            return SHELL[spelling]
        if headers and spelling in HEADERS:
            return HEADERS[spelling]
    return None


def is_credential(name: str) -> bool:
    """Whether a field of this name holds a secret that lets in, rather than one that identifies."""
    return not CREDENTIALS.isdisjoint(spellings(name))


def is_header_object(name: str) -> bool:
    """Whether a field of this name holds HTTP headers."""
    return not HEADER_OBJECTS.isdisjoint(spellings(name))
