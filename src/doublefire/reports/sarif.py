"""SARIF 2.1.0 as GitHub code scanning wants it (github/docs: SARIF support for code scanning).

GitHub reads the first location alone, the `primaryLocationLineHash` alone, and refuses empty strings. The hash is our
own: the one that the upload action would make covers the first hundred characters of a line, which all lines of an
OTLP export share. A result stands at its second copy, the one too many, and links to the earlier ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from doublefire import __version__
from doublefire.model import Audit, Call, Finding, InputRow, Rejection, Severity
from doublefire.reports.contract import Options, Report
from doublefire.reports.encoding import encode
from doublefire.reports.rules_text import RULES, RuleText, markdown_text, plain_text
from doublefire.reports.shown import key_labels, listed, uri_text, visible
from doublefire.reports.words import CAUSES, effects_text, many, outcome_text

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS: Final = {
    Severity.HIGH: "error",
    Severity.MEDIUM: "warning",
    Severity.LOW: "note",
    Severity.INFO: "note",
}
PROBLEMS: Final = {"error": "error", "warning": "warning", "note": "recommendation"}
RULE_INDEX: Final = {rule.name: position for position, rule in enumerate(RULES)}
REJECTED: Final = "unreadable-record"
UNNAMED: Final = "unknown"
"""Stands where SARIF demands a text and the trace has none: empty strings are refused."""
LINKED: Final = 10
"""Links in one message; more make it unreadable, and all copies are related locations anyway."""
Object = dict[str, Any]


def render(audit: Audit, options: Options) -> Iterator[bytes]:
    """The log, a result at a time."""
    driver = encode({"driver": _driver_object()})
    invocation = encode({"executionSuccessful": True, "toolExecutionNotifications": notifications(audit, options)})
    yield b'{"$schema":%b,"version":"2.1.0","runs":[{"tool":%b,' % (encode(SCHEMA), driver)
    yield b'"invocations":[%b],"columnKind":"unicodeCodePoints","results":[' % invocation
    between = b"\n"
    for result in results(audit.findings, options):
        yield between + encode(result)
        between = b",\n"
    yield b"]}]}\n"


def _driver_object() -> Object:
    return {
        "name": "doublefire",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule_object(rule) for rule in RULES],
        "notifications": [
            {
                "id": REJECTED,
                "shortDescription": {"text": "A record of the trace could not be read."},
                "fullDescription": {"text": "A record was passed over; the rest of its file was audited."},
                "help": {"text": "Mend the record that is named, or export its trace again; --strict fails the run."},
            }
        ],
    }


def _rule_object(rule: RuleText) -> Object:
    level = LEVELS[rule.severity]
    return {
        "id": rule.name,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": rule.catches},
        "help": {"text": plain_text(rule), "markdown": markdown_text(rule)},
        "defaultConfiguration": {"level": level},
        "properties": {
            "precision": rule.precision,
            "problem.severity": PROBLEMS[level],
            "tags": ["agents", "idempotency"],
        },
    }


def results(findings: Iterable[Finding], options: Options) -> Iterator[Object]:
    """One result per finding; findings of one fingerprint are numbered, so that each keeps its own alert."""
    seen: Counter[str] = Counter()
    for finding in findings:
        seen[finding.fingerprint] += 1
        yield _result_object(finding, seen[finding.fingerprint], options)


def _result_object(finding: Finding, ordinal: int, options: Options) -> Object:
    calls = listed(finding.calls)
    extra = calls[min(1, len(calls) - 1)] if calls else None
    related = [call for call in calls if call is not extra or options.anchor]
    silence = finding.suppressed
    result = {
        "ruleId": finding.rule,
        "ruleIndex": RULE_INDEX[finding.rule],
        "level": LEVELS[finding.severity],
        "message": {"text": message(finding, related)},
        "locations": [primary_location(extra, options)],
        "relatedLocations": related_locations(calls, related, options),
        "partialFingerprints": {"primaryLocationLineHash": f"{finding.fingerprint}:{ordinal}"},
        "suppressions": [{"kind": "external", "justification": f"{silence.by}: {silence.reason}"}] if silence else [],
        "properties": properties(finding),
    }
    return result if related else _without(result, "relatedLocations")


def _without(record: Object, name: str) -> Object:
    return {key: value for key, value in record.items() if key != name}


def properties(finding: Finding) -> Object:
    """What scripts may want and SARIF has no place for."""
    cause = {} if finding.cause is None else {"cause": finding.cause.value}
    return {
        "tool": finding.tool or UNNAMED,
        "confidence": finding.confidence.value,
        **cause,
        "confirmedEffects": finding.confirmed_effects,
        "possibleEffects": finding.possible_effects,
    }


def message(finding: Finding, related: list[Call]) -> str:
    """What happened, why, how sure it is, and links to the related locations; brackets of a trace make no links."""
    effects = effects_text(finding)
    sentences = [
        literal(finding.message) or finding.rule,
        *([effects] if effects else []),
        *([] if finding.cause is None else [f"Cause: {CAUSES[finding.cause]}"]),
        f"Confidence: {finding.confidence}",
    ]
    links = [f"[copy at line {call.place.line or 1}]({number})" for number, call in enumerate(related[:LINKED], 1)]
    more = [f"{len(related) - LINKED} more"] if len(related) > LINKED else []
    see = [f"See {', '.join(links + more)}"] if links else []
    return ". ".join(sentences + see) + "."


def literal(text: str) -> str:
    """Text that a viewer shows as it stands: in a SARIF message, brackets and backslashes have a meaning."""
    text = visible(text)
    for char in "\\[]":
        text = text.replace(char, "\\" + char)
    return text


def primary_location(call: Call | None, options: Options) -> Object:
    """Where the alert stands: at the committed file that the user named, else at the record of the extra copy."""
    if options.anchor or call is None:
        return {"physicalLocation": physical(options.anchor or UNNAMED, None, options)}
    return {"physicalLocation": physical(call.place.path, call.place.line, options)}


def related_locations(calls: Sequence[Call], related: list[Call], options: Options) -> list[Object]:
    """The other copies, numbered for the links of the message, each with its outcome and key."""
    keys = dict(zip(map(id, calls), key_labels(calls), strict=True))
    return [
        {
            "id": number,
            "physicalLocation": physical(call.place.path, call.place.line, options),
            "message": {"text": literal(f"{call.tool}: {outcome_text(call)}, {keys[id(call)]}")},
        }
        for number, call in enumerate(related, 1)
    ]


def physical(path: str, line: int | None, options: Options) -> Object:
    """A file and a line of it. Nobody knows how long the line is, so the region is its first character."""
    at = line or 1
    region = {"startLine": at, "startColumn": 1, "endLine": at, "endColumn": 2}
    return {"artifactLocation": {"uri": uri_text(path or UNNAMED, options)}, "region": region}


def notifications(audit: Audit, options: Options) -> list[Object]:
    """What could not be read: the records that are named, and a count for each input that has more."""
    found = [_notification(row, rejection, options) for row in audit.inputs for rejection in row.rejected]
    return found + [
        _unread(row, f"{many(row.rejected_total - len(row.rejected), 'more record')} could not be read", None, options)
        for row in audit.inputs
        if row.rejected_total > len(row.rejected)
    ]


def _notification(row: InputRow, rejection: Rejection, options: Options) -> Object:
    return _unread(row, f"{rejection.reason}: {rejection.detail}", rejection.line, options)


def _unread(row: InputRow, text: str, line: int | None, options: Options) -> Object:
    return {
        "descriptor": {"id": REJECTED, "index": 0},
        "level": "warning",
        "message": {"text": literal(text)},
        "locations": [{"physicalLocation": physical(row.path, line, options)}],
    }


REPORT = Report("sarif", (".sarif", ".sarif.json"), "alerts for GitHub code scanning and other SARIF viewers", render)
