"""Every command, option and output that the pages show is true."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from doublefire.settings.config import load

from ..cli.command import SAMPLES, doublefire
from .pages import PAGES, ROOT, Block, blocks, commands

OPTIONS: dict[str, set[str]] = {}


def options(command: str) -> set[str]:
    """The options that a command's help lists."""
    if command not in OPTIONS:
        text = doublefire(*([command] if command else []), "--help", cwd=ROOT, env={"COLUMNS": "200"}).out
        OPTIONS[command] = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))
    return OPTIONS[command]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the pages assume it: sample_traces, and the same as traces."""
    for name in ("sample_traces", "traces"):
        shutil.copytree(SAMPLES, tmp_path / name, ignore=shutil.ignore_patterns("week", "__pycache__"))
    shutil.copy(SAMPLES / "payments.log.jsonl", tmp_path / "traces" / "log.jsonl")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text("utf-8"))
    for link in links:
        name, _, anchor = link.partition("#")
        target = page if not name else page.parent / name
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}, link


@pytest.mark.parametrize(("page", "command"), commands())
def test_every_option_is_one(page: str, command: str) -> None:
    words = shlex.split(command.replace("'", " ").replace('"', " "))
    shown = {word.split("=")[0] for word in words if word.startswith("-") and word != "-"}
    assert shown <= options(words[1]), page


def test_commands_are_found() -> None:
    assert len(commands()) > 40
    assert "--no-such-option" not in options("audit")
    assert {"--window", "-o", "--output", "--baseline"} <= options("audit")


@pytest.mark.parametrize("option", ["--version", "--install-completion", "--show-completion"])
def test_options_of_the_program_itself(option: str) -> None:
    assert option in options("")


def test_readme_names_every_format_and_every_command() -> None:
    from doublefire.cli import app
    from doublefire.reports import REPORTS

    page = (ROOT / "README.md").read_text("utf-8")
    spelled = {"jsonl": "JSON lines", "github": "GitHub annotations"}
    assert [r.name for r in REPORTS if spelled.get(r.name, r.name).casefold() not in page.casefold()] == []
    assert [command.name for command in app.registered_commands if f"`doublefire {command.name}" not in page] == []


def told(block: Block) -> list[tuple[str, str]]:
    """(command, output) of a console block."""
    parts = re.split(r"^\$ (.+)\n", block.text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("command", "output"), [pair for block in blocks("console") for pair in told(block)])
def test_the_output_is_what_is_shown(folder: Path, command: str, output: str) -> None:
    program, *args = shlex.split(command)
    assert program == "doublefire"
    done = doublefire(*args, cwd=folder)
    printed = "\n".join(line.rstrip() for line in done.out.rstrip("\n").split("\n"))
    pieces = [re.escape(piece.strip("\n")) for piece in re.split(r"^\.\.\.$", output, flags=re.MULTILINE)]
    assert re.fullmatch(r"\n(?:.*\n)?".join(pieces), printed + "\n" * output.endswith("...\n"), re.DOTALL)


@pytest.mark.parametrize("command", [c for page, c in commands() if page == "README.md" and "traces" in c])
def test_commands_of_the_readme_run(folder: Path, command: str) -> None:
    done = doublefire(*shlex.split(command)[1:], cwd=folder)
    assert done.status in (0, 1), done.err


@pytest.mark.parametrize("block", blocks("toml"), ids=lambda block: block.page)
def test_every_config_that_is_shown_is_accepted(tmp_path: Path, block: Block) -> None:
    assert tomllib.loads(block.text)
    (tmp_path / "doublefire.toml").write_text(block.text, "utf-8")
    load(tmp_path / "doublefire.toml")


def test_the_log_that_getting_started_writes_is_read(tmp_path: Path) -> None:
    (block,) = blocks("python", "docs/getting-started.md")
    names: dict[str, object] = {}
    exec(block.text, names)
    run_tool = names["run_tool"]
    assert callable(run_tool)
    answers = [TimeoutError("timed out"), {"charge_id": "ch_2"}]

    def charge(order: str) -> object:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with (tmp_path / "log.jsonl").open("w") as log:
        with pytest.raises(TimeoutError):
            run_tool(log, "s1", "call_1", "charge_card", {"order": "A-17"}, charge)
        run_tool(log, "s1", "call_1", "charge_card", {"order": "A-17"}, charge)
    report = doublefire("audit", "log.jsonl", "--format", "json", cwd=tmp_path).json
    assert report["findings"][0]["cause"] == "client-timeout-retry"
    assert [call["outcome"] for call in report["findings"][0]["calls"]] == ["unknown", "executed"]


def test_the_mapping_that_config_shows_reads_such_a_log(tmp_path: Path) -> None:
    block = next(block for block in blocks("toml", "docs/config.md") if "dialects.mine" in block.text)
    (tmp_path / "doublefire.toml").write_text(block.text)
    row = {
        "when": "2026-03-02T09:00:00Z",
        "conversation": {"id": "c1"},
        "action": {"name": "charge_card", "payload": {"order": "A-17"}},
        "outcome": "ok",
        "took_ms": 300,
    }
    (tmp_path / "app.log").write_text(json.dumps(row) + "\n")
    assert doublefire("audit", "app.log", cwd=tmp_path).status == 0
