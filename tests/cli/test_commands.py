"""The smaller commands: tools, calls, tune, schema, rules, dialects, explain, and everybody's help."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from jsonschema import Draft202012Validator

from doublefire.ingest.dialects import DIALECTS
from doublefire.reports.rules_text import RULES

from .command import SAMPLES, doublefire
from .logs import CLEAN, line, timed_out

COMMANDS = ["audit", "tools", "calls", "explain", "tune", "init", "rules", "dialects", "schema"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_names_only_real_options(command: str, tmp_path: Path) -> None:
    done = doublefire(command, "--help", cwd=tmp_path, env={"COLUMNS": "200"})
    assert done.status == 0
    assert re.search(rf"Examples?: +doublefire {command}", done.out)
    examples = done.out[done.out.index("Example") :].split("\n\n")[0]
    assert set(re.findall(r"--[a-z-]+", examples)) <= set(re.findall(r"--[a-z-]+", done.out.split("Options")[-1]))


def test_the_main_help_names_every_command(tmp_path: Path) -> None:
    out = doublefire("--help", cwd=tmp_path).out
    assert all(re.search(rf"^  {command} ", out, re.MULTILINE) for command in COMMANDS)
    assert "doublefire audit traces/" in out


def test_rules_and_dialects_list_all(tmp_path: Path) -> None:
    assert [line.split()[0] for line in doublefire("rules", cwd=tmp_path).out.splitlines()] == [r.name for r in RULES]
    names = [line for line in doublefire("dialects", cwd=tmp_path).out.splitlines() if not line.startswith(" ")]
    assert names == [dialect.name for dialect in DIALECTS]


def test_a_rule_is_explained(tmp_path: Path) -> None:
    out = doublefire("explain", "hidden-retry", cwd=tmp_path).out
    assert "[[suppress]]" in out


def test_a_finding_and_two_calls_are_explained(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(timed_out())
    report = doublefire("audit", "log.jsonl", "--format", "json", cwd=tmp_path).json
    by_id = doublefire("explain", report["findings"][0]["fingerprint"][:8], "log.jsonl", cwd=tmp_path)
    by_place = doublefire("explain", "log.jsonl:1", "log.jsonl:2", cwd=tmp_path)
    assert by_id.out.strip() == by_place.out.strip()
    assert "first-copy-timed-out" in by_id.out


# --- tools and calls --------------------------------------------------------------------------------------------------


def test_tools_alone(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(timed_out())
    done = doublefire("tools", "log.jsonl", cwd=tmp_path)
    assert done.status == 0
    assert "charge_card" in done.out
    assert "duplicate-side-effect" not in done.out


def test_tools_count_findings_within_the_window_that_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line(second=0) + line(second=60))
    counts = [
        doublefire("tools", "log.jsonl", "--window", window, "--format", "json", cwd=tmp_path).json["tools"][0][
            "findings"
        ]
        for window in ("30s", "5m")
    ]
    assert counts == [0, 1]


def test_calls_fit_their_schema(tmp_path: Path) -> None:
    schema = Draft202012Validator(
        doublefire("schema", "calls", cwd=tmp_path).json, format_checker=Draft202012Validator.FORMAT_CHECKER
    )
    rows = [json.loads(row) for row in doublefire("calls", SAMPLES, cwd=tmp_path).out.splitlines()]
    assert len(rows) > 300
    assert [problem.message for row in rows for problem in schema.iter_errors(row)] == []
    assert not schema.is_valid({**rows[0], "outcome": "maybe"})
    assert not schema.is_valid({name: value for name, value in rows[0].items() if name != "tool"})


def test_calls_in_both_tables_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(timed_out())
    for name in ("calls.parquet", "calls.jsonl"):
        done = doublefire("calls", "log.jsonl", "-o", name, "--arguments", "full", cwd=tmp_path)
        assert (done.status, done.out) == (0, "")
        assert f"{name}: 2 executions written" in done.err
    rows = [json.loads(row) for row in (tmp_path / "calls.jsonl").read_text().splitlines()]
    table = pq.read_table(tmp_path / "calls.parquet")
    assert table.column_names == list(rows[0])
    assert [json.loads(text) for text in table["arguments"].to_pylist()] == [row["arguments"] for row in rows]
    assert table["outcome"].to_pylist() == [row["outcome"] for row in rows] == ["unknown", "executed"]


def test_real_reports_fit_their_schema(tmp_path: Path) -> None:
    schema = Draft202012Validator(doublefire("schema", "report", cwd=tmp_path).json)
    report = doublefire("audit", SAMPLES, "--format", "json", cwd=tmp_path).json
    assert len(report["findings"]) > 10
    assert [problem.message for problem in schema.iter_errors(report)] == []


def test_the_config_schema_is_what_the_reader_has(tmp_path: Path) -> None:
    from doublefire.settings.keys import config_schema

    assert doublefire("schema", "config", cwd=tmp_path).json == config_schema()


# --- tune -------------------------------------------------------------------------------------------------------------


def tuned(folder: Path, *args: str) -> dict[str, dict[str, float]]:
    done = doublefire("tune", *args, "--format", "json", cwd=folder)
    assert done.status == 0, done.err
    return {f"{row['window_seconds']:.0f}": row for row in done.json["windows"]}


def test_a_window_finds_what_lies_within_it(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line(second=0) + line(second=60))
    found = tuned(tmp_path, "log.jsonl", "--windows", "30s,1m,5m")
    assert {window: (row["groups"], row["findings"]) for window, row in found.items()} == {
        "30": (0, 0),
        "60": (1, 1),
        "300": (1, 1),
    }


def test_a_cache_counts_from_start_to_start(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line(second=0, took=50) + line(second=60))
    found = tuned(tmp_path, "log.jsonl", "--windows", "30s,1m")
    assert [(row["findings"], row["cache_caught"]) for row in found.values()] == [(1, 0), (1, 1)]


def test_the_window_of_a_tool_does_not_hide_the_answer(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line(second=0) + line(second=60))
    (tmp_path / "doublefire.toml").write_text('[tools.charge_card]\nwindow = "1s"\n')
    assert tuned(tmp_path, "log.jsonl", "--windows", "5m")["300"]["findings"] == 1


def test_what_a_user_asked_for_again_is_what_a_cache_drops(tmp_path: Path) -> None:
    found = tuned(tmp_path, str(SAMPLES / "week.otlp.jsonl"))
    audited = doublefire("audit", SAMPLES / "week.otlp.jsonl", "--window", "1d", "--format", "json", cwd=tmp_path).json
    assert found["86400"]["cache_dropped"] == audited["summary"]["cleared"]["user-asked-again"]
    assert found["86400"]["findings"] == sum(
        n for rule, n in audited["summary"]["findings"].items() if rule != "missing-idempotency-key"
    )
    caught = [row["cache_caught"] for row in found.values()]
    assert caught == sorted(caught)
    assert found["10"]["cache_dropped"] == 0


def test_reads_and_keyed_repeats_are_no_matter_of_windows(tmp_path: Path) -> None:
    keyed = [line(second=second, idempotency_key="k1", result={"charge_id": "ch_1"}) for second in (0, 5)]
    (tmp_path / "log.jsonl").write_text(CLEAN + "".join(keyed))
    done = doublefire("tune", "log.jsonl", "--format", "json", cwd=tmp_path).json
    assert {(row["findings"], row["cache_caught"], row["cache_dropped"]) for row in done["windows"]} == {(0, 0, 0)}
    assert [row["other"] for row in done["gaps"]] == [1, *[0] * 8]


def test_the_histogram_holds_every_gap_once(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text("".join(line(second=second, took=0.5) for second in (0, 10.5, 10.6, 200)))
    done = doublefire("tune", "log.jsonl", "--windows", "10s,1m,10m", "--format", "json", cwd=tmp_path).json
    assert [(row["up_to_seconds"], row["duplicates"]) for row in done["gaps"]] == [(10, 2), (60, 0), (600, 1)]


def test_copies_without_times_are_counted_apart(tmp_path: Path) -> None:
    done = doublefire("tune", SAMPLES / "help-desk.chat.jsonl", cwd=tmp_path)
    assert "2 copies carry no time and stand in no row" in done.out


def test_tune_as_text(tmp_path: Path) -> None:
    out = doublefire("tune", SAMPLES / "week.otlp.jsonl", cwd=tmp_path).out
    assert "A cache of 30s would have caught" in out
    assert re.search(r"^ +10m +\d+ +\d+", out, re.MULTILINE)
    (tmp_path / "log.jsonl").write_text(CLEAN)
    assert "No effect is repeated" in doublefire("tune", "log.jsonl", cwd=tmp_path).out
