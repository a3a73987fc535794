"""What one program does with its words, as the tables say: subcommands, options, tasks and scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.names import effect_of_words
from doublefire.semantics.effects.said import ArgumentsEffect
from doublefire.semantics.effects.shell import tables
from doublefire.semantics.effects.shell.subcommands import SUBCOMMANDS
from doublefire.semantics.effects.words import words_of
from doublefire.semantics.values.wordlist import word_set


class Step(NamedTuple):
    """One program to run: its words, the text it is fed if that is known, whether it is fed at all."""

    words: list[str]
    stdin: str | None = None
    piped: bool = False


_SCRIPT = re.compile(r"\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|tsx|rb|pl|php|ps1|bat|cmd|exe|r|R|jl|lua)$")
_CMDLET = re.compile(r"[A-Z][a-z]+-[A-Z]\w+")
_EMPTY: Final = dict[str, tables.Does]()


def program_name(word: str) -> str:
    """A program's name less its folder: `/usr/bin/git` and `git.exe` are git; a script keeps its path."""
    name = word.replace("\\", "/").rpartition("/")[2]
    if name.endswith(".exe"):
        name = name[:-4]
    if _SCRIPT.search(name):
        return word
    return name


def does_of_program(program: str, words: list[str]) -> ArgumentsEffect:
    """What the tables say of a program with these words; UNKNOWN when they do not know it."""
    program, words = _same_as(program, words)
    path = positionals(program, words)
    does, named = _lookup(program, path)
    for option in words:
        changed = tables.FLAGS.get((named, option)) or tables.FLAGS.get((program, option))
        if changed is not None:
            return said_of(changed, named)
    return said_of(does, named)


def _same_as(program: str, words: list[str]) -> tuple[str, list[str]]:
    own, _, group = tables.SAME_AS.get(program, program).partition(" ")
    return own, [group, *words] if group else words


def positionals(program: str, words: Sequence[str]) -> list[str]:
    """The words that are no options, as far as it is known which options take a value."""
    values = tables.OPTION_VALUES.get(program, frozenset())
    found: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("-") and len(word) > 1:
            skip = word in values
        else:
            found.append(word)
    return found


def _lookup(program: str, path: list[str]) -> tuple[tables.Does, str]:
    table = SUBCOMMANDS.get(program, _EMPTY)
    for size in (3, 2, 1):
        does = table.get(":".join(path[:size])) if len(path) >= size else None
        if does is not None:
            return does, " ".join((program, *path[:size]))
    if program in tables.VERB_CLIS or (table and program in ("gh", "helm")):
        return _by_verb(program, path)
    if _CMDLET.fullmatch(program) and program not in tables.PROGRAMS:
        return _cmdlet(program), program
    does = tables.PROGRAMS.get(program) or (tables.READ if table and not path else None)
    if does is not None:
        return does, program
    script = does_of_script(program)
    return (script, program.rpartition("/")[2][:48]) if script else (tables.OPEN, "")


def _by_verb(program: str, path: list[str]) -> tuple[tables.Does, str]:
    start = 1 if program in tables.GROUPS_FIRST and len(path) > 1 else 0
    pieces = [word.rpartition(":")[2] for word in path[start:5]]
    for at, piece in enumerate(pieces):
        does = _cli_verb(piece)
        if does is None:
            continue
        behind = [later for later in pieces[at + 1 : at + 3] if later in tables.CLI_VERBS]
        if piece in tables.CLI_NOUNS and behind:
            return tables.CLI_VERBS[behind[0]], f"{program} {behind[0]}"
        return does, f"{program} {piece}"
    return (tables.OPEN if path else tables.PROGRAMS.get(program, tables.READ)), program


def _cli_verb(piece: str) -> tables.Does | None:
    """`create`, or `run-instances` as AWS writes it."""
    does = tables.CLI_VERBS.get(piece)
    if does is not None or "-" not in piece:
        return does
    effect = effect_of_words(words_of(piece))
    return tables.CLI_VERBS.get(piece.partition("-")[0]) if effect is None else tables.Does(effect, ToolKind.SHELL)


def _cmdlet(program: str) -> tables.Does:
    """PowerShell's Verb-Noun commands."""
    verb, _, noun = program.partition("-")
    if verb in (
        "Get",
        "Test",
        "Select",
        "Measure",
        "Write",
        "Out",
        "Format",
        "Where",
        "ForEach",
        "Sort",
        "Compare",
        "Resolve",
        "ConvertTo",
        "ConvertFrom",
        "Show",
    ):
        return tables.READ if program != "Out-File" else tables.SAME
    if noun in ("Item", "Content", "ItemProperty", "Directory"):
        return tables.EDIT if verb == "Add" else tables.SAME
    return tables.Does(effect_of_words(words_of(program)) or Effect.UNKNOWN, ToolKind.SHELL)


def said_of(does: tables.Does, detail: str) -> ArgumentsEffect:
    """A row of the tables as what the arguments say."""
    return ArgumentsEffect(does.effect, does.kind, detail)


# --- scripts and tasks ------------------------------------------------------------------------------------------------

_TRIALS: Final = word_set("dry dryrun preview")
_CHECKS: Final = word_set("test tests check checks lint verify pytest spec ci")


def does_of_task(name: str) -> tables.Does:
    """What a target of `make` or `npm run` does, as its words say: `docker-push` pushes, `test:deploy` tests."""
    words = words_of(name)
    if not words or not _TRIALS.isdisjoint(words) or words[0] in _CHECKS:
        return tables.READ
    found = [tables.TASKS[word] for word in words if word in tables.TASKS]
    if tables.WRITE in found:
        return tables.WRITE
    return found[0] if found else tables.OPEN


def does_of_script(path: str) -> tables.Does | None:
    """`./deploy.sh` deploys, `run_tests.py` tests, any other script is a secret; None for what is no script."""
    slashed = path.replace("\\", "/")
    name = slashed.rpartition("/")[2]
    if not _SCRIPT.search(name) and "/" not in slashed:
        return None
    words = words_of(_SCRIPT.sub("", name))
    if words and (words[0] in _CHECKS or words[-1] in _CHECKS):
        return tables.READ
    found = [tables.TASKS[word] for word in words if word in tables.TASKS]
    if tables.WRITE in found and _TRIALS.isdisjoint(words):
        return tables.WRITE
    return tables.READ if words and words[0] in ("build", "lint", "compile") else tables.OPEN
