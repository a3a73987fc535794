"""Whether an execution ran its tool, read from wherever that was recorded.

The rules rest on public reports: a refusal before the effect clears
a retry, while a read time-out, a reset or a 5xx leaves open whether the effect landed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from doublefire.model import ABSENT, Outcome, Status, Trouble
from doublefire.semantics.failures.classify import OUTCOMES, declined, trouble_of
from doublefire.semantics.failures.results import Failure, failure_in, shell_failure
from doublefire.semantics.resources.ids import names_something_made
from doublefire.semantics.values.payloads import unwrap
from doublefire.semantics.values.spelling import clip, spoken, without_stack

SHOWN: Final = 300
"""Characters of an error that reports show."""

_GENERIC: Final = frozenset(
    ("tool error", "error", "exception", "runtime error", "tool exception", "tool retry error", "model retry", "other")
    + ("tool execution error", "agent tool execution error", "mcp error", "tool failure", "failure", "failed", "fault")
    + ("tool call error", "unknown error", "tool invocation error", "agent error", "true", "error text", "unknown")
)
"""Error classes that say nothing but that something went wrong; the message has to tell what."""
_SAYS_NOTHING: Final = frozenset(("", "ok", "okay", "success", "none", "null", "0", "unset", "false"))
_TROUBLE_OF_VERDICT: Final = {
    Outcome.EXECUTED: Trouble.NONE,
    Outcome.UNKNOWN: Trouble.ERROR,
    Outcome.NOT_EXECUTED: Trouble.REFUSED,
    Outcome.CONFLICT: Trouble.CONFLICT,
}
_EMPTY_TEXTS: Final = frozenset(("", "null", "none", "undefined", "nil", "{}", "[]", '""', "''", "()", "n/a"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one execution ended. `error` is the recorded error in at most `SHOWN` characters, None on success."""

    outcome: Outcome
    trouble: Trouble
    error: str | None


_SUCCESS: Final = Verdict(Outcome.EXECUTED, Trouble.NONE, None)
_NO_RESULT: Final = Verdict(Outcome.UNKNOWN, Trouble.NO_RESULT, None)


def judge_outcome(
    status: Status, result: Any, *, tool: str | None = None, ended: bool = True, arguments: Any = ABSENT
) -> Verdict:
    """The outcome of an execution from its recorded status and result.

    `result` is decoded JSON, text or ABSENT; `tool` the full tool name; `ended` whether an end was recorded (a span
    that ended without a status and without a result ran with content capture off). `arguments`, where known, keep an
    id that the result only repeats from being taken for something made.
    """
    if status.verdict is not None:
        return _given(status, result, tool)
    error = _recorded_error(status)
    if status.failed or (status.failed is None and error is not None):
        return _failed(status, error, result, tool, arguments)
    failure = failure_in(result, tool)
    if failure is not None:
        return _verdict(failure, tool, result, arguments)
    if result is ABSENT and status.failed is None and not ended:
        return _NO_RESULT
    return _SUCCESS


def is_empty_result(result: Any) -> bool:
    """Whether a success told the model nothing: null, an empty text, object or list, MCP content without text.

    A bare "ok" is an answer. ABSENT is not empty: nothing is known of it.
    """
    if result is ABSENT:
        return False
    answer = unwrap(result)
    if isinstance(answer, str):
        return answer.strip().lower() in _EMPTY_TEXTS
    return answer is None or (isinstance(answer, (dict, list, tuple)) and _holds_nothing(answer))


def _holds_nothing(answer: Any) -> bool:
    if not answer:
        return True
    if isinstance(answer, dict):
        content = answer.get("content", ABSENT)
        return isinstance(content, (list, str)) and not content and answer.keys() <= {"content", "isError", "_meta"}
    return False


def _recorded_error(status: Status) -> str | None:
    """Class and message of the recorded error, None when neither says anything."""
    kind = (status.error_type or "").strip()
    message = (status.message or "").strip()
    if message.lower() in _SAYS_NOTHING:
        message = ""
    if kind.lower() in _SAYS_NOTHING:
        kind = ""
    if not kind or (message and (spoken(kind.rsplit(".", 1)[-1]) in _GENERIC or message.startswith(kind))):
        return message or None
    return f"{kind}: {message}" if message else kind


def _failed(status: Status, error: str | None, result: Any, tool: str | None, arguments: Any) -> Verdict:
    failure = (shell_failure(error) or Failure(error)) if error else None
    verdict = _verdict(failure, tool, result, arguments) if failure else None
    if verdict is not None and verdict.trouble is not Trouble.ERROR:
        return verdict
    answered = failure_in(result, tool) or _text_of(result)
    if answered is None:
        return verdict or Verdict(Outcome.UNKNOWN, Trouble.ERROR, None)
    told = _verdict(answered, tool, result, arguments)
    return told if verdict is None or told.trouble is not Trouble.ERROR else verdict


def _text_of(result: Any) -> Failure | None:
    """The text beside an error status: Pydantic AI and Strands write the error there."""
    text = unwrap(result)
    return Failure(text) if isinstance(text, str) and text.strip() else None


def _verdict(failure: Failure, tool: str | None, result: Any, arguments: Any) -> Verdict:
    trouble = trouble_of(failure.text, tool, ran=failure.ran)
    refused = OUTCOMES[trouble] is Outcome.NOT_EXECUTED and not declined(failure.text)
    if refused and names_something_made(result, arguments):
        trouble = Trouble.ERROR  # an error after an effect: the charge stands, its receipt was refused
    return Verdict(OUTCOMES[trouble], trouble, shown(failure.text))


def _given(status: Status, result: Any, tool: str | None) -> Verdict:
    """The verdict that the format's own fields gave; its class of trouble still comes from the text."""
    outcome = status.verdict or Outcome.UNKNOWN
    if outcome is Outcome.EXECUTED:
        return _SUCCESS
    failure = failure_in(result, tool)
    error = _recorded_error(status) or (failure.text if failure else None)
    trouble = trouble_of(error, tool) if error else Trouble.ERROR
    if OUTCOMES[trouble] is not outcome:
        trouble = _TROUBLE_OF_VERDICT[outcome]
    return Verdict(outcome, trouble, shown(error) if error else None)


def shown(error: str) -> str:
    """An error for people: one line of at most `SHOWN` characters, without the stack."""
    line = " ".join(without_stack(clip(error)).split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1]}…"
