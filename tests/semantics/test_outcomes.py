"""What happened to an execution, told from the many ways in which that is recorded."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import ABSENT, UNSAID, Outcome, Status, Trouble
from doublefire.semantics.outcomes import SHOWN, is_empty_result, judge_outcome

NEVER = Outcome.NOT_EXECUTED
OPEN = Outcome.UNKNOWN
RAN = Outcome.EXECUTED
CONFLICT = Outcome.CONFLICT


def failed(message: str | None = None, error_type: str | None = None) -> Status:
    return Status(failed=True, error_type=error_type, message=message)


# --- recorded errors: class, message, outcome, trouble ----------------------------------------------------------------

NEVER_RAN: list[tuple[str | None, str | None, Trouble]] = [
    ("ConnectTimeout", "httpx.ConnectTimeout: timed out connecting", Trouble.UNREACHABLE),
    ("ConnectTimeout", None, Trouble.UNREACHABLE),
    ("timeout", "httpx.ConnectTimeout: timed out", Trouble.UNREACHABLE),
    ("ConnectError", "httpx.ConnectError: [Errno 111] Connection refused", Trouble.UNREACHABLE),
    ("httpx.ConnectError", "All connection attempts failed", Trouble.UNREACHABLE),
    ("httpx.PoolTimeout", "", Trouble.UNREACHABLE),
    ("Error", "connect ECONNREFUSED 127.0.0.1:8080", Trouble.UNREACHABLE),
    ("Error", "getaddrinfo ENOTFOUND api.example.com", Trouble.UNREACHABLE),
    ("Error", "getaddrinfo EAI_AGAIN api.example.com", Trouble.UNREACHABLE),
    ("Error", "connect ETIMEDOUT 10.0.0.7:443", Trouble.UNREACHABLE),
    ("TypeError", "fetch failed: ECONNREFUSED", Trouble.UNREACHABLE),
    ("UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error", Trouble.UNREACHABLE),
    (None, "Client network socket disconnected before secure TLS connection was established", Trouble.UNREACHABLE),
    ("socket.gaierror", "[Errno -2] Name or service not known", Trouble.UNREACHABLE),
    ("socket.gaierror", "[Errno -3] Temporary failure in name resolution", Trouble.UNREACHABLE),
    ("SSLError", "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self signed certificate", Trouble.UNREACHABLE),
    (None, 'Post "https://x": x509: certificate signed by unknown authority', Trouble.UNREACHABLE),
    (None, 'Post "https://x": dial tcp 10.0.0.1:443: connect: connection refused', Trouble.UNREACHABLE),
    (None, 'Post "https://x": dial tcp 10.0.0.1:443: i/o timeout', Trouble.UNREACHABLE),
    (None, 'Post "https://x": dial tcp: lookup pay.internal: no such host', Trouble.UNREACHABLE),
    (None, "net/http: TLS handshake timeout", Trouble.UNREACHABLE),
    (None, "net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)", Trouble.UNREACHABLE),
    ("java.net.SocketTimeoutException", "connect timed out", Trouble.UNREACHABLE),
    ("java.net.UnknownHostException", "pay.example.com", Trouble.UNREACHABLE),
    ("java.net.ConnectException", "Connection refused (Connection refused)", Trouble.UNREACHABLE),
    ("java.net.http.HttpConnectTimeoutException", "HTTP connect timed out", Trouble.UNREACHABLE),
    ("HttpRequestException", "No connection could be made because the target machine actively refused it.", Trouble.UNREACHABLE),
    ("requests.exceptions.ConnectTimeout", "HTTPSConnectionPool(host='x', port=443): Max retries exceeded with url: / (Caused by ConnectTimeoutError(<urllib3.connection.HTTPSConnection object at 0x7f>, 'Connection to x timed out. (connect timeout=3.05)'))", Trouble.UNREACHABLE),
    ("requests.exceptions.ConnectionError", "HTTPConnectionPool(host='x', port=80): Max retries exceeded with url: /v1 (Caused by NewConnectionError('<urllib3.connection.HTTPConnection object>: Failed to establish a new connection: [Errno 111] Connection refused'))", Trouble.UNREACHABLE),
    ("aiohttp.client_exceptions.ClientConnectorError", "Cannot connect to host pay:443 ssl:default [Connect call failed ('10.0.0.1', 443)]", Trouble.UNREACHABLE),
    ("botocore.exceptions.ConnectTimeoutError", 'Connect timeout on endpoint URL: "https://sqs"', Trouble.UNREACHABLE),
    ("botocore.exceptions.EndpointConnectionError", 'Could not connect to the endpoint URL: "https://sqs"', Trouble.UNREACHABLE),
    (None, "rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing: dial tcp 10.0.0.1:50051: connect: connection refused\"", Trouble.UNREACHABLE),
    ("grpc.RpcError", "StatusCode.UNAVAILABLE: failed to connect to all addresses", Trouble.UNREACHABLE),
    (None, "curl: (28) Connection timed out after 5001 milliseconds", Trouble.UNREACHABLE),
    (None, "curl: (6) Could not resolve host: api.example.com", Trouble.UNREACHABLE),
    (None, "curl: (7) Failed to connect to localhost port 80: Connection refused", Trouble.UNREACHABLE),
    ("CircuitBreakerError", "circuit breaker is open", Trouble.UNREACHABLE),
    ("CallNotPermittedException", "CircuitBreaker 'payments' is OPEN and does not permit further calls", Trouble.UNREACHABLE),
    (None, "Timeout waiting for idle connection from the pool", Trouble.UNREACHABLE),
    (None, "MCP server 'pay' is not connected", Trouble.UNREACHABLE),
    ("429", "HTTP 429 Too Many Requests", Trouble.REFUSED),
    (None, "HTTP 429 Too Many Requests, retry after 2 s", Trouble.REFUSED),
    ("429", None, Trouble.REFUSED),
    ("400", "timeout must be a positive number", Trouble.REFUSED),
    ("401", None, Trouble.REFUSED),
    ("402", None, Trouble.REFUSED),
    ("403", None, Trouble.REFUSED),
    ("404", None, Trouble.REFUSED),
    ("405", None, Trouble.REFUSED),
    ("412", None, Trouble.REFUSED),
    ("413", None, Trouble.REFUSED),
    ("415", None, Trouble.REFUSED),
    ("418", None, Trouble.REFUSED),
    ("422", None, Trouble.REFUSED),
    ("451", None, Trouble.REFUSED),
    ("openai.BadRequestError", "Error code: 400 - {'error': {'message': 'bad'}}", Trouble.REFUSED),
    ("AxiosError", "Request failed with status code 404", Trouble.REFUSED),
    ("httpx.HTTPStatusError", "Client error '403 Forbidden' for url 'https://x'", Trouble.REFUSED),
    ("requests.exceptions.HTTPError", "422 Client Error: Unprocessable Entity for url: https://x", Trouble.REFUSED),
    (None, "403 Forbidden", Trouble.REFUSED),
    (None, "Rate limit exceeded, try again in 20s", Trouble.REFUSED),
    ("ThrottlingException", "Rate exceeded", Trouble.REFUSED),
    ("ResourceExhausted", "Quota exceeded for quota metric 'Write requests'", Trouble.REFUSED),
    (None, "You are being throttled", Trouble.REFUSED),
    ("ValidationError", "ValidationError: 1 validation error for create_event: start: timezone required", Trouble.REFUSED),
    ("pydantic_core._pydantic_core.ValidationError", "1 validation error for SendEmail\nto\n  Field required [type=missing, input_value={}, input_type=dict]", Trouble.REFUSED),
    ("ToolError", "1 validation error for call[book]\ntimeout\n  Input should be a valid integer", Trouble.REFUSED),
    ("McpError", "MCP error -32602: Invalid arguments for tool send_sms", Trouble.REFUSED),
    ("McpError", "MCP error -32602: Input validation error: 'to' is a required property", Trouble.REFUSED),
    ("-32601", "Method not found", Trouble.REFUSED),
    ("-32602", None, Trouble.REFUSED),
    ("ZodError", '[{"code":"invalid_type","expected":"string","received":"undefined","path":["to"],"message":"Required"}]', Trouble.REFUSED),
    ("jsonschema.exceptions.ValidationError", "'ten' is not of type 'number'", Trouble.REFUSED),
    ("TypeError", "charge_card() missing 1 required positional argument: 'cents'", Trouble.REFUSED),
    ("TypeError", "charge_card() got an unexpected keyword argument 'amount'", Trouble.REFUSED),
    ("TypeError", "send() takes 2 positional arguments but 3 were given", Trouble.REFUSED),
    (None, "InputValidationError: send_mail failed due to the following issue: The required parameter `to` is missing", Trouble.REFUSED),
    (None, "Unknown tool: 'refund'", Trouble.REFUSED),
    (None, "Tool refund_order not found", Trouble.REFUSED),
    (None, "refund_order is not a valid tool, try one of [charge_card].", Trouble.REFUSED),
    (None, "No such tool available: mcp__pay__refund", Trouble.REFUSED),
    ("InvalidRequestError", "No such customer: 'cus_9'", Trouble.REFUSED),
    ("stripe.error.CardError", "Your card was declined.", Trouble.REFUSED),
    ("ToolError", "card_declined", Trouble.REFUSED),
    (None, "Payment declined: insufficient_funds", Trouble.REFUSED),
    (None, "Error: gift card balance is not enough", Trouble.REFUSED),
    ("SoldOut", "the concert is sold out", Trouble.REFUSED),
    ("PERMISSION_DENIED", "caller lacks billing.charge", Trouble.REFUSED),
    ("UNAUTHENTICATED", None, Trouble.REFUSED),
    ("INVALID_ARGUMENT", "currency", Trouble.REFUSED),
    ("FAILED_PRECONDITION", "account not active", Trouble.REFUSED),
    (None, "rpc error: code = 7 desc = no", Trouble.REFUSED),
    (None, "rpc error: code = NotFound desc = account missing", Trouble.REFUSED),
    (None, "Unauthorized", Trouble.REFUSED),
    (None, "channel_not_found", Trouble.REFUSED),
    (None, "The user doesn't want to proceed with this tool use. The tool use was rejected", Trouble.DENIED),
    (None, "The user doesn\u2019t want to proceed with this tool use.", Trouble.DENIED),
    (None, "Permission to use Bash has been denied.", Trouble.DENIED),
    (None, "Permission to use mcp__exa__web_search_exa has been rejected. Rejection message: not in this demo.", Trouble.DENIED),
    (None, "[Request interrupted by user for tool use]", Trouble.DENIED),
    (None, "unsupported call: apply_patch", Trouble.DENIED),
    (None, "aborted by user", Trouble.DENIED),
    (None, "exec command rejected by user", Trouble.DENIED),
    (None, "failed in sandbox: sandbox denied exec error, exit code: 1", Trouble.DENIED),
    (None, "Tool execution denied by policy.", Trouble.DENIED),
    (None, "Policy denied execution", Trouble.DENIED),
    ("InputGuardrailTripwireTriggered", "Guardrail amount_limit triggered tripwire", Trouble.DENIED),
    (None, "Blocked by PreToolUse hook", Trouble.DENIED),
    (None, "User did not allow tool call", Trouble.DENIED),
    (None, "User declined the elicitation", Trouble.DENIED),
    (None, "The human reviewer rejected this action", Trouble.DENIED),
    (None, "This action requires human approval", Trouble.DENIED),
    (None, "Timed out waiting for approval", Trouble.DENIED),
    (None, "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>", Trouble.DENIED),
    (None, "File has been modified since read, either by the user or by a linter.", Trouble.DENIED),
    (None, "<tool_use_error>Sibling tool call errored</tool_use_error>", Trouble.DENIED),
    ("CancelledError", "cancelled before execution", Trouble.DENIED),
    (None, "Task was cancelled while queued", Trouble.DENIED),
    (None, "job cancelled before it could start", Trouble.DENIED),
    (None, "HTTP 503: service busy, the request was not executed", Trouble.DENIED),
    (None, "File does not exist.", Trouble.REFUSED),
    (None, "Your card has insufficient funds; you have not been charged.", Trouble.DENIED),
    (None, "Verbindung abgelehnt", Trouble.UNREACHABLE),
    (None, "Karte abgelehnt", Trouble.REFUSED),
    (None, "Connexion refus\u00e9e", Trouble.UNREACHABLE),
    (None, "Carte refus\u00e9e", Trouble.REFUSED),
    (None, "Tarjeta rechazada", Trouble.REFUSED),
    (None, "\u652f\u4ed8\u88ab\u62d2\u7edd", Trouble.REFUSED),
    (None, "\u8fde\u63a5\u88ab\u62d2\u7edd", Trouble.UNREACHABLE),
    (None, "\u4f59\u989d\u4e0d\u8db3", Trouble.REFUSED),
    (None, "\u30ab\u30fc\u30c9\u304c\u62d2\u5426\u3055\u308c\u307e\u3057\u305f", Trouble.REFUSED),
]

MAY_HAVE_RUN: list[tuple[str | None, str | None, Trouble]] = [
    ("timeout", "request timed out", Trouble.TIMEOUT),
    ("timeout", None, Trouble.TIMEOUT),
    ("TimeoutError", None, Trouble.TIMEOUT),
    ("TimeoutError", "upstream", Trouble.TIMEOUT),
    (None, "TimeoutError()", Trouble.TIMEOUT),
    (None, "timeout", Trouble.TIMEOUT),
    (None, "Error: upstream request timed out after 30s", Trouble.TIMEOUT),
    ("httpx.ReadTimeout", "", Trouble.TIMEOUT),
    ("httpx.ReadTimeout", "The read operation timed out", Trouble.TIMEOUT),
    ("httpx.WriteTimeout", None, Trouble.TIMEOUT),
    ("requests.exceptions.ReadTimeout", "HTTPSConnectionPool(host='x', port=443): Read timed out. (read timeout=5)", Trouble.TIMEOUT),
    ("requests.exceptions.ConnectionError", "HTTPSConnectionPool(host='x', port=443): Max retries exceeded with url: /y (Caused by ReadTimeoutError(\"HTTPSConnectionPool: Read timed out. (read timeout=5)\"))", Trouble.TIMEOUT),
    ("java.net.SocketTimeoutException", "Read timed out", Trouble.TIMEOUT),
    ("java.net.http.HttpTimeoutException", "request timed out", Trouble.TIMEOUT),
    ("TaskCanceledException", "The request was canceled due to the configured HttpClient.Timeout of 100 seconds elapsing.", Trouble.TIMEOUT),
    ("botocore.exceptions.ReadTimeoutError", 'Read timeout on endpoint URL: "https://x"', Trouble.TIMEOUT),
    ("ETIMEDOUT", None, Trouble.TIMEOUT),
    (None, "[Errno 110] Connection timed out", Trouble.TIMEOUT),
    ("UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error", Trouble.TIMEOUT),
    ("AxiosError", "timeout of 5000ms exceeded", Trouble.TIMEOUT),
    ("TimeoutError", "The operation was aborted due to timeout", Trouble.TIMEOUT),
    (None, "context deadline exceeded", Trouble.TIMEOUT),
    (None, 'Post "https://x": context deadline exceeded (Client.Timeout exceeded while awaiting headers)', Trouble.TIMEOUT),
    (None, "read tcp 10.0.0.2:5000->10.0.0.1:443: i/o timeout", Trouble.TIMEOUT),
    (None, "curl: (28) Operation timed out after 5001 milliseconds with 0 bytes received", Trouble.TIMEOUT),
    ("McpError", "MCP error -32001: Request timed out", Trouble.TIMEOUT),
    ("-32001", None, Trouble.TIMEOUT),
    ("408", None, Trouble.TIMEOUT),
    ("504", "gateway timeout", Trouble.TIMEOUT),
    ("Error", "504 gateway timeout", Trouble.TIMEOUT),
    ("DEADLINE_EXCEEDED", None, Trouble.TIMEOUT),
    ("grpc.RpcError", "StatusCode.DEADLINE_EXCEEDED: Deadline Exceeded", Trouble.TIMEOUT),
    (None, "rpc error: code = 4 desc = slow", Trouble.TIMEOUT),
    ("ToolRetryError", "gateway timeout, please try again", Trouble.TIMEOUT),
    (None, "Command timed out before completing.", Trouble.TIMEOUT),
    (None, "Lock wait timeout exceeded; try restarting transaction", Trouble.TIMEOUT),
    (None, "The tool took too long and did not respond", Trouble.TIMEOUT),
    (None, "Zeit\u00fcberschreitung der Anforderung", Trouble.TIMEOUT),
    (None, "D\u00e9lai d'attente d\u00e9pass\u00e9", Trouble.TIMEOUT),
    (None, "Tiempo de espera agotado", Trouble.TIMEOUT),
    (None, "\u8bf7\u6c42\u8d85\u65f6", Trouble.TIMEOUT),
    (None, "\u30ea\u30af\u30a8\u30b9\u30c8\u304c\u30bf\u30a4\u30e0\u30a2\u30a6\u30c8\u3057\u307e\u3057\u305f", Trouble.TIMEOUT),
    ("500", None, Trouble.SERVER),
    ("502", "Bad Gateway", Trouble.SERVER),
    ("503", "connect ECONNREFUSED upstream", Trouble.SERVER),
    (None, "HTTP 503 Service Unavailable", Trouble.SERVER),
    (None, "503 Server Error: Service Unavailable for url: https://x", Trouble.SERVER),
    ("httpx.HTTPStatusError", "Server error '500 Internal Server Error' for url 'https://x'", Trouble.SERVER),
    (None, "Internal server error", Trouble.SERVER),
    ("UNAVAILABLE", "the service is currently unavailable", Trouble.SERVER),
    ("INTERNAL", "internal error", Trouble.SERVER),
    ("DATA_LOSS", None, Trouble.SERVER),
    ("overloaded_error", "Overloaded", Trouble.SERVER),
    ("-32603", None, Trouble.SERVER),
    ("ConnectionResetError", "ConnectionResetError: [Errno 104] Connection reset by peer", Trouble.CONNECTION),
    ("Error", "ECONNRESET", Trouble.CONNECTION),
    ("Error", "socket hang up", Trouble.CONNECTION),
    ("Error", "write EPIPE", Trouble.CONNECTION),
    ("BrokenPipeError", "[Errno 32] Broken pipe", Trouble.CONNECTION),
    ("TypeError", "fetch failed", Trouble.CONNECTION),
    ("UND_ERR_SOCKET", "other side closed", Trouble.CONNECTION),
    ("httpx.RemoteProtocolError", "Server disconnected without sending a response.", Trouble.CONNECTION),
    ("aiohttp.ServerDisconnectedError", "Server disconnected", Trouble.CONNECTION),
    ("http.client.RemoteDisconnected", "Remote end closed connection without response", Trouble.CONNECTION),
    ("requests.exceptions.ConnectionError", "('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer'))", Trouble.CONNECTION),
    ("McpError", "MCP error -32000: Connection closed", Trouble.CONNECTION),
    ("-32000", None, Trouble.CONNECTION),
    ("anyio.ClosedResourceError", None, Trouble.CONNECTION),
    ("openai.APIConnectionError", "Connection error.", Trouble.CONNECTION),
    (None, "upstream connect error or disconnect/reset before headers. reset reason: connection failure", Trouble.CONNECTION),
    ("ssl.SSLEOFError", "EOF occurred in violation of protocol", Trouble.CONNECTION),
    ("Error", "read ECONNRESET after retry; first attempt: connect ECONNREFUSED", Trouble.CONNECTION),
    ("CancelledError", "cancelled", Trouble.CANCELLED),
    ("cancelled", None, Trouble.CANCELLED),
    ("AbortError", "This operation was aborted", Trouble.CANCELLED),
    (None, "context canceled", Trouble.CANCELLED),
    (None, "[Request interrupted by user]", Trouble.CANCELLED),
    (None, "command was aborted by user after 5.2s", Trouble.CANCELLED),
    ("499", None, Trouble.CANCELLED),
    ("CANCELLED", "client cancelled the call", Trouble.CANCELLED),
    ("KeyError", "KeyError: 'id'", Trouble.ERROR),
    ("KeyError", "'not_found'", Trouble.ERROR),
    ("AttributeError", "'NoneType' object has no attribute 'id'", Trouble.ERROR),
    ("ValueError", "invalid literal for int() with base 10: 'abc'", Trouble.ERROR),
    ("TypeError", "'NoneType' object is not iterable", Trouble.ERROR),
    ("TypeError", "Cannot read properties of undefined (reading 'id')", Trouble.ERROR),
    ("json.decoder.JSONDecodeError", "Expecting value: line 1 column 1 (char 0)", Trouble.ERROR),
    ("ToolError", "failed", Trouble.ERROR),
    ("tool_error", None, Trouble.ERROR),
    ("_OTHER", None, Trouble.ERROR),
    ("Exception", "something odd", Trouble.ERROR),
    (None, "Error: Function failed.", Trouble.ERROR),
    (None, "An error occurred while running the tool. Please try again.", Trouble.ERROR),
    ("ToolException", "order 404 not paid", Trouble.ERROR),
    ("ToolException", "sent 500 mails of 900", Trouble.ERROR),
    ("McpError", "MCP error -32602: Output validation error: Invalid structured content for tool pay", Trouble.ERROR),
    ("ValidationError", "1 validation error for ChargeResponse\nid\n  Field required", Trouble.ERROR),
    (None, "invalid json response body at https://x reason: Unexpected token <", Trouble.ERROR),
    (None, "Card service trouble; the card may have been charged", Trouble.ERROR),
    (None, "Read failed, connection refused on retry; the order may already have been placed", Trouble.ERROR),
]

TURNED_AWAY: list[tuple[str | None, str | None]] = [
    ("409", "HTTP 409 Conflict: login already exists"),
    ("409", None),
    (None, "HTTP 409"),
    ("ALREADY_EXISTS", None),
    ("google.api_core.exceptions.AlreadyExists", "409 topic exists"),
    (None, "rpc error: code = AlreadyExists desc = account"),
    (None, "rpc error: code = Aborted desc = concurrency"),
    ("ConflictError", "version mismatch"),
    (None, 'duplicate key value violates unique constraint "orders_pkey"'),
    ("IntegrityError", "UNIQUE constraint failed: orders.ref"),
    (None, "E11000 duplicate key error collection"),
    (None, "Duplicate entry 'A-1' for key 'PRIMARY'"),
    (None, "HTTP 422: Validation Failed: A pull request already exists for o:b."),
    (None, "That slot is no longer available"),
    (None, "The room is already booked"),
    (None, "Appointment slot taken"),
    (None, "Username has already been taken"),
    ("ConditionalCheckFailedException", "The conditional request failed"),
    ("SerializationFailure", "could not serialize access due to concurrent update"),
    (None, "deadlock detected"),
    ("FileExistsError", "[Errno 17] File exists: 'out.txt'"),
    (None, "Der Termin ist bereits vergeben"),
    (None, "\u8ba2\u5355\u5df2\u5b58\u5728"),
]


@pytest.mark.parametrize(("kind", "message", "trouble"), NEVER_RAN)
def test_an_error_before_the_effect_clears_the_call(kind: str | None, message: str | None, trouble: Trouble) -> None:
    verdict = judge_outcome(failed(message, kind), ABSENT, tool="create_order")
    assert (verdict.outcome, verdict.trouble) == (NEVER, trouble)


@pytest.mark.parametrize(("kind", "message", "trouble"), MAY_HAVE_RUN)
def test_an_error_after_the_request_left_keeps_it_open(kind: str | None, message: str | None, trouble: Trouble) -> None:
    verdict = judge_outcome(failed(message, kind), ABSENT, tool="create_order")
    assert (verdict.outcome, verdict.trouble) == (OPEN, trouble)


@pytest.mark.parametrize(("kind", "message"), TURNED_AWAY)
def test_a_conflict_says_that_an_earlier_copy_landed(kind: str | None, message: str | None) -> None:
    verdict = judge_outcome(failed(message, kind), ABSENT, tool="create_order")
    assert (verdict.outcome, verdict.trouble) == (CONFLICT, Trouble.CONFLICT)


@pytest.mark.parametrize("message", [m for kind, m, _ in NEVER_RAN if m and not kind])
def test_the_same_words_count_in_an_error_object(message: str) -> None:
    assert judge_outcome(UNSAID, {"error": message}, tool="create_order").outcome is NEVER


@pytest.mark.parametrize("message", [m for kind, m, _ in MAY_HAVE_RUN if m and not kind])
def test_the_same_words_keep_an_error_object_open(message: str) -> None:
    assert judge_outcome(Status(failed=False), json.dumps({"success": False, "error": message})).outcome is OPEN


@pytest.mark.parametrize("message", [m for kind, m in TURNED_AWAY if m and not kind])
def test_the_same_words_conflict_in_mcp_content(message: str) -> None:
    result = {"content": [{"type": "text", "text": f"Error: {message}"}], "isError": True}
    assert judge_outcome(UNSAID, result, tool="create_order").outcome is CONFLICT


@pytest.mark.parametrize("tool", ["delete_file", "mcp__shop__cancel_order", "booking.cancel", "revokeToken", "unsubscribe"])
@pytest.mark.parametrize("message", ["404 Not Found", "HTTP 410 Gone", "booking not found", "No such order: O-9", "Error calling tool 'cancel_booking': booking does not exist"])
def test_not_found_on_a_removal_is_a_conflict(tool: str, message: str) -> None:
    assert judge_outcome(failed(message), ABSENT, tool=tool).outcome is CONFLICT


@pytest.mark.parametrize("tool", ["create_order", "mcp__shop__place_order", "add_cancellation_note", None])
def test_not_found_elsewhere_is_a_refusal(tool: str | None) -> None:
    assert judge_outcome(failed("404 Not Found"), ABSENT, tool=tool).outcome is NEVER


@pytest.mark.parametrize("message", ["Tool cancel_order not found", "Unknown tool: cancel_order", "MCP error -32601: Method not found", "Error: tool 'shop.cancel' not found"])
def test_a_missing_tool_is_no_conflict_on_a_removal(message: str) -> None:
    assert judge_outcome(failed(message), ABSENT, tool="cancel_order").outcome is NEVER


# --- errors returned as normal results --------------------------------------------------------------------------------

RETURNED_ERRORS: list[tuple[Any, Outcome]] = [
    ({"error": "timeout: upstream did not answer in 30s"}, OPEN),
    ({"error": {"code": "card_declined", "message": "Your card was declined."}}, NEVER),
    ({"error": {"code": -32602, "message": "Invalid params"}}, NEVER),
    ({"error": {"code": 503, "message": "backend"}}, OPEN),
    ({"error": True, "message": "HTTP 429"}, NEVER),
    ({"success": False, "reason": "card_declined"}, NEVER),
    ({"success": False}, OPEN),
    ({"success": "false", "message": "slot taken"}, CONFLICT),
    ({"ok": False, "error": "channel_not_found"}, NEVER),
    ({"ok": False, "error": "ratelimited"}, NEVER),
    ({"ok": False, "error": "internal_error"}, OPEN),
    ({"status": "error", "error": "timeout"}, OPEN),
    ({"status": "error", "error_message": "invalid arguments: cents"}, NEVER),
    ({"status": "failed", "reason": "connection reset"}, OPEN),
    ({"status": "declined"}, NEVER),
    ({"status": "declined", "id": "ch_1", "reason": "insufficient_funds"}, NEVER),
    ({"status": "timeout"}, OPEN),
    ({"status": "rejected", "message": "blocked by policy"}, NEVER),
    ({"status": 429}, NEVER),
    ({"status": 504, "body": ""}, OPEN),
    ({"statusCode": 504}, OPEN),
    ({"statusCode": 409, "message": "exists"}, CONFLICT),
    ({"status_code": 500, "detail": "boom"}, OPEN),
    ({"status": "503 Service Unavailable"}, OPEN),
    ({"code": "ETIMEDOUT"}, OPEN),
    ({"code": "ECONNREFUSED", "syscall": "connect"}, NEVER),
    ({"code": 429, "message": "slow down"}, NEVER),
    ({"errcode": 40013, "errmsg": "invalid appid"}, NEVER),
    ({"isError": True, "content": [{"type": "text", "text": "MCP error -32001: Request timed out"}]}, OPEN),
    ({"isError": True, "content": [{"type": "text", "text": "Unknown tool: pay"}]}, NEVER),
    ({"isError": True, "content": []}, OPEN),
    ({"is_error": True, "content": "socket hang up"}, OPEN),
    ({"content": [{"type": "text", "text": '{"error": "connection refused"}'}]}, NEVER),
    ({"content": [{"type": "text", "text": '{"success": false, "error": "HTTP 502"}'}], "isError": False}, OPEN),
    ({"toolResult": {"status": "error", "content": [{"text": "Error: ReadTimeout"}]}}, OPEN),
    ([{"text": "Error: TimeoutError"}], OPEN),
    ([{"type": "text", "text": "Error calling tool 'send_sms': bad number"}], OPEN),
    ([{"type": "input_text", "text": "Wall time: 0.1055 seconds\nOutput:"}, {"type": "input_text", "text": "Error calling tool 'send_sms': invalid phone"}], NEVER),
    ("Wall time: 0.1 seconds\nOutput:\nError calling tool 'send_sms': Read timed out", OPEN),
    ({"type": "tool", "tool_call_id": "c1", "status": "error", "content": "Error: TimeoutError('x')\n Please fix your mistakes."}, OPEN),
    ({"type": "error-text", "value": "fetch failed"}, OPEN),
    ({"response": {"error": "deadline exceeded"}}, OPEN),
    ({"message": "Endpoint request timed out"}, OPEN),
    ({"message": "Internal server error"}, OPEN),
    ({"detail": "Not found."}, NEVER),
    ({"detail": [{"loc": ["body", "to"], "msg": "Field required", "type": "missing"}]}, NEVER),
    ({"title": "Forbidden", "status": 403, "detail": "no"}, NEVER),
    ({"data": None, "errors": [{"message": "Must be signed in", "extensions": {"code": "UNAUTHENTICATED"}}]}, NEVER),
    ({"data": {"createIssue": {"id": "I_9"}}, "errors": [{"message": "forbidden field"}]}, OPEN),
    ({"timed_out": True, "stdout": ""}, OPEN),
    ({"executed": False, "reason": "dry"}, NEVER),
    ({"approved": False, "reason": "insufficient_funds"}, NEVER),
    ({"sent": False, "reason": "connection refused"}, NEVER),
    ({"error": "webhook failed: connection refused", "id": "ch_1"}, OPEN),
    ({"error": "already exists", "id": "T-1"}, CONFLICT),
    ({"exit_code": 1, "output": "npm ERR! 500 Internal Server Error"}, OPEN),
    ({"exit_code": 1, "stderr": "fatal: unable to access 'https://x/': Could not resolve host: x"}, NEVER),
    ({"output": "boom", "metadata": {"exit_code": 2, "duration_seconds": 0.1}}, OPEN),
    ("Error: TimeoutError", OPEN),
    ("Error: request timed out", OPEN),
    ("Error: HTTP 429 Too Many Requests", NEVER),
    ("ERROR: duplicate key value violates unique constraint", CONFLICT),
    ("[ERROR] read timeout", OPEN),
    ("**Error:** read timeout", OPEN),
    ("\u274c Error: card declined", NEVER),
    ("error calling tool 'pay': connect ECONNREFUSED", NEVER),
    ("Error executing tool 'buy' with arguments {'not_found': 1}: TimeoutError: shop timed out\nPlease try again", OPEN),
    ("Traceback (most recent call last):\n  File \"x.py\", line 3, in pay\n    raise ReadTimeout()\nhttpx.ReadTimeout: timed out", OPEN),
    ("Traceback (most recent call last):\n  File \"x.py\", line 3\nhttpx.ConnectError: [Errno 111] Connection refused", NEVER),
    ("httpx.ReadTimeout: timed out", OPEN),
    ("TimeoutError: 30s", OPEN),
    ("ValidationError: 2 validation errors for Pay", NEVER),
    ("Request timed out", OPEN),
    ("Request timed out after 30 seconds.", OPEN),
    ("The request timed out.", OPEN),
    ("HTTP 503", OPEN),
    ("404 Not Found", NEVER),
    ("502 Bad Gateway", OPEN),
    ("Tool execution failed: connection refused", NEVER),
    ("Tool execution failed: HTTP 500", OPEN),
    ("Payment failed: card declined", NEVER),
    ("Your card was declined.", NEVER),
    ("Failed to send email: SMTP connect timeout", NEVER),
    ("Failed to create ticket: 409 Conflict", CONFLICT),
    ("Could not book: the slot is already booked", CONFLICT),
    ("Sorry, that slot is no longer available.", CONFLICT),
    ("A ticket with this title already exists.", CONFLICT),
    ("The user doesn't want to proceed with this tool use.", NEVER),
    ("Permission to use Bash has been denied.", NEVER),
    ("<tool_use_error>File has not been read yet.</tool_use_error>", NEVER),
    ("<tool_use_error>InputValidationError: missing `to`</tool_use_error>", NEVER),
    ("unsupported call: foo", NEVER),
    ("Request denied by policy", NEVER),
    ("Invalid arguments for tool send_mail", NEVER),
    ("Rate limit exceeded. Retry in 10s.", NEVER),
    ("Gateway timeout", OPEN),
    ("Exit code 1\nnpm ERR! code E500", OPEN),
    ("Exit code 127\n/bin/sh: gh: command not found", NEVER),
    ("Exit code 127\nhttps://example.com/issues/12\ncreated\n/bin/sh: jq: command not found", OPEN),
    ("Exit code 128\nfatal: unable to access 'https://x/': Could not resolve host: x", NEVER),
    ("Exit code 1\ncreated issue\ncat: log: No such file or directory", OPEN),
    ("Exit code 124\n", OPEN),
    ("Chunk ID: 6da8b0\nWall time: 5.8 seconds\nProcess exited with code 1\nOriginal token count: 0\nOutput:\nboom", OPEN),
    ("Command: x\nDirectory: /tmp\nOutput: ls: no\nError: (none)\nExit Code: 1\nSignal: 0\nProcess Group PGID: 1", OPEN),
    ("Fehler: Zeit\u00fcberschreitung", OPEN),
    ("Erreur : d\u00e9lai d'attente d\u00e9pass\u00e9", OPEN),
    ("Tiempo de espera agotado", OPEN),
    ("\u8bf7\u6c42\u8d85\u65f6", OPEN),
    ("\u9519\u8bef: \u8fde\u63a5\u88ab\u62d2\u7edd", NEVER),
    ("{'error': 'timed out'}", OPEN),
    ('{"error": "read timed out"}', OPEN),
    ('"{\\"error\\": \\"read timed out\\"}"', OPEN),
]

PLAIN_SUCCESSES: list[Any] = [
    None,
    "",
    "ok",
    "null",
    "a",
    "done",
    "2 failed",
    "0 failed",
    "ch_1",
    "T-101",
    "https://example.com/issues/12",
    {},
    [],
    {"ok": True},
    {"success": True, "error": None},
    {"success": True, "error": ""},
    {"id": "x", "error": False},
    {"id": "x", "errors": []},
    {"errors": {}, "data": {"id": 1}},
    {"error": 0, "id": 3},
    {"error": "none", "id": 3},
    {"error_count": 0},
    {"error_count": 2, "id": "b1"},
    {"errors": 3, "lines": 10},
    {"failed": 0, "sent": 10},
    {"failed": 2, "sent": 8},
    {"failed": []},
    {"timeout": 30, "id": "job_1"},
    {"status": "ok"},
    {"status": "closed"},
    {"status": "queued"},
    {"status": "succeeded", "charge_id": "ch_1"},
    {"status": 200, "id": 404},
    {"statusCode": 201},
    {"code": 0, "msg": "success"},
    {"code": 404},
    {"code": "AB12CD"},
    {"errcode": 0, "errmsg": "ok"},
    {"errorMessage": None, "id": "c1"},
    {"failure_code": None, "failure_message": None, "id": "ch_1"},
    {"cents": 500},
    {"cents": 404, "note": "HTTP 500 was fixed"},
    {"created": False, "id": "cus_1"},
    {"isError": False, "content": [{"type": "text", "text": "fine"}]},
    {"content": [{"type": "text", "text": '{"result": "ok", "error": null}'}]},
    {"message": "Order placed"},
    {"message": "Created ticket about timeout errors"},
    {"exit_code": 0, "output": "Error: deprecated flag"},
    {"stdout": "x", "stderr": "", "interrupted": False},
    {"type": "text", "text": "fine"},
    "I found 3 tickets about timeout errors",
    "Fixed the error: the request timed out because of a missing header",
    "Created ticket T-101: Error: request timed out",
    "Sent mail: 'Payment failed: card declined'",
    "Email sent. Subject: Error: HTTP 503",
    "Found 2 results:\n1. HTTP 503 on checkout\n2. Connection refused",
    "2026-03-02 09:00:00 INFO start\n2026-03-02 09:00:01 ERROR timed out",
    "Errors: 0",
    "Error: none",
    "Errors: none found",
    "Error handling guide for Python",
    "Timeout set to 30 seconds",
    "Connection established",
    "Order 404 placed",
    "500 mails sent",
    "404 rows updated",
    "429 points added",
    "Message sent",
    "Payment accepted",
    "Ticket closed",
    "Request accepted, ticket T-7",
    "Note: the old order had already been cancelled by the user, so I created a new one.",
    "Subject: your card was declined",
    "Chunk ID: ffaa97\nWall time: 5.8533 seconds\nProcess exited with code 0\nOriginal token count: 0\nOutput:\nError: warning only",
    "Wall time: 0.1 seconds\nOutput:\n{\"result\":\"queued\"}",
    "Command: x\nOutput: line\nError: (none)\nExit Code: 0\nSignal: 0",
    "x" * 100_000 + " Error: timed out",
    [{"id": 1, "error": "old"}, {"id": 2}],
]


@pytest.mark.parametrize(("result", "outcome"), RETURNED_ERRORS)
@pytest.mark.parametrize("status", [UNSAID, Status(failed=False)])
def test_an_error_returned_as_a_normal_result_is_read(status: Status, result: Any, outcome: Outcome) -> None:
    verdict = judge_outcome(status, result, tool="mcp__shop__create_order")
    assert verdict.outcome is outcome
    assert verdict.error


@pytest.mark.parametrize("result", PLAIN_SUCCESSES)
@pytest.mark.parametrize("status", [UNSAID, Status(failed=False), Status(failed=False, message="OK")])
def test_a_result_that_only_quotes_an_error_is_a_success(status: Status, result: Any) -> None:
    verdict = judge_outcome(status, result, tool="create_ticket")
    assert (verdict.outcome, verdict.trouble, verdict.error) == (RAN, Trouble.NONE, None)


STATE_OF_THE_THING: list[tuple[str, Any]] = [
    ("get_payment", {"status": "failed"}),
    ("payments.list", {"status": "declined"}),
    ("cancel_order", {"order": "O-1", "status": "cancelled"}),
    ("cancel_order", "Order cancelled."),
    ("decline_invite", {"status": "declined"}),
    ("decline_invite", "Invitation declined"),
    ("reject_request", "Request rejected"),
    ("rejectRequest", {"rejected": True}),
    ("block_user", {"blocked": True}),
    ("set_ticket_status", {"ticket": "T-1", "status": "rejected"}),
    ("update_order", {"status": "cancelled"}),
]


@pytest.mark.parametrize(("tool", "result"), STATE_OF_THE_THING)
def test_a_state_that_the_tool_looked_up_or_brought_about_is_no_error(tool: str, result: Any) -> None:
    assert judge_outcome(UNSAID, result, tool=tool).outcome is RAN


@pytest.mark.parametrize("result", [{"status": "failed"}, {"status": "rejected"}, {"declined": True}, "Order rejected."])
def test_the_same_state_is_an_error_of_a_tool_that_wanted_something_else(result: Any) -> None:
    assert judge_outcome(UNSAID, result, tool="create_order").outcome is not RAN


# --- status without text ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize(
    ("status", "ended", "outcome", "trouble"),
    [
        (UNSAID, True, RAN, Trouble.NONE),
        (UNSAID, False, OPEN, Trouble.NO_RESULT),
        (Status(failed=False), True, RAN, Trouble.NONE),
        (Status(failed=False), False, RAN, Trouble.NONE),
        (Status(failed=True), True, OPEN, Trouble.ERROR),
        (Status(failed=True), False, OPEN, Trouble.ERROR),
        (Status(message="HTTP 429"), True, NEVER, Trouble.REFUSED),
        (Status(error_type="ReadTimeout"), True, OPEN, Trouble.TIMEOUT),
        (Status(failed=False, error_type="ReadTimeout", message="handled"), True, RAN, Trouble.NONE),
        (Status(message="OK"), True, RAN, Trouble.NONE),
    ],
)
def test_an_absent_result(status: Status, ended: bool, outcome: Outcome, trouble: Trouble) -> None:
    verdict = judge_outcome(status, ABSENT, ended=ended)
    assert (verdict.outcome, verdict.trouble) == (outcome, trouble)


def test_an_open_end_with_a_result_is_a_success() -> None:
    assert judge_outcome(UNSAID, {"id": "x"}, ended=False).outcome is RAN


@pytest.mark.parametrize(
    ("verdict", "message", "trouble"),
    [
        (NEVER, "The user said no", Trouble.DENIED),
        (NEVER, "permission: x", Trouble.REFUSED),
        (NEVER, "request timed out", Trouble.REFUSED),
        (NEVER, "Connection refused", Trouble.UNREACHABLE),
        (OPEN, "timed out", Trouble.TIMEOUT),
        (OPEN, "invalid arguments", Trouble.ERROR),
        (CONFLICT, "x", Trouble.CONFLICT),
        (RAN, "anything", Trouble.NONE),
    ],
)
def test_a_verdict_of_the_format_overrides_the_text(verdict: Outcome, message: str, trouble: Trouble) -> None:
    judged = judge_outcome(Status(failed=True, message=message, verdict=verdict), ABSENT)
    assert (judged.outcome, judged.trouble) == (verdict, trouble)


@pytest.mark.parametrize(
    ("status", "result", "outcome"),
    [
        (failed(error_type="tool_error"), "MCP error -32602: Invalid arguments", NEVER),
        (failed(error_type="ToolRetryError"), "gateway timeout, please try again", OPEN),
        (failed("Error running tool (non-fatal)"), "connection refused", NEVER),
        (failed(), {"error": "HTTP 409"}, CONFLICT),
        (failed(), [{"text": "Error: ConnectTimeout"}], NEVER),
        (failed("Exit code 127\nsh: gh: command not found"), ABSENT, NEVER),
        (failed("Exit code 1\nerror: required file missing\nsent"), ABSENT, OPEN),
        (failed("connection refused"), {"id": "ch_9"}, OPEN),
    ],
)
def test_a_failed_status_is_explained_by_its_result(status: Status, result: Any, outcome: Outcome) -> None:
    assert judge_outcome(status, result, tool="charge_card").outcome is outcome


def test_an_id_that_repeats_an_argument_does_not_open_a_refusal() -> None:
    result = {"error": "invalid amount", "order_id": "O-7"}
    assert judge_outcome(UNSAID, result, arguments={"order_id": "O-7", "cents": -1}).outcome is NEVER
    assert judge_outcome(UNSAID, result, arguments={"cents": -1}).outcome is OPEN


# --- what people see, and hostile input -------------------------------------------------------------------------------

def test_the_shown_error_is_one_short_line_with_its_class() -> None:
    verdict = judge_outcome(failed("reset " * 500 + "\nmore", "ConnectionResetError"), ABSENT)
    assert verdict.error is not None
    assert verdict.error.startswith("ConnectionResetError: reset")
    assert len(verdict.error) <= SHOWN
    assert "\n" not in verdict.error


def test_the_shown_error_has_no_stack() -> None:
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nhttpx.ReadTimeout: timed out'
    assert judge_outcome(UNSAID, text).error == "httpx.ReadTimeout: timed out"


@pytest.mark.parametrize("result", ["[" * 50_000, '{"error":' * 20_000, "{" * 900 + "'", "Error: " + "a" * 2_000_000, "(" * 5000])
def test_deep_or_long_results_do_not_break_it(result: str) -> None:
    assert judge_outcome(UNSAID, result).outcome in set(Outcome)


def test_deep_objects_do_not_break_it() -> None:
    nested: Any = {"error": "timed out"}
    for _ in range(5000):
        nested = {"error": nested}
    assert judge_outcome(UNSAID, nested).outcome is OPEN


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_any_value_gets_a_verdict_and_json_text_gets_the_same_one(value: Any) -> None:
    verdict = judge_outcome(UNSAID, value)
    assert verdict.outcome in set(Outcome)
    assert (verdict.error is None) == (verdict.outcome is RAN)
    if isinstance(value, (dict, list)) and value:
        assert judge_outcome(UNSAID, json.dumps(value)).outcome is verdict.outcome


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_error_text_gets_a_verdict_that_is_no_success(message: str, kind: str) -> None:
    assert judge_outcome(failed(message, kind), ABSENT).outcome is not RAN


# --- empty results ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(
    "result",
    [None, "", "  \n", "null", "None", "{}", "[]", '""', {}, [], {"content": []}, {"content": [{"type": "text", "text": ""}]}, {"content": [{"type": "text", "text": "null"}]}, [{"type": "text", "text": " "}], {"result": None}, {"output": ""}, "undefined"],
)
def test_empty_results(result: Any) -> None:
    assert is_empty_result(result)


@pytest.mark.parametrize("result", [ABSENT, "ok", "done", 0, False, True, {"ok": True}, {"id": None}, [0], "0", {"content": [{"type": "text", "text": "ok"}]}, {"result": "queued"}, {"content": [{"type": "image", "data": "x"}]}])
def test_results_that_say_something(result: Any) -> None:
    assert not is_empty_result(result)
