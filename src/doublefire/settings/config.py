"""The config file: found upward, read as TOML, and refused with file, line and the nearest known name when it is
wrong."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from doublefire.detect.settings import DetectSettings, SuppressRule
from doublefire.errors import ConfigError, UsageError
from doublefire.ingest.settings import IngestSettings
from doublefire.model import Effect, Scope
from doublefire.semantics.canonical import IdentityRules
from doublefire.semantics.configured import ToolSettings, ToolTable
from doublefire.semantics.paths import Path as FieldPath
from doublefire.semantics.paths import parse_path
from doublefire.settings import Settings
from doublefire.settings.durations import duration_ns

FILE_NAME = "doublefire.toml"
PROJECT_FILE = "pyproject.toml"

Reader = Callable[[Any, "Where"], Any]


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a config file, for messages."""

    path: Path
    text: str
    keys: tuple[str, ...] = ()

    def step(self, key: str) -> Where:
        """One key further in."""
        return replace(self, keys=(*self.keys, key))

    def error(self, problem: str) -> ConfigError:
        """A ConfigError that names the file and, where it can be found, the line."""
        line = self.line()
        return ConfigError(f"{self.path}{f':{line}' if line else ''}: {problem}")

    def line(self) -> int | None:
        """The line of the last key: the first one that assigns it or opens its table, from the table's own line on."""
        start = 0
        for key in self.keys:
            quoted = rf'(?:{re.escape(key)}|"{re.escape(key)}")'
            pattern = re.compile(
                rf"^\s*(?:\[+[^\]\n]*\b{quoted}\s*\]+|{quoted}\s*=)|\[+[^\]\n]*{quoted}\s*\]+", re.MULTILINE
            )
            match = pattern.search(self.text, start)
            if match is None:
                continue
            start = match.start()
        return self.text.count("\n", 0, start) + 1 if start or self.keys else None


def find(start: Path) -> Path | None:
    """The nearest doublefire.toml, or pyproject.toml with [tool.doublefire], from this folder upward."""
    for folder in (start.resolve(), *start.resolve().parents):
        own = folder / FILE_NAME
        if own.is_file():
            return own
        project = folder / PROJECT_FILE
        if project.is_file() and _section(project, missing_ok=True) is not None:
            return project
    return None


def load(path: Path) -> Settings:
    """The settings that a config file asks for. Raises ConfigError."""
    text = _text(path)
    where = Where(path, text)
    values = _section(path, missing_ok=False) if path.name == PROJECT_FILE else _parsed(path, text)
    if path.name == PROJECT_FILE:
        where = where.step("tool").step("doublefire")
    read = _table(values or {}, where, TOP)
    table = ToolTable(read.get("tools", {}))
    detect = DetectSettings(tools=table, suppress=tuple(read.get("suppress", ())))
    for name in ("window", "retention", "scope", "salt"):
        if name in read:
            detect = replace(
                detect, **{{"window": "window_ns", "retention": "retention_ns"}.get(name, name): read[name]}
            )
    return Settings(IngestSettings(tools=table, mappings=read.get("dialects", {})), detect)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text") from error


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from error


def _section(path: Path, *, missing_ok: bool) -> dict[str, Any] | None:
    section = _parsed(path, _text(path)).get("tool", {}).get("doublefire")
    if section is None and not missing_ok:
        raise ConfigError(f"{path}: has no [tool.doublefire] table")
    return section if isinstance(section, dict) else None


# --- readers: value and place to what settings hold -------------------------------------------------------------------


def _table(values: Mapping[str, Any], where: Where, known: Mapping[str, Reader]) -> dict[str, Any]:
    if not isinstance(values, dict):
        raise where.error(f"{where.keys[-1]} must be a table")
    for key in values:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(known)}"
            raise where.step(key).error(f"unknown key {key!r}{hint}")
    return {key: known[key](value, where.step(key)) for key, value in values.items()}


def _string(value: Any, where: Where) -> str:
    if not isinstance(value, str) or not value:
        raise where.error(f"{where.keys[-1]} must be a text in quotes")
    return value


def _duration(value: Any, where: Where) -> int:
    try:
        return duration_ns(_string(value, where), where.keys[-1])
    except UsageError as error:
        raise where.error(str(error)) from error


def _one_of(words: type[Effect] | type[Scope]) -> Reader:
    def read(value: Any, where: Where) -> Any:
        known = [str(word) for word in words if word != "unknown"]
        if value not in known:
            raise where.error(f"{where.keys[-1]} must be one of {', '.join(known)}")
        return words(value)

    return read


def _path(value: Any, where: Where) -> FieldPath:
    try:
        return parse_path(_string(value, where))
    except ValueError as error:
        raise where.error(f"{where.keys[-1]}: {error}") from error


def _paths(value: Any, where: Where) -> tuple[FieldPath, ...]:
    if not isinstance(value, list):
        raise where.error(f"{where.keys[-1]} must be a list of field paths")
    return tuple(_path(item, where) for item in value)


def _currency(value: Any, where: Where) -> str | FieldPath:
    text = _string(value, where)
    return text if re.fullmatch(r"[A-Z]{3,5}", text) else _path(text, where)


def _tools(value: Any, where: Where) -> dict[str, ToolSettings]:
    if not isinstance(value, dict):
        raise where.error("tools must be a table of tables")
    return {name: _tool(tool, where.step(name)) for name, tool in value.items()}


def _tool(value: Any, where: Where) -> ToolSettings:
    read = _table(value, where, TOOL)
    if "identity" in read and "ignore" in read:
        raise where.step("ignore").error(
            "identity and ignore exclude each other: name the fields that count, or those that do not"
        )
    rules = IdentityRules(**{name: read[name] for name in ("identity", "ignore", "key") if name in read})
    return ToolSettings(read.get("effect"), read.get("window"), rules, read.get("amount"), read.get("currency"))


def _suppress(value: Any, where: Where) -> list[SuppressRule]:
    if not isinstance(value, list):
        raise where.error("suppress must be written as [[suppress]]")
    rules = []
    for entry in value:
        read = _table(entry, where, SUPPRESS)
        if "reason" not in read:
            raise where.error("a suppression needs a reason")
        if not read.keys() & {"rule", "tool", "fingerprint"}:
            raise where.error("a suppression needs a rule, a tool or a fingerprint")
        rules.append(SuppressRule(**read))
    return rules


def _date(value: Any, where: Where) -> date:
    if not isinstance(value, date):
        raise where.error(f"{where.keys[-1]} must be a date such as 2027-01-01, without quotes")
    return value


def _salt(value: Any, where: Where) -> bytes:
    return _string(value, where).encode()


def _mappings(value: Any, where: Where) -> dict[str, dict[str, str]]:
    if not isinstance(value, dict):
        raise where.error("dialects must be a table of tables")
    return {
        name: {key: _string(path, where.step(name).step(key)) for key, path in fields.items()}
        for name, fields in value.items()
    }


TOOL: dict[str, Reader] = {
    "effect": _one_of(Effect),
    "window": _duration,
    "identity": _paths,
    "ignore": _paths,
    "key": _paths,
    "amount": _path,
    "currency": _currency,
}
SUPPRESS: dict[str, Reader] = {
    "rule": _string,
    "tool": _string,
    "fingerprint": _string,
    "reason": _string,
    "expires": _date,
}
TOP: dict[str, Reader] = {
    "window": _duration,
    "retention": _duration,
    "scope": _one_of(Scope),
    "salt": _salt,
    "tools": _tools,
    "suppress": _suppress,
    "dialects": _mappings,
}
