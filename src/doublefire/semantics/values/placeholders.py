"""Values that stand for something an exporter left out: masked or cut short. Two equal ones prove little.

Masks as written by redactors such as Presidio (`<PERSON>`), Sentry (`[Filtered]`) and OpenInference (`__REDACTED__`);
report `langfuse/langfuse#3518`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from doublefire.semantics.values.spelling import words
from doublefire.semantics.values.wordlist import word_set

MASK_LENGTH: Final = 120
"""A mask with its kind, reason and index is shorter; inside longer texts only `INSIDE` counts."""

CUT_LENGTH: Final = 40
"""A text that trails off in dots was cut short if it has this many characters: below, people write that way."""

TAIL_LENGTH: Final = 200
"""Characters at the end of a text in which its cut mark stands."""

_HIDDEN = (
    r"(?:redacted|masked|filtered|removed|hidden|scrubbed|saniti[sz]ed|anonymi[sz]ed|obfuscated|withheld|censored"
    r"|confidential|omitted|pii)"
)
_KIND = (
    r"(?:e-?mail(?:[ _-]?address)?|phone(?:[ _-]?number)?|person(?:[ _-]?name)?|(?:first|last|full|user)?[ _-]?name"
    r"|(?:street[ _-]?|ip[ _-]?)?address|location|(?:credit[ _-]?)?card(?:[ _-]?number)?|account(?:[ _-]?number)?"
    r"|iban(?:[ _-]?code)?|(?:us[ _-])?ssn|date(?:[ _-]?time)?|url|organi[sz]ation"
    r"|secret|password|token|api[ _-]?key|user|id|number"
    r"|content|value|data|text|input|output|arguments?)"
)
_INDEX = r"(?:[ _-]?\d{1,4})?"
_WHY = r"(?:[ _-](?:by|for|due)[ _-][\w -]{1,40})?"
_MASK = rf"(?:{_KIND}[ _:-]?{_HIDDEN}|{_HIDDEN}[ _:-]{{0,2}}{_KIND}?|{_KIND}){_WHY}{_INDEX}"

WHOLE: Final = re.compile(
    rf"(?:\[{{1,2}}|<{{1,2}}|\{{\{{|\(|__|%|\*{{1,3}})\s?{_MASK}\s?(?:\]{{1,2}}|>{{1,2}}|\}}\}}|\)|__|%|\*{{1,3}})"
    rf"|(?:redacted|masked|scrubbed|anonymi[sz]ed|obfuscated|censored)(?:[ _-]{_KIND})?{_WHY}"
    r"|[\[(<]?(?:[*•●\u2217█▇]{3,}|x{4,})[\])>]?"
    r"|(?:[*•●\u2217█]{3,}|x{4,})(?:[ -](?:[*•●\u2217█]{2,}|x{2,})){0,6}[ -]?\d{2,4}"  # ****4242
    r"|\w{0,4}[*•●]{3,}[\w.-]{0,4}"  # sk***9f
    r"|[\w.]{0,3}[*•●]{2,}\w{0,3}@[\w*•-]{1,64}(?:\.[\w*•-]{1,20}){1,3}",  # j***@example.com
    re.IGNORECASE,
)
INSIDE: Final = re.compile(
    r"[\[<](?:[A-Z]{2,20}_)?(?:REDACTED|MASKED|FILTERED|EMAIL(?:_ADDRESS)?|PHONE(?:_NUMBER)?|PERSON|CREDIT_CARD|CARD_NUMBER|IBAN(?:_CODE)?|US_SSN|SSN|PII)"
    r"(?:_[A-Z]{2,20})?(?:_\d{1,4})?[\]>]"
)
"""Masks in running text: upper case and of known kinds only, since `[Your Name]` and `{{name}}` are templates."""

_AMOUNT = r"\+?[\d,]{1,12}\s?(?:more )?(?:chars?|characters?|bytes?|[kK]i?[bB]|lines?|words?|tokens?|items?)"
_CUT = r"(?:truncated|trimmed|cut off|clipped|elided|snip(?:ped)?|shortened|omitted)"
_DOTS = r"(?:\.\.\.|…)"
CUT_MARK: Final = re.compile(
    rf"[\[(<{{]{_DOTS}?\s?(?:(?:output|text|content|value|result|body|arguments?)[ _])?{_CUT}"
    rf"(?:[ :,;-]{{1,3}}(?:{_AMOUNT}|for|to|at|after|from|by|because|see|total)\b[^\[\](){{}}<>\n]{{0,60}})?"
    rf"\s?{_DOTS}?[\])>}}]"
    rf"|[\[(<{{]{_DOTS}?\s?{_AMOUNT} (?:{_CUT}|left out|remaining|more)\s?{_DOTS}?[\])>}}]"
    rf"|[\[(<{{](?:{_DOTS}\s?|(?=\+)){_AMOUNT}[\])>}}]\s*\Z"
    rf"|{_DOTS}\s?[(\[]?{_AMOUNT}(?: {_CUT})?[)\]]?{_DOTS}?\s*\Z"
    rf"|{_DOTS}\s?{_CUT}\.?\s*\Z",
    re.IGNORECASE,
)
"""Marks such as `[truncated]`, `<truncated 123 chars>`, `... (20 more lines)`, `[+20 chars]`, `…truncated`."""

CUT_OPENINGS: Final = ("...", "\u2026", "[", "(", "<", "{")
"""One of these begins every cut mark: looking for them first spares most texts the expression."""

STORED_ELSEWHERE: Final = re.compile(r"attachment://|<(?:large|binary|truncated)\b[^<>]{0,80}>$", re.IGNORECASE)


def masked(value: str) -> bool:
    """Whether a text, or a part of it, was replaced by a mask before it was recorded."""
    text = value.strip()
    if len(text) <= MASK_LENGTH and WHOLE.fullmatch(text) is not None:
        return True
    return ("[" in text or "<" in text) and INSIDE.search(text) is not None


def truncated(value: str) -> bool:
    """Whether a text was cut short, or moved elsewhere, before it was recorded."""
    text = value.rstrip()
    if text.endswith(("...", "…")) and len(text) >= CUT_LENGTH:
        return True
    if text[:1] in ("a", "A", "<") and STORED_ELSEWHERE.match(text) is not None:
        return True
    tail = text[-TAIL_LENGTH:]
    if any(opening in tail for opening in CUT_OPENINGS) and CUT_MARK.search(tail) is not None:
        return True
    return cut_json(text)


def cut_json(text: str) -> bool:
    """Whether a text begins as a JSON object, or a list of objects, and never ends."""
    return text.startswith(('{"', "{'", '[{"', "[{'")) and not text.endswith(("}", "]"))


IDENTIFYING: Final = word_set(
    "id ids uuid guid uid sku isbn iban bic number no nr to email mail recipient recipients address phone mobile"
    " msisdn account customer client user username login member owner patient guest contact order invoice payment"
    " charge transaction refund subscription booking reservation ticket issue case card channel room thread url"
    " uri link path file filename key slug handle domain host repo repository branch project vehicle plate asset"
    " device serial reference ref destination beneficiary payee merchant supplier vendor employee tracking"
    " passport"
)
"""Last words of the names of fields that say which object or person an action is about."""


@lru_cache(maxsize=8192)
def identifying(name: str) -> bool:
    """Whether a field of this name identifies an object or a recipient (`customer_id`, `orderId`, `to`, `email`)."""
    named = words(name)
    return bool(named) and named[-1] in IDENTIFYING
