"""Programs whose options say more than their first word, each with a rule of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.said import ArgumentsEffect, strongest
from doublefire.semantics.effects.shell import requests, tables
from doublefire.semantics.effects.shell.programs import (
    Step,
    does_of_program,
    does_of_script,
    does_of_task,
    positionals,
    program_name,
    said_of,
)
from doublefire.semantics.effects.shell.subcommands import SUBCOMMANDS
from doublefire.semantics.effects.sql import effect_of_sql
from doublefire.semantics.values.wordlist import word_set

_RUN: Final = ("run", "run-many", "affected")


def _tasks(step: Step) -> ArgumentsEffect | None:
    """`make test deploy`: every target; variables and the options' values are none."""
    program = program_name(step.words[0])
    if any((program, word) in tables.FLAGS for word in step.words[1:]):
        return None
    targets = [word for word in positionals(program, step.words[1:]) if "=" not in word and word not in _RUN]
    if not targets:
        return said_of(
            tables.READ
            if program in ("make", "gmake", "gradle", "gradlew", "mvn", "mvnw", "just", "rake")
            else tables.OPEN,
            program,
        )
    return strongest(said_of(does_of_task(target), f"{program} {target}"[:64]) for target in targets)


def _node_package_manager(step: Step) -> ArgumentsEffect | None:
    """`npm run deploy`, and `yarn deploy` or `bun test`, where the word may be left out."""
    program, words = program_name(step.words[0]), step.words[1:]
    path = positionals("npm", words)
    if not tables.TRIAL.isdisjoint(words):
        return said_of(tables.READ, program)
    if path[:1] in (["run"], ["run-script"], ["rum"]):
        if len(path) == 1:
            return said_of(tables.READ, program)
        script = does_of_script(path[1])
        return said_of(script if script is not None else does_of_task(path[1]), f"{program} run {path[1]}"[:64])
    if not path:
        return said_of(tables.SAME if program == "yarn" else tables.READ, program)
    if program != "npm" and path[0] not in SUBCOMMANDS["npm"]:
        return said_of(does_of_script(path[0]) or does_of_task(path[0]), f"{program} {path[0]}"[:64])
    return None


def _interpreter(step: Step) -> ArgumentsEffect | None:
    """`python -m pytest` is pytest, `python deploy.py` a script, `python -c` anything."""
    program, words = program_name(step.words[0]), step.words[1:]
    for at, word in enumerate(words):
        if word == "-m" and program.startswith("python") and at + 1 < len(words):
            module = words[at + 1].partition(".")[0] if words[at + 1] != "http.server" else "http-server"
            rest = words[at + 2 :]
            if module in SPECIAL and module not in ("python", "python3"):
                return SPECIAL[module](Step([module, *rest])) or does_of_program(module, rest)
            return (
                said_of(tables.READ, module)
                if module in ("json", "timeit", "build", "doctest", "site", "this")
                else does_of_program(module, rest)
            )
        if word in ("-c", "-e", "-p", "--eval", "-r", "-"):
            break
        if not word.startswith("-"):
            if word.rpartition("/")[2] == "manage.py" and at + 1 < len(words):
                return said_of(
                    does_of_task(words[at + 1].replace("showmigrations", "list").replace("makemigrations", "generate")),
                    "manage.py",
                )
            return said_of(does_of_script(word) or tables.OPEN, program)
    return None


_SQL_OPTIONS: Final = ("-c", "--command", "-e", "--execute", "-q", "--query", "-Q", "-cmd")


def _sql_client(step: Step) -> ArgumentsEffect | None:
    """`psql -c "INSERT ..."`, `sqlite3 shop.db "SELECT ..."`, `mysql <<EOF`."""
    texts: list[str] = []
    for word, value in zip(step.words, [*step.words[1:], ""], strict=True):
        name, equals, inline = word.partition("=")
        if name in _SQL_OPTIONS:
            texts.append(inline if equals else value)
        elif re.match(r"-[ecqQ]\S", word):
            texts.append(word[2:])
        elif name in ("-f", "--file"):
            return said_of(tables.OPEN, step.words[0])
    if not texts:
        texts = [word for word in step.words[1:] if " " in word or word.startswith(".")] or (
            [step.stdin] if step.stdin else []
        )
    said = [_sql_text(text) for text in texts]
    if said:
        return strongest(said)
    listed = any(word in ("-l", "--list", "-V", "--version") for word in step.words)
    return said_of(tables.READ if listed else tables.OPEN, program_name(step.words[0]))


_CLIENT_COMMANDS: Final = ("\\d", "\\l", "\\z", "\\x", ".tables", ".schema", ".dump", ".headers", ".mode", ".databases")
"""What psql and sqlite answer themselves."""


def _sql_subcommand(step: Step) -> ArgumentsEffect | None:
    """`bq query` and `snow sql` run SQL, their other subcommands do not."""
    return _sql_client(step) if step.words[1:2] in (["query"], ["sql"]) else None


def _sql_text(text: str) -> ArgumentsEffect:
    if text.lstrip().startswith(_CLIENT_COMMANDS):
        return ArgumentsEffect(Effect.READ, ToolKind.SHELL)
    said = effect_of_sql(text)
    return (
        ArgumentsEffect(said.effect, ToolKind.SHELL, said.detail)
        if said
        else ArgumentsEffect(Effect.UNKNOWN, ToolKind.SHELL)
    )


REDIS: Final[dict[str, Effect]] = {
    **dict.fromkeys(
        word_set(
            "GET MGET HGET HGETALL HMGET HKEYS HVALS HLEN HEXISTS EXISTS KEYS SCAN HSCAN SSCAN ZSCAN TTL PTTL TYPE "
            "STRLEN LLEN LRANGE LINDEX SMEMBERS SISMEMBER SCARD ZRANGE ZREVRANGE ZSCORE ZCARD ZRANK ZCOUNT XLEN "
            "XRANGE XINFO XREAD INFO PING DBSIZE MEMORY OBJECT CLIENT CONFIG MONITOR SUBSCRIBE ECHO SELECT AUTH"
        ),
        Effect.READ,
    ),
    **dict.fromkeys(
        word_set(
            "SET SETEX SETNX MSET HSET HMSET HSETNX HDEL DEL UNLINK EXPIRE EXPIREAT PERSIST SADD SREM ZADD ZREM "
            "FLUSHALL FLUSHDB RENAME XACK XDEL LTRIM LSET GETSET GETDEL"
        ),
        Effect.IDEMPOTENT,
    ),
    **dict.fromkeys(
        word_set(
            "INCR INCRBY INCRBYFLOAT DECR DECRBY HINCRBY HINCRBYFLOAT ZINCRBY APPEND LPUSH RPUSH LPUSHX RPUSHX LPOP "
            "RPOP BLPOP BRPOP SPOP XADD PUBLISH LMOVE RPOPLPUSH ZPOPMIN ZPOPMAX"
        ),
        Effect.WRITE,
    ),
}


def _redis(step: Step) -> ArgumentsEffect:
    path = [word for word in step.words[1:] if word.upper() in REDIS]
    if not path and step.stdin:
        path = [word for line in step.stdin.splitlines() for word in line.split()[:1] if word.upper() in REDIS]
    if not path:
        return said_of(tables.READ if len(step.words) > 1 and step.words[-1] == "ping" else tables.OPEN, "redis-cli")
    verb = path[0].upper()
    return ArgumentsEffect(REDIS[verb], ToolKind.SHELL, f"redis-cli {verb}")


def _sed(step: Step) -> ArgumentsEffect:
    in_place = any(
        word.startswith(("-i", "--in-place")) or re.fullmatch(r"-[nErsz]+i.*", word) for word in step.words[1:]
    )
    return said_of(tables.EDIT if in_place else tables.READ, "sed -i" if in_place else "sed")


def _awk(step: Step) -> ArgumentsEffect:
    in_place = "inplace" in step.words
    return said_of(tables.EDIT if in_place else tables.READ, "awk")


def _tee(step: Step) -> ArgumentsEffect:
    files = [word for word in step.words[1:] if not word.startswith("-") and word != "/dev/null"]
    appends = any(word in ("-a", "--append") for word in step.words)
    return said_of(tables.READ if not files else tables.EDIT if appends else tables.SAME, "tee")


def _copy(step: Step) -> ArgumentsEffect:
    """`rsync` and `scp`: to another machine a state is set there, otherwise files here."""
    if any(
        word in ("-n", "--dry-run") or re.fullmatch(r"-[a-zA-Z]*n[a-zA-Z]*", word) for word in step.words[1:]
    ) and step.words[0].endswith("rsync"):
        return said_of(tables.READ, "rsync")
    target = step.words[-1]
    remote = re.match(r"(?:[\w.-]+@)?[\w.-]{2,}:|rsync://", target)
    return said_of(tables.STATE if remote else tables.SAME, program_name(step.words[0]))


def _source(step: Step) -> ArgumentsEffect:
    """Environments are sourced to set variables; any other file is a script."""
    path = step.words[1] if len(step.words) > 1 else ""
    harmless = re.search(
        r"(?:activate(?:\.\w+)?|\.env[.\w-]*|env(?:\.sh)?|rc|profile|nvm\.sh|setup\.bash|conda\.sh)$", path
    )
    return said_of(tables.READ if harmless or not path else does_of_script(path) or tables.OPEN, "source")


def _git(step: Step) -> ArgumentsEffect | None:
    """A new branch or tag is a local change, a list of them none; `reset HEAD~1` goes one further each time."""
    path = positionals("git", step.words[1:])
    options = {word for word in step.words if word.startswith("-")}
    if path[:1] in (["branch"], ["tag"]) and (len(path) > 1 or options & {"-d", "-D", "-m", "-M"}):
        listing = options & {
            "-l",
            "--list",
            "--contains",
            "--merged",
            "--no-merged",
            "--points-at",
            "-a",
            "-r",
            "-v",
            "-vv",
        }
        return said_of(tables.READ if listing else tables.SAME, f"git {path[0]}")
    if path[:1] == ["config"] and len(path) == 2 and not options & {"--unset", "--add", "--unset-all"}:
        return said_of(tables.READ, "git config")
    if path[:1] == ["reset"] and any(re.search(r"HEAD[~^@]", word) for word in path[1:]):
        return said_of(tables.EDIT, "git reset")
    if path[:1] == ["push"] and any(word.startswith(":") for word in path[2:]):
        return said_of(tables.STATE, "git push --delete")
    return None


def _service(step: Step) -> ArgumentsEffect:
    verbs = [word for word in step.words[1:] if word in ("start", "stop", "restart", "reload", "status")]
    does = (
        tables.WRITE
        if "restart" in verbs
        else tables.READ
        if verbs == ["status"]
        else tables.STATE
        if verbs
        else tables.OPEN
    )
    return said_of(does, "service")


def _apply_patch(step: Step) -> ArgumentsEffect:
    return said_of(tables.EDIT, "apply_patch")


Rule = Callable[[Step], ArgumentsEffect | None]

SPECIAL: Final[dict[str, Rule]] = {
    "curl": requests.curl,
    "http": requests.httpie,
    "https": requests.httpie,
    "xh": requests.httpie,
    "wget": requests.wget,
    "gh": requests.gh_api,
    "git": _git,
    "sed": _sed,
    "gsed": _sed,
    "awk": _awk,
    "gawk": _awk,
    "mawk": _awk,
    "tee": _tee,
    "rsync": _copy,
    "scp": _copy,
    "source": _source,
    ".": _source,
    "redis-cli": _redis,
    "service": _service,
    "bq": _sql_subcommand,
    "snow": _sql_subcommand,
    "apply_patch": _apply_patch,
    "Invoke-RestMethod": requests.web_request,
    "Invoke-WebRequest": requests.web_request,
    "irm": requests.web_request,
    "iwr": requests.web_request,
    **dict.fromkeys(
        word_set(
            "psql mysql mariadb sqlite3 sqlite duckdb clickhouse-client snowsql sqlcmd usql trino presto cockroach "
            "pgcli mycli"
        ),
        _sql_client,
    ),
    **dict.fromkeys(
        word_set("make gmake just rake task invoke inv gradle gradlew mvn mvnw ant sbt nx turbo lerna"), _tasks
    ),
    **dict.fromkeys(word_set("npm yarn pnpm bun"), _node_package_manager),
    **dict.fromkeys(word_set("python python2 python3 node nodejs deno ruby perl php tsx ts-node"), _interpreter),
}
"""Programs whose options say more than their first word; a rule that answers None leaves it to the tables."""
