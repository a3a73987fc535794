"""Compare an audit's JSON report with what its story expects.

    [[expect.finding]]  must be reported: `rule` (or a list of acceptable ones), `tool`, `calls` (event ids: the
                        finding's calls, no more and no fewer), `cause` (acceptable ones), `confidence` (at least this),
                        `max_confidence`, and exact `severity`, `confirmed_effects`, `possible_effects`, `overlap`
    [[expect.at_most]]  these calls may be reported together at this confidence or lower, or not at all
    [[expect.cleared]]  must be in the report's cleared list with this `reason` (or one of these)
    [[expect.tool]]     fields of the tool's row
    [[expect.absent]]   this per-tool rule must not name this tool
    [expect.count]      counts of the summary; `executions` is checked always, and is the number of executions in the
                        story unless given

Any other finding of a repeat rule is a false alarm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .story import Story

Report = dict[str, Any]
Table = dict[str, Any]
Names = dict[tuple[object, ...], set[str]]
"""What a report can name (span id, line, call id), to the event ids of the story."""

LEVELS = {"low": 0, "medium": 1, "high": 2}
REPEAT_RULES = {
    "duplicate-side-effect",
    "unstable-idempotency-key",
    "idempotency-key-not-enforced",
    "idempotency-key-conflict",
    "hidden-retry",
}
SPANS = ("otlp", "openinference")
MESSAGES = ("claude-code", "openai-chat")
EXACT = ("confirmed_effects", "possible_effects", "overlap", "severity")
FIELDS = {
    "finding": {"rule", "tool", "calls", "cause", "confidence", "max_confidence", *EXACT},
    "at_most": {"calls", "confidence", "confirmed_effects"},
    "cleared": {"calls", "reason"},
    "tool": {"tool", "effect", "effect_source", "keys", "key_coverage", "key_origin", "key_stability"},
    "absent": {"rule", "tool"},
}
"""What a story may expect of each kind."""


def problems(story: Story, report: Report, dialect: str) -> list[str]:
    """Every way in which the report differs from what the story expects; empty when it is right."""
    names = _names(story, dialect)
    found = [(finding, _events(finding["calls"], names)) for finding in report["findings"]]
    expected: dict[str, list[Table]] = {kind: story.expect.get(kind, []) for kind in FIELDS}
    used: set[int] = set()
    out: list[str] = []
    for want in expected["finding"]:
        out += _match(want, found, used)
    unasked = [pair for number, pair in enumerate(found) if number not in used and pair[0]["rule"] in REPEAT_RULES]
    for finding, events in unasked:
        out += _tolerate(finding, events, expected["at_most"])
    cleared = [(row["reason"], _events(row["calls"], names)) for row in report["cleared"]]
    for want in expected["cleared"]:
        out += _cleared(want, cleared)
    for want in expected["tool"]:
        out += _tool_row(want, report["tools"])
    for want in expected["absent"]:
        if any((finding["rule"], finding["tool"]) == (want["rule"], want["tool"]) for finding, _ in found):
            out.append(f"false alarm {want['rule']} {want['tool']}")
    return [*out, *_counts(story, report["summary"], dialect)]


def alarms(story: Story) -> list[Table]:
    """The findings of repeat rules that the story expects."""
    return [want for want in story.expect.get("finding", []) if REPEAT_RULES & set(_listed(want["rule"]))]


def misspelt(story: Story) -> list[str]:
    """Expectations that nothing would ever check, and events that no execution of the story bears."""
    tables = [(kind, table) for kind, value in story.expect.items() if kind != "count" for table in value]
    wrong = [f"{kind}.{name}" for kind, table in tables for name in table.keys() - FIELDS.get(kind, set())]
    ids = {event.id for event in story.tools}
    return [*wrong, *(event for _, table in tables for event in set(table.get("calls", ())) - ids)]


def _names(story: Story, dialect: str) -> Names:
    names: Names = {}
    for number, event in enumerate(story.tools, 1):
        if dialect in SPANS:
            key: tuple[object, ...] = ("span", story.span_id(event))
        elif dialect in MESSAGES:
            key = ("call", event.session, event.call)
        else:
            key = ("line", number)
        names.setdefault(key, set()).add(event.id)
    if dialect in MESSAGES:  # a request that nothing answers can be named too
        for event in story.events:
            for call in event.calls:
                names.setdefault(("call", event.session, call.id), {f"request {call.id}"})
    return names


def _events(calls: list[Table], names: Names) -> set[str]:
    return set().union(*(_event(call, names) for call in calls))


def _event(call: Table, names: Names) -> set[str]:
    keys = (("span", call["span_id"]), ("line", call["line"]), ("call", call["session"], call["call_id"]))
    for key in keys:
        if key in names:
            return names[key]
    by_call = [events for key, events in names.items() if key[0] == "call" and key[2] == call["call_id"]]
    if len(by_call) == 1:  # a chat dump has no session of its own
        return by_call[0]
    return {f"?{call['span_id'] or call['line'] or call['call_id']}"}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _match(want: Table, found: list[tuple[Table, set[str]]], used: set[int]) -> Iterator[str]:
    rules = _listed(want["rule"])
    for number, (finding, events) in enumerate(found):
        if number in used or finding["rule"] not in rules:
            continue
        if finding["tool"] != want.get("tool", finding["tool"]) or events != set(want.get("calls", events)):
            continue
        used.add(number)
        yield from _differences(want, finding)
        return
    yield f"missing finding {rules} {want.get('tool', '')} {want.get('calls', '')}"


def _differences(want: Table, finding: Table) -> Iterator[str]:
    rule, level = finding["rule"], LEVELS[finding["confidence"]]
    if level < LEVELS[want.get("confidence", "low")]:
        yield f"{rule}: confidence {finding['confidence']}, expected at least {want['confidence']}"
    if level > LEVELS[want.get("max_confidence", "high")]:
        yield f"{rule}: confidence {finding['confidence']}, expected at most {want['max_confidence']}"
    if "cause" in want and finding["cause"] not in _listed(want["cause"]):
        yield f"{rule}: cause {finding['cause']}, expected one of {want['cause']}"
    for name in EXACT:
        if name in want and finding[name] != want[name]:
            yield f"{rule}: {name} {finding[name]}, expected {want[name]}"


def _tolerate(finding: Table, events: set[str], allowances: list[Table]) -> Iterator[str]:
    for allowed in allowances:
        among = bool(events) and events <= set(allowed["calls"])
        if among and LEVELS[finding["confidence"]] <= LEVELS[allowed["confidence"]]:
            confirmed = allowed.get("confirmed_effects", finding["confirmed_effects"])
            if confirmed != finding["confirmed_effects"]:
                yield f"{finding['rule']}: confirmed_effects {finding['confirmed_effects']}, expected {confirmed}"
            return
    yield f"false alarm {finding['rule']} {finding['tool']} {sorted(events)} confidence {finding['confidence']}"


def _cleared(want: Table, rows: list[tuple[str, set[str]]]) -> Iterator[str]:
    calls = set(want["calls"])
    if not any(events == calls and reason in _listed(want["reason"]) for reason, events in rows):
        near = [reason for reason, events in rows if events & calls]
        yield f"not cleared as {want['reason']}: {want['calls']} (cleared as {near})"


def _tool_row(want: Table, rows: list[Table]) -> Iterator[str]:
    row = next((row for row in rows if row["tool"] == want["tool"]), None)
    if row is None:
        yield f"tool {want['tool']} is not in the tools list"
        return
    for name, value in want.items():
        if row[name] != value:
            yield f"tool {want['tool']}: {name} {row[name]!r}, expected {value!r}"


def _counts(story: Story, summary: Table, dialect: str) -> Iterator[str]:
    recorded = [event for event in story.tools if not (dialect in SPANS and event.status == "lost")]
    for name, count in {"executions": len(recorded), **story.expect.get("count", {})}.items():
        if summary[name] != count:
            yield f"summary.{name} {summary[name]!r}, expected {count!r}"
