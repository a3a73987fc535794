"""Every story, in every dialect that can carry it, against what it expects of the audit."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import judge
from .emit import write
from .run import audit
from .story import CASES, Story, expressible, load

STORIES = [load(path) for path in sorted(CASES.glob("*.toml"))]
TOLD = [(story, dialect) for story in STORIES for dialect in expressible(story)]


@pytest.mark.parametrize(("story", "dialect"), TOLD, ids=[f"{story.name}-{dialect}" for story, dialect in TOLD])
def test_the_audit_finds_what_happened_and_nothing_else(story: Story, dialect: str, tmp_path: Path) -> None:
    for name, text in story.files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    report = audit(tmp_path, {"trace.jsonl": write(story, dialect)}, story.args)
    assert judge.problems(story, report, dialect) == [], story.title


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_a_story_says_where_it_comes_from_and_expects_what_can_be_judged(story: Story) -> None:
    assert story.title
    assert story.derived
    assert judge.misspelt(story) == []


def test_half_of_the_stories_end_without_an_alarm() -> None:
    quiet = [story for story in STORIES if not judge.alarms(story)]
    assert len(quiet) * 2 >= len(STORIES)
