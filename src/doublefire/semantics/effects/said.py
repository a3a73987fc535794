"""What the arguments of one call say of its effect, and how several such statements make one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from doublefire.model import Effect, ToolKind


@dataclass(frozen=True, slots=True)
class ArgumentsEffect:
    """What one call does, as its arguments say.

    `effect` is UNKNOWN when the arguments were understood and still leave it open (a script of unknown content).
    `kind` is EDIT where all that it does is change local files. `detail` names what decided, for the reader: the
    command, the SQL verb, the HTTP method; never a value out of the arguments.
    """

    effect: Effect
    kind: ToolKind
    detail: str = ""


NOTHING: Final = ArgumentsEffect(Effect.READ, ToolKind.SHELL)


def strongest(said: Iterable[ArgumentsEffect]) -> ArgumentsEffect:
    """The one that a call which does all of this is judged by; the first of equals.

    write > unknown > idempotent > read, but what may reach outside outweighs a change of local files: an unknown
    program that also appends to a log is an unknown program.
    """
    return max(said, key=_weight, default=NOTHING)


def _weight(said: ArgumentsEffect) -> int:
    local = said.kind is ToolKind.EDIT
    if said.effect is Effect.WRITE:
        return 3 if local else 5
    if said.effect is Effect.UNKNOWN:
        return 4
    if said.effect is Effect.IDEMPOTENT:
        return 1 if local else 2
    return 0
