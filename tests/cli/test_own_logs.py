"""Logs that no dialect knows: proposed by init, mapped by the config, chosen by --from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .command import doublefire
from .logs import CLEAN, timed_out

ODD = [
    {
        "when": "2026-03-02T09:00:00Z",
        "conv": {"id": "c1"},
        "action": {"name": "charge_card", "payload": {"order": "A-17", "cents": 4200}},
        "outcome": "timeout",
        "took_ms": 3900,
        "failure": "read timed out",
    },
    {
        "when": "2026-03-02T09:00:04Z",
        "conv": {"id": "c1"},
        "action": {"name": "charge_card", "payload": {"cents": 4200, "order": "A-17"}},
        "outcome": "ok",
        "took_ms": 300,
        "reply": {"charge_id": "ch_2"},
    },
]
MAPPING = """
[dialects.mine]
tool = "action.name"
arguments = "action.payload"
result = "reply"
error = "failure"
status = "outcome"
session = "conv.id"
start = "when"
duration_ms = "took_ms"
"""


def written(folder: Path, rows: list[dict[str, Any]], name: str = "app.log") -> Path:
    (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def audited(folder: Path, *args: str) -> dict[str, Any]:
    done = doublefire("audit", *args, "--format", "json", cwd=folder)
    assert done.status in (0, 1), done.err
    report: dict[str, Any] = done.json
    return report


def duplicates(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for finding in report["findings"] if finding["rule"] == "duplicate-side-effect"]


def test_without_a_mapping_nobody_reads_it(tmp_path: Path) -> None:
    done = doublefire("audit", "app.log", cwd=written(tmp_path, ODD))
    assert done.status == 2
    assert "JSON with the keys when, conv, action" in done.err


@pytest.mark.parametrize("args", [(), ("--from", "mine")])
def test_a_mapping_reads_it(tmp_path: Path, args: tuple[str, ...]) -> None:
    (tmp_path / "doublefire.toml").write_text(MAPPING)
    report = audited(written(tmp_path, ODD), "app.log", *args)
    assert report["inputs"][0]["dialect"] == "mine"
    (finding,) = duplicates(report)
    assert finding["confidence"] == "high"
    assert [call["outcome"] for call in finding["calls"]] == ["unknown", "executed"]
    assert [call["session"] for call in finding["calls"]] == ["c1", "c1"]
    assert finding["calls"][0]["end"] == "2026-03-02T09:00:03.900000000Z"
    assert finding["gap_seconds"] == 0.1


def test_an_array_and_one_document(tmp_path: Path) -> None:
    (tmp_path / "doublefire.toml").write_text(MAPPING)
    (tmp_path / "app.json").write_text(json.dumps(ODD, indent=1))
    assert len(duplicates(audited(tmp_path, "app.json"))) == 1


def test_a_known_dialect_goes_first_and_a_mapping_takes_only_its_own(tmp_path: Path) -> None:
    (tmp_path / "doublefire.toml").write_text(MAPPING)
    (tmp_path / "native.jsonl").write_text(CLEAN)
    assert audited(tmp_path, "native.jsonl")["inputs"][0]["dialect"] == "native"
    (tmp_path / "other.log").write_text('{"action": {"title": "charge_card"}}\n')
    assert doublefire("audit", "other.log", cwd=tmp_path).status == 2


def test_only_what_is_mapped_counts(tmp_path: Path) -> None:
    (tmp_path / "doublefire.toml").write_text('[dialects.mine]\ntool = "action.name"\n')
    report = audited(written(tmp_path, ODD), "app.log")
    assert report["summary"]["executions"] == 2
    assert duplicates(report) == []


def test_one_record_of_many_calls(tmp_path: Path) -> None:
    config = (
        '[dialects.runs]\ntool = "steps[].do"\narguments = "steps[].with"\nresult = "steps[].got"\nsession = "run.id"\n'
    )
    (tmp_path / "doublefire.toml").write_text(config)
    steps = [{"do": "charge_card", "with": {"order": n}, "got": {"charge_id": f"ch_{n}"}} for n in ("A", "B", "B")]
    report = audited(written(tmp_path, [{"run": {"id": "r1"}, "steps": steps}], "run.log"), "run.log")
    assert report["summary"]["executions"] == 3
    assert [group["reason"] for group in report["cleared"]] == ["same-resource"]


@pytest.mark.parametrize(
    "damage",
    [
        {"action": None},
        {"action": {"name": 5}},
        {"action": {"name": ""}},
        {"action": {"name": "charge_card", "payload": "{broken"}, "when": "yesterday", "took_ms": "long"},
        {"action": {"name": "x", "payload": [1]}, "conv": ["c"], "when": {"a": 1}, "outcome": 7, "failure": [0]},
    ],
)
def test_damaged_records_stop_nothing(tmp_path: Path, damage: dict[str, Any]) -> None:
    (tmp_path / "doublefire.toml").write_text(MAPPING)
    assert len(duplicates(audited(written(tmp_path, [*ODD, damage, *ODD[:1]]), "app.log"))) == 1


def test_init_proposes_the_mapping_and_the_config_then_reads_it(tmp_path: Path) -> None:
    done = doublefire("init", "app.log", cwd=written(tmp_path, ODD))
    assert (done.status, done.out) == (0, "")
    assert "app.log: no dialect reads it; see [dialects.mine] in doublefire.toml" in done.err
    config = (tmp_path / "doublefire.toml").read_text()
    assert all(line in config for line in MAPPING.strip().splitlines())
    assert '# [tools."charge_card"]    # write, guessed from its name' in config
    assert len(duplicates(audited(tmp_path, "app.log"))) == 1


def test_init_without_a_tool_field_proposes_nothing_in_force(tmp_path: Path) -> None:
    done = doublefire("init", "app.log", cwd=written(tmp_path, [{"level": "info", "input": {"a": 1}}]))
    assert done.status == 0
    config = (tmp_path / "doublefire.toml").read_text()
    assert "# [dialects.mine]" in config
    assert '# tool = "..."' in config
    assert [line for line in config.splitlines() if line and not line.startswith("#")] == []


def test_init_lists_tools_with_what_is_known_of_them(tmp_path: Path) -> None:
    odd = 'do "it"\n[x]'
    (tmp_path / "log.jsonl").write_text(timed_out() + json.dumps({"tool": odd, "arguments": {}, "result": 1}) + "\n")
    before = doublefire("audit", "log.jsonl", "--format", "json", cwd=tmp_path)
    assert doublefire("init", "log.jsonl", cwd=tmp_path).status == 0
    config = (tmp_path / "doublefire.toml").read_text()
    assert '[tools."do \\"it\\"\\n[x]"]    # 1 call\n# effect = "write"' in config
    assert '# [tools."charge_card"]    # write, guessed from its name; 1 call, unkeyed' in config
    after = doublefire("audit", "log.jsonl", "--format", "json", cwd=tmp_path)
    assert after.json == before.json
    (tmp_path / "doublefire.toml").write_text(config.replace('# effect = "write"', 'effect = "read"', 1))
    report = doublefire("audit", "log.jsonl", "--format", "json", cwd=tmp_path).json
    assert {row["tool"]: row["effect"] for row in report["tools"]}[odd] == "read"


def test_init_never_overwrites_unasked(tmp_path: Path) -> None:
    (tmp_path / "doublefire.toml").write_text("# mine\n")
    done = doublefire("init", cwd=tmp_path)
    assert done.status == 2
    assert "--force" in done.err
    assert (tmp_path / "doublefire.toml").read_text() == "# mine\n"
    assert doublefire("init", "--force", cwd=tmp_path).status == 0
    assert "window" in (tmp_path / "doublefire.toml").read_text()


def test_init_writes_elsewhere_and_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    assert doublefire("init", "-o", "sub.toml", cwd=tmp_path).status == 0
    assert doublefire("init", "nowhere", "-o", "x.toml", cwd=tmp_path).status == 2
    assert not (tmp_path / "x.toml").exists()


def test_init_of_a_folder_passes_over_what_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(CLEAN)
    (tmp_path / "package.json").write_text('{"name": "x", "version": "1"}')
    done = doublefire("init", ".", cwd=tmp_path)
    assert done.status == 0
    assert "dialects.mine" not in (tmp_path / "doublefire.toml").read_text()
