"""The recipes for pipelines, as far as they go without a network."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

from ..cli.command import SAMPLES, doublefire
from .pages import ROOT, Block, blocks

ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
PRE_COMMIT_ENDINGS = {"payments.log.jsonl": True, "refunds.openinference.jsonl.gz": True, "README.md": False}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with traces/, and a doublefire command in bin/."""
    shutil.copytree(SAMPLES, tmp_path / "traces", ignore=shutil.ignore_patterns("week", "__pycache__"))
    program = tmp_path / "doublefire" / "bin" / "doublefire"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m doublefire "$@"\n')
    program.chmod(0o755)
    return tmp_path


def shell(script: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder / 'doublefire' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "block", [block for block in blocks("sh") if "install" not in block.text], ids=lambda block: block.page
)
def test_shell_recipes_run(folder: Path, block: Block) -> None:
    done = shell(block.text, folder)
    assert done.returncode == 0, done.stderr


def test_the_shell_recipe_fails_when_nothing_could_be_read(folder: Path) -> None:
    (block, *_) = blocks("sh", "docs/ci.md")
    shutil.rmtree(folder / "traces")
    assert shell(block.text, folder).returncode != 0


def steps(value: Any) -> list[dict[str, Any]]:
    """Every object below a YAML value."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, dict) else []), *(step for item in inner for step in steps(item))]


YAML = [step for block in blocks("yaml") for step in steps(yaml.safe_load(block.text))]


def test_the_action_is_used_with_inputs_that_it_has() -> None:
    used = [step for step in YAML if str(step.get("uses", "")).startswith("doublefire/")]
    assert len(used) == 2
    required = {name for name, about in ACTION["inputs"].items() if about.get("required")}
    for step in used:
        assert required <= step["with"].keys() <= ACTION["inputs"].keys()


def test_hooks_that_are_named_exist() -> None:
    named = [hook["id"] for step in YAML if "repo" in step for hook in step["hooks"]]
    assert named == ["doublefire"] * 2
    assert {hook["id"] for hook in HOOKS} >= set(named)


@pytest.mark.parametrize(("name", "taken"), PRE_COMMIT_ENDINGS.items())
def test_the_hook_takes_traces_and_nothing_else(name: str, taken: bool) -> None:
    import re

    assert (re.search(HOOKS[0]["files"], f"tests/traces/{name}") is not None) is taken


def test_the_hook_fails_on_a_duplicate(folder: Path) -> None:
    program, *args = shlex.split(HOOKS[0]["entry"])
    assert program == "doublefire"
    assert doublefire(*args, "traces/payments.log.jsonl", cwd=folder).status == 1


def test_gitlab_scripts_run(folder: Path) -> None:
    lines = [line for step in YAML for line in step.get("script", ()) if line.startswith("doublefire")]
    assert len(lines) == 1
    done = shell(lines[0], folder)
    assert done.returncode == 1, done.stderr
    reports = next(step["artifacts"] for step in YAML if "artifacts" in step)
    assert (folder / reports["reports"]["junit"]).read_text().startswith("<?xml")
    assert all((folder / path).exists() for path in reports["paths"])


@pytest.mark.parametrize(
    ("inputs", "status", "printed"),
    [
        ({"PATHS": "traces/payments.log.jsonl"}, 1, "::warning file=traces/payments.log.jsonl"),
        ({"PATHS": "traces/payments.log.jsonl", "ARGS": "--fail-on high"}, 0, "::warning"),
        ({"PATHS": "traces/*.gz traces/payments.log.jsonl", "SARIF": "out.sarif"}, 1, ""),
        ({"PATHS": "$(touch hacked) nowhere"}, 2, ""),
    ],
)
def test_the_action_runs_the_audit(folder: Path, inputs: dict[str, str], status: int, printed: str) -> None:
    (step,) = [step for step in ACTION["runs"]["steps"] if step.get("name") == "Audit"]
    assert set(step["env"]) == {"PATHS", "ARGS", "SARIF"}
    done = shell(step["run"], folder, RUNNER_TEMP=str(folder), **{"ARGS": "", "SARIF": "", **inputs})
    assert done.returncode == status, done.stderr
    assert printed in done.stdout
    assert (folder / "out.sarif").exists() is bool(inputs.get("SARIF"))
    assert not (folder / "hacked").exists()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both tables of the samples."""
    folder = tmp_path_factory.mktemp("tables")
    for args in (("calls", SAMPLES, "-o", "calls.parquet"), ("audit", SAMPLES, "-o", "findings.parquet")):
        assert doublefire(*args, cwd=folder).status in (0, 1)
    return folder


@pytest.mark.parametrize("query", [block.text for block in blocks("sql", "docs/analysts.md")])
def test_queries_for_analysts_run_and_answer(tables: Path, query: str) -> None:
    connection = duckdb.connect()
    for name in ("calls", "findings"):
        query = query.replace(f"'{name}.parquet'", f"'{tables / name}.parquet'")
    assert connection.execute(query).fetchall()
    connection.close()
