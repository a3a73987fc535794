"""Numbers that say how a call ended: HTTP statuses, JSON-RPC and gRPC codes, exit codes of a shell.

Sources: RFC 9110; the MCP schema (`modelcontextprotocol/modelcontextprotocol` schema.ts) and SDK error codes; gRPC
status codes (`grpc/grpc` doc/statuscodes.md); POSIX shells for 126 and above.
"""

from __future__ import annotations

import re
from typing import Final

from doublefire.model import Trouble

_REASONS = (
    "bad request|unauthori[sz]ed|payment required|forbidden|not found|method not allowed|not acceptable"
    "|request time ?out"
    "|conflict|gone|precondition|payload too large|content too large|request entity|unsupported media|unprocessable"
    "|locked|too early|too many requests|client closed|internal (?:server )?error|internal|not implemented"
    "|bad gateway"
    "|service (?:temporarily )?unavailable|unavailable|gateway time ?out|client error|server error|error"
)
_TAIL = rf"(?=\s*(?:$|[:,;.)\]}}\-–—('\"]|<|\n|for url|from\b|{_REASONS}))"
_OPENING = (
    r"(?:\W|error|exception|failed|failure|fatal|tool|calling|executing|running|mcp|api|http|https|status|code|client"
    r"|server|[a-z.]+ (?:error|exception):)*"
)
HTTP_STATUS: Final = re.compile(
    rf"^{_OPENING}\b([45]\d\d)\b{_TAIL}"
    r"|\b(?:https?(?: ?/ ?\d(?:\.\d)?)?(?: (?:status|error|response|code|exception))*|status(?: ?code)?|error code"
    r"|response code|(?:client|server) error)['\"]?\s{0,2}(?:is|was|of|[:=('\"])?\s{0,2}['\"(]?([45]\d\d)\b"
    rf"|\b(?:returned|responded|answered|replied|received|got)(?: with)?(?: an?)? ([45]\d\d)\b{_TAIL}"
)
"""A number counts as a status only at the start of the error, or after HTTP, status or a verb of answering:
"order 404 not paid" holds none. Written for text in its `spoken` form."""

_HTTP: Final = {
    408: Trouble.TIMEOUT,
    409: Trouble.CONFLICT,
    499: Trouble.CANCELLED,
    504: Trouble.TIMEOUT,
    524: Trouble.TIMEOUT,
}

JSON_RPC_SURE: Final = dict.fromkeys((-32601, -32602, -32600, -32700), Trouble.REFUSED)
JSON_RPC_VAGUE: Final = {
    -32000: Trouble.CONNECTION,
    -32001: Trouble.TIMEOUT,
    -32002: Trouble.REFUSED,
    -32042: Trouble.DENIED,
    -32603: Trouble.SERVER,
    -32800: Trouble.CANCELLED,
}
"""Codes that servers also use for their own ends (-32001 is a time-out in the MCP SDKs and "session not found" in HTTP
servers): the words of the message come first."""

_JSON_RPC = re.compile(r"(?<![\w-])-32\d{3}\b")

_GRPC_NUMBERS: Final = {
    1: Trouble.CANCELLED,
    3: Trouble.REFUSED,
    4: Trouble.TIMEOUT,
    5: Trouble.REFUSED,
    6: Trouble.CONFLICT,
    7: Trouble.REFUSED,
    8: Trouble.REFUSED,
    9: Trouble.REFUSED,
    10: Trouble.CONFLICT,
    11: Trouble.REFUSED,
    12: Trouble.REFUSED,
    16: Trouble.REFUSED,
}
_GRPC_ABORTED = re.compile(r"(?:\bcode ?[=:] ?|\bstatus ?code[.: ]+|\bgrpc[. :]+|^(?:error: )?10 )aborted\b")
_GRPC_NUMBER = re.compile(r"\b(?:grpc[a-z :.]{0,24}?|rpc error: code ?[=:] ?)(\d{1,2})\b")

SHELL_TIMEOUT: Final = 124
SHELL_NEVER_RAN: Final = frozenset({126, 127})
SHELL_KILLED: Final = frozenset({130, 137, 143, -2, -9, -15})


def http_trouble(status: int) -> Trouble:
    """What an HTTP status of 400 to 599 says: every 5xx leaves it open, every 4xx not named is a refusal."""
    return _HTTP.get(status, Trouble.SERVER if status >= 500 else Trouble.REFUSED)


def http_status(said: str) -> int | None:
    """The first HTTP error status that a spoken text names."""
    found = HTTP_STATUS.search(said)
    return int(next(filter(None, found.groups()))) if found else None


def json_rpc_code(said: str) -> int | None:
    """The first JSON-RPC error code that a spoken text names."""
    found = _JSON_RPC.search(said)
    return int(found.group()) if found else None


def grpc_trouble(said: str) -> Trouble | None:
    """What a gRPC code says where its name alone would mislead (`ABORTED` is a conflict) or where it is a number."""
    if _GRPC_ABORTED.search(said):
        return Trouble.CONFLICT
    numbered = _GRPC_NUMBER.search(said)
    return _GRPC_NUMBERS.get(int(numbered.group(1))) if numbered else None
