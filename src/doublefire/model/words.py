"""The closed sets of words in which the auditor thinks; their values are those of the reports and the config."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


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
