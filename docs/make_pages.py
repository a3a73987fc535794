"""Write the pages that repeat what the program knows: rules, dialects, and the tables of config.md and judgement.md.

    python docs/make_pages.py

A test holds every page against this, so a change of the program that is not in the pages fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from doublefire.detect import weights
from doublefire.ingest.dialects import DIALECTS
from doublefire.reports.rules_text import RULES, markdown_text
from doublefire.settings.keys import MAPPING, SUPPRESS, TOOL, TOP, Key

DOCS = Path(__file__).parent

HOLDS_WHEN = {
    "one-call-run-twice": "both copies are executions of one call: the same request of the model",
    "one-turn": "one model response asked for both",
    "overlap": "the second began before the first had ended, by the tool's own clock, or was asked for by a later "
    "response before the first result was in",
    "first-copy-timed-out": "the first copy ended in a timeout",
    "first-copy-said-nothing": "the first copy succeeded with an empty result",
    "model-error-between": "a model call failed between the copies",
    "restart-between": "the run was restarted, resumed, interrupted or approved between the copies (not beside a model "
    "error)",
    "two-resource-ids": "the two results name different resources (`charge_id`, `ticket`, …)",
    "fresh-keys": "equal arguments went out under different idempotency keys",
    "sessions-differ": 'the copies belong to different sessions (`scope = "trace"` or `"all"`)',
    "identity-relaxed": "the arguments differ in a nonce or in wording alone",
    "user-turn-between": "a user spoke between the copies, and that did not already hold them apart",
}
APPLIES_WHEN = {
    "unknown-effect": "nobody knows what the tool does, it was not one call run twice, and no two results differ",
    "relaxed": "the arguments differ in a nonce or in wording alone",
    "partly-masked": "a field of the arguments was masked by the exporter, and one call does not tie the copies",
    "obscured": "the arguments are masked, cut or empty, and one call does not tie the copies",
    "no-clock": "the log has no times, and neither one call nor one response holds both",
}


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; bars inside cells are escaped."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines += [[cell.replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def weights_table() -> str:
    rows = [(f"`{w.name}`", f"{w.step:+d}", HOLDS_WHEN[w.name], w.why) for w in weights.WEIGHTS]
    return table(("evidence", "step", "holds when", "because"), rows)


def base_table() -> str:
    rows = [(f"`{effect}`", str(weights.LEVELS[level])) for effect, level in weights.BASE.items()]
    return table(("effect of the tool", "starts at"), rows)


def caps_table() -> str:
    rows = [(f"`{cap.name}`", str(cap.level), APPLIES_WHEN[cap.name], cap.why) for cap in weights.CAPS]
    return table(("cap", "at most", "applies when", "because"), rows)


def keys_table(keys: Mapping[str, Key]) -> str:
    return table(("key", "meaning"), [(f"`{key.name}`", key.meaning) for key in keys.values()])


BLOCKS: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "judgement.md": {"base": base_table, "weights": weights_table, "caps": caps_table},
    "config.md": {
        "top": lambda: keys_table(TOP),
        "tool": lambda: keys_table(TOOL),
        "suppress": lambda: keys_table(SUPPRESS),
        "mapping": lambda: keys_table(MAPPING),
    },
}
"""Page -> the tables in it, between `<!-- NAME -->` and `<!-- /NAME -->`."""


def filled(text: str, blocks: Mapping[str, Callable[[], str]]) -> str:
    """The page with its tables as the program has them now."""
    for name, made in blocks.items():
        between = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", re.DOTALL)
        assert between.search(text), f"no place for {name}"
        text = between.sub(lambda place, made=made: place[1] + made() + place[2], text)
    return text


def rules_index() -> str:
    rows = [(f"[`{rule.name}`]({rule.name}.md)", rule.title, str(rule.severity)) for rule in RULES]
    return (
        "# Rules\n\n`doublefire explain RULE` prints the same in the terminal. How sure a finding is, is told in\n"
        "[judgement.md](../judgement.md).\n\n" + table(("rule", "what it says", "usual severity"), rows) + "\n"
    )


def dialects_page() -> str:
    rows = [(f"`{dialect.name}`", dialect.reads, dialect.obtain) for dialect in DIALECTS]
    return (
        "# Dialects\n\nThe trace formats that are read, and how to get such a file. The format is found out from the "
        "first lines of a file;\n`--from NAME` skips that. Files may be compressed (`.gz`, `.zst`, `.zip`). "
        "`doublefire dialects` prints the same list.\nA log of your own needs no code: see "
        "[config.md](config.md#logs-of-your-own).\n\n" + table(("name", "reads", "how to get one"), rows) + "\n"
    )


def pages() -> dict[Path, str]:
    """Every page that is made, with its text."""
    made = {DOCS / "rules" / f"{rule.name}.md": markdown_text(rule) for rule in RULES}
    made[DOCS / "rules" / "README.md"] = rules_index()
    made[DOCS / "dialects.md"] = dialects_page()
    made |= {DOCS / name: filled((DOCS / name).read_text("utf-8"), blocks) for name, blocks in BLOCKS.items()}
    return made


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, "utf-8")
