"""Pages that repeat what the program knows say what it knows now."""

from __future__ import annotations

import importlib.util
import re
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest

from doublefire.detect import weights
from doublefire.ingest.dialects import DIALECTS
from doublefire.reports.rules_text import RULES

from ..cli.command import doublefire
from .pages import ROOT


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = script("make_pages")


@pytest.mark.parametrize("path", PAGES.pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_page_is_what_the_script_writes(path: Path) -> None:
    assert path.read_text("utf-8") == PAGES.pages()[path], "run: python docs/make_pages.py"


def test_no_page_is_left_of_a_rule_that_is_gone() -> None:
    assert {path.stem for path in (ROOT / "docs" / "rules").glob("*.md")} == {*(rule.name for rule in RULES), "README"}


def test_judgement_holds_every_weight_and_cap() -> None:
    page = (ROOT / "docs" / "judgement.md").read_text("utf-8")
    for weight in weights.WEIGHTS:
        assert re.search(
            rf"^\| `{weight.name}` \| {re.escape(f'{weight.step:+d}')} \|.*{re.escape(weight.why)}", page, re.M
        )
    for cap in weights.CAPS:
        assert re.search(rf"^\| `{cap.name}` \| {cap.level} \|.*{re.escape(cap.why)}", page, re.M)
    assert "| `write` | medium |" in page


def test_dialects_holds_every_dialect() -> None:
    page = (ROOT / "docs" / "dialects.md").read_text("utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", page, re.M) == [dialect.name for dialect in DIALECTS]


def test_the_picture_shows_what_is_printed(tmp_path: Path) -> None:
    picture = script("make_picture")
    shown = "".join(unescape(re.sub(r"<[^>]+>", "", (ROOT / "docs" / "picture.svg").read_text("utf-8"))).split())
    done = doublefire(*picture.COMMAND.split()[1:], cwd=ROOT, env={"COLUMNS": str(picture.WIDTH)})
    printed = done.out.split("low[missing-idempotency-key]")[0].split()
    assert len(printed) > 100
    assert [word for word in printed if word not in shown] == []


def test_the_picture_loads_nothing() -> None:
    text = (ROOT / "docs" / "picture.svg").read_text("utf-8")
    assert re.findall(r'(?:url\(|href=|src=)["\']?(?!#)[^"\')]+', text) == []
