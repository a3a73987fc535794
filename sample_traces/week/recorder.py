"""What the instrumented agent of the week leaves behind: conversations, runs, model turns and tool executions.

Spans follow the OpenTelemetry GenAI conventions; times are seconds since the week's Monday until they are written.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from datetime import datetime
from typing import Any

Json = dict[str, Any]
Times = tuple[float, float]

# The request that each tool makes when its client is instrumented: HTTP method, address, status on success.
REQUESTS = {
    "get_order": ("GET", "https://orders.shop.example/v2/orders", 200),
    "get_shipment_status": ("GET", "https://carrier.example/track", 200),
    "search_customers": ("GET", "https://crm.shop.example/customers", 200),
    "upsert_contact": ("PUT", "https://crm.shop.example/contacts", 200),
    "set_ticket_status": ("PUT", "https://desk.shop.example/tickets/status", 200),
    "create_ticket": ("POST", "https://desk.shop.example/tickets", 201),
    "add_note": ("POST", "https://desk.shop.example/notes", 201),
    "book_pickup": ("POST", "https://carrier.example/pickups", 201),
    "charge_card": ("POST", "https://payments.example/v1/charges", 201),
    "refund_payment": ("POST", "https://payments.example/v1/refunds", 201),
    "send_confirmation_email": ("POST", "https://mail.example/v3/messages", 202),
}
KEYED = "refund_payment"
"""The one tool whose client sends an idempotency key, so its requests are always recorded."""

AGENT, HTTP, MCP = "support.agent", "opentelemetry.instrumentation.httpx", "mcp.client"
INTERNAL, CLIENT = 1, 3
NAMES = ("Ada", "Bruno", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Mateo")


@dataclass(frozen=True)
class Ending:
    """How an execution ends: with an error, or without one and with this result."""

    error_type: str = ""
    message: str = ""
    status: int | None = 0
    """What its HTTP request was answered; 0: no answer came, None: no request was made."""
    result: Any = None


SUCCESS = Ending()
"""The tool's usual result with its usual status."""


@dataclass
class Call:
    """One tool call that the model asks for; `id` and `outcome` (what the model is told) come as it happens."""

    tool: str
    arguments: Json
    id: str = ""
    outcome: str = ""


def attribute(key: str, value: int | str | list[str]) -> Json:
    if isinstance(value, list):
        return {"key": key, "value": {"arrayValue": {"values": [{"stringValue": item} for item in value]}}}
    return {"key": key, "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}


class Week:
    """All spans of the week, in the order in which they were started, and the answer key."""

    def __init__(self, seed: int, monday: datetime) -> None:
        self.random = random.Random(seed)
        self.monday = monday
        self.spans: list[tuple[str, Json]] = []
        self.answers: list[Json] = []
        self.last_order = self.random.randrange(10_000, 80_000)
        self.instrumented = {tool for tool in REQUESTS if self.random.random() < 0.7} | {KEYED}
        self.call_ids_restart = self.random.random() < 0.5

    def hex(self, digits: int) -> str:
        return f"{self.random.getrandbits(digits * 4):0{digits}x}"

    def nanoseconds(self, seconds: float) -> str:
        return str(int(self.monday.timestamp()) * 10**9 + round(seconds * 10**6) * 1000)

    def span(self, scope: str, ids: tuple[str, str, str], name: str, kind: int, times: Times, data: Json) -> None:
        """Add a span. `ids` are those of its trace, itself and its parent; an `error` in the data is its message."""
        error = data.pop("error", None)
        span: Json = {"traceId": ids[0], "spanId": ids[1], "parentSpanId": ids[2], "name": name, "kind": kind}
        span["startTimeUnixNano"], span["endTimeUnixNano"] = map(self.nanoseconds, times)
        span["attributes"] = [attribute(key, value) for key, value in data.items()]
        span["status"] = {} if error is None else {"code": 2, "message": error}
        self.spans.append((scope, span))

    def lines(self) -> list[str]:
        """The spans as the collector wrote them, in the order of their ends, a line a batch. Two batches are there
        twice: their acknowledgement got lost, so they were exported again."""
        ended = sorted(self.spans, key=lambda pair: int(pair[1]["endTimeUnixNano"]))
        lines = []
        while ended:
            size = self.random.randrange(12, 40)
            lines.append(self.line(ended[:size]))
            ended = ended[size:]
        for _ in range(2):
            place = self.random.randrange(len(lines))
            lines.insert(place, lines[place])
        return lines

    def line(self, batch: list[tuple[str, Json]]) -> str:
        by_scope: dict[str, list[Json]] = {}
        for scope, span in batch:
            by_scope.setdefault(scope, []).append(span)
        scopes = [{"scope": {"name": scope, "version": "1.4"}, "spans": spans} for scope, spans in by_scope.items()]
        resource = {"attributes": [attribute("service.name", "support-agent")]}
        return json.dumps({"resourceSpans": [{"resource": resource, "scopeSpans": scopes}]}, separators=(",", ":"))


class Conversation:
    """One customer talking to the agent. Each user turn is one run, and each run one trace."""

    def __init__(self, week: Week, start: float) -> None:
        self.week, self.random, self.now = week, week.random, start
        self.id = "conv_" + week.hex(16)
        self.history: list[str] = []
        self.calls = 0
        self.name = self.random.choice(NAMES)
        self.customer = f"cust_{self.random.randrange(1000, 9999)}"
        self.mail = f"{self.name.lower()}.{self.random.randrange(10, 99)}@mail.example"
        self.new_order()

    def new_order(self) -> None:
        self.week.last_order += self.random.randrange(1, 40)
        self.order, self.cents = f"A-{self.week.last_order}", self.random.randrange(12, 400) * 25

    def wait(self, least: float, most: float) -> None:
        self.now += self.random.uniform(least, most)

    def remember(self, role: str, *parts: Json) -> None:
        self.history.append(json.dumps({"role": role, "parts": parts}))

    def user(self, text: str) -> None:
        """The customer writes, after thinking for a while, and the agent starts a run."""
        self.wait(20, 240)
        self.remember("user", {"type": "text", "content": text})
        self.start_run()

    def start_run(self) -> None:
        self.trace, self.root, self.began = self.week.hex(32), self.week.hex(16), self.now
        self.wait(0.01, 0.05)

    def end_run(self, **error: str) -> None:
        data = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "support"} | error
        data["gen_ai.conversation.id"] = self.id
        times = (self.began, self.now + 0.01)
        self.week.span(AGENT, (self.trace, self.root, ""), "invoke_agent support", INTERNAL, times, data)
        self.now += 0.02

    def chat(self, finish: str, *parts: Json, **error: str) -> None:
        """One request to the model with the whole history in it, and its answer."""
        start = self.now
        self.wait(0.4, 2.5)
        data: Json = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "support-1", **error}
        data |= {"gen_ai.conversation.id": self.id, "gen_ai.input.messages": f"[{', '.join(self.history)}]"}
        if not error:
            output = [{"role": "assistant", "parts": parts, "finish_reason": finish}]
            data |= {"gen_ai.output.messages": json.dumps(output), "gen_ai.response.id": "resp_" + self.week.hex(20)}
            self.remember("assistant", *parts)
        ids = (self.trace, self.week.hex(16), self.root)
        self.week.span(AGENT, ids, "chat support-1", CLIENT, (start, self.now), data)
        self.wait(0.01, 0.08)

    def reply(self, text: str) -> None:
        """The model answers the customer, which ends the run."""
        self.chat("stop", {"type": "text", "content": text})
        self.end_run()

    def ask(self, *calls: Call) -> None:
        """The model asks for these calls in one response."""
        for call in calls:
            self.calls += 1
            call.id = f"call_{self.calls}" if self.week.call_ids_restart else "call_" + self.week.hex(24)
        parts = [{"type": "tool_call", "id": c.id, "name": c.tool, "arguments": c.arguments} for c in calls]
        self.chat("tool_call", *parts)

    def answer(self, *calls: Call) -> None:
        """What came of the calls goes into the history."""
        for call in calls:
            self.remember("tool", {"type": "tool_call_response", "id": call.id, "response": call.outcome})

    def do(self, call: Call, ending: Ending = SUCCESS, key: str = "") -> str:
        """Ask for one call, run it once and tell the model; returns the id of its span."""
        self.ask(call)
        span = self.execute(call, ending, key=key)
        self.answer(call)
        return span

    def execute(
        self,
        call: Call,
        ending: Ending = SUCCESS,
        *,
        at: float | None = None,
        took: float = 0.0,
        key: str = "",
        refused_first: int | None = None,
    ) -> str:
        """Run a call once and return the id of its span; the clock moves on to its end.

        `refused_first` is the status of a request that the client made, and was refused, before the last one.
        """
        start = self.now if at is None else at
        end = start + (took or self.random.uniform(0.08, 0.9))
        span = self.week.hex(16)
        call.outcome = ending.message if ending.error_type else self.result_text(call, ending)
        data = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": call.tool, "gen_ai.tool.call.id": call.id}
        data["gen_ai.tool.call.arguments"] = json.dumps(call.arguments)
        if ending.error_type:
            data |= {"error.type": ending.error_type, "error": ending.message}
        else:
            data["gen_ai.tool.call.result"] = call.outcome
        ids = (self.trace, span, self.root)
        self.week.span(AGENT, ids, f"execute_tool {call.tool}", INTERNAL, (start, end), data)
        self.children(call, span, ending, (start, end), key, refused_first)
        self.now = max(self.now, end + self.random.uniform(0.005, 0.03))
        return span

    def children(
        self, call: Call, span: str, ending: Ending, times: Times, key: str, refused_first: int | None
    ) -> None:
        """The spans below an execution: an MCP client's for tickets, HTTP requests where they are instrumented."""
        start, end = times
        if call.tool == "create_ticket":
            data = {"mcp.method.name": "tools/call", "gen_ai.tool.name": call.tool}
            data |= {"error": ending.message} if ending.error_type else {}
            ids = (self.trace, self.week.hex(16), span)
            self.week.span(MCP, ids, f"tools/call {call.tool}", CLIENT, (start + 0.001, end - 0.001), data)
        if call.tool in self.week.instrumented and ending.status is not None:
            status = REQUESTS[call.tool][2] if ending is SUCCESS else ending.status
            if refused_first:
                middle = (start + end) / 2
                self.request(call.tool, span, refused_first, (start + 0.004, middle - 0.003))
                start = middle
            self.request(call.tool, span, status, (start + 0.004, end - 0.003), key, ending.error_type)

    def request(self, tool: str, parent: str, status: int, times: Times, key: str = "", error_type: str = "") -> None:
        method, url, _ = REQUESTS[tool]
        data: Json = {"http.request.method": method, "url.full": url, "server.address": url.split("/")[2]}
        data |= {"http.response.status_code": status} if status else {"error.type": error_type}
        if key:
            data["http.request.header.idempotency-key"] = [key]
        if not 0 < status < 400:
            data["error"] = ""
        self.week.span(HTTP, (self.trace, self.week.hex(16), parent), method, CLIENT, times, data)

    def result_text(self, call: Call, ending: Ending) -> str:
        result = self.result(call) if ending is SUCCESS else ending.result
        return result if isinstance(result, str) else json.dumps(result)

    def result(self, call: Call) -> Any:
        """What the tool usually returns; a new thing has a new id each time."""
        token = self.week.hex(12)
        results = {
            "get_order": {"order_id": self.order, "state": "open", "cents": self.cents},
            "get_shipment_status": {"order_id": self.order, "state": self.random.choice(("in transit", "at depot"))},
            "search_customers": [{"customer_id": self.customer, "email": self.mail}],
            "create_ticket": {"ticket_id": "T-" + token[:6]},
            "add_note": {"note_id": "n_" + token},
            "book_pickup": {"pickup_id": "pu_" + token},
            "charge_card": {"charge_id": "ch_" + token, "status": "succeeded"},
            "refund_payment": {"refund_id": "re_" + token, "status": "succeeded"},
            "send_confirmation_email": {"message_id": f"{token}@mail.example"},
        }
        return results.get(call.tool, {"ok": True})
