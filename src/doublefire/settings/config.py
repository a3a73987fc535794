"""The config file: found upward, read as TOML, and refused with file, line and the nearest known name when it is
wrong."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from doublefire.detect.settings import DetectSettings
from doublefire.errors import ConfigError
from doublefire.ingest.settings import IngestSettings
from doublefire.semantics.configured import ToolTable
from doublefire.settings import Settings
from doublefire.settings.keys import TOP, read_table
from doublefire.settings.where import Where

FILE_NAME = "doublefire.toml"
PROJECT_FILE = "pyproject.toml"
DETECT_FIELDS = {"window": "window_ns", "retention": "retention_ns", "scope": "scope", "salt": "salt"}
"""Key of the config -> field of `DetectSettings`."""


def find(start: Path) -> Path | None:
    """The nearest doublefire.toml, or pyproject.toml with [tool.doublefire], from this folder upward."""
    for folder in (start.resolve(), *start.resolve().parents):
        own = folder / FILE_NAME
        if own.is_file():
            return own
        project = folder / PROJECT_FILE
        if project.is_file() and _has_section(project):
            return project
    return None


def load(path: Path) -> Settings:
    """The settings that a config file asks for. Raises ConfigError."""
    text = _text(path)
    where, values = Where(path, text), _parsed(path, text)
    if path.name == PROJECT_FILE:
        where = where.step("tool").step("doublefire")
        values = _section(values)
        if values is None:
            raise ConfigError(f"{path}: has no [tool.doublefire] table")
    read = read_table(values, where, TOP)
    table = ToolTable(read.get("tools", {}))
    detect = DetectSettings(tools=table, suppress=tuple(read.get("suppress", ())))
    detect = replace(detect, **{field: read[key] for key, field in DETECT_FIELDS.items() if key in read})
    return Settings(IngestSettings(tools=table, mappings=read.get("dialects", {})), detect)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8 text") from error


def _parsed(path: Path, text: str) -> Any:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from error


def _section(values: Any) -> Any:
    tool = values.get("tool")
    return tool.get("doublefire") if isinstance(tool, dict) else None


def _has_section(path: Path) -> bool:
    """Whether a pyproject.toml met on the way up has the table; somebody else's broken file is not our error."""
    try:
        return _section(_parsed(path, _text(path))) is not None
    except ConfigError:
        return False
