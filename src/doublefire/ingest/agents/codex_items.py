"""What Codex says of a finished call, in the several shapes that its rollout events and its `exec --json` items have.

Sources: `openai/codex` codex-rs/protocol (items.rs, protocol.rs) and codex-rs/exec/src/exec_events.rs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from doublefire.ingest.agents.pieces import MAX_MESSAGE, mapping, mcp_tool, told
from doublefire.ingest.forms import clean_id
from doublefire.model import ABSENT, Effect, Outcome, Status
from doublefire.semantics.values.durations import SECOND_NS


class Run(NamedTuple):
    """One finished call: its id, full tool name, arguments, and how it ended; `took_ns` None when not recorded."""

    call_id: str | None
    tool: str
    arguments: Any
    result: Any
    status: Status
    took_ns: int | None = None
    effect: Effect | None = None


def qualified(namespace: Any, name: Any) -> str:
    """Namespace and name as one full name: `mcp__payments` and `charge_card` are `mcp__payments__charge_card`."""
    return f"{str(namespace).rstrip('_')}__{name}" if namespace else str(name)


def _took(item: Mapping[str, Any]) -> int | None:
    duration = mapping(item.get("duration"))
    seconds, nanoseconds = duration.get("secs"), duration.get("nanos", 0)
    if not isinstance(seconds, int) or not isinstance(nanoseconds, int):
        return None
    return seconds * SECOND_NS + nanoseconds


def _effect(item: Mapping[str, Any]) -> Effect | None:
    """Only the hint that a tool reads says enough: one that writes may still be idempotent."""
    return Effect.READ if item.get("readOnlyHint", item.get("read_only_hint")) is True else None


def _ended(item: Mapping[str, Any], failed: bool | None, message: str | None) -> Status:
    """`declined` is a refusal before the start, whatever else the item says."""
    if item.get("status") == "declined":
        return Status(True, None, message, Outcome.NOT_EXECUTED)
    return Status(failed, None, message if failed else None)


def mcp_item(item: Mapping[str, Any]) -> Run:
    """`McpToolCall` and `mcp_tool_call`: {server, tool, arguments, result, error, status}."""
    answer, error = item.get("result"), item.get("error")
    failed = item.get("status") == "failed" or bool(error) or mapping(answer).get("isError") is True
    message = told(error if isinstance(error, str) else mapping(error).get("message"))
    return Run(
        clean_id(item.get("id")),
        mcp_tool(item.get("server"), item.get("tool")),
        item.get("arguments", ABSENT),
        ABSENT if answer is None else answer,
        _ended(item, failed, message or told(mapping(answer).get("content"))),
        _took(item),
        _effect(item),
    )


def command_item(item: Mapping[str, Any]) -> Run:
    """`CommandExecution`, `exec_command_end`, `command_execution`: {command, aggregated_output, exit_code, status}."""
    output, code = item.get("aggregated_output", item.get("stdout", ABSENT)), item.get("exit_code")
    failed = code != 0 if isinstance(code, int) else item.get("status") == "failed" or None
    message = told(output)
    if isinstance(code, int):
        message = f"Process exited with code {code}\n{message or ''}"[:MAX_MESSAGE]
    call_id, status = clean_id(item.get("call_id") or item.get("id")), _ended(item, failed, message)
    return Run(call_id, "exec_command", {"command": item.get("command")}, output, status, _took(item))


def patch_item(item: Mapping[str, Any]) -> Run:
    """`FileChange`, `patch_apply_end` and `file_change`: {changes, status or success, stdout, stderr}."""
    success = item.get("success", {"completed": True, "failed": False}.get(str(item.get("status"))))
    call_id = clean_id(item.get("call_id") or item.get("id"))
    status = _ended(item, None if success is None else not success, told(item.get("stderr")))
    answer = item.get("stdout", ABSENT)
    return Run(call_id, "apply_patch", {"changes": item.get("changes")}, answer, status, _took(item))


def mcp_event(event: Mapping[str, Any]) -> Run:
    """`mcp_tool_call_end`: the invocation apart, the result as `Ok` or `Err`."""
    invocation, outcome = mapping(event.get("invocation")), mapping(event.get("result"))
    item = {**event, **invocation, "id": event.get("call_id"), "result": outcome.get("Ok"), "error": outcome.get("Err")}
    return mcp_item(item)


def dynamic_event(event: Mapping[str, Any]) -> Run:
    """`dynamic_tool_call_response`: a tool of the client that embeds Codex."""
    success = event.get("success")
    failed = not success if isinstance(success, bool) else None
    answer = event.get("content_items", ABSENT)
    return Run(
        clean_id(event.get("call_id")),
        qualified(event.get("namespace"), event.get("tool")),
        event.get("arguments", ABSENT),
        answer,
        _ended(event, failed, told(event.get("error")) or told(answer)),
        _took(event),
    )


Form = Callable[[Mapping[str, Any]], Run]
ITEMS: Final[dict[str, Form]] = {"McpToolCall": mcp_item, "CommandExecution": command_item, "FileChange": patch_item}
"""`item_completed` by the type of its item."""
EVENTS: Final[dict[str, Form]] = {
    "mcp_tool_call_end": mcp_event,
    "exec_command_end": command_item,
    "patch_apply_end": patch_item,
    "dynamic_tool_call_response": dynamic_event,
}
"""The events of older versions by name."""
