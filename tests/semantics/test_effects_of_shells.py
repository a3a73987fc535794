"""Effects of shell commands: a table of commands, and the laws of putting commands together."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects import ArgumentsEffect, effect_of_arguments

TABLE = tomllib.loads((Path(__file__).parent / "effect_commands.toml").read_text(encoding="utf-8"))
CASES = [(command, *answer.partition("-")[::2]) for answer, commands in TABLE.items() for command in commands]
READS = TABLE["read"]
WRITES = TABLE["write"]


def effect(command: object) -> ArgumentsEffect:
    said = effect_of_arguments("bash", {"command": command})
    assert said is not None or command == ""
    return said or ArgumentsEffect(Effect.READ, ToolKind.SHELL)


@pytest.mark.parametrize(("command", "answer", "kind"), CASES, ids=[case[0][:60] for case in CASES])
def test_effect_of_command(command: str, answer: str, kind: str) -> None:
    said = effect(command)
    assert (said.effect, said.kind) == (Effect(answer), ToolKind(kind or "shell"))


@pytest.mark.parametrize("command", WRITES)
def test_a_write_is_a_write_wherever_it_stands(command: str) -> None:
    for text in (f"ls\n{command}", f"true && {command}", f"({command}\n)", f"{command}\nls"):
        assert effect(text).effect is Effect.WRITE


@pytest.mark.parametrize("command", WRITES)
def test_quoted_text_is_data(command: str) -> None:
    quoted = command.replace("'", "")
    assert effect(f"echo '{quoted}'").effect is Effect.READ
    assert effect(f"cat <<'STOP'\n{command}\nSTOP").effect is Effect.READ
    assert effect(["echo", command]).effect is Effect.READ


@pytest.mark.parametrize("command", ["git push", "ls", "python x.py", "rm a"])
def test_every_spelling_of_the_arguments_is_read(command: str) -> None:
    expected = effect(command)
    for arguments in (
        command,
        {"cmd": command},
        {"script": command},
        {"command": ["bash", "-lc", command]},
        {"command": command.split()},
        {"command": command.split()[0], "args": command.split()[1:]},
        {"commands": [{"keystrokes": f"{command}\n"}]},
        {"kwargs": {"command": command}},
        f'{{"command": "{command}"}}',
        {"some_text": command, "description": "git push"},
    ):
        assert effect_of_arguments("run_shell_command", arguments) == expected


def test_detail_names_the_command_and_no_value() -> None:
    assert effect("gh issue create --title secret").detail == "gh issue create"
    assert effect("frobnicate --token secret").detail == ""


def test_typed_input_is_unknown_and_waiting_is_none() -> None:
    assert effect_of_arguments("write_stdin", {"session_id": 1, "chars": "y\n"}) == ArgumentsEffect(
        Effect.UNKNOWN, ToolKind.SHELL, "input to a running program"
    )
    waiting = effect_of_arguments("write_stdin", {"session_id": 1, "chars": ""})
    assert waiting is not None
    assert waiting.effect is Effect.READ
    typed = effect_of_arguments("execute_bash", {"command": "ls", "is_input": "true"})
    assert typed is not None
    assert typed.effect is Effect.UNKNOWN


@given(st.text(alphabet=" \n\t'\"\\$`|&;<>(){}[]#=ab-/.!*?", max_size=200))
def test_any_text_is_read_to_its_end(text: str) -> None:
    assert effect_of_arguments("bash", {"command": text}) is not None


@given(st.lists(st.sampled_from(READS[1:]), min_size=1, max_size=6))
def test_reads_together_only_read(commands: list[str]) -> None:
    assert effect("\n".join(commands)).effect is Effect.READ


@pytest.mark.parametrize(
    "unit", ["$(", "`", "((", "'", '"', "<<A ", "{ ", "\\", "${", "[[ ", "case x in ", "| ", "git push; ", "sudo "]
)
def test_hostile_repetition_ends(unit: str) -> None:
    assert effect_of_arguments("bash", unit * 20_000) is not None
