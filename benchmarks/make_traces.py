"""Write a long trace to measure with: `make_traces.py otlp|native|claude-code MEGABYTES OUT [--seed N]`.

Calls of a shop's support agent with texts of everyday length. In every hundred about one goes out twice, four seconds
apart. The same seed writes the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FIRST_S = 1_772_442_000
AGAIN_S = 4
SHARE_AGAIN = 0.01
CALLS_OF_SESSION = 150
VOCABULARY = (
    "account address agent amount arrived balance before cancelled carrier changed checked confirmed courier customer"
    " delayed delivery details discount error exchange express found goods invoice item label letter missing number"
    " offer opened option order package paid parcel payment phone please policy price product promised question reached"
    " received refund reply request return sent service shipped shop size status stock store support thanks ticket"
    " today total tracking update voucher warehouse website week window wrong yesterday"
)
WORDS = VOCABULARY.split()

Call = tuple[str, dict[str, Any]]


def words(chance: random.Random, count: int) -> str:
    """So many words of everyday mail."""
    return " ".join(chance.choices(WORDS, k=count))


def call(chance: random.Random) -> Call:
    """(tool, arguments); five calls in eight only read."""
    customer = f"cus_{chance.randrange(10**6)}"
    return chance.choice(
        (
            ("create_payment", {"customer": customer, "cents": chance.randrange(100, 10**5), "currency": "eur"}),
            ("send_mail", {"to": f"{customer}@example.org", "subject": words(chance, 5), "body": words(chance, 55)}),
            ("add_comment", {"ticket": f"T-{chance.randrange(10**5)}", "text": words(chance, 25)}),
            ("get_customer", {"customer": customer}),
            ("get_order", {"order": f"ord_{chance.randrange(10**6)}"}),
            ("search_products", {"query": words(chance, 3), "limit": 20}),
            ("list_payments", {"customer": customer, "page": chance.randrange(9)}),
            ("read_file", {"path": f"notes/{chance.choice(WORDS)}.md", "line": chance.randrange(800)}),
        )
    )


def stamp(at_s: float) -> str:
    """RFC 3339 with milliseconds."""
    return datetime.fromtimestamp(at_s, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def native(chance: random.Random) -> Iterator[dict[str, Any]]:
    """One finished call a line; many sessions run at once."""
    at, sessions, begun = float(FIRST_S), [f"session-{n}" for n in range(400)], 400
    while True:
        at += chance.random() / 10
        place = chance.randrange(len(sessions))
        if chance.random() < 1 / CALLS_OF_SESSION:
            sessions[place], begun = f"session-{begun}", begun + 1
        tool, arguments = call(chance)
        lost = chance.random() < SHARE_AGAIN
        for again in range(2 if lost else 1):
            failed = lost and not again
            start = at + AGAIN_S * again
            yield {
                "session_id": sessions[place],
                "call_id": f"call_{chance.getrandbits(64):016x}",
                "tool": tool,
                "arguments": arguments,
                "start_time": stamp(start),
                "end_time": stamp(start + 0.2),
                "status": "timeout" if failed else "ok",
                **({"error": "no answer in 200 ms"} if failed else {"result": {"id": f"res_{chance.getrandbits(48)}"}}),
            }


def claude_code(chance: random.Random) -> Iterator[dict[str, Any]]:
    """A session file: a line for what is said, one for the call, one for its result."""
    at, response = float(FIRST_S), 0
    while True:
        session = f"{chance.getrandbits(128):032x}"
        for number in range(CALLS_OF_SESSION):
            tool, arguments = call(chance)
            if number % 15 == 0:
                yield _line(chance, session, "user", at, {"role": "user", "content": words(chance, 15)})
            for _ in range(2 if chance.random() < SHARE_AGAIN else 1):
                response += 1
                identifier = f"toolu_{chance.getrandbits(96):024x}"
                head = {"id": f"msg_{response}", "role": "assistant", "model": "demo"}
                said = {"type": "text", "text": words(chance, 35)}
                asked = {"type": "tool_use", "id": identifier, "name": tool, "input": arguments}
                answer = words(chance, chance.randrange(5, 350))
                answered = {"type": "tool_result", "tool_use_id": identifier, "content": answer, "is_error": False}
                yield _line(chance, session, "assistant", at, {**head, "content": [said]})
                yield _line(chance, session, "assistant", at + 0.1, {**head, "content": [asked]})
                yield _line(chance, session, "user", at + 1, {"role": "user", "content": [answered]})
                at += AGAIN_S


def _line(chance: random.Random, session: str, kind: str, at: float, message: dict[str, Any]) -> dict[str, Any]:
    common = {"isSidechain": False, "cwd": "/shop", "sessionId": session, "version": "2.1.0", "type": kind}
    return {**common, "uuid": f"{chance.getrandbits(128):032x}", "timestamp": stamp(at), "message": message}


def otlp(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Lines of a collector's file exporter, with a few dozen traces each: agent, model, tool and HTTP spans."""
    at = FIRST_S * 10**9
    while True:
        spans: list[dict[str, Any]] = []
        for _ in range(chance.randrange(20, 50)):
            at += chance.randrange(10**9)
            spans += _trace(chance, at)
        scoped = {"scope": {"name": "shop.agent"}, "spans": spans}
        yield {
            "resourceSpans": [
                {"resource": {"attributes": _attributes({"service.name": "shop"})}, "scopeSpans": [scoped]}
            ]
        }


def _trace(chance: random.Random, at: int) -> Iterator[dict[str, Any]]:
    trace, root, second = f"{chance.getrandbits(128):032x}", f"{chance.getrandbits(64):016x}", 10**9
    session = {"gen_ai.conversation.id": f"conv-{chance.getrandbits(40):x}"}
    history: list[dict[str, Any]] = []

    def span(parent: str, name: str, kind: int, start: int, took: int, attributes: dict[str, Any]) -> dict[str, Any]:
        return {
            "traceId": trace,
            "spanId": f"{chance.getrandbits(64):016x}",
            "parentSpanId": parent,
            "name": name,
            "kind": kind,
            "startTimeUnixNano": str(start),
            "endTimeUnixNano": str(start + took),
            "attributes": _attributes(attributes),
            "status": {},
        }

    agent = span("", "invoke_agent shop", 1, at, 60 * second, {"gen_ai.operation.name": "invoke_agent", **session})
    yield agent | {"spanId": root}
    for turn in range(chance.randrange(1, 4)):
        start = at + turn * 10 * second
        tool, arguments = call(chance)
        identifier = f"call_{chance.getrandbits(64):016x}"
        asked = {"type": "tool_call", "id": identifier, "name": tool, "arguments": arguments}
        history.append(
            {"role": "user", "parts": [{"type": "text", "content": words(chance, chance.randrange(40, 250))}]}
        )
        answer = {"role": "assistant", "parts": [asked], "finish_reason": "tool_call"}
        chat = {
            "gen_ai.operation.name": "chat",
            **session,
            "gen_ai.input.messages": json.dumps(history),
            "gen_ai.output.messages": json.dumps([answer]),
        }
        history.append(answer)
        yield span(root, "chat demo", 3, start, second, chat)
        for again in range(2 if chance.random() < SHARE_AGAIN else 1):
            begun = start + 2 * second + again * AGAIN_S * second
            ran = span(
                root,
                f"execute_tool {tool}",
                1,
                begun,
                second // 5,
                {
                    "gen_ai.operation.name": "execute_tool",
                    "gen_ai.tool.name": tool,
                    "gen_ai.tool.call.id": identifier,
                    "gen_ai.tool.call.arguments": json.dumps(arguments),
                    "gen_ai.tool.call.result": json.dumps({"id": f"res_{chance.getrandbits(48)}"}),
                },
            )
            yield ran
            verb = "GET" if tool.startswith(("get", "search", "list", "read")) else "POST"
            http = {
                "http.request.method": verb,
                "url.full": "https://shop.example/api",
                "http.response.status_code": 200,
            }
            yield span(ran["spanId"], verb, 3, begun + 10**6, second // 10, http)


def _attributes(values: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"key": key, "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}
        for key, value in values.items()
    ]


KINDS: dict[str, Callable[[random.Random], Iterator[dict[str, Any]]]] = {
    "otlp": otlp,
    "native": native,
    "claude-code": claude_code,
}


def write(kind: str, megabytes: float, out: Path, seed: int = 1) -> None:
    """Write a trace of at least this size."""
    records, left = KINDS[kind](random.Random(seed)), megabytes * 10**6
    with out.open("wb") as file:
        while left > 0:
            left -= file.write(json.dumps(next(records), separators=(",", ":")).encode() + b"\n")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    write(given.kind, given.megabytes, given.out, given.seed)


if __name__ == "__main__":
    main()
