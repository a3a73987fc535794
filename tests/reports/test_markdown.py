"""The pull request comment: complete on its own, and no text of a trace becomes markup, link or mention."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from doublefire.model import Audit, Severity
from doublefire.reports.markdown import MAX_CHARACTERS
from doublefire.reports.markdown_text import code, prose, table
from doublefire.reports.shown import visible

from .example import (
    HOSTILE,
    call,
    clockless,
    crowded_audit,
    empty_audit,
    finding,
    hostile_audit,
    missing_key,
    rich_audit,
    suppressed,
    tool_row,
)
from .rendering import text

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
OURS = {
    "code_inline",
    "text",
    "heading_open",
    "heading_close",
    "paragraph_open",
    "paragraph_close",
    "bullet_list_open",
    "bullet_list_close",
    "list_item_open",
    "list_item_close",
    "strong_open",
    "strong_close",
    "inline",
    "softbreak",
}
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=80) | st.sampled_from(HOSTILE)
LINKED_BY_GITHUB = re.compile(r"@\w|#\d|www\.|://|\b[0-9a-f]{7,40}\b(?<=\d)|[A-Z]+-\d")


def tokens(markdown: str) -> Iterator[Token]:
    for token in PARSER.parse(markdown):
        yield token
        yield from token.children or []


def bare(markdown: str) -> str:
    """All text outside of code spans, which is where GitHub looks for mentions and references."""
    return "\n".join(token.content for token in tokens(markdown) if token.type == "text")


def is_table(kind: str) -> bool:
    return kind.split("_")[0] in ("table", "thead", "tbody", "tr", "th", "td")


def alone(**changes: object) -> str:
    return text("markdown", Audit(empty_audit().summary, (), (finding(**changes),), (), ()))


@given(ANY_TEXT)
def test_code_shows_the_whole_text_and_nothing_else(raw: str) -> None:
    shown = visible(raw)
    inline = [token for token in tokens(f"before {code(raw, 10_000)} after") if token.type not in ("inline",)]
    content = [token.content for token in inline if token.type == "code_inline"]
    assert {token.type for token in inline} <= OURS
    assert content == ([shown] if shown.strip() else [])


@given(ANY_TEXT)
def test_code_in_a_table_shows_the_same(raw: str) -> None:
    found = list(tokens(table(["a", "b"], [[code(raw, 10_000), "after"]])))
    shown = visible(raw)
    assert [token.content for token in found if token.type == "code_inline"] == ([shown] if shown.strip() else [])
    assert sum(token.type == "td_open" for token in found) == 2
    assert {token.type for token in found if not is_table(token.type)} <= OURS


@given(ANY_TEXT)
@pytest.mark.parametrize("before", ["", "- ", "### "])
def test_prose_is_only_words_and_code(before: str, raw: str) -> None:
    found = list(tokens(before + prose(raw)))
    assert {token.type for token in found} <= OURS
    assert not LINKED_BY_GITHUB.search(bare(before + prose(raw)))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("the first copy ended in a timeout", "the first copy ended in a timeout"),
        ("it ran 2 times, 4.5 s apart (really)", "it ran 2 times, 4.5 s apart (really)"),
        ("charge_card ran twice", "`charge_card` ran twice"),
        ("thanks @octocat for #12", "thanks `@octocat` for `#12`"),
        ("see https://x.example/a_b and www.x.example", "see `https://x.example/a_b` and `www.x.example`"),
        ("closes GH-1 in deadbeef1", "closes `GH-1` in `deadbeef1`"),
        ("1. not a list", "`1.` not a list"),
        ("2) not a list", "`2)` not a list"),
        ("4 findings, 1. of them", "4 findings, 1. of them"),
        ("- not a list", "`-` not a list"),
        ("# no heading", "`#` no heading"),
        ("a\nb", "`a\\nb`"),
        ("don't re-send", "don't re-send"),
        ("   ", "(empty)"),
        ("", "(empty)"),
    ],
)
def test_prose(raw: str, expected: str) -> None:
    assert prose(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("plain", "`plain`"),
        ("a`b", "``a`b``"),
        ("`a", "`` `a ``"),
        (" a ", "`  a  `"),
        ("", "(empty)"),
        ("x" * 300, "`" + "x" * 199 + "…`"),
    ],
)
def test_code(raw: str, expected: str) -> None:
    assert code(raw) == expected


@pytest.mark.parametrize("build", [rich_audit, empty_audit, crowded_audit, hostile_audit])
def test_document_has_only_our_markup(build: Callable[[], Audit]) -> None:
    document = text("markdown", build())
    assert {token.type for token in tokens(document) if not is_table(token.type)} <= OURS
    assert not LINKED_BY_GITHUB.search(bare(document))


@pytest.mark.parametrize("build", [rich_audit, crowded_audit, hostile_audit])
def test_tables_are_whole(build: Callable[[], Audit]) -> None:
    tables = re.findall(r"^\|.*?(?=\n\n|\n\Z)", text("markdown", build()), re.MULTILINE | re.DOTALL)
    assert tables
    for lines in tables:
        kinds = [token.type for token in tokens(lines)]
        columns, rows = kinds.count("th_open"), kinds.count("tr_open") - 1
        assert rows == lines.count("\n") - 1
        assert kinds.count("td_open") == columns * rows


@pytest.mark.parametrize("build", [rich_audit, empty_audit, crowded_audit, hostile_audit])
def test_it_fits_into_a_comment(build: Callable[[], Audit]) -> None:
    assert len(text("markdown", build())) <= MAX_CHARACTERS + 100


def test_what_does_not_fit_is_counted() -> None:
    document = text("markdown", crowded_audit(findings=500))
    shown = document.count("### medium: duplicate-side-effect in")
    assert 0 < shown < 500
    assert f"\n{500 - shown} more findings left out here" in document


def test_the_worst_first() -> None:
    found = re.findall(r"^### (high|medium|low|info):", text("markdown", rich_audit()), re.MULTILINE)
    assert found == sorted(found, key=[*reversed(Severity)].index)
    assert set(found) == {"high", "medium", "low", "info"}


def test_a_finding_says_what_where_why_and_what_to_do() -> None:
    document = alone()
    for line in (
        "### medium: duplicate-side-effect in `charge_card`",
        "| 2026-03-02T09:00:01.000Z | timeout | no key | `traces/payments.jsonl:12` |",
        "| 2026-03-02T09:00:35.000Z | ran | no key | `traces/payments.jsonl:15` |",
        "- confidence: high",
        "- 1 effect confirmed, 2 possible",
        "- cause: the client gave up waiting and the call was sent again",
        "- why: one call ran twice",
        "- cost of the extra copies: `42.00 USD`",
    ):
        assert line in document.split("\n")
    assert "**What to do:** Send one idempotency key" in document


def test_without_a_clock_it_says_so() -> None:
    document = text("markdown", Audit(empty_audit().summary, (), (clockless(),), (), ()))
    assert "| no clock | ran | no key | `traces/payments.jsonl` |" in document


def test_copies_past_the_first_and_last_are_counted() -> None:
    document = text("markdown", crowded_audit(findings=1, copies=130))
    assert document.count("| ran |") == 10
    assert "and 120 more copies" in document


def test_a_long_path_keeps_its_line() -> None:
    assert "x:77` |" in alone(calls=(call(path="x" * 500, line=77),))


def test_suppressed_findings_are_only_counted() -> None:
    document = text("markdown", Audit(empty_audit().summary, (), (suppressed(),), (), ()))
    assert "send" not in document
    assert "1 suppressed" in document


def test_per_tool_findings_have_no_effects() -> None:
    document = text("markdown", Audit(empty_audit().summary, (), (missing_key(),), (), ()))
    assert "confirmed" not in document
    assert "cause:" not in document


def test_more_tools_than_rows_are_counted() -> None:
    tools = tuple(tool_row(tool=f"tool{number}", findings=number) for number in range(25))
    document = text("markdown", Audit(empty_audit().summary, (), (), (), tools))
    assert "and 5 more tools" in document
    assert document.index("`tool24`") < document.index("`tool23`")
    assert "`tool4`" not in document


def test_without_findings_it_never_says_that_all_is_well() -> None:
    assert text("markdown", empty_audit()).startswith("## doublefire\n\nNo finding in 3 executions of 1 tool.\n")
