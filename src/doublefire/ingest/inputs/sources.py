"""Which inputs there are: files, folders, globs and standard input, in a stable order."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from doublefire.errors import InputError

STDIN = "-"
IGNORED_FOLDERS = frozenset((".git", ".venv", "venv", "node_modules", "__pycache__"))
"""Folders that hold programs, not traces; met while walking, never when named."""
SUFFIXES = (".json", ".jsonl", ".ndjson", ".log", ".eval", ".traj", ".pb", ".parquet", ".zip", ".lenprefixed", ".txt")
"""Endings that are looked into while walking a folder, after `.gz` and `.zst` are taken off; a named file may end in
anything."""


@dataclass(frozen=True, slots=True)
class Source:
    """One input. `path` is what reports show; `named` says that the user gave this very file, not a folder or glob."""

    path: str
    named: bool


def resolve(paths: Iterable[str]) -> list[Source]:
    """The inputs behind these arguments, each once, folders walked in name order.

    Raises InputError for a path that does not exist and a glob that matches nothing.
    """
    found: dict[str, Source] = {}
    for path in paths:
        for source in _resolve_one(path):
            found.setdefault(os.path.realpath(source.path) if source.path != STDIN else STDIN, source)
    return list(found.values())


def _resolve_one(path: str) -> Iterator[Source]:
    if path == STDIN or os.path.isfile(path) or _is_pipe(path):
        yield Source(path, named=True)
    elif os.path.isdir(path):
        yield from (Source(str(file), named=False) for file in _walk(Path(path)))
    elif glob.has_magic(path):
        matches = sorted(glob.glob(path, recursive=True))
        if not matches:
            raise InputError(f"{path}: no file matches this pattern")
        for match in matches:
            yield from (Source(source.path, named=False) for source in _resolve_one(match))
    else:
        raise InputError(f"{path}: no such file or folder")


def _is_pipe(path: str) -> bool:
    return os.path.exists(path) and not os.path.isdir(path)


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in IGNORED_FOLDERS)
        found = (Path(root, name) for name in sorted(files) if _looks_like_trace(name))
        yield from (file for file in found if file.is_file() or file.is_symlink())  # no pipes, no sockets


def _looks_like_trace(name: str) -> bool:
    stem = name.removesuffix(".gz").removesuffix(".zst")
    return stem.endswith(SUFFIXES)
