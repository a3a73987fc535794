"""Suppressions and the baseline: what is known is silent, what is new is not, and nothing idles unseen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .command import Done, doublefire
from .logs import CLEAN, timed_out

RULE = 'rule = "duplicate-side-effect"\ntool = "charge_card"\n'


def audited(folder: Path, config: str, *args: str) -> Done:
    (folder / "doublefire.toml").write_text(config)
    return doublefire("audit", "log.jsonl", "--format", "json", *args, cwd=folder)


def suppressed(done: Done) -> dict[str, object]:
    return {finding["rule"]: finding["suppressed"] for finding in done.json["findings"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "log.jsonl").write_text(timed_out())
    return tmp_path


def test_a_suppression_silences_and_is_shown(folder: Path) -> None:
    done = audited(folder, f'[[suppress]]\n{RULE}reason = "known"\nexpires = 2999-01-01\n')
    assert (done.status, done.err) == (0, "")
    silence = suppressed(done)
    assert silence["duplicate-side-effect"] == {"by": "config", "reason": "known"}
    assert silence["missing-idempotency-key"] is None
    assert done.json["summary"]["possible_extra_effects"] == 0


def test_one_by_fingerprint(folder: Path) -> None:
    fingerprint = audited(folder, "").json["findings"][0]["fingerprint"]
    assert audited(folder, f'[[suppress]]\nfingerprint = "{fingerprint}"\nreason = "known"\n').status == 0


def test_an_expired_one_is_reported_and_silences_nothing(folder: Path) -> None:
    done = audited(folder, f'[[suppress]]\n{RULE}reason = "known"\nexpires = 2020-01-01\n')
    assert done.status == 1
    assert "expired on 2020-01-01 and silences nothing" in done.err
    assert "charge_card" in done.err


@pytest.mark.parametrize(
    "fields",
    ['tool = "send_mail"', 'rule = "hidden-retry"', 'rule = "duplicate-side-effect"\ntool = "send_mail"'],
)
def test_one_that_matches_nothing_is_reported(folder: Path, fields: str) -> None:
    done = audited(folder, f'[[suppress]]\n{fields}\nreason = "long gone"\n')
    assert done.status == 1
    assert "matches nothing here" in done.err
    assert "long gone" in done.err


def test_a_baseline_makes_known_findings_pass(folder: Path) -> None:
    assert doublefire("audit", "log.jsonl", "--baseline", "known.json", "--update-baseline", cwd=folder).status == 0
    again = doublefire("audit", "log.jsonl", "--baseline", "known.json", "--format", "json", cwd=folder)
    assert (again.status, again.err) == (0, "")
    assert suppressed(again)["duplicate-side-effect"] == {"by": "baseline", "reason": "known"}


def test_another_customers_duplicate_is_new(folder: Path) -> None:
    doublefire("audit", "log.jsonl", "--baseline", "known.json", "--update-baseline", cwd=folder)
    (folder / "log.jsonl").write_text(timed_out() + timed_out("B-18", "s2", second=900))
    done = doublefire("audit", "log.jsonl", "--baseline", "known.json", "--format", "json", cwd=folder)
    assert done.status == 1
    live = [f for f in done.json["findings"] if f["suppressed"] is None and f["rule"] == "duplicate-side-effect"]
    assert [finding["calls"][0]["arguments"]["order"] for finding in live] == ["B-18"]


def test_lines_before_and_other_times_keep_a_finding_known(folder: Path) -> None:
    doublefire("audit", "log.jsonl", "--baseline", "known.json", "--update-baseline", cwd=folder)
    (folder / "other.jsonl").write_text(CLEAN + timed_out(session="s9", second=86_400))
    assert doublefire("audit", "other.jsonl", "--baseline", "known.json", cwd=folder).status == 0


def test_what_the_config_suppresses_is_not_written(folder: Path) -> None:
    audited(folder, f'[[suppress]]\n{RULE}reason = "known"\n', "--baseline", "known.json", "--update-baseline")
    written = json.loads((folder / "known.json").read_text())["findings"]
    assert {entry["rule"] for entry in written} == {"missing-idempotency-key"}


def test_entries_that_no_longer_occur_are_reported_and_dropped(folder: Path) -> None:
    doublefire("audit", "log.jsonl", "--baseline", "known.json", "--update-baseline", cwd=folder)
    (folder / "log.jsonl").write_text(CLEAN)
    done = doublefire("audit", "log.jsonl", "--baseline", "known.json", cwd=folder)
    assert done.status == 0
    assert "2 entries no longer occur" in done.err
    doublefire("audit", "log.jsonl", "--baseline", "known.json", "--update-baseline", cwd=folder)
    assert doublefire("audit", "log.jsonl", "--baseline", "known.json", cwd=folder).err == ""


def test_a_baseline_takes_the_configs_salt(folder: Path) -> None:
    (folder / "doublefire.toml").write_text('salt = "pepper"\n')
    salts = []
    for _ in range(2):
        doublefire("audit", "log.jsonl", "--baseline", "known.json", "--update-baseline", cwd=folder)
        salts.append(json.loads((folder / "known.json").read_text())["salt"])
    assert salts == ["pepper", "pepper"]
