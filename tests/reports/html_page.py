"""Pages as tests read them: every element with its attributes and text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

from doublefire.model import Audit, Finding

from .example import empty_audit
from .rendering import text

VOID = {"meta", "input", "br", "circle", "line", "rect"}


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
