"""Run the real command in this process, over traces written into a folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from typer.testing import CliRunner


def audit(
    folder: Path, traces: Mapping[str, str], args: Sequence[str] = (), paths: Sequence[str] | None = None
) -> dict[str, Any]:
    """The JSON report of `doublefire audit` with the folder as working directory.

    `traces` are written into it, name to text; `paths` are what the command is given, all of the traces by default.
    """
    from doublefire.cli import app

    for name, text in traces.items():
        (folder / name).write_text(text, encoding="utf-8")
    command = ["audit", *(paths or traces), "--format", "json", "--fail-on", "never", *args]
    with contextlib.chdir(folder):
        done = CliRunner(env={"NO_COLOR": "1"}).invoke(app, command, catch_exceptions=False)
    assert done.exit_code == 0, f"exit {done.exit_code}: {done.stderr}"
    report: dict[str, Any] = json.loads(done.stdout)
    return report
