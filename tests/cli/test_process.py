"""What only a process of its own shows: start-up imports, interrupts, closed pipes, shell completion."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from .command import SAMPLES

COMMAND = [sys.executable, "-m", "doublefire"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}


def run(*args: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *args], cwd=cwd, env={**ENVIRONMENT, **env}, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["audit", "--help"], ["rules"]])
def test_nothing_heavy_is_imported_for_help(args: list[str]) -> None:
    program = (
        "import sys\n"
        "from doublefire.cli import app\n"
        f"app({args!r}, standalone_mode=False)\n"
        "print([name for name in ('polars', 'pyarrow', 'rich', 'numpy', 'zstandard') if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_interrupt_is_130_without_a_traceback_or_half_a_file(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "audit", "-", "-o", "report.json"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    half = SAMPLES.joinpath("payments.log.jsonl").read_bytes() * 2000
    process.stdin.write(half)  # more than a pipe holds: when this returns, the command is reading
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "status"), [(["audit", "sample_traces"], 1), (["calls", "sample_traces"], 0), (["dialects"], 0)]
)
def test_a_reader_that_goes_away_changes_no_status(args: list[str], status: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *args],
        cwd=SAMPLES.parent,
        env=ENVIRONMENT,
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script(shell: str) -> None:
    done = run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert done.returncode == 0, done.stderr
    assert "_DOUBLEFIRE_COMPLETE" in done.stdout


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("doublefire au", ["audit"]),
        ("doublefire audit --fail-on ", ["low", "medium", "high", "never"]),
        ("doublefire audit --from clau", ["claude-code"]),
        ("doublefire explain hidden", ["hidden-retry"]),
        ("doublefire schema ", ["report", "config", "calls"]),
    ],
)
def test_words_are_completed(words: str, expected: list[str]) -> None:
    done = run(_DOUBLEFIRE_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1))
    assert done.stdout.split() == expected


def test_the_completion_is_installed(tmp_path: Path) -> None:
    done = run("--install-completion", "bash", HOME=str(tmp_path), _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert done.returncode == 0, done.stderr
    installed = [path for path in tmp_path.rglob("*") if path.is_file() and "doublefire" in path.name]
    assert len(installed) == 1
    assert "_DOUBLEFIRE_COMPLETE" in installed[0].read_text()
