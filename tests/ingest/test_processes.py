"""More processes change no audit, one job starts none, and an interrupt leaves nothing behind."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from doublefire.api import audit, examine
from doublefire.ingest.scan import parts
from doublefire.ingest.workers import workers
from doublefire.settings import Settings

LINES = 300
WAIT_S = 60


def settings_for(jobs: int) -> Settings:
    settings = Settings()
    return replace(settings, ingest=replace(settings.ingest, jobs=jobs))


def lines(count: int) -> list[str]:
    """A log in which every tenth call goes out twice."""
    calls = [
        {"session_id": f"s{n % 7}", "call_id": f"call_{n}_{again}", "tool": "charge_card", "arguments": {"order": n}}
        | {"start_time": 1_772_442_000 + n + again, "status": "timeout" if not again and n % 10 == 0 else "ok"}
        for n in range(count)
        for again in range(2 if n % 10 == 0 else 1)
    ]
    return [json.dumps(call) for call in calls]


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short inputs are read as long ones are: by several processes, in several parts."""
    monkeypatch.setattr(parts, "LONG", 0)
    monkeypatch.setattr(parts, "PART_SIZE", 5_000)
    monkeypatch.setattr(sys.modules["doublefire.api.ingest"], "MANY_BYTES", 0)


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("sparing", [True, False])
def test_jobs_change_nothing(tmp_path: Path, sparing: bool) -> None:
    for name in ("one.jsonl", "two.jsonl", "three.jsonl"):
        (tmp_path / name).write_text("\n".join([*lines(LINES), "{broken", ""]))
    audits = []
    for jobs in (1, 2, 3):
        with ExitStack() as stack:
            audits.append(examine([tmp_path], settings_for(jobs), stack, sparing=sparing).audit)

    assert audits[0].findings
    assert audits[0].summary.rejected == 3
    assert audits[1] == audits[0]
    assert audits[2] == audits[0]


@pytest.mark.usefixtures("many")
def test_one_job_starts_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(multiprocessing.get_context("spawn").Process, "start", refuse)
    path = tmp_path / "trace.jsonl"
    path.write_text("\n".join(lines(LINES)))

    assert audit([path], settings_for(1)).findings


def test_results_come_in_the_order_of_the_tasks() -> None:
    with workers(2) as run:
        assert list(run(abs, range(-20, 0))) == list(range(20, 0, -1))


def test_an_error_in_a_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match="invalid literal"), workers(2) as run:
        list(run(int, ["1", "x", "3"]))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_no_process_and_no_file(tmp_path: Path, number: signal.Signals) -> None:
    trace, temporary = tmp_path / "trace.jsonl", tmp_path / "tmp"
    temporary.mkdir()
    text = "\n".join(lines(3_000)) + "\n"
    trace.write_text(text * (parts.LONG * 2 // len(text) + 1))
    command = [
        sys.executable,
        "-m",
        "doublefire",
        "audit",
        str(trace),
        "--jobs",
        "2",
        "-o",
        str(tmp_path / "report.json"),
    ]
    process = subprocess.Popen(
        command,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
        env=os.environ | {"TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    until = time.monotonic() + WAIT_S
    while not any(temporary.iterdir()) and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(number)

    assert process.wait(WAIT_S) != 0
    assert not (tmp_path / "report.json").exists()
    assert not list(temporary.iterdir())
    assert no_process_left(process.pid)


def no_process_left(group: int) -> bool:
    """Whether the group is empty; those that were told to end may take a moment."""
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
