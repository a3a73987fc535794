"""What a dialect yields for one record: sightings, marks, links, children, sessions, declarations."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from doublefire.model.words import ABSENT, Effect, Kind, Layer, MarkKind, Outcome


class Status(msgspec.Struct, frozen=True, gc=False):
    """How an execution ended, as recorded; `semantics.outcomes` turns it into an `Outcome`.

    `failed` is what the record itself says: True for an error status, False for an explicit success, None when the
    format leaves it open. `error_type` and `message` are the recorded class and text of the error. `verdict` is set by
    formats whose own fields decide the outcome (a user's refusal, a validation stage): it overrides the text.
    """

    failed: bool | None = None
    error_type: str | None = None
    message: str | None = None
    verdict: Outcome | None = None


UNSAID: Final = Status()


class Sighting(msgspec.Struct, kw_only=True):
    """One place in the input where a call is seen. Ids are lower-case hex where the format has hex ids.

    `tool` is the full name, server prefix included (`mcp__shop__refund`, `shop.refund`), or None on a bare result.
    `session`, `turn` (one model response) and `call_id` are as written, None where the format has none. Times are
    nanoseconds since the epoch. `arguments` and `result` are decoded JSON or text, ABSENT when not recorded.
    `key` is an idempotency key recorded outside the arguments, `effect` what the trace itself declares.
    """

    kind: Kind
    layer: Layer
    tool: str | None
    session: str | None = None
    trace: str | None = None
    span: str | None = None
    parent: str | None = None
    scope: str | None = None
    turn: str | None = None
    call_id: str | None = None
    agent: str | None = None
    start_ns: int | None = None
    end_ns: int | None = None
    arguments: Any = ABSENT
    result: Any = ABSENT
    status: Status = UNSAID
    key: str | None = None
    effect: Effect | None = None
    replayed: bool = False
    """The record itself says that the result came from a store or cache."""
    wrapper: bool = False
    """A generic wrapper around another tool (`mcp_tool`): nested tool spans under it are its own execution."""


class Mark(msgspec.Struct, kw_only=True, gc=False):
    """Something in a session that bears on judgement; `ref` tells two marks of one kind apart (a message id)."""

    kind: MarkKind
    session: str | None = None
    trace: str | None = None
    at_ns: int | None = None
    turn: str | None = None
    ref: str | None = None
    text: str | None = None


class Link(msgspec.Struct, gc=False):
    """A span that is no tool span: only its place in the tree is kept."""

    trace: str
    span: str
    parent: str | None


class Child(msgspec.Struct, kw_only=True, gc=False):
    """A request that an execution made: an HTTP or database client span below it.

    `verb` is an HTTP method or SQL verb in upper case, `address` the host and path or table without query, `status`
    the HTTP status (None: no answer recorded), `key` an idempotency key in recorded headers.
    """

    trace: str
    span: str
    parent: str | None
    verb: str
    address: str
    status: int | None = None
    failed: bool = False
    error_type: str | None = None
    resend: int | None = None
    start_ns: int | None = None
    end_ns: int | None = None
    key: str | None = None


class SessionOf(msgspec.Struct, gc=False):
    """A span of this trace names this conversation."""

    trace: str
    session: str


class Declaration(msgspec.Struct, kw_only=True, gc=False):
    """What a tool's own declaration says: its effect (None: silent) and the fields that carry a key."""

    tool: str
    effect: Effect | None = None
    key_fields: tuple[str, ...] = ()
    key_required: bool = False


Emission = Sighting | Mark | Link | Child | SessionOf | Declaration


class Record(msgspec.Struct, gc=False):
    """One decoded JSON value of an input and where it stands: 1-based `line` (None in binary), byte `offset`."""

    value: Any
    line: int | None = None
    offset: int | None = None
    length: int | None = None


class Rejection(msgspec.Struct, frozen=True, gc=False):
    """A record that could not be used; the rest of its file still counts."""

    line: int | None
    offset: int | None
    reason: str
    detail: str
