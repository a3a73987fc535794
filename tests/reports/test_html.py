"""The page without a browser: its structure, policy and escaping, and what it says. `test_html_browser.py` opens it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublefire.model import Audit
from doublefire.reports.html import page
from doublefire.reports.html.findings import NAME
from doublefire.reports.html.text import short
from doublefire.reports.shown import visible

from .example import (
    HOSTILE,
    call,
    crowded_audit,
    empty_audit,
    finding,
    hostile_audit,
    hostile_finding,
    rich_audit,
)
from .html_page import Page, audit_of, parsed
from .rendering import text

AUDITS = [rich_audit, empty_audit, crowded_audit, hostile_audit]
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60) | st.sampled_from(HOSTILE)


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
