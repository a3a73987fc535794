"""Draw the picture of the README: what `doublefire audit` prints for one of the sample traces.

python docs/make_picture.py
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

from doublefire.api import audit
from doublefire.reports.contract import Options
from doublefire.reports.terminal.page import findings_parts

ROOT = Path(__file__).parents[1]
TRACE = "sample_traces/payments.log.jsonl"
COMMAND = f"doublefire audit {TRACE}"
PICTURE = ROOT / "docs" / "picture.svg"
WIDTH = 96
SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
  line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""
"""Without the web font that rich would have a reader's browser load."""


def drawn() -> str:
    """The two duplicates of the trace, worst first, as SVG."""
    result = audit([ROOT / TRACE])
    findings = [
        replace(finding, calls=tuple(replace(call, place=replace(call.place, path=TRACE)) for call in finding.calls))
        for finding in result.findings
        if finding.cause is not None
    ]
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for part in findings_parts(findings, Options(width=WIDTH, color=True)):
        console.print(part)
    return console.export_svg(title=COMMAND, theme=MONOKAI, code_format=SVG, unique_id="doublefire")


if __name__ == "__main__":
    PICTURE.write_text(drawn(), "utf-8")
