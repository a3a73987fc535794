"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from doublefire.errors import UsageError


def write_atomically(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file beside its name and move it there when it is whole.

    A link keeps pointing where it points; a device or pipe, which cannot be replaced, is written to as it is. Raises
    UsageError when the place is not writable.
    """
    check_writable(path)
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                file.writelines(pieces)
            return
        _replace(Path(os.path.realpath(path)), pieces)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror or error})") from error


def check_writable(path: Path) -> None:
    """Raise UsageError for a place where no file can be, before any work is spent on what would go there."""
    if path.is_dir():
        raise UsageError(f"{path}: cannot be written (it is a folder)")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"{path}: cannot be written (there is no folder {path.parent})")


def _replace(path: Path, pieces: Iterable[bytes]) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
