"""What the support agent asks its tools for, and how an execution can end."""

from __future__ import annotations

from datetime import timedelta

from week.recorder import Call, Conversation, Ending

CHARGE, MAIL = "charge_card", "send_confirmation_email"

TIMEOUTS = (
    Ending("TimeoutError", "request timed out"),
    Ending("httpx.ReadTimeout", "The read operation timed out"),
    Ending("McpError", "MCP error -32001: Request timed out"),
    Ending("504", "HTTP 504 Gateway Timeout", 504),
    Ending(status=504, result="Error: upstream request timed out after 20 s"),
    Ending(status=504, result={"ok": False, "error": "timeout", "message": "no answer within 20 s"}),
)
RESETS = (
    Ending("ConnectionResetError", "[Errno 104] Connection reset by peer"),
    Ending("httpx.RemoteProtocolError", "Server disconnected without sending a response."),
    Ending("Error", "ECONNRESET: socket hang up"),
)
SERVER_ERRORS = (
    Ending("502", "HTTP 502 Bad Gateway", 502),
    Ending("HTTPStatusError", "HTTP 500 Internal Server Error", 500),
    Ending("503", "HTTP 503 Service Unavailable", 503),
)
REFUSALS = (
    Ending("429", "HTTP 429 Too Many Requests, retry after 2 seconds", 429),
    Ending("RateLimitError", "HTTP 429: rate limit reached", 429),
    Ending("ConnectionRefusedError", "[Errno 111] Connection refused"),
    Ending("socket.gaierror", "[Errno -2] Name or service not known"),
    Ending("httpx.ConnectTimeout", "timed out while connecting"),
    Ending("422", "HTTP 422 Unprocessable Entity: the order is not open for this yet", 422),
    Ending("401", "HTTP 401 Unauthorized: the token has expired", 401),
    Ending("ValidationError", "1 validation error: currency: the list of currencies is not loaded", None),
)
DECLINES = (
    Ending("402", "HTTP 402 Payment Required: card_declined", 402),
    Ending(status=402, result={"success": False, "error": "card_declined", "message": "Your card was declined."}),
)
EMPTY = (Ending(status=202, result=""), Ending(status=202), Ending(status=202, result={}))
VAGUE = (Ending(status=202, result={"status": "accepted"}), Ending(status=202, result={"status": "processing"}))


def charge(talk: Conversation) -> Call:
    arguments = {"customer_id": talk.customer, "order_id": talk.order, "cents": talk.cents, "currency": "EUR"}
    return Call(CHARGE, arguments)


def confirmation(talk: Conversation) -> Call:
    body = f"Dear {talk.name}, we have received {talk.cents / 100:.2f} EUR for order {talk.order}. Thank you!"
    return Call(MAIL, {"to": talk.mail, "subject": f"Your order {talk.order}", "body": body})


def effect(talk: Conversation, tool: str) -> Call:
    return charge(talk) if tool == CHARGE else confirmation(talk)


def rewritten(call: Call, talk: Conversation) -> Call:
    """The same call as a model writes it the second time: other key order, other spelling of equal values."""
    arguments = dict(talk.random.sample(list(call.arguments.items()), len(call.arguments)))
    if call.tool == CHARGE and talk.random.random() < 0.5:
        arguments["cents"] = float(arguments["cents"])
    if call.tool == MAIL and talk.random.random() < 0.5:
        arguments["to"] = arguments["to"].capitalize()
    return Call(call.tool, arguments)


def refund(talk: Conversation, payment: str = "") -> tuple[Call, str]:
    """A refund and the idempotency key that its client sends in a header."""
    payment = payment or "ch_" + talk.week.hex(12)
    return Call("refund_payment", {"payment_id": payment, "cents": talk.cents}), f"refund-{payment}"


def ticket(talk: Conversation) -> Call:
    subject = talk.random.choice(("A scratched screen", "The parcel was open", "The colour is wrong", "Missing part"))
    return Call("create_ticket", {"customer_id": talk.customer, "order_id": talk.order, "subject": subject})


def pickup(talk: Conversation) -> Call:
    day = talk.week.monday + timedelta(days=talk.random.randrange(7, 12), hours=talk.random.randrange(8, 17))
    return Call("book_pickup", {"order_id": talk.order, "slot": day.strftime("%Y-%m-%dT%H:%M")})


def read(talk: Conversation) -> Call:
    if talk.random.random() < 0.4:
        return Call("search_customers", {"query": talk.mail})
    return Call("get_order", {"order_id": talk.order})


def contact(talk: Conversation) -> Call:
    return Call("upsert_contact", {"email": talk.mail, "name": talk.name, "phone": f"+49 30 {talk.week.hex(4)}"})


def closing(talk: Conversation) -> Call:
    return Call("set_ticket_status", {"order_id": talk.order, "status": "closed"})
