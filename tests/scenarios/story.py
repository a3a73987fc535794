"""A story: what happened in a session, told as events in a TOML file, and what an audit of it has to say.

The same story is written as a trace in several dialects (`emit.py`) and judged by one rule (`judge.py`).

    title    one sentence that a stranger understands
    derived  where it comes from: a public report, a specification, a public page
    args     further options of `doublefire audit`;  [files] text files that stand beside the trace
    dialects only these;  needs_turns  not for the native log, which has no marks;  bare  the model's requests carry no
             arguments either

Events, all times in seconds from the start of the story:

    user  at, text                                  a human message
    llm   at, took, id, calls, text, status, error  one model response with the tool calls it asks for (`response`: the
                                                    provider's id of it)
    tool  id, call, at, took, status, result, error, error_type
                                                    one execution of a call; several may share one call. `tool` and
          `args` default to the call's, `args_text` are the exact bytes of the arguments, `bare` records neither
          arguments nor result, `header_key` is a key in a request header, `parent` the event that encloses it, `scope`
          the instrumentation scope, `same_span_as` exports another event's span again, `http` are the requests it made

`session` (default `s1`) and `run` (default the session; one run is one trace) go with every event. A status is ok,
error, timeout, cancelled or lost (no result was ever recorded).
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

EPOCH = datetime(2026, 3, 2, 9, 0, 0, tzinfo=UTC)
CASES = Path(__file__).parent / "cases"
DEFAULT_SECONDS = {"llm": 1.0, "tool": 0.1, "user": 0.0}
SAID_ON_FAILURE = {"timeout": "request timed out", "cancelled": "cancelled"}
SPAN_ONLY = ("header_key", "parent", "same_span_as", "http", "scope", "bare", "args_text")
"""What a message log has no place for."""
NOT_IN_LINES = ("parent", "same_span_as", "http", "scope", "bare")
"""What a flat log of finished calls has no place for."""


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call that a model response asks for."""

    id: str
    tool: str
    args: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """One event; see the head of this module. A field that the story does not give is None."""

    kind: str
    at: float
    id: str = ""
    session: str = "s1"
    run: str = ""
    took: float = 0.0
    text: str | None = None
    calls: tuple[Call, ...] = ()
    response: str | None = None
    call: str | None = None
    tool: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    args_text: str | None = None
    bare: bool | None = None
    status: str = "ok"
    result: Any = None
    error: str | None = None
    error_type: str | None = None
    header_key: str | None = None
    attempt: int | None = None
    parent: str | None = None
    scope: str | None = None
    same_span_as: str | None = None
    http: list[dict[str, Any]] | None = None
    turn: str = ""

    def carries(self, names: Iterable[str]) -> bool:
        """Whether the story gives one of these fields."""
        return any(getattr(self, name) is not None for name in names)

    @property
    def failed(self) -> bool:
        """Whether the record itself says that the execution failed."""
        return self.status in ("error", "timeout", "cancelled")

    @property
    def failure(self) -> str:
        """The text of the error."""
        return self.error or SAID_ON_FAILURE.get(self.status, "failed")

    @property
    def arguments_text(self) -> str:
        """The arguments as JSON text."""
        return self.args_text or json.dumps(self.args)

    @property
    def answer(self) -> Any:
        """What a success returned."""
        return {"ok": True} if self.result is None else self.result

    @property
    def answer_text(self) -> str:
        """What a success returned, as text."""
        return self.answer if isinstance(self.answer, str) else json.dumps(self.answer)


@dataclass(frozen=True, slots=True)
class Story:
    """One story, as read from its file."""

    name: str
    title: str
    events: tuple[Event, ...]
    derived: str = ""
    expect: dict[str, Any] = field(default_factory=dict)
    args: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    needs_turns: bool = False
    bare: bool = False

    @property
    def tools(self) -> list[Event]:
        """The executions, in the order of the story."""
        return [event for event in self.events if event.kind == "tool"]

    def hex_id(self, digits: int, *parts: object) -> str:
        """An id that is the same in every run and different in every story."""
        return hashlib.sha256("/".join(map(str, (self.name, *parts))).encode()).hexdigest()[:digits]

    def span_id(self, event: Event) -> str:
        """The span id of an execution."""
        return self.hex_id(16, "span", event.same_span_as or event.id)


def load(path: Path) -> Story:
    """Read a story; a field that no story has is a TypeError, a call nobody asked for a ValueError."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return Story(
        name=path.stem,
        title=told.pop("title"),
        derived=told.pop("derived", ""),
        events=tuple(_events(told.pop("event"))),
        args=tuple(told.pop("args", ())),
        only=tuple(told.pop("dialects", ())),
        **told,
    )


def _events(tables: list[dict[str, Any]]) -> Iterable[Event]:
    asked: dict[tuple[str, str | None], tuple[Call, str]] = {}
    for table in tables:
        calls = tuple(Call(**call) for call in table.pop("calls", ()))
        event = Event(**{"took": DEFAULT_SECONDS[table["kind"]], **table}, calls=calls)
        event = replace(event, run=event.run or event.session)
        for call in calls:  # the newest request under an id, as some runtimes use ids again
            asked[event.session, call.id] = (call, event.id)
        if event.kind == "tool":
            event = _complete(event, table, asked.get((event.session, event.call)))
        yield event


def _complete(event: Event, table: dict[str, Any], asked: tuple[Call, str] | None) -> Event:
    if asked is None:
        if not event.tool:
            raise ValueError(f"execution {event.id} names no tool and no known call")
        return event
    call, turn = asked
    return replace(event, tool=event.tool or call.tool, args=table.get("args", call.args), turn=turn)


def expressible(story: Story) -> tuple[str, ...]:
    """The dialects that can carry this story; a message log has no second execution of one call."""
    if story.only:
        return story.only
    tools = story.tools
    bare = any(event.bare is not None for event in tools)
    dialects = ["otlp"] if bare else ["otlp", "openinference"]
    if not story.needs_turns and not any(event.carries(NOT_IN_LINES) for event in tools):
        dialects.append("jsonl")
    if not _needs_spans(story, tools):
        dialects.append("claude-code")
    return tuple(dialects)


def _needs_spans(story: Story, tools: list[Event]) -> bool:
    calls = [(event.session, event.call) for event in tools]
    return (
        len(calls) != len(set(calls))
        or any(event.call is None or event.carries(SPAN_ONLY) for event in tools)
        or any(event.run != event.session for event in story.events)
    )


def nanoseconds(at: float) -> str:
    """A time of the story as OTLP writes it."""
    return str(int(EPOCH.timestamp()) * 10**9 + round(at * 1e9))


def instant(at: float) -> str:
    """A time of the story as RFC 3339 with milliseconds."""
    return (EPOCH + timedelta(seconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
