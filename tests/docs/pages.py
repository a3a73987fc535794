"""The pages of the project and what stands in them: code blocks by language, and the commands that are named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), ROOT / "sample_traces" / "README.md"])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"doublefire (?:audit|tools|calls|explain|tune|init|rules|dialects|schema)\b[^`\n#|>&)]*")


class Block(NamedTuple):
    """One fenced block: the page's path below the project, the language and the text."""

    page: str
    language: str
    text: str


def blocks(language: str, page: str | None = None) -> list[Block]:
    """The blocks of a language, of one page or of all."""
    found = [
        Block(str(path.relative_to(ROOT)), *match) for path in PAGES for match in BLOCK.findall(path.read_text("utf-8"))
    ]
    return [block for block in found if block.language == language and page in (None, block.page)]


def commands() -> list[tuple[str, str]]:
    """(page, command line) of everything that is shown as a command of doublefire."""
    return [
        (str(path.relative_to(ROOT)), command.strip().rstrip(".,;:"))
        for path in PAGES
        for command in COMMAND.findall(path.read_text("utf-8"))
    ]
