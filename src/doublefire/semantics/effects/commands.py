"""The commands in the arguments of shell tools, in the many ways in which agents spell them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.said import ArgumentsEffect, strongest
from doublefire.semantics.effects.shell import effect_of_argv, effect_of_shell
from doublefire.semantics.values.wordlist import word_row, word_set

_COMMANDS: Final = word_row(
    "command cmd commands script keystrokes bash_command shell_command command_line commandLine CommandLine argv code "
    "input line text query __arg1"
)
_COMMENTARY: Final = word_set("description reason summary explanation justification thought purpose cwd workdir")


def effect_of_shell_arguments(given: Any) -> ArgumentsEffect | None:
    """What the command in the arguments of a shell tool does, under whichever name; None where none is found."""
    if isinstance(given, str):
        return effect_of_shell(given)
    if isinstance(given, list):
        return _command(given)
    if not isinstance(given, Mapping):
        return None
    if str(given.get("is_input")).lower() == "true":
        return ArgumentsEffect(Effect.UNKNOWN, ToolKind.SHELL, "input to a running program")
    for name in _COMMANDS:
        if given.get(name):
            return effect_of_program(given[name], given.get("args"))
    if given.get("restart") is True:
        return ArgumentsEffect(Effect.IDEMPOTENT, ToolKind.SHELL, "restart")
    texts = [value for name, value in given.items() if isinstance(value, str) and name not in _COMMENTARY]
    return effect_of_shell(texts[0]) if len(texts) == 1 else None


def effect_of_program(command: Any, arguments: Any) -> ArgumentsEffect | None:
    """A program and its words may come apart: `{"command": "git", "args": ["push"]}`."""
    if isinstance(command, str) and isinstance(arguments, list) and all(isinstance(word, str) for word in arguments):
        return effect_of_argv([*command.split(), *arguments])
    if isinstance(command, str) and isinstance(arguments, str) and " " not in command.strip():
        return effect_of_shell(f"{command} {arguments}")
    return _command(command)


def _command(command: Any) -> ArgumentsEffect | None:
    """A text, a list of words (`["bash", "-lc", "..."]`), or a list of commands."""
    if isinstance(command, str):
        return effect_of_shell(command)
    if not isinstance(command, list) or not command:
        return None
    if all(isinstance(word, str) for word in command):
        apart = len(command) > 1 and all(" " in word for word in command)
        return strongest(map(effect_of_shell, command)) if apart else effect_of_argv(command)
    said = [_command(text_of(part, _COMMANDS)) for part in command[:100]]
    return strongest(effect for effect in said if effect is not None) if any(said) else None


def effect_of_typing(given: Any) -> ArgumentsEffect | None:
    """Nothing typed is a look at the output; anything else goes to a program that nobody knows."""
    typed = text_of(given, ("chars", "text", "input", "keys", "data"))
    effect = Effect.UNKNOWN if typed else Effect.READ
    return ArgumentsEffect(effect, ToolKind.SHELL, "input to a running program" if typed else "waiting for output")


def text_of(given: Any, names: tuple[str, ...]) -> str | None:
    """The first of these fields that is text, the arguments themselves if they are, or the only text among them."""
    if isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        return None
    for name in names:
        if isinstance(given.get(name), str):
            return str(given[name])
    return None
