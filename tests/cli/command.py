"""Run the real command in this process, as the shell would: arguments in, status and both streams out."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

SAMPLES = Path(__file__).parents[2] / "sample_traces"


class Done(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


def doublefire(*args: str | Path, cwd: Path, env: Mapping[str, str] | None = None, stdin: bytes = b"") -> Done:
    """The outcome of `doublefire ARGS` in this folder."""
    from doublefire.cli import main

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    status = 0
    with (
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "argv", ["doublefire", *map(str, args)]),
        mock.patch.object(sys, "stdin", source),
        mock.patch.dict(os.environ, {**kept, **(env or {})}, clear=True),
    ):
        try:
            main()
        except SystemExit as exit:
            status = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
        for stream in (out, err):
            stream.flush()
    return Done(status, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]
