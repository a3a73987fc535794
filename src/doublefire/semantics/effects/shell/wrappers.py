"""Programs that run another: `sudo`, `timeout 60`, `xargs`, `bash -c`, `ssh host`, `docker exec box`, `npx`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from doublefire.semantics.values.wordlist import word_set


class Wrapper(NamedTuple):
    """How to find the inner command: options that take a value, words to skip after the options, or a marker."""

    values: frozenset[str] = frozenset()
    skip: int = 0
    text: bool = False
    """The rest is shell text, not words."""


def _wrapper(values: str = "", skip: int = 0, text: bool = False) -> Wrapper:
    return Wrapper(frozenset(values.split()), skip, text)


WRAPPERS: Final[dict[str, Wrapper]] = {
    "sudo": _wrapper("-u -g -C -h -p -U -T -D -R --user --group --host --chdir"),
    "doas": _wrapper("-u -C"),
    "env": _wrapper("-u -C --unset --chdir"),
    "nohup": _wrapper(),
    "setsid": _wrapper(),
    "command": _wrapper(),
    "builtin": _wrapper(),
    "exec": _wrapper("-a"),
    "time": _wrapper("-f -o"),
    "gtime": _wrapper("-f -o"),
    "timeout": _wrapper("-s -k --signal --kill-after", skip=1),
    "gtimeout": _wrapper("-s -k --signal --kill-after", skip=1),
    "nice": _wrapper("-n --adjustment"),
    "ionice": _wrapper("-c -n -p"),
    "taskset": _wrapper("-c", skip=1),
    "chrt": _wrapper("", skip=1),
    "stdbuf": _wrapper("-i -o -e"),
    "unbuffer": _wrapper(),
    "caffeinate": _wrapper("-t -w"),
    "watch": _wrapper("-n --interval"),
    "xargs": _wrapper("-I -n -P -L -d -a -s -E --max-args --max-procs --delimiter --arg-file --max-lines --replace"),
    "parallel": _wrapper("-j --jobs -a --delay --retries"),
    "flock": _wrapper("-w -E --timeout", skip=1),
    "chroot": _wrapper("--userspec", skip=1),
    "dotenv": _wrapper("-f -e"),
    "dotenvx": _wrapper("-f", skip=1),
    "direnv": _wrapper("", skip=2),
    "doppler-run": _wrapper(),
    "npx": _wrapper("-p --package -c --call"),
    "bunx": _wrapper(),
    "uvx": _wrapper("--from --with -p --python"),
    "pipenv": _wrapper(),
    "xvfb-run": _wrapper("-s -n --server-args"),
    "rtk": _wrapper(),
    "eval": _wrapper(text=True),
    "ssh": _wrapper("-i -p -l -o -F -J -L -R -D -b -c -e -m -E -I -S -W -w -B -Q", skip=1, text=True),
}

_AFTER_SUBCOMMAND: Final[dict[tuple[str, ...], Wrapper]] = {
    ("docker", "exec"): _wrapper("-e -u -w --env --user --workdir --env-file --detach-keys", skip=1),
    ("podman", "exec"): _wrapper("-e -u -w --env --user --workdir", skip=1),
    ("docker", "container", "exec"): _wrapper("-e -u -w --env --user --workdir", skip=1),
    ("docker", "compose", "exec"): _wrapper("-e -u -w --env --user --workdir --index", skip=1),
    ("docker-compose", "exec"): _wrapper("-e -u -w --env --user --workdir --index", skip=1),
    ("uv", "run"): _wrapper("--with --python -p --group --extra --project --directory --env-file"),
    ("poetry", "run"): _wrapper(),
    ("pipenv", "run"): _wrapper(),
    ("pdm", "run"): _wrapper(),
    ("hatch", "run"): _wrapper(),
    ("rye", "run"): _wrapper(),
    ("pixi", "run"): _wrapper(),
    ("conda", "run"): _wrapper("-n -p --name --prefix"),
    ("mamba", "run"): _wrapper("-n -p --name --prefix"),
    ("bundle", "exec"): _wrapper(),
    ("npm", "exec"): _wrapper("-p --package"),
    ("pnpm", "exec"): _wrapper(),
    ("pnpm", "dlx"): _wrapper(),
    ("yarn", "dlx"): _wrapper(),
    ("yarn", "exec"): _wrapper(),
    ("pipx", "run"): _wrapper("--spec"),
    ("mise", "exec"): _wrapper(),
    ("mise", "x"): _wrapper(),
    ("asdf", "exec"): _wrapper(),
    ("op", "run"): _wrapper("--env-file"),
    ("doppler", "run"): _wrapper("-p -c --project --config"),
    ("infisical", "run"): _wrapper("--env --path"),
    ("coverage", "run"): _wrapper("--source --omit --rcfile"),
    ("aws-vault", "exec"): _wrapper("", skip=1),
    ("heroku", "run"): _wrapper("-a --app"),
}
_AFTER_DASHES: Final = frozenset(
    (("kubectl", "exec"), ("oc", "exec"), ("nix", "develop"), ("nix-shell",), ("script",), ("fly", "ssh"))
)
"""The inner command begins behind `--`."""

SHELLS: Final = word_set("bash sh zsh dash ksh ash fish su powershell pwsh cmd")
_TEXT_OPTION = re.compile(r"-[a-zA-Z]*c|--command|-Command|/[cC]")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(?:\[[^\]]{0,64}\])?\+?=")


def assignments_off(words: Sequence[str]) -> list[str]:
    """The words of a command without the variables that it is given."""
    at = 0
    while at < len(words) and _ASSIGNMENT.match(words[at]):
        at += 1
    return list(words[at:])


def unwrap(program: str, words: list[str], stdin: str | None, piped: bool) -> list[str] | str | None:
    """The command that this program runs, as words or as shell text; None when it runs none that can be seen."""
    if program in SHELLS:
        return _in_shell(words, stdin, piped)
    for size in (1, 2, 3):
        path = (program, *words[: size - 1])
        if path in _AFTER_DASHES:
            return words[words.index("--") + 1 :] if "--" in words else None
        if size > 1 and path in _AFTER_SUBCOMMAND:
            return _inner(_AFTER_SUBCOMMAND[path], words[size - 1 :])
    if program == "find":
        return _in_find(words)
    if program == "command" and words[:1] in (["-v"], ["-V"]):
        return ["which"]
    if program not in WRAPPERS:
        return None
    if program in ("npx", "npm") and (text := _value_after(words, ("-c", "--call"))):
        return text
    return _inner(WRAPPERS[program], words)


def _inner(wrapper: Wrapper, words: list[str]) -> list[str] | str | None:
    at, skip = 0, wrapper.skip
    while at < len(words):
        word = words[at]
        if word == "--":
            at += 1
            break
        if word.startswith("-") and len(word) > 1:
            at += 2 if word in wrapper.values else 1
        elif skip or _ASSIGNMENT.match(word):
            skip -= not _ASSIGNMENT.match(word)
            at += 1
        else:
            break
    rest = words[at:]
    if wrapper.text:
        return " ".join(rest) if rest else None
    return assignments_off(rest)


def _in_shell(words: list[str], stdin: str | None, piped: bool) -> list[str] | str | None:
    """`bash -c TEXT` runs the text, `bash script.sh` the script, `... | bash` what it is fed."""
    for at, word in enumerate(words):
        if _TEXT_OPTION.fullmatch(word):
            rest = words[at + 1 :]
            return " ".join(rest) if word.startswith("/") else rest[0] if rest else ""
        if not word.startswith("-"):
            return words[at:] if "/" in word or "." in word else None
        if word == "-n":
            return ["true"]
    if stdin is not None:
        return stdin
    return None if piped or words else ["true"]


def _in_find(words: list[str]) -> list[str] | None:
    for at, word in enumerate(words):
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            return words[at + 1 :]
        if word == "-delete":
            return ["rm"]
    return None


def _value_after(words: list[str], options: tuple[str, ...]) -> str | None:
    return next((after for word, after in itertools.pairwise(words) if word in options), None)
