"""Conversations as lists of messages: what every message dump boils down to, and how its calls and results pair up.

A dialect turns its own messages into `Message` values and feeds them, in order, to a `Conversation`, which numbers
the model's responses (turns), tells which result answers which call and yields the emissions.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from doublefire.model import ABSENT, UNSAID, Emission, Kind, Layer, Mark, MarkKind, Sighting, Status

MAX_MARK_TEXT = 500
"""Characters of a user's words that a mark keeps: enough to tell a double submit from another request."""


class Answer(NamedTuple):
    """The result of a tool call as a message carries it; `tool` where the result names it, `at_ns` when it came in."""

    call_id: str | None
    result: Any = ABSENT
    status: Status = UNSAID
    tool: str | None = None
    at_ns: int | None = None


class Call(NamedTuple):
    """A tool call that a message asks for. `ran` is its result where both stand in one place (hosted tools)."""

    tool: str
    arguments: Any = ABSENT
    call_id: str | None = None
    ran: Answer | None = None


@dataclass(slots=True)
class Message:
    """One message. `role` is user, assistant, tool or system; `ref` its own id; `error` set when the model failed;
    `run` names the run of the agent that it belongs to, where the format says it."""

    role: str
    text: str = ""
    calls: tuple[Call, ...] = ()
    answers: tuple[Answer, ...] = ()
    ref: str | None = None
    agent: str | None = None
    at_ns: int | None = None
    error: str | None = None
    run: str | None = None


@dataclass(slots=True)
class _Waiting:
    """A call without a usable id, until the result at its position arrives."""

    call: Call
    message: Message
    turn: str | None
    answered: bool = False


@dataclass(slots=True)
class Conversation:
    """Messages of one session in order. `trace` names the session's trace where the format has one.

    A call with an id of its own within its turn gives a request, and its result carries the turn of that request, so
    an id that is used again in a later turn names another call. Where ids are absent or shared by two calls of one
    turn, and everywhere when `positional`, results pair by place: by the tool's name where the result names it, else
    in order. Such a pair is emitted as one execution, seen in the decision layer, because no id ties its halves; an id
    that two calls of one turn share is left out, since it would make them one call that ran twice.
    """

    session: str | None
    trace: str | None = None
    positional: bool = False
    _turns: int = 0
    _users: int = 0
    _others: int = 0
    _turn: str | None = None
    _last_role: str = ""
    _run: str | None = None
    _asked: dict[str, str | None] = field(default_factory=dict)
    _seen: dict[str, set[tuple[str, str | None]]] = field(default_factory=dict)
    _queue: deque[_Waiting] = field(default_factory=deque)
    _by_tool: dict[str, deque[_Waiting]] = field(default_factory=dict)

    def add(self, message: Message) -> Iterator[Emission]:
        """What this message says. A message whose id was seen before says only what is new in it."""
        known = message.ref is not None and message.ref in self._seen
        if known and message.role != "assistant":
            return
        seen = self._seen.setdefault(message.ref, set()) if message.ref is not None else set()
        if message.run is not None and message.run != self._run:
            if self._run is not None:
                yield Mark(
                    kind=MarkKind.RUN_START,
                    session=self.session,
                    trace=self.trace,
                    at_ns=message.at_ns,
                    ref=message.run,
                )
            self._run = message.run
        if message.role == "assistant":
            yield from self._response(message, known)
        elif message.role == "user" and message.text.strip() and not message.answers:
            self._users += 1
            yield self._mark(MarkKind.USER, message, message.ref or f"user {self._users}", message.text[:MAX_MARK_TEXT])
        self._last_role = message.role
        calls = [call for call in message.calls if ("call", call.call_id) not in seen or not known]
        answers = [answer for answer in message.answers if ("answer", answer.call_id) not in seen or not known]
        seen.update(("call", call.call_id) for call in calls)
        seen.update(("answer", answer.call_id) for answer in answers)
        yield from self._requests(message, calls, self._turn_of(message, known))
        for answer in answers:
            yield from self._result(message, answer)

    def _turn_of(self, message: Message, known: bool) -> str | None:
        """The turn of this message's calls; the calls of anybody but the model (tau2's user) have one of their own."""
        if known or message.role == "assistant" or not message.calls:
            return message.ref if known else self._turn
        self._others += 1
        return f"{message.role} {self._others}"

    def close(self) -> Iterator[Emission]:
        """The calls without id whose result never came; call it at the end of the conversation."""
        for waiting in self._queue:
            if not waiting.answered:
                yield self._sighting(Kind.REQUEST, waiting.call, waiting.message, waiting.turn)
        self._queue.clear()
        self._by_tool.clear()

    def _response(self, message: Message, known: bool) -> Iterator[Emission]:
        if self._last_role != "assistant":
            yield from self.close()
        if known:
            return
        self._turns += 1
        self._turn = message.ref or str(self._turns)
        kind = MarkKind.MODEL if message.error is None else MarkKind.MODEL_ERROR
        yield self._mark(kind, message, self._turn, message.error)

    def _mark(self, kind: MarkKind, message: Message, ref: str, text: str | None) -> Mark:
        turn = None if kind is MarkKind.USER else ref
        return Mark(
            kind=kind, session=self.session, trace=self.trace, at_ns=message.at_ns, turn=turn, ref=ref, text=text
        )

    def _requests(self, message: Message, calls: Sequence[Call], turn: str | None) -> Iterator[Emission]:
        uses = Counter(call.call_id for call in calls)
        for call in calls:
            if call.ran is not None:
                yield self._execution(call, call.ran, message, turn)
            elif call.call_id is not None and uses[call.call_id] > 1:
                self._wait(_Waiting(call._replace(call_id=None), message, turn))
            elif self.positional or call.call_id is None:
                self._wait(_Waiting(call, message, turn))
            else:
                self._asked[call.call_id] = turn
                yield self._sighting(Kind.REQUEST, call, message, turn)

    def _wait(self, waiting: _Waiting) -> None:
        self._queue.append(waiting)
        self._by_tool.setdefault(waiting.call.tool, deque()).append(waiting)

    def _result(self, message: Message, answer: Answer) -> Iterator[Emission]:
        waiting = self._match(answer)
        if waiting is not None:
            waiting.answered = True
            yield self._execution(waiting.call, answer, waiting.message, waiting.turn, message.at_ns)
            return
        if answer.call_id is None:
            return
        turn = self._asked.get(answer.call_id)
        yield Sighting(
            kind=Kind.RESULT,
            layer=Layer.DECISION,
            tool=answer.tool,
            session=self.session,
            trace=self.trace,
            turn=turn,
            call_id=answer.call_id,
            end_ns=answer.at_ns if answer.at_ns is not None else message.at_ns,
            result=answer.result,
            status=answer.status,
        )

    def _match(self, answer: Answer) -> _Waiting | None:
        if not self.positional and answer.call_id is not None and answer.call_id in self._asked:
            return None
        for queue in (self._by_tool.get(answer.tool or "", deque()), self._queue):
            while queue and queue[0].answered:
                queue.popleft()
            if queue and (self.positional or answer.call_id is None or queue[0].call.call_id in (None, answer.call_id)):
                return queue[0]
        return None

    def _execution(
        self, call: Call, answer: Answer, message: Message, turn: str | None, end_ns: int | None = None
    ) -> Sighting:
        seen = self._sighting(Kind.EXECUTION, call, message, turn)
        seen.end_ns = answer.at_ns if answer.at_ns is not None else end_ns
        seen.result, seen.status = answer.result, answer.status
        return seen

    def _sighting(self, kind: Kind, call: Call, message: Message, turn: str | None) -> Sighting:
        return Sighting(
            kind=kind,
            layer=Layer.DECISION,
            tool=call.tool,
            session=self.session,
            trace=self.trace,
            turn=turn,
            call_id=call.call_id,
            agent=message.agent,
            start_ns=message.at_ns,
            arguments=call.arguments,
        )
