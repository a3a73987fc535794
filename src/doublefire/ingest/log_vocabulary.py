"""How command-line agents log what they do: rows of data, no code. One more agent is one more row in `TOOL_EVENTS`.

The first row whose event name a record carries wins; lists of attributes are tried in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from doublefire.model import MarkKind


@dataclass(frozen=True, slots=True)
class ToolEvent:
    """How one agent logs a finished tool call; the record's time is the call's end."""

    events: tuple[str, ...]
    tool: tuple[str, ...]
    server: tuple[str, ...]
    arguments: tuple[str, ...]
    result: tuple[str, ...]
    call_id: tuple[str, ...]
    error: tuple[str, ...]
    agent: tuple[str, ...] = ()
    prefixed: bool = False
    """The server attribute is a namespace: `mcp__NAME` for servers, another word for the agent's own tools."""
    details: str | None = None
    """An attribute with JSON that holds `mcp_server_name` and `mcp_tool_name` of a generic wrapper."""


TOOL_EVENTS: tuple[ToolEvent, ...] = (
    # Claude Code: docs "monitoring usage"; MCP tools are all called mcp_tool
    ToolEvent(
        ("claude_code.tool_result", "tool_result"),
        tool=("tool_name",),
        server=(),
        arguments=("tool_input",),
        result=("tool_output", "output"),
        call_id=("tool_use_id",),
        error=("error", "error_message"),
        details="tool_parameters",
    ),
    # Codex: codex-rs/otel
    ToolEvent(
        ("codex.tool_result",),
        tool=("tool_name",),
        server=("tool_namespace",),
        arguments=("arguments",),
        result=("output",),
        call_id=("call_id",),
        error=("error", "error.message"),
        agent=("agent_name",),
        prefixed=True,
    ),
    # Gemini CLI: packages/core/src/telemetry/types.ts
    ToolEvent(
        ("gemini_cli.tool_call",),
        tool=("function_name",),
        server=("mcp_server_name",),
        arguments=("function_args",),
        result=("output", "result"),
        call_id=("call_id", "prompt_call_id"),
        error=("error", "error_type"),
    ),
)

MARK_EVENTS: Final = {
    "claude_code.user_prompt": MarkKind.USER,
    "user_prompt": MarkKind.USER,
    "codex.user_prompt": MarkKind.USER,
    "gemini_cli.user_prompt": MarkKind.USER,
    "claude_code.api_request": MarkKind.MODEL,
    "api_request": MarkKind.MODEL,
    "codex.api_request": MarkKind.MODEL,
    "gemini_cli.api_response": MarkKind.MODEL,
    "claude_code.api_error": MarkKind.MODEL_ERROR,
    "api_error": MarkKind.MODEL_ERROR,
    "gemini_cli.api_error": MarkKind.MODEL_ERROR,
}
"""Event -> what it says of the session; Claude Code names its events with and without its own name."""

REFUSALS: Final = frozenset(("reject", "rejected", "deny", "denied", "cancel", "abort"))
"""Values of `decision` that say that the tool never ran."""
