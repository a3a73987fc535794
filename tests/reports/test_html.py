"""The page without a browser: its structure, policy and escaping, and what it says. `test_html_browser.py` opens it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublefire.model import ABSENT, Audit, Call, Cause, Evidence, Finding, Outcome, Severity, Summary, Trouble
from doublefire.reports.contract import Options
from doublefire.reports.html import comparison, page
from doublefire.reports.html.comparison import MISSING, NOTHING, marked, parts
from doublefire.reports.html.findings import NAME
from doublefire.reports.html.text import short
from doublefire.reports.html.timeline import SHOWN_COPIES, Copy, Stretch, timeline
from doublefire.reports.rules_text import RULES
from doublefire.reports.shown import visible

from .example import (
    HOSTILE,
    SECOND,
    T0,
    call,
    clockless,
    crowded_audit,
    empty_audit,
    finding,
    hostile_audit,
    hostile_finding,
    missing_key,
    retried,
    rich_audit,
    suppressed,
    timed_out,
)
from .rendering import text

AUDITS = [rich_audit, empty_audit, crowded_audit, hostile_audit]
VOID = {"meta", "input", "br", "circle", "line", "rect"}
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60) | st.sampled_from(HOSTILE)


@dataclass
class Element:
    """One element with its attributes and all text inside."""

    tag: str
    attributes: dict[str, str]
    inside: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return " ".join("".join(self.inside).split())


class Page(HTMLParser):
    """All elements of a page in order; stumbles over tags that are not closed in turn."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.comments: list[str] = []
        self.open: list[Element] = []
        self.feed(document)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), attrs
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.inside.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """The elements of this tag whose attributes contain these words."""
        return [
            element
            for element in self.elements
            if element.tag == tag
            and all(word in element.attributes.get(name.rstrip("_"), "").split() for name, word in attributes.items())
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        (element,) = self.all(tag, **attributes)
        return element


def parsed(audit: Audit, **options: Any) -> Page:
    return Page(text("html", audit, **options))


def audit_of(*findings: Finding, **summary: Any) -> Audit:
    return Audit(replace(empty_audit().summary, **summary), (), findings, (), ())


# --- a page that can do nothing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", AUDITS)
def test_one_style_and_one_script_and_the_policy_names_both(build: Callable[[], Audit]) -> None:
    document = text("html", build())
    (policy,) = (e for e in Page(document).all("meta") if e.attributes.get("http-equiv") == "Content-Security-Policy")
    directives = dict(part.strip().split(" ", 1) for part in policy.attributes["content"].split(";"))
    for tag in ("style", "script"):
        (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", document, re.DOTALL)
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert directives.pop(f"{tag}-src") == f"'sha256-{digest}'"
    assert directives == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
    }


def test_policy_stands_before_anything_that_it_governs() -> None:
    tags = [element.tag for element in parsed(hostile_audit()).elements]
    assert tags[:4] == ["html", "head", "meta", "meta"]


@pytest.mark.parametrize("build", AUDITS)
def test_nothing_is_loaded_and_nothing_runs_but_the_script(build: Callable[[], Audit]) -> None:
    for element in parsed(build()).elements:
        names = set(element.attributes)
        assert not names & {"src", "srcset", "action", "formaction", "data", "poster", "style", "ping", "background"}
        assert not [name for name in names if name.startswith("on") or ":" in name]
        assert element.attributes.get("href", "#").startswith("#")
        assert element.tag not in {"link", "base", "img", "image", "iframe", "object", "embed", "use", "animate"}


def test_style_loads_nothing() -> None:
    style = page.asset("style.css")
    assert set(re.findall(r"url\((.*?)\)", style)) == {"#stripes"}
    assert "@import" not in style
    assert "</" not in style


@pytest.mark.parametrize(
    "sink", ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval", "Function(", "</"]
)
def test_script_makes_no_markup(sink: str) -> None:
    assert sink not in page.asset("script.js")


def test_hostile_text_adds_no_element_attribute_or_comment() -> None:
    kinds = [
        {(element.tag, *sorted(element.attributes)) for element in Page(document).elements}
        for document in (text("html", hostile_audit()), text("html", hostile_audit(tuple(f"t{n}" for n in range(16)))))
    ]
    assert kinds[0] <= kinds[1] | {("mark",)}
    assert parsed(hostile_audit()).comments == []


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_shown_as_it_was_written(hostile: str) -> None:
    shown = parsed(audit_of(hostile_finding(hostile)))
    details = shown.one("details", class_="finding")
    assert details.attributes["data-tool"] == short(hostile, NAME)
    assert " ".join(visible(hostile).split())[:100] in details.words


@given(ANY_TEXT)
@settings(max_examples=40, deadline=None)
def test_any_text_comes_out_as_text(anything: str) -> None:
    shown = parsed(audit_of(finding(tool=anything, message=anything, calls=(call(arguments={anything: anything}),))))
    assert shown.one("details", class_="finding").attributes["data-tool"] == short(anything, NAME)
    assert len(shown.all("script")) == 1


@pytest.mark.parametrize("build", AUDITS)
@pytest.mark.parametrize("arguments", ["masked", "full", "none"])
def test_page_is_all_in_one_piece(build: Callable[[], Audit], arguments: str) -> None:
    shown = parsed(build(), arguments=arguments)
    ids = [element.attributes["id"] for element in shown.elements if "id" in element.attributes]
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    assert not [name for name in ids if not name or re.search(r"\s", name)]
    for element in shown.elements:
        for name in ("aria-labelledby", "for"):
            assert element.attributes.get(name, ids[0]) in ids
        href = element.attributes.get("href")
        assert href is None or href.removeprefix("#") in ids


# --- a page for everybody -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("build", AUDITS)
def test_landmarks_and_headings(build: Callable[[], Audit]) -> None:
    shown = parsed(build())
    for tag in ("header", "main", "footer", "h1", "title"):
        assert shown.one(tag).words
    assert shown.one("html").attributes["lang"] == "en"
    assert all(element.attributes.get("aria-labelledby") for element in shown.all("section"))
    levels = [int(element.tag[1]) for element in shown.elements if re.fullmatch("h[1-6]", element.tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_what_scrolls_can_be_reached_by_keyboard_and_has_a_name() -> None:
    for element in parsed(rich_audit()).all("div", class_="scroll"):
        assert element.attributes["tabindex"] == "0"
        assert element.attributes["role"] == "region"
        assert element.attributes.get("aria-label") or element.attributes.get("aria-labelledby")


def test_pictures_are_hidden_from_screen_readers_since_the_text_says_the_same() -> None:
    shown = parsed(rich_audit())
    assert {element.attributes["aria-hidden"] for element in shown.all("svg")} == {"true"}
    assert "4 s after copy 1 ended" in shown.one("section", id="findings").words


# --- what it says ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ({"confirmed_extra_effects": 1, "possible_extra_effects": 1}, "1 extra side effect happened."),
        ({"confirmed_extra_effects": 2, "possible_extra_effects": 2}, "2 extra side effects happened."),
        (
            {"confirmed_extra_effects": 1, "possible_extra_effects": 3},
            "1 extra side effect happened, and 2 more may have.",
        ),
        ({"possible_extra_effects": 1}, "1 extra side effect may have happened."),
        ({}, "No extra side effect in this trace."),
        ({"executions": 0}, "Nothing to judge: no tool call was found."),
    ],
)
def test_headline(counts: dict[str, int], sentence: str) -> None:
    assert parsed(audit_of(**counts)).one("h1").words == sentence


def test_headline_of_advice_alone() -> None:
    assert parsed(audit_of(missing_key())).one("h1").words == (
        "No extra side effect in this trace, and 1 thing to look at."
    )


def test_who_did_it_and_what_it_cost() -> None:
    head = parsed(rich_audit()).one("header").words
    assert "charge_card 1 confirmed" in head
    assert "42.00 USD" in head
    assert "7.5 EUR" in head
    assert "3 records not read" in head


def test_key_conflicts_and_advice_count_no_extra_effect() -> None:
    conflict = finding(rule="idempotency-key-conflict", confirmed_effects=2, tool="other")
    assert "other" not in parsed(audit_of(conflict, missing_key())).one("header").words


def test_a_clean_audit_promises_nothing() -> None:
    shown = parsed(empty_audit())
    assert "No duplicate in this trace" in shown.one("section", id="findings").words
    assert "only the other side knows" in shown.one("section", id="limits").words
    assert shown.all("details", class_="finding") == []


def test_a_finding_has_everything_that_is_needed_to_act() -> None:
    shown = parsed(audit_of(finding(ignored_fields=("request_id",)))).one("details", class_="finding").words
    for piece in (
        "charge_card was sent again 4 s after its first copy timed out",
        "42.00 USD",
        "1 effect confirmed, 2 possible",
        "timeout after 30 s",
        "ran for 2 s",
        "4 s after copy 1 ended",
        "the client gave up waiting and the call was sent again",
        "speaks for it: one call ran twice",
        "speaks against it: a user turn lies in between",
        "known: the name says that it writes",
        "traces/payments.jsonl:12",
        "2026-03-02 09:00:35.000 UTC",
        "request_id",
        "Send one idempotency key per action",
        "5f1d7a84db00d2fce00cd2f62d8e5b1a",
    ):
        assert piece in shown


def test_worst_first_and_only_the_worst_is_open() -> None:
    found = parsed(rich_audit()).all("details", class_="finding")
    order = [element.attributes["data-severity"] for element in found]
    assert order == sorted(order, key=["high", "medium", "low", "info"].index)
    assert ["open" in element.attributes for element in found] == [True] + [False] * (len(found) - 1)


def test_closed_findings_say_whose_they_are_and_advice_does_not() -> None:
    shown = parsed(audit_of(finding(), missing_key()))
    (sent,) = shown.all("code", class_="sent")
    assert "cus_8812" in sent.words


def test_suppressed_findings_are_named_apart() -> None:
    shown = parsed(audit_of(finding(), suppressed()))
    assert len(shown.all("details", class_="finding")) == 1
    assert "sent twice on purpose" in shown.one("section", id="suppressed").words


def test_sections_below_the_findings() -> None:
    shown = parsed(rich_audit())
    assert "Send one idempotency key with every charge" in shown.one("section", id="tools").words
    assert "a user asked again after the first had succeeded" in shown.one("section", id="cleared").words
    read = shown.one("section", id="inputs").words
    assert "unexpected end of data" in read
    assert "and 1 more record" in read
    assert "no dialect fits" in read
    assert "has no clock" in shown.one("section", id="limits").words
    rules = [element.words for element in shown.all("details", class_="fold") if "id" in element.attributes]
    assert len(rules) == len(RULES)


def test_sections_without_rows_are_left_out() -> None:
    sections = [element.attributes["id"] for element in parsed(audit_of()).all("section")]
    assert sections == ["findings", "limits"]


@pytest.mark.parametrize(
    ("arguments", "words"), [("masked", "are masked"), ("full", "secrets included"), ("none", "were left out")]
)
def test_footer_says_what_is_in_the_file(arguments: str, words: str) -> None:
    assert words in parsed(rich_audit(), arguments=arguments).one("footer").words


def test_filters_offer_what_occurs() -> None:
    shown = parsed(rich_audit())
    values = [element.attributes["value"] for element in shown.all("option")]
    assert {rule.name for rule in RULES} <= set(values)
    assert {"high", "medium", "low", "info", "charge_card", "do_it"} <= set(values)
    assert "send_digest" not in values


def test_a_filter_with_one_choice_is_no_filter() -> None:
    assert parsed(audit_of(finding(), finding())).all("select") == []


# --- more than anybody reads ----------------------------------------------------------------------------------------


def test_what_is_past_the_limit_gets_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DETAILED", 5)
    shown = parsed(crowded_audit(findings=12, copies=2))
    rows = [element for element in shown.all("tr") if "data-item" in element.attributes]
    assert len(shown.all("details", class_="finding")) == 5
    assert len(rows) == 7
    assert "charge_card was sent again" in rows[0].words
    assert "cus_8812" in rows[0].words
    assert "7 more findings, one line each" in shown.one("details", id="rest").words


def test_what_is_past_both_limits_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "DETAILED", 5)
    monkeypatch.setattr(page, "LISTED", 4)
    shown = parsed(crowded_audit(findings=12, copies=2)).one("section", id="findings")
    assert "3 further findings are not on this page" in shown.words


def test_limit_fits_a_week_of_fifteen_thousand() -> None:
    assert page.DETAILED <= 1000
    assert page.DETAILED + page.LISTED >= 15_000


def test_equal_fingerprints_get_anchors_of_their_own() -> None:
    found = parsed(audit_of(finding(), finding(), finding(fingerprint="other"))).all("details", class_="finding")
    mark = finding().fingerprint
    assert [element.attributes["id"] for element in found] == [f"f-{mark}", f"f-{mark}-2", "f-other"]


def test_long_texts_and_many_reasons_are_cut() -> None:
    evidence = tuple(Evidence("x", 0, f"reason {n}") for n in range(50))
    arguments = {f"field_{n}": "y" * 10_000 for n in range(100)}
    crowded = finding(message="z" * 100_000, evidence=evidence, calls=(call(arguments=arguments),) * 2)
    document = text("html", audit_of(crowded))
    assert "and 30 more reasons" in document
    assert "and 60 more fields" in document
    assert "z" * 1000 not in document
    assert "y" * 1000 not in document


# --- the timeline ---------------------------------------------------------------------------------------------------


def rows(*calls: Call, **changes: Any) -> tuple[Copy, ...]:
    return timeline(finding(calls=calls, **changes), Options()).first


def at(start: float, end: float | None, **changes: Any) -> Call:
    return call(start_ns=T0 + int(start * SECOND), end_ns=None if end is None else T0 + int(end * SECOND), **changes)


def relation(copy: Copy) -> str:
    assert copy.times is not None
    return copy.times.relation.text


def bar(copy: Copy) -> Stretch:
    assert copy.times is not None
    return copy.times.bar


def test_bars_and_the_gap_lie_where_they_belong() -> None:
    first, second = rows(at(0, 3), at(7, 10))
    assert (bar(first), bar(second)) == (Stretch(0, 30), Stretch(70, 30))
    assert second.times is not None
    assert second.times.relation.gap == Stretch(30, 40)
    assert second.times.relation.overlap is None


def test_overlap_is_marked_over_the_time_both_ran() -> None:
    _, second = rows(at(0, 6), at(4, 10))
    assert second.times is not None
    assert second.times.relation.overlap == Stretch(40, 20)
    assert relation(second) == "overlaps copy 1 for 2 s"


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ((at(0, 1), at(1, 2)), "right after copy 1 ended"),
        ((at(0, 1), at(0, 1)), "overlaps copy 1 for 1 s"),
        ((at(0, None), at(4, 5)), "4 s after copy 1 ended"),
        ((at(0, 9), at(1, 2), at(10, 11)), "1 s after copy 1 ended"),
        ((at(5, 4), at(7, 8)), "2 s after copy 1 ended"),
    ],
)
def test_relation_to_the_latest_end_before(calls: tuple[Call, ...], words: str) -> None:
    assert relation(rows(*calls)[-1]) == words


def test_copies_that_never_ran_stand_among_the_others() -> None:
    refused = at(2, 3, outcome=Outcome.NOT_EXECUTED, trouble=Trouble.REFUSED, error="422")
    found = rows(at(0, 1), at(4, 5), also=(refused,))
    assert [(copy.number, copy.outcome, copy.ended) for copy in found] == [
        (1, "executed", "ran"),
        (2, "not-executed", "refused"),
        (3, "executed", "ran"),
    ]


def test_without_a_clock_there_is_an_order_and_no_axis() -> None:
    line = timeline(clockless(), Options())
    assert line.length == ""
    assert [copy.times for copy in line.first] == [None, None]
    assert "No clock was recorded" in parsed(audit_of(clockless())).one("details", class_="finding").words


def test_long_timelines_show_both_ends() -> None:
    line = timeline(finding(calls=tuple(at(n, n + 0.5) for n in range(40)), calls_total=90), Options())
    assert len(line.first) == len(line.last) == SHOWN_COPIES
    assert line.left_out == 80
    assert line.last[-1].number == 40


@given(st.lists(st.tuples(st.integers(0, 10**6), st.none() | st.integers(0, 10**6)), min_size=1, max_size=8))
def test_everything_lies_on_the_axis(times: list[tuple[int, int | None]]) -> None:
    for copy in rows(*(call(start_ns=start, end_ns=end) for start, end in times)):
        assert copy.times is not None
        for stretch in (copy.times.bar, copy.times.relation.gap, copy.times.relation.overlap):
            assert stretch is None or (stretch.left >= 0 and stretch.width > 0 and stretch.right <= 100.02)


# --- side by side ---------------------------------------------------------------------------------------------------


def sent(*values: Any, ignored: tuple[str, ...] = ()) -> dict[str, comparison.Row]:
    found = parts([call(arguments=value) for value in values], ignored, Options())[0]
    return {row.path: row for row in found.rows}


def test_equal_fields_stand_once() -> None:
    row = sent({"a": 1}, {"a": 1})["a"]
    assert ([cell.before for cell in row.cells], row.verdict) == (["1"], "equal")


def test_differing_fields_stand_side_by_side_with_the_difference_marked() -> None:
    row = sent({"note": "Refund for late delivery"}, {"note": "Refund for a late delivery"})["note"]
    assert row.verdict == "differs"
    assert [(cell.before, cell.changed, cell.after) for cell in row.cells] == [
        ("Refund for ", "", "late delivery"),
        ("Refund for ", "a ", "late delivery"),
    ]


def test_missing_fields_differ() -> None:
    assert sent({"a": 1, "b": 2}, {"a": 1})["b"].cells[1] == MISSING
    assert sent({"a": 1, "b": 2}, {"a": 1})["b"].verdict == "differs"


def test_what_was_not_recorded_is_neither_equal_nor_different() -> None:
    row = sent({"a": 1}, ABSENT)["a"]
    assert (row.cells[1], row.verdict) == (NOTHING, "")
    row = sent({"a": 1}, ABSENT, {"a": 1})["a"]
    assert (len(row.cells), row.verdict) == (3, "equal")


def test_fields_that_do_not_count_say_so() -> None:
    found = sent({"x": {"request_id": 1}, "a": 1}, {"x": {"request_id": 2}, "a": 2}, ignored=("x.request_id",))
    assert found["x.request_id"].ignored
    assert not found["a"].ignored


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ({"a": {"b": [1, {"c": 2}]}}, ["a.b[0]", "a.b[1].c"]),
        ({"a": {}, "b": []}, ["a", "b"]),
        ([1, 2], ["[0]", "[1]"]),
        ("text", [""]),
        ({"a.b": 1}, ["a.b"]),
    ],
)
def test_every_leaf_has_its_row(value: Any, paths: list[str]) -> None:
    assert list(sent(value)) == paths


@pytest.mark.parametrize(
    ("calls", "options", "note"),
    [
        ((call(arguments=ABSENT),), Options(), "not recorded"),
        ((call(),), Options(arguments="none"), "not shown in this report"),
        ((call(),), Options(), ""),
    ],
)
def test_why_there_is_nothing_to_compare(calls: tuple[Call, ...], options: Options, note: str) -> None:
    assert parts(calls, (), options)[0].note == note


@given(st.lists(st.text("ab ", max_size=12), min_size=2, max_size=4, unique=True))
def test_the_three_parts_are_the_text(texts: list[str]) -> None:
    for one in texts:
        cell = marked(one, [other for other in texts if other != one])
        assert cell.before + cell.changed + cell.after == one
        assert all(other.startswith(cell.before) and other.endswith(cell.after) for other in texts)


def test_severity_and_cause_of_the_overlapping_case() -> None:
    twice = finding(severity=Severity.HIGH, cause=Cause.PARALLEL_DUPLICATE, overlap=True, gap_ns=0)
    shown = parsed(audit_of(twice)).one("details", class_="finding")
    assert shown.attributes["data-severity"] == "high"
    assert "none, the copies overlap" in shown.words


def test_an_audit_of_nothing_has_a_page() -> None:
    assert parsed(Audit(Summary(), (), (), (), ())).one("h1").words == "Nothing to judge: no tool call was found."


def test_a_retry_without_result_marks_no_difference() -> None:
    shown = parsed(audit_of(finding(calls=(timed_out(), retried()))))
    assert shown.all("mark") == []
    assert "nothing recorded" in shown.one("details", class_="finding").words
