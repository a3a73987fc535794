"""What frameworks wrap around the arguments and results of a tool span. Nothing here raises on content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from doublefire.ingest.forms.values import as_text, clean_id, literal, structured
from doublefire.model import ABSENT


def plain(value: Any) -> Any:
    """JSON text decoded, anything else as it stands."""
    return structured(value)


def langchain_envelope(value: Any) -> Any:
    """LangChain's callback envelope: {"input_str", "inputs", "kwargs", "metadata"}; the real arguments are `inputs`.

    Python functions under OpenLLMetry's decorators give {"args", "kwargs"}, its MCP spans {"tool_name", "arguments"},
    LangSmith's exporter {"input": "{'order': 7}"}.
    """
    value = structured(value)
    if not isinstance(value, dict):
        return value
    if "input_str" in value or ("inputs" in value and "kwargs" in value):
        inputs = structured(value.get("inputs"))
        return inputs if isinstance(inputs, dict) else literal(as_text(value.get("input_str", "")))
    if value.keys() == {"input"} and isinstance(value["input"], str):
        return literal(value["input"])
    if value.keys() >= {"tool_name", "arguments"}:
        return structured(value["arguments"])
    return called_with(value)


CALLED_WITH = frozenset(("args", "kwargs", "sanitize_inputs_outputs"))


def called_with(value: Any) -> Any:
    """A Python call recorded as {"args": […], "kwargs": {…}} is its keyword arguments, positional ones under `args`."""
    if isinstance(value, dict) and isinstance(value.get("kwargs"), dict) and value.keys() <= CALLED_WITH:
        positional = value.get("args")
        return value["kwargs"] if not positional else {**value["kwargs"], "args": positional}
    return value


def envelope_call_id(value: Any) -> str | None:
    """The call id that OpenLLMetry keeps inside the envelope (`kwargs.tool_call_id`)."""
    value = structured(value)
    kwargs = value.get("kwargs") if isinstance(value, dict) else None
    return clean_id(kwargs.get("tool_call_id")) if isinstance(kwargs, dict) else None


def openinference_arguments(value: Any) -> Any:
    """`input.value`: JSON, a Python literal, smolagents' {"args", "kwargs"}, or the bare single argument.

    Older CrewAI instrumentation binds its runner's own parameters: the arguments are those of `calling`.
    """
    value = structured(value)
    if isinstance(value, str):
        return literal(value)
    calling = structured(value.get("calling")) if isinstance(value, dict) and "tool_string" in value else None
    if isinstance(calling, dict) and "arguments" in calling:
        return structured(calling["arguments"])
    return called_with(value)


def google_adk(value: Any) -> Any:
    """ADK writes `{}` or `N/A` when content capture is off: nothing was recorded."""
    value = structured(value)
    return ABSENT if value in ("N/A", "") or value == {} else value


def claude_code(value: Any) -> Any:
    """`full_command` is the bare command of the Bash tool, the other attributes hold JSON."""
    value = structured(value)
    return {"command": value} if isinstance(value, str) else value


def request_arguments(value: Any) -> Any:
    """Gemini CLI records its whole request object ({"callId", "name", "args"}); the arguments are `args`."""
    value = structured(value)
    return structured(value["args"]) if isinstance(value, dict) and value.keys() >= {"name", "args"} else value


def langchain_output(value: Any) -> Any:
    """A serialised ToolMessage (three forms) gives its content; anything else as it stands."""
    value = structured(value)
    message = tool_message(value)
    return structured(message["content"]) if message and "content" in message else value


def tool_message(value: Any) -> Mapping[str, Any] | None:
    """The fields of a LangChain ToolMessage wherever they stand: {"output": …}, {"data": …}, {"kwargs": …} or flat."""
    for _ in range(4):
        if not isinstance(value, dict):
            return None
        if "tool_call_id" in value and "content" in value:
            return value
        value = next(
            (value[key] for key in ("output", "data", "kwargs") if isinstance(value.get(key), (dict, str))), None
        )
        value = structured(value)
    return None


ARGUMENT_FORMS: dict[str, Callable[[Any], Any]] = {
    "plain": plain,
    "langchain-envelope": langchain_envelope,
    "langchain-output": langchain_output,
    "openinference": openinference_arguments,
    "google-adk": google_adk,
    "claude-code": claude_code,
    "request": request_arguments,
}
"""Form word of the vocabulary -> unwrapper of an argument or result value."""
