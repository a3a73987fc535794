"""SWE-agent: `.traj` documents. `trajectory` and `history` tell of the same steps; there are no times, only order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from doublefire.ingest.agents.pieces import execution, human_text, mapping, objects
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.forms import Asked, clean_id, structured
from doublefire.model import ABSENT, UNSAID, Emission, Mark, MarkKind, Outcome, Record, Status

_COMMANDS: Final = frozenset(
    (
        *("open", "goto", "scroll_up", "scroll_down", "create", "edit", "insert", "search_file", "search_dir"),
        *("find_file", "submit", "str_replace_editor", "exit_forfeit", "filemap", "view_image"),
    )
)
"""Commands of SWE-agent's own tool bundles; any other action text goes to the shell."""

_LINTER_REFUSED: Final = "Your proposed edit has introduced new syntax error"
"""How SWE-agent's own guard begins when it throws an edit away: the file is as it was."""


def claims(values: Sequence[Any]) -> bool:
    """A document whose `trajectory` holds steps with an action."""
    return any(_is_step(step) for value in values for step in objects(mapping(value).get("trajectory"))[:1])


def _is_step(step: Mapping[str, Any]) -> bool:
    return isinstance(step.get("action"), str) and not {"type", "role", "source"} & step.keys()


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """One execution for each step, named and argued as the history's call says where the model called functions."""
    for record in records:
        document = mapping(record.value)
        history = [message for message in objects(document.get("history")) if not message.get("is_demo")]
        task = next((message for message in history if message.get("role") == "user"), None)
        if task is not None:
            yield Mark(kind=MarkKind.USER, ref="0", text=human_text(task.get("content")) or None)
        responses = iter([message for message in history if message.get("role") == "assistant"])
        for number, step in enumerate(objects(document.get("trajectory"))):
            yield from _step(step, str(number), next(responses, {}))


def _step(step: Mapping[str, Any], turn: str, response: Mapping[str, Any]) -> Iterator[Emission]:
    yield Mark(kind=MarkKind.MODEL, turn=turn, ref=turn)
    action = step.get("action")
    if not isinstance(action, str) or not action.strip():
        return
    call = _called(response, action) or _command(action.strip())
    observation = step.get("observation", ABSENT)
    refused = isinstance(observation, str) and observation.lstrip().startswith(_LINTER_REFUSED)
    yield execution(
        tool=call.tool,
        turn=turn,
        call_id=call.call_id,
        arguments=call.arguments,
        result=observation,
        status=Status(verdict=Outcome.NOT_EXECUTED) if refused else UNSAID,
    )


def _called(response: Mapping[str, Any], action: str) -> Asked | None:
    """The function call behind a step, None where the model wrote its command as text."""
    calls = objects(response.get("tool_calls"))
    if len(calls) != 1 or response.get("action", action) != action:
        return None
    function = mapping(calls[0].get("function"))
    tool = clean_id(function.get("name"))
    return Asked(clean_id(calls[0].get("id")), tool, structured(function.get("arguments", ABSENT))) if tool else None


def _command(action: str) -> Asked:
    word = action.split(maxsplit=1)[0]
    return Asked(None, word if word in _COMMANDS else "bash", {"command": action})


DIALECT = Dialect(
    name="swe-agent",
    reads="SWE-agent trajectories (*.traj)",
    obtain="every run writes one under trajectories/",
    claims=claims,
    read=read,
)
