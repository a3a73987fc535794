"""The exit status, what fails a run, and what goes to which stream."""

from __future__ import annotations

from pathlib import Path

import pytest

from .command import doublefire
from .logs import CLEAN, line, timed_out

EDIT = line("Edit", {"file_path": "a.py", "old_string": "x", "new_string": "y"}) * 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.jsonl").write_text(timed_out())
    (tmp_path / "clean.jsonl").write_text(CLEAN)
    return tmp_path


def test_no_finding_is_0(folder: Path) -> None:
    assert doublefire("audit", "clean.jsonl", cwd=folder).status == 0


def test_a_finding_is_1(folder: Path) -> None:
    assert doublefire("audit", "bad.jsonl", cwd=folder).status == 1


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (("--fail-on", "never"), 0),
        (("--fail-on", "low"), 1),
        (("--fail-on", "medium"), 1),
        (("--fail-on", "high"), 0),
        (("--fail-confidence", "low"), 1),
        (("--fail-confidence", "medium"), 1),
        (("--fail-on", "high", "--fail-confidence", "low"), 0),
    ],
)
def test_what_fails_a_run(folder: Path, options: tuple[str, ...], status: int) -> None:
    assert doublefire("audit", "bad.jsonl", *options, cwd=folder).status == status


def test_an_unsure_finding_fails_only_when_asked(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line(second=0) + line(second=60))
    found = doublefire("audit", "log.jsonl", "--format", "json", cwd=tmp_path)
    assert [f["confidence"] for f in found.json["findings"] if f["rule"] == "duplicate-side-effect"] == ["medium"]
    assert found.status == 0
    assert doublefire("audit", "log.jsonl", "--fail-confidence", "medium", cwd=tmp_path).status == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("audit", "nowhere.jsonl"), "nowhere.jsonl: no such file or folder"),
        (("audit", "no*.jsonl"), "no file matches this pattern"),
        (("audit", "empty"), "no tool call found"),
        (("audit", "text.txt"), "text.txt: no tool call found"),
        (("audit", "empty.jsonl"), "empty.jsonl: no tool call found (an empty file)"),
        (("audit", "bad.jsonl", "--from", "otpl"), "--from otpl: no such dialect"),
        (("audit", "bad.jsonl", "--window", "10"), "--window: '10' is no duration"),
        (("audit", "bad.jsonl", "--window", "-5m"), "is no duration"),
        (("audit", "bad.jsonl", "--format", "xml"), "no report is called 'xml'"),
        (("audit", "bad.jsonl", "--format", "parquet"), "add --output FILE"),
        (("audit", "bad.jsonl", "-o", "empty"), "empty: cannot be written"),
        (("audit", "bad.jsonl", "-o", "no/where.json"), "there is no folder no"),
        (("audit", "bad.jsonl", "-o", "report.xyz"), "names no report"),
        (("audit", "bad.jsonl", "--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("audit", "bad.jsonl", "--config", "empty"), "empty: cannot be read"),
        (("audit", "bad.jsonl", "--config", "latin.toml"), "latin.toml: is not UTF-8 text"),
        (("audit", "bad.jsonl", "--config", "broken.toml"), "broken.toml: is not TOML"),
        (("audit", "bad.jsonl", "--config", "typo.toml"), "typo.toml:2: unknown key 'windw'; did you mean 'window'?"),
        (("audit", "bad.jsonl", "--tools", "nowhere.json"), "nowhere.json"),
        (("audit", "bad.jsonl", "--tools", "broken.toml"), "broken.toml"),
        (("audit", "bad.jsonl", "--baseline", "nowhere.json"), "nowhere.json: cannot be read"),
        (("audit", "bad.jsonl", "--baseline", "broken.toml"), "broken.toml: is not a baseline"),
        (("audit", "bad.jsonl", "--baseline", "latin.toml"), "latin.toml: is not a baseline"),
        (("audit", "bad.jsonl", "--baseline", "deep.json"), "deep.json: is not a baseline"),
        (("audit", "bad.jsonl", "--update-baseline"), "--update-baseline needs --baseline FILE"),
        (("audit", "bad.jsonl", "--baseline", "no/b.json", "--update-baseline"), "there is no folder no"),
        (("audit", "bad.jsonl", "--baseline", "empty", "--update-baseline"), "empty: cannot be written"),
        (("calls", "bad.jsonl", "-o", "calls.csv"), "calls.csv: the ending names no table"),
        (("tune", "bad.jsonl", "--windows", "5m,soon"), "--windows: 'soon' is no duration"),
        (("tune", "bad.jsonl", "--windows", ","), "--windows names no window"),
        (("explain", "no-such-rule"), "no-such-rule"),
        (("explain", "0123456789", "bad.jsonl"), "no finding in these inputs has this fingerprint"),
        (("init", "-"), "give it files"),
    ],
)
def test_a_mistake_is_2_and_one_clear_line(folder: Path, args: tuple[str, ...], says: str) -> None:
    (folder / "empty").mkdir()
    (folder / "empty.jsonl").touch()
    (folder / "text.txt").write_text("Dear diary\n")
    (folder / "latin.toml").write_bytes('window = "1h" # für\n'.encode("latin-1"))
    (folder / "broken.toml").write_text("window = [")
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "typo.toml").write_text('\nwindw = "1h"\n')
    done = doublefire(*args, cwd=folder)
    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert done.err.startswith("doublefire: ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "args", [(), ("audit",), ("audit", "--window", "1h"), ("audit", "bad.jsonl", "--fail-on", "x"), ("schema", "x")]
)
def test_bad_usage_is_2(folder: Path, args: tuple[str, ...]) -> None:
    assert doublefire(*args, cwd=folder).status == 2


def test_files_of_a_folder_that_are_no_traces_are_counted_and_named(folder: Path) -> None:
    (folder / "answers.json").write_text('{"a": 1}')
    (folder / "notes.txt").write_text("hello\n")
    done = doublefire("audit", ".", "--format", "json", cwd=folder)
    assert done.status == 1
    assert "2 files without a tool call passed over: answers.json, notes.txt" in done.err
    assert "passed over" not in doublefire("audit", "bad.jsonl", cwd=folder).err
    for command in ("tools", "tune", "calls"):
        assert "2 files without a tool call passed over" in doublefire(command, ".", cwd=folder).err


def test_a_file_that_was_named_must_hold_a_call(folder: Path) -> None:
    (folder / "answers.json").write_text('{"a": 1}')
    done = doublefire("audit", "bad.jsonl", "answers.json", cwd=folder)
    assert done.status == 2
    assert "answers.json: no tool call found (JSON with the keys a)" in done.err


def test_rejected_records_are_said_and_fail_only_a_strict_run(folder: Path) -> None:
    (folder / "torn.jsonl").write_text(CLEAN + '{"tool": "get_or\n' + line("get_order", second=90))
    done = doublefire("audit", "torn.jsonl", cwd=folder)
    assert done.status == 0
    assert "1 record could not be used, the first at torn.jsonl:3" in done.err
    assert doublefire("audit", "torn.jsonl", "--strict", cwd=folder).status == 2
    assert doublefire("audit", "clean.jsonl", "--strict", cwd=folder).status == 0


def test_standard_input(folder: Path) -> None:
    assert doublefire("audit", "-", cwd=folder, stdin=timed_out().encode()).status == 1
    assert doublefire("audit", "-", cwd=folder, stdin=CLEAN.encode()).status == 0
    empty = doublefire("audit", "-", cwd=folder)
    assert (empty.status, empty.out) == (2, "")


def test_results_go_to_standard_output_alone(folder: Path) -> None:
    done = doublefire("audit", "bad.jsonl", "--format", "json", cwd=folder)
    assert done.json["schema"] == "doublefire/report/v1"
    assert done.err == ""


def test_several_reports_at_once(folder: Path) -> None:
    done = doublefire("audit", "bad.jsonl", "-o", "a.json", "-o", "b.sarif", "-o", "c.parquet", cwd=folder)
    assert (done.status, done.out) == (1, "")
    assert {path.name for path in folder.iterdir()} >= {"a.json", "b.sarif", "c.parquet"}
    assert (folder / "c.parquet").read_bytes()[:4] == b"PAR1"


def test_with_one_file_the_format_wins_over_the_ending(folder: Path) -> None:
    doublefire("audit", "bad.jsonl", "-o", "out.txt", "--format", "json", cwd=folder)
    assert (folder / "out.txt").read_text().startswith('{"schema"')


def test_a_bad_ending_stops_the_run_before_any_report_is_written(folder: Path) -> None:
    assert doublefire("audit", "bad.jsonl", "-o", "a.json", "-o", "b.xyz", cwd=folder).status == 2
    assert not (folder / "a.json").exists()


def test_an_output_that_is_a_link_or_a_device_stays_one(folder: Path) -> None:
    (folder / "link.json").symlink_to(folder / "real.json")
    assert (
        doublefire("audit", "bad.jsonl", "-o", "link.json", "-o", "/dev/null", "--format", "json", cwd=folder).status
        == 2
    )
    assert doublefire("audit", "bad.jsonl", "-o", "link.json", cwd=folder).status == 1
    assert (folder / "link.json").is_symlink()
    assert (folder / "real.json").read_text().startswith('{"schema"')
    assert doublefire("audit", "bad.jsonl", "-o", "/dev/null", "--format", "json", cwd=folder).status == 1
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("jobs", ["0", "1", "2"])
def test_jobs_change_nothing(folder: Path, jobs: str) -> None:
    one = doublefire("audit", ".", "--format", "json", cwd=folder)
    several = doublefire("audit", ".", "--format", "json", "--jobs", jobs, cwd=folder)
    assert several.json == one.json


def test_a_hostile_name_cannot_break_the_line(folder: Path) -> None:
    done = doublefire("audit", "no\nsuch\x1b[31m.jsonl", cwd=folder)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert "\x1b" not in done.err


@pytest.mark.parametrize(
    ("env", "colored"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_color(folder: Path, env: dict[str, str], colored: bool) -> None:
    assert ("\x1b[" in doublefire("audit", "bad.jsonl", cwd=folder, env=env).out) is colored


@pytest.mark.parametrize("columns", [60, 120])
def test_width(folder: Path, columns: int) -> None:
    shown = doublefire("audit", "bad.jsonl", cwd=folder, env={"COLUMNS": str(columns)}).out
    widest = max(map(len, shown.splitlines()))
    assert columns - 20 < widest <= columns
