"""Audits to write reports from: an ordinary one, an empty one, a crowded one and one made of hostile text.

Builders take keyword overrides, so a test names only what it is about. Times are nanoseconds; `T0` is the first call.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from doublefire.model import (
    ABSENT,
    Audit,
    Call,
    Cause,
    Cleared,
    Confidence,
    Evidence,
    Finding,
    InputRow,
    Layer,
    Money,
    Outcome,
    Place,
    Reason,
    Rejection,
    Severity,
    Summary,
    Suppression,
    ToolRow,
    Trouble,
)

T0 = 1_772_442_001_000_000_000
"""2026-03-02T09:00:01Z."""
SECOND = 1_000_000_000
TRACE = "traces/payments.jsonl"
SECRET = "ann.lee@example.com"
"""A value that no masked report may show."""

HOSTILE: tuple[str, ...] = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "'\"><svg/onload=alert(3)>&amp;&#60;",
    "[click](javascript:alert(4)) ![pixel](http://evil.example/p.png)",
    "@octocat closes #1 and GH-2, see www.evil.example or http://evil.example/x",
    "a|b|c `tick` ``ticks`` *bold* _it_ ~~no~~ \\| $x$",
    "line one\nline two\r\n::error file=x::pwned\n##[command]rm",
    "\x1b[31mred\x1b[0m \x1b]8;;http://evil.example\x07link\x1b]8;;\x07 \x07\x00\x9b2J",
    "evil\u202egnp.exe \u2066isolate\u2069 zero\u200bwidth \u2028separator",
    "[bold red]rich markup[/] :skull: %0A::warning::x {{ 7*7 }} {% raw %}",
    "lone \ud800 surrogate",
    "]]> <![CDATA[ &nope; <!-- comment --> \ufffe\uffff",
    "```\nfence\n```\n\n# heading\n\n- item\n\n<details open>",
    "  leading and trailing  ",
    "-->",
    "x" * 5000,
    "\u6f22\u5b57 \U0001f525 e\u0301",
)
"""Text that tries to be more than text in at least one output format."""


def deep(levels: int) -> Any:
    """A list inside a list inside a list."""
    value: Any = "bottom"
    for _ in range(levels):
        value = [value]
    return value


def call(**changes: Any) -> Call:
    """A call of `charge_card` that succeeded within a second; `line`, `path` and `span_id` reach its place."""
    place = Place(
        path=changes.pop("path", TRACE),
        line=changes.pop("line", 12),
        span_id=changes.pop("span_id", "00f067aa0ba902b7"),
        layer=Layer.EXECUTION,
    )
    ordinary = Call(
        place=place,
        tool="charge_card",
        trace_id="4bf92f3577b34da6a3ce929d0e0e4736",
        session="session-1",
        call_id="call_1",
        turn="turn-1",
        agent="billing",
        start_ns=T0,
        end_ns=T0 + SECOND,
        start_source="execution",
        outcome=Outcome.EXECUTED,
        trouble=Trouble.NONE,
        error=None,
        idempotency_key=None,
        arguments={"customer_id": "cus_8812", "cents": 4200, "receipt_to": SECRET},
        result={"id": "ch_1", "status": "succeeded", "receipt": f"sent to {SECRET}"},
        sightings=(place,),
    )
    return replace(ordinary, **changes)


def timed_out(**changes: Any) -> Call:
    """A first copy whose client gave up after thirty seconds."""
    ordinary = {
        "end_ns": T0 + 30 * SECOND,
        "outcome": Outcome.UNKNOWN,
        "trouble": Trouble.TIMEOUT,
        "error": f"read timed out after 30 s, no receipt for {SECRET}",
        "result": ABSENT,
    }
    return call(**(ordinary | changes))


def retried(**changes: Any) -> Call:
    """The second copy: four seconds after the first one's end, successful."""
    ordinary = {"line": 15, "span_id": "00f067aa0ba902b8", "start_ns": T0 + 34 * SECOND, "end_ns": T0 + 36 * SECOND}
    return call(**(ordinary | changes))


def finding(**changes: Any) -> Finding:
    """The headline case: a charge that timed out at the client and was sent again four seconds later."""
    ordinary = Finding(
        fingerprint="5f1d7a84db00d2fce00cd2f62d8e5b1a",
        rule="duplicate-side-effect",
        severity=Severity.MEDIUM,
        confidence=Confidence.HIGH,
        cause=Cause.CLIENT_TIMEOUT_RETRY,
        tool="charge_card",
        message="charge_card was sent again 4 s after its first copy timed out; both may have charged",
        evidence=(
            Evidence("write", 0, "the name says that it writes"),
            Evidence("timeout", 1, "the first copy ended in a timeout"),
            Evidence("one-call", 1, "one call ran twice"),
            Evidence("user-turn", -1, "a user turn lies in between"),
        ),
        scope_kind="session",
        scope_id="session-1",
        gap_ns=4 * SECOND,
        overlap=False,
        confirmed_effects=1,
        possible_effects=2,
        calls_total=2,
        calls=(timed_out(), retried()),
        amount=Money("42.00", "USD"),
    )
    return replace(ordinary, **changes)


def missing_key(**changes: Any) -> Finding:
    """A per-tool finding: no cause, no gap, examples instead of copies."""
    ordinary = {
        "fingerprint": "9b74c9897bac770ffc029102a200c5de",
        "rule": "missing-idempotency-key",
        "severity": Severity.LOW,
        "cause": None,
        "message": "none of the 3 calls of charge_card carries an idempotency key",
        "evidence": (Evidence("unkeyed", 0, "3 of 3 calls with recorded arguments carry no key"),),
        "gap_ns": None,
        "confirmed_effects": 0,
        "possible_effects": 0,
        "calls_total": 3,
        "calls": (timed_out(), retried(), call(line=40, span_id="00f067aa0ba902b9")),
        "amount": None,
        "scope_kind": "tool",
        "scope_id": "charge_card",
    }
    return finding(**(ordinary | changes))


def other_findings() -> tuple[Finding, ...]:
    """One finding of every other rule, so that reports meet all of them."""
    keyed = (call(idempotency_key="key-a"), retried(idempotency_key="key-b"))
    same = (call(idempotency_key="key-a"), retried(idempotency_key="key-a", result={"id": "ch_2"}))
    refused = call(
        line=13,
        span_id="00f067aa0ba902ba",
        start_ns=T0 + 10 * SECOND,
        end_ns=T0 + 11 * SECOND,
        outcome=Outcome.NOT_EXECUTED,
        trouble=Trouble.REFUSED,
        error="422 amount is not an integer",
    )
    return (
        finding(
            fingerprint="a1",
            rule="unstable-idempotency-key",
            severity=Severity.HIGH,
            cause=Cause.MODEL_REEMISSION,
            confirmed_effects=2,
            calls=keyed,
            also=(refused,),
            message="charge_card ran twice with a fresh key each time",
        ),
        finding(fingerprint="a2", rule="idempotency-key-not-enforced", severity=Severity.HIGH, calls=same),
        finding(fingerprint="a3", rule="idempotency-key-conflict", confidence=Confidence.HIGH, cause=None, calls=same),
        finding(fingerprint="a4", rule="hidden-retry", confidence=Confidence.MEDIUM, calls=(timed_out(),)),
        missing_key(),
        missing_key(fingerprint="a5", rule="model-minted-key", severity=Severity.INFO, tool="create_ticket"),
        missing_key(fingerprint="a6", rule="keyed-read", severity=Severity.INFO, tool="get_balance"),
        missing_key(fingerprint="a7", rule="unclassified-tool", severity=Severity.INFO, tool="do_it"),
    )


def suppressed(**changes: Any) -> Finding:
    """A finding that the config silences."""
    silence = Suppression("config", "sent twice on purpose")
    return finding(**({"fingerprint": "b1", "tool": "send_digest", "suppressed": silence} | changes))


def clockless(**changes: Any) -> Finding:
    """A finding from a log without any clock, line or span."""
    bare = {"start_ns": None, "end_ns": None, "line": None, "span_id": None, "start_source": "request"}
    ordinary = {"fingerprint": "b2", "gap_ns": None, "calls": (call(**bare), call(**bare)), "amount": None}
    return finding(**(ordinary | changes))


def cleared(**changes: Any) -> Cleared:
    ordinary = Cleared(
        reason=Reason.READ,
        tool="get_balance",
        scope_kind="session",
        scope_id="session-1",
        calls_total=2,
        calls=(call(tool="get_balance"), retried(tool="get_balance")),
        detail="reads may repeat",
    )
    return replace(ordinary, **changes)


def tool_row(**changes: Any) -> ToolRow:
    ordinary = ToolRow(
        tool="charge_card",
        effect="write",
        effect_source="name",
        calls=3,
        executions=3,
        keyed_calls=0,
        key_coverage=0.0,
        keys="unkeyed",
        key_fields=(),
        key_origin="unknown",
        key_stability="unproven",
        findings=2,
        advice="Send one idempotency key with every charge, minted before the first try.",
    )
    return replace(ordinary, **changes)


def input_row(**changes: Any) -> InputRow:
    rejections = (
        Rejection(line=7, offset=2210, reason="not-json", detail="unexpected end of data"),
        Rejection(line=None, offset=9001, reason="too-deep", detail="nested deeper than 1000 levels"),
    )
    ordinary = InputRow(TRACE, "otlp", records=40, calls=6, rejected_total=3, rejected=rejections)
    return replace(ordinary, **changes)


def summary(**changes: Any) -> Summary:
    ordinary = Summary(
        records=40,
        rejected=3,
        sightings=14,
        echoes=6,
        calls=6,
        executions=8,
        groups=4,
        findings={"duplicate-side-effect": 1, "missing-idempotency-key": 1},
        cleared={"read": 1, "user-asked-again": 1},
        confirmed_extra_effects=1,
        possible_extra_effects=3,
        amounts={"USD": "42.00", "EUR": "7.5"},
    )
    return replace(ordinary, **changes)


def rich_audit() -> Audit:
    """An audit with every rule, reason, kind of input and note; what a user of a real week would see."""
    read = {"tool": "get_balance", "effect": "read", "keys": "not-needed", "key_coverage": None, "findings": 0}
    return Audit(
        summary=summary(),
        inputs=(input_row(), input_row(path="traces/chat.json", dialect=None, rejected_total=0, rejected=())),
        findings=(missing_key(), finding(), *other_findings(), suppressed(), clockless()),
        cleared=tuple(cleared(reason=reason) for reason in Reason),
        tools=(tool_row(), tool_row(**read, advice=""), tool_row(tool="do_it", effect="unknown", keys="unknown")),
        notes=("traces/chat.json has no clock: windows did not apply there.",),
    )


def empty_audit() -> Audit:
    """An audit that found calls and nothing to report."""
    counts = Summary(records=9, sightings=3, calls=3, executions=3)
    row = input_row(records=9, calls=3, rejected_total=0, rejected=())
    return Audit(summary=counts, inputs=(row,), findings=(), cleared=(), tools=(tool_row(findings=0, advice=""),))


def crowded_audit(findings: int = 60, copies: int = 110) -> Audit:
    """More findings, and more copies in each, than a person wants to see."""
    calls = tuple(retried(line=n + 1, start_ns=T0 + n * SECOND, end_ns=T0 + n * SECOND + 5) for n in range(copies))
    many = tuple(finding(fingerprint=f"{n:032x}", calls=calls, calls_total=copies) for n in range(findings))
    counts = summary(findings={"duplicate-side-effect": findings}, rejected=0)
    return Audit(summary=counts, inputs=(), findings=many, cleared=(), tools=(tool_row(findings=findings),))


def hostile_audit(texts: tuple[str, ...] = HOSTILE) -> Audit:
    """An audit in which every free text is hostile, with payloads that encoders choke on."""
    findings = tuple(hostile_finding(text, number) for number, text in enumerate(texts))
    rejections = tuple(Rejection(line=n, offset=None, reason=text, detail=text) for n, text in enumerate(texts, 1))
    return Audit(
        summary=summary(amounts=dict.fromkeys(texts, "1")),
        inputs=tuple(input_row(path=text, rejected=rejections, rejected_total=99) for text in texts),
        findings=findings,
        cleared=tuple(cleared(tool=text, scope_id=text, detail=text) for text in texts),
        tools=tuple(tool_row(tool=text, advice=text, key_fields=(text,)) for text in texts),
        notes=texts,
    )


def hostile_finding(text: str, number: int = 0) -> Finding:
    """One finding in which `text` stands wherever a trace can put text."""
    payload = {
        text: [text, {"nested": text}],
        "big": 10**40 + 1,
        "exact": Decimal("0.1000000000000000000000001"),
        "not a number": float("nan"),
        "endless": float("inf"),
        "deep": deep(600),
    }
    names = {"session": text, "call_id": text, "turn": text, "agent": text, "trace_id": text}
    copy = {"path": text, "span_id": text, "tool": text, "error": text, "idempotency_key": text, **names}
    return finding(
        fingerprint=f"{number:032x}",
        tool=text,
        message=f"{text} ran twice",
        evidence=(Evidence("hostile", 1, text), Evidence("hostile", -1, text)),
        scope_id=text,
        ignored_fields=(text,),
        amount=Money("1", text),
        calls=(timed_out(**copy, arguments=payload, result=text), retried(**copy, arguments=text, result=payload)),
        also=(call(**copy, outcome=Outcome.CONFLICT, trouble=Trouble.CONFLICT, arguments=10**5000),),
        suppressed=Suppression("baseline", text) if number % 4 == 3 else None,
    )
