"""What a shell command does: the strongest of its simple commands, each by its program, its subcommand and its
options."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.said import ArgumentsEffect, strongest
from doublefire.semantics.effects.shell.programs import Step, does_of_program, program_name
from doublefire.semantics.effects.shell.rules import SPECIAL
from doublefire.semantics.effects.shell.syntax import Command, parse
from doublefire.semantics.effects.shell.tables import TRIAL
from doublefire.semantics.effects.shell.wrappers import assignments_off, unwrap

MAX_WRAPPERS: Final = 12
"""Commands inside commands that are followed: `sudo env timeout ssh host bash -c "..."` has six."""

_NO_FILES: Final = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/", "-", "NUL", "nul", "$null")


def effect_of_shell(text: str, depth: int = 0) -> ArgumentsEffect:
    """What running this text in a shell does; READ for an empty one, UNKNOWN for what cannot be told."""
    script = parse(text)
    said = [_effect_of_command(command, depth) for command in _fed(script.commands)]
    if script.broken or depth > MAX_WRAPPERS:
        said.append(ArgumentsEffect(Effect.UNKNOWN, ToolKind.SHELL))
    return strongest(said)


def effect_of_argv(words: Sequence[str]) -> ArgumentsEffect:
    """What running this program with these arguments does, no shell in between."""
    return _effect_of_step(Step(list(words)), 0)


def _fed(commands: list[Command]) -> list[Command]:
    """Gives each command in a pipeline the text that the one before it is known to print."""
    for before, command in itertools.pairwise(commands):
        if command.piped and command.stdin is None:
            command.stdin = _printed(before)
    return commands


def _printed(command: Command) -> str | None:
    program = program_name(command.words[0]) if command.words else ""
    if program in ("echo", "printf"):
        return " ".join(word for word in command.words[1:] if not word.startswith("-"))
    return command.stdin if program in ("cat", "envsubst", "tee", "sed") and command.stdin is not None else None


def _effect_of_command(command: Command, depth: int) -> ArgumentsEffect:
    said = [_effect_of_step(Step(command.words, command.stdin, command.piped), depth)]
    for operator, target in command.writes:
        if not target.startswith(_NO_FILES):
            effect = Effect.WRITE if operator == ">>" else Effect.IDEMPOTENT
            said.append(ArgumentsEffect(effect, ToolKind.EDIT, operator))
    return strongest(said)


def _effect_of_step(step: Step, depth: int) -> ArgumentsEffect:
    words = assignments_off(step.words)
    if not words:
        return ArgumentsEffect(Effect.READ, ToolKind.SHELL)
    if depth > MAX_WRAPPERS:
        return ArgumentsEffect(Effect.UNKNOWN, ToolKind.SHELL)
    program = program_name(words[0])
    inner = unwrap(program, words[1:], step.stdin, step.piped)
    if isinstance(inner, str):
        return effect_of_shell(inner, depth + 1)
    if inner:
        return _effect_of_step(Step(inner, step.stdin, step.piped), depth + 1)
    if "--help" in words[1:] or (len(words) == 2 and words[1] in ("--version", "-V", "-v", "-h", "version")):
        return ArgumentsEffect(Effect.READ, ToolKind.SHELL, program)
    special = SPECIAL.get(program)
    if special is not None:
        said = special(Step(words, step.stdin, step.piped))
        if said is not None:
            return said
    if not TRIAL.isdisjoint(words):
        return ArgumentsEffect(Effect.READ, ToolKind.SHELL, program)
    return does_of_program(program, words[1:])
