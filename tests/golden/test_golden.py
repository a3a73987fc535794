"""What the auditor reconstructs from every sample of every dialect, against the files beside this test.

`UPDATE_GOLDEN=1 pytest tests/golden` writes them anew; that run always fails, so that nothing is accepted unseen.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from doublefire.api import examine
from doublefire.errors import InputError
from doublefire.settings import Settings

HERE = Path(__file__).parent
DATA = HERE.parent / "dialects" / "data"
SAMPLES = sorted(path for path in DATA.glob("*/*") if path.is_file() and path.suffix != ".expected")
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"


def golden_of(sample: Path) -> Path:
    """tests/golden/<dialect>/<case>.json"""
    return HERE / sample.parent.name / f"{sample.name}.json"


def reconstructed(sample: Path) -> list[dict[str, Any]]:
    """Every execution as a reader of the report meets it; none for a sample without any tool call."""
    with ExitStack() as stack:
        try:
            session = examine([sample], Settings(), stack)
        except InputError:
            return []
        assert session.audit.inputs[0].dialect == sample.parent.name
        judged = session.detected.judged
        return [shown(judged.call(copy)) for copy in judged.copies(judged.executions)]


def shown(call: Any) -> dict[str, Any]:
    return {
        "tool": call.tool,
        "call_id": call.call_id,
        "session": call.session,
        "turn": call.turn,
        "outcome": str(call.outcome),
        "start_ns": call.start_ns,
        "end_ns": call.end_ns,
        "start_source": call.start_source,
        "line": call.place.line,
    }


def written(rows: list[dict[str, Any]]) -> str:
    """One execution a line, so that a change shows as one changed line."""
    lines = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n" if rows else "[]\n"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_calls_of_a_sample(sample: Path) -> None:
    golden, rows = golden_of(sample), reconstructed(sample)
    if UPDATE:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(written(rows), encoding="utf-8")
        pytest.fail(f"{golden} was written: read the difference, then run without UPDATE_GOLDEN")
    assert rows == json.loads(golden.read_text(encoding="utf-8"))


def test_no_golden_file_is_left_over() -> None:
    assert {golden_of(sample) for sample in SAMPLES} == set(HERE.glob("*/*.json"))
