"""Items of the OpenAI Responses API, Python's snake case and the Agents JS SDK's camel case, read to `Message` values.

openai `types/responses`: every call is an item of its own and answered by an item `<call>_output` with its `call_id`;
calls that run at OpenAI (`mcp_call`, `web_search_call` …) hold their result themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from doublefire.ingest import forms
from doublefire.ingest.messages import blocks
from doublefire.ingest.messages.conversation import Answer, Call, Message
from doublefire.model import ABSENT, Outcome, Status

CALLS: Final = {
    "function_call": (None, ("arguments",)),
    "custom_tool_call": (None, ("input",)),
    "computer_call": ("computer", ("action", "actions")),
    "local_shell_call": ("local_shell", ("action",)),
    "shell_call": ("shell", ("action",)),
    "apply_patch_call": ("apply_patch", ("operation",)),
    "hosted_tool_call": (None, ("arguments",)),
}
"""Item type -> (the tool's name where the item has none, the fields that hold its arguments)."""
OUTPUTS: Final = frozenset(
    (*(f"{name}_output" for name in CALLS), "function_call_result", "computer_call_result", "shell_call_result")
)
HOSTED: Final = {
    "mcp_call": (None, ("arguments",), ("output",)),
    "web_search_call": ("web_search", ("action",), ()),
    "file_search_call": ("file_search", ("queries",), ("results",)),
    "code_interpreter_call": ("code_interpreter", ("code",), ("outputs",)),
    "image_generation_call": ("image_generation", (), ()),
}
"""Item type -> (name, arguments, result) of what OpenAI ran."""
ENDED_BADLY: Final = {"failed": Status(True), "incomplete": Status(None)}
DENIED: Final = Status(True, "denied", "the user denied this call", Outcome.NOT_EXECUTED)


def is_item(raw: Mapping[str, Any]) -> bool:
    """Whether an object is an item that only the Responses API has: a call or its output, at the top level."""
    kind = forms.word(raw.get("type"))
    if kind in ("function_call", "custom_tool_call"):
        return isinstance(raw.get("call_id", raw.get("callId")), str)
    return kind in OUTPUTS or kind in HOSTED or kind in CALLS or kind in ("mcp_approval_request", "mcp_list_tools")


def is_typed_message(raw: Mapping[str, Any]) -> bool:
    """Whether an object is a message or reasoning in the words of the Responses API alone."""
    content = raw.get("content")
    typed = isinstance(content, list) and any(
        isinstance(part, dict) and forms.word(part.get("type")) in ("input_text", "output_text") for part in content
    )
    return ("role" in raw and typed) or (raw.get("type") == "reasoning" and "summary" in raw)


def is_part(raw: Mapping[str, Any]) -> bool:
    """Whether an object can stand in a list of items: an item, a message, a reasoning item."""
    return (
        is_item(raw)
        or isinstance(raw.get("role"), str)
        or forms.word(raw.get("type")) in ("message", "reasoning", "mcp_approval_response")
    )


class Pending(NamedTuple):
    """What one response has asked for so far."""

    calls: list[Call]
    texts: list[str]


def messages_of(
    items: Sequence[Mapping[str, Any]], ref: str | None = None, at_ns: int | None = None
) -> Iterator[Message]:
    """Messages of a list of items: consecutive items of the model are one response, named `ref` where that is known."""
    pending = Pending([], [])
    denied = {
        forms.word(raw.get("approval_request_id"))
        for raw in items
        if raw.get("type") == "mcp_approval_response" and raw.get("approve") is False
    } - {""}
    opened = False
    for raw in items:
        try:
            message = _other(raw)
            opened = (message is None and _collect(raw, pending, denied)) or opened
        except RecursionError:  # content nested past what the interpreter follows
            continue
        if message is None:
            at_ns = at_ns if at_ns is not None else blocks.time_of(raw)
            continue
        if opened:
            yield _response(pending, ref, at_ns)
            pending, opened, ref, at_ns = Pending([], []), False, None, None
        yield message
    if opened:
        yield _response(pending, ref, at_ns)


def _response(pending: Pending, ref: str | None, at_ns: int | None) -> Message:
    return Message("assistant", "\n".join(pending.texts), tuple(pending.calls), ref=ref, at_ns=at_ns)


def _other(raw: Mapping[str, Any]) -> Message | None:
    """The message of an item that the model did not write: an output, or a message of the user."""
    if forms.word(raw.get("type")) in OUTPUTS:
        return Message("tool", answers=(_answer(raw),), at_ns=blocks.time_of(raw))
    if isinstance(raw.get("role"), str) and blocks.ROLES.get(raw["role"]) != "assistant":
        return blocks.message_of(raw)
    return None


def _collect(raw: Mapping[str, Any], pending: Pending, denied: set[str]) -> bool:
    """Add an item of the model to its response; False when it belongs to none."""
    kind = forms.word(raw.get("type"))
    if kind in CALLS:
        fixed, fields = CALLS[kind]
        name = fixed or raw.get("name")
        if isinstance(name, str) and raw.get("status") != "incomplete":
            pending.calls.append(Call(name, blocks.arguments_of(forms.first(raw, fields)), call_id_of(raw)))
        return True
    if kind in HOSTED:
        call = _hosted(raw, kind)
        if call is not None:
            pending.calls.append(call)
        return True
    name = forms.word(raw.get("id"))
    if kind == "mcp_approval_request" and name in denied and isinstance(raw.get("name"), str):
        arguments = blocks.arguments_of(raw.get("arguments", ABSENT))
        pending.calls.append(Call(server_tool(raw), arguments, name, Answer(name, ABSENT, DENIED)))
        return True
    if "role" in raw:
        pending.texts.append(forms.text_of(raw.get("content")))
    return kind not in ("mcp_list_tools", "mcp_approval_response")


def _hosted(raw: Mapping[str, Any], kind: str) -> Call | None:
    fixed, arguments, results = HOSTED[kind]
    name = fixed or (server_tool(raw) if isinstance(raw.get("name"), str) else None)
    if name is None:
        return None
    error = raw.get("error")
    status = ENDED_BADLY.get(
        forms.word(raw.get("status")), Status(False if raw.get("status") == "completed" else None)
    )
    if error:
        status = Status(
            True,
            None,
            blocks.printed(forms.first(error, ("message", "content"), error) if isinstance(error, dict) else error),
        )
    call_id = call_id_of(raw)
    result = blocks.result_of(forms.first(raw, results)) if results and raw.get(results[0]) is not None else ABSENT
    return Call(name, blocks.arguments_of(forms.first(raw, arguments)), call_id, Answer(call_id, result, status))


def server_tool(raw: Mapping[str, Any]) -> str:
    """The full name of a tool that an item says runs at an MCP server."""
    server = forms.word(forms.first(raw, ("server_label", "serverLabel"), None))
    return f"mcp__{server}__{raw['name']}" if server else str(raw["name"])


def call_id_of(raw: Mapping[str, Any]) -> str | None:
    """The id that ties a call and its output; `id` names the item."""
    value = forms.first(raw, ("call_id", "callId", "id"), None)
    return value if isinstance(value, str) and value else None


def _answer(raw: Mapping[str, Any]) -> Answer:
    output = raw.get("output", ABSENT)
    if isinstance(output, dict) and isinstance(output.get("text"), str):
        output = output["text"]
    status = Status(True) if raw.get("status") == "failed" else Status()
    name = raw.get("name")
    return Answer(call_id_of(raw), blocks.result_of(output), status, name if isinstance(name, str) else None)
