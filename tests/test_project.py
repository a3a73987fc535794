"""The promises of the project's own files: what a newcomer types works, and what one file says another keeps."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import entry_points, metadata, requires
from pathlib import Path

import pytest

import doublefire

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TEXT = {".cfg", ".html", ".ini", ".json", ".jsonl", ".md", ".py", ".sh", ".toml", ".txt", ".yaml", ".yml", ""}
FOLDERS = (".ci", ".github", "docs", "sample_traces", "src", "tests")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def project_files() -> list[Path]:
    """Every text file that is part of the project."""
    inside = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    return [path for path in [*ROOT.glob("*"), *inside] if path.is_file() and path.suffix in TEXT]


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))


@pytest.mark.parametrize("target", ["audit", "test", "lint", "week"])
def test_make_has_the_target(target: str) -> None:
    assert target in make_targets()


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", ".ci/run", "sample_traces/README.md"])
def test_every_target_that_is_named_exists(name: str) -> None:
    named = set(re.findall(r"(?:^\s*|`)make ([a-z]+)", read(name), re.MULTILINE))
    assert named
    assert named <= make_targets()


@pytest.mark.parametrize("command", ["make audit", "make test"])
def test_readme_names_the_two_commands(command: str) -> None:
    assert command in read("README.md")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "sample_traces/README.md"])
def test_every_relative_link_leads_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", read(name))
    assert [link for link in links if not (folder / link).exists()] == []


@pytest.mark.parametrize("path", re.findall(r"`(src/[\w/.]+?)`", read("CONTRIBUTING.md")))
def test_every_file_that_a_recipe_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


def test_no_file_names_a_place_on_the_machine_it_was_written_on() -> None:
    machine = re.compile(r"(?<![\w.~/*-])/(?:root|work)/\w")
    assert [str(path) for path in project_files() if machine.search(path.read_text("utf-8"))] == []


def test_one_version() -> None:
    assert metadata("doublefire")["Version"] == doublefire.__version__


def test_metadata_says_what_the_project_needs() -> None:
    about = metadata("doublefire")
    assert about["Requires-Python"] == ">=3.11"
    assert about["License-Expression"] == "MIT"
    assert "doublefire" in read("LICENSE")


def test_command_is_installed() -> None:
    commands = {command.name: command.value for command in entry_points(group="console_scripts")}
    assert commands["doublefire"] == "doublefire.cli:main"


def test_every_dependency_has_a_lower_bound_and_no_upper_one() -> None:
    dependencies = requires("doublefire") or []
    assert dependencies
    assert [line for line in dependencies if not re.fullmatch(r"[\w-]+>=[\d.]+", line)] == []


def test_every_lint_that_is_off_has_its_reason() -> None:
    ignored = re.findall(r'^    "[A-Z]+\d+",(.*)$', read("pyproject.toml"), re.MULTILINE)
    assert len(ignored) == len(PROJECT["tool"]["ruff"]["lint"]["ignore"])
    assert all(re.fullmatch(r" +# \w.*", reason) for reason in ignored)


def test_ci_runs_the_oldest_supported_python() -> None:
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert f"find_python {oldest}" in read(".ci/run")


def test_changelog_has_an_unreleased_part() -> None:
    assert "## [Unreleased]" in read("CHANGELOG.md")
