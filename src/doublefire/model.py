"""The words of the auditor as types: what ingest emits, what detection decides and what reports print.

Everything here is a plain value. The two halves meet in the tables of `schema.py`; the emissions below are what a
dialect yields for one record, the findings further down are what a report is written from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import msgspec


class Effect(StrEnum):
    """What running a tool does to the world."""

    READ = "read"
    IDEMPOTENT = "idempotent"
    WRITE = "write"
    UNKNOWN = "unknown"


class ToolKind(StrEnum):
    """What sort of tool a call goes to, as far as its name and arguments say; decides which advice makes sense."""

    PLAIN = "plain"
    SHELL = "shell"
    SQL = "sql"
    HTTP = "http"
    GRAPHQL = "graphql"
    EDIT = "edit"
    """Changes a local file: a write of low severity that needs no idempotency key."""


class Outcome(StrEnum):
    """Whether one execution ran its tool."""

    EXECUTED = "executed"
    UNKNOWN = "unknown"
    """It may have run: a timeout, a reset, a 5xx, no result."""
    NOT_EXECUTED = "not-executed"
    CONFLICT = "conflict"
    """The server turned this copy away because an earlier one had landed."""


class Trouble(StrEnum):
    """How an execution went wrong; the class of the error, in the words of the evidence."""

    NONE = ""
    TIMEOUT = "timeout"
    CONNECTION = "connection lost"
    SERVER = "server error"
    CANCELLED = "cancelled"
    NO_RESULT = "no result"
    ERROR = "error"
    REFUSED = "refused"
    """Validation, unknown tool, a definite 4xx, a declined card: the other side said no."""
    DENIED = "denied"
    """A user, a policy, a sandbox or the agent's own guard said no before the tool ran."""
    UNREACHABLE = "unreachable"
    """DNS failure, connection refused, connect timeout, TLS failure: nobody listened."""
    CONFLICT = "conflict"


class Kind(StrEnum):
    """What one sighting is."""

    EXECUTION = "execution"
    REQUEST = "request"
    RESULT = "result"


class Layer(StrEnum):
    """In which layer of the recorded system a sighting was made."""

    DECISION = "decision"
    EXECUTION = "execution"
    TRANSPORT = "transport"
    SERVER = "server"


class MarkKind(StrEnum):
    """Something in a session that is no tool call but bears on judgement."""

    USER = "user"
    MODEL = "model"
    MODEL_ERROR = "model-error"
    RUN_START = "run-start"
    APPROVAL = "approval"
    INTERRUPT = "interrupt"
    RESUME = "resume"


class Severity(StrEnum):
    """How bad a finding is if it is true."""

    INFO = "info"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Confidence(StrEnum):
    """How sure it is that one action was issued more than once."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Cause(StrEnum):
    """Why an action was repeated."""

    PARALLEL_DUPLICATE = "parallel-duplicate"
    DOUBLE_DISPATCH = "double-dispatch"
    CLIENT_TIMEOUT_RETRY = "client-timeout-retry"
    FRAMEWORK_RETRY = "framework-retry"
    REDELIVERY = "redelivery"
    REPLAY = "replay"
    MODEL_REEMISSION = "model-reemission"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """Why a group of equal calls is no finding."""

    READ = "read"
    IDEMPOTENT = "idempotent"
    NEVER_EXECUTED = "never-executed"
    CONFLICT = "conflict"
    REPLAYED = "replayed"
    SAME_RESOURCE = "same-resource"
    SAME_KEY = "same-key"
    USER_ASKED_AGAIN = "user-asked-again"
    STATE_CHANGED = "state-changed"


class Scope(StrEnum):
    """What two executions must share to be compared."""

    SESSION = "session"
    TRACE = "trace"
    ALL = "all"


class Absent(StrEnum):
    """The one value that says "nothing was recorded", which `None` (a recorded null) does not."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


# --- what a dialect emits -------------------------------------------------------------------------------------------


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


# --- what reports are written from ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sighting stands, for the reader: file, 1-based line (or row), span and layer."""

    path: str
    line: int | None
    span_id: str | None
    layer: Layer


@dataclass(frozen=True, slots=True)
class Call:
    """One execution as reports show it. Times are nanoseconds since the epoch; payloads are raw, reports mask them."""

    place: Place
    tool: str
    trace_id: str | None
    session: str | None
    call_id: str | None
    turn: str | None
    agent: str | None
    start_ns: int | None
    end_ns: int | None
    start_source: str
    """`execution` when the clock is that of the tool span, `request` when it is that of the model's request."""
    outcome: Outcome
    trouble: Trouble
    error: str | None
    idempotency_key: str | None
    arguments: Any
    result: Any
    sightings: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing a verdict rests on: its name in the table of weights, the step it moved and the words for it."""

    name: str
    weight: int
    """+1 raises confidence one step, -1 lowers it, 0 explains."""
    text: str


@dataclass(frozen=True, slots=True)
class Suppression:
    """Who silenced a finding (`config` or `baseline`) and the reason given."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Money:
    """What the extra copies of a finding cost: minor units are never converted, `currency` may be unknown."""

    value: str
    """An exact decimal."""
    currency: str | None
    """Upper-case code, or None; `cents` amounts are kept in cents with unit `cents`."""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One reported problem. `calls` are copies that ran or may have, `also` those that did not; both in order."""

    fingerprint: str
    rule: str
    severity: Severity
    confidence: Confidence
    cause: Cause | None
    tool: str
    message: str
    evidence: tuple[Evidence, ...]
    scope_kind: str
    scope_id: str | None
    gap_ns: int | None
    overlap: bool
    confirmed_effects: int
    possible_effects: int
    calls_total: int
    calls: tuple[Call, ...]
    also: tuple[Call, ...] = ()
    ignored_fields: tuple[str, ...] = ()
    amount: Money | None = None
    suppressed: Suppression | None = None


@dataclass(frozen=True, slots=True)
class Cleared:
    """A group of equal calls, or a part of one, that is no finding, and why."""

    reason: Reason
    tool: str
    scope_kind: str
    scope_id: str | None
    calls_total: int
    calls: tuple[Call, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ToolRow:
    """What the trace shows of one tool. `key_coverage` is a share between 0 and 1, None when nothing was recorded."""

    tool: str
    effect: str
    """An `Effect`, or `mixed`."""
    effect_source: str
    """config | declared | arguments | name | observed | none"""
    calls: int
    executions: int
    keyed_calls: int
    key_coverage: float | None
    keys: str
    """keyed | partly-keyed | unkeyed | unknown | not-needed"""
    key_fields: tuple[str, ...]
    key_origin: str
    """model | runtime | unknown"""
    key_stability: str
    """stable | unstable | unproven"""
    findings: int
    advice: str


@dataclass(frozen=True, slots=True)
class InputRow:
    """What became of one input file."""

    path: str
    dialect: str | None
    records: int
    calls: int
    rejected_total: int
    rejected: tuple[Rejection, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of one audit; see the report contract for each."""

    records: int = 0
    rejected: int = 0
    sightings: int = 0
    echoes: int = 0
    calls: int = 0
    executions: int = 0
    groups: int = 0
    findings: dict[str, int] = field(default_factory=dict)
    cleared: dict[str, int] = field(default_factory=dict)
    confirmed_extra_effects: int = 0
    possible_extra_effects: int = 0
    amounts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why two calls were, or were not, taken for one action issued twice; every sentence is for people."""

    verdict: str
    calls: tuple[Call, Call]
    equal: tuple[str, ...]
    """Paths of the arguments that agree."""
    differ: tuple[str, ...]
    """Paths of the arguments that differ and count."""
    ignored: tuple[tuple[str, str], ...]
    """(path, why it does not count)"""
    arithmetic: tuple[tuple[str, int | None, str], ...]
    """(what, step, sentence): the base, each piece of evidence with its step, each cap; in the order they were applied."""
    confidence: Confidence | None
    cause: Cause | None
    changes: tuple[str, ...]
    """What would have changed the verdict."""


@dataclass(frozen=True, slots=True)
class WindowRow:
    """What one window would show, and what a dedupe cache that keeps calls as long would do. Counts of repeated effects
    only: reads and idempotent writes are left out."""

    window_ns: int
    groups: int
    findings: int
    sure: int
    """Findings of high confidence."""
    caught: int
    """Copies of findings that the cache would have answered instead of running them again."""
    dropped: int
    """Repeats that were wanted (a user asked again, something changed) and that it would have swallowed."""


@dataclass(frozen=True, slots=True)
class GapRow:
    """How many copies came this long after the end of the one before: more than the row above, up to `up_to_ns`."""

    up_to_ns: int
    duplicates: int
    wanted: int
    other: int
    """Repeats that are neither: the same key, the same resource, answered from a store."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which window fits these traces: counts by window, and the gaps that occur within the widest one."""

    windows: tuple[WindowRow, ...]
    gaps: tuple[GapRow, ...]
    unclocked: int
    """Copies without times, which no window judges."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole result of one audit; every report is a function of this and nothing else."""

    summary: Summary
    inputs: tuple[InputRow, ...]
    findings: tuple[Finding, ...]
    cleared: tuple[Cleared, ...]
    tools: tuple[ToolRow, ...]
    notes: tuple[str, ...] = ()
    """Sentences on what this trace cannot show (no clock, content not recorded), for people."""
