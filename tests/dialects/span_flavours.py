"""One call and one request as each framework writes them on a span: a refund of order 7, asked for as `call_7`."""

from __future__ import annotations

import json
from typing import Any

TOOL = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "refund", "gen_ai.tool.call.id": "call_7"}
REFUND = '{"order": 7}'
ENVELOPE = json.dumps(
    {
        "input_str": "{'order': 7}",
        "tags": [],
        "metadata": {"langgraph_step": 9},
        "inputs": {"order": 7},
        "kwargs": {"tool_call_id": "call_7"},
    }
)
TOOL_MESSAGE = json.dumps({"output": {"lc": 1, "kwargs": {"content": "done", "tool_call_id": "call_7"}}})
ASKED = {
    "gen_ai.input.messages": json.dumps(
        [
            {
                "role": "tool",
                "parts": [{"type": "tool_call", "name": "refund", "id": "call_7", "arguments": {"order": 7}}],
            }
        ]
    )
}
TOLD = {
    "gen_ai.output.messages": json.dumps(
        [{"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_7", "response": "done"}]}]
    )
}
DETAILS = "gen_ai.client.inference.operation.details"

FLAVOURS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "GenAI": (
        "execute_tool refund",
        {**TOOL, "gen_ai.tool.call.arguments": REFUND, "gen_ai.tool.call.result": "done"},
        {},
    ),
    "GenAI structured": (
        "x",
        {**TOOL, "gen_ai.tool.call.arguments": {"order": 7}, "gen_ai.tool.call.result": "done"},
        {},
    ),
    "GenAI encoded twice": (
        "x",
        {**TOOL, "gen_ai.tool.call.arguments": json.dumps(REFUND), "gen_ai.tool.call.result": '"done"'},
        {},
    ),
    "OpenInference": (
        "refund",
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "refund",
            "input.value": REFUND,
            "output.value": "done",
            "tool.id": "call_7",
            "tool.parameters": '{"type": "object"}',
        },
        {},
    ),
    "OpenInference LangChain": (
        "refund",
        {"openinference.span.kind": "tool", "input.value": "{'order': 7}", "output.value": TOOL_MESSAGE},
        {},
    ),
    "smolagents": (
        "SimpleTool",
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "refund",
            "tool_call.id": "call_7",
            "input.value": '{"args": [], "sanitize_inputs_outputs": true, "kwargs": {"order": 7}}',
            "output.value": "done",
        },
        {},
    ),
    "CrewAI": (
        "refund.run",
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "refund",
            "tool.id": "call_7",
            "input.value": '{"tool_string": "", "calling": {"tool_name": "refund", "arguments": {"order": 7}}}',
            "output.value": "done",
        },
        {},
    ),
    "OpenLLMetry": (
        "refund.tool",
        {
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "refund",
            "traceloop.entity.input": ENVELOPE,
            "traceloop.entity.output": TOOL_MESSAGE,
        },
        {},
    ),
    "OpenLLMetry GenAI": (
        "execute_tool refund",
        {
            **TOOL,
            "traceloop.span.kind": "tool",
            "gen_ai.tool.call.arguments": ENVELOPE,
            "gen_ai.tool.call.result": TOOL_MESSAGE,
        },
        {},
    ),
    "OpenLLMetry decorator": (
        "refund.tool",
        {
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "refund",
            "gen_ai.tool.call.id": "call_7",
            "traceloop.entity.input": '{"args": [], "kwargs": {"order": 7}}',
            "traceloop.entity.output": "done",
        },
        {},
    ),
    "OpenLLMetry MCP": (
        "refund.tool",
        {
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "refund",
            "gen_ai.tool.call.id": "call_7",
            "traceloop.entity.input": '{"tool_name": "refund", "arguments": {"order": 7}}',
            "traceloop.entity.output": "done",
        },
        {},
    ),
    "Pydantic AI 1": (
        "running tool",
        {
            "gen_ai.tool.name": "refund",
            "gen_ai.tool.call.id": "call_7",
            "tool_arguments": REFUND,
            "tool_response": "done",
        },
        {},
    ),
    "Pydantic AI named": (
        "running tool: refund",
        {"gen_ai.tool.call.id": "call_7", "tool_arguments": REFUND, "tool_response": "done"},
        {},
    ),
    "Vercel 4 to 6": (
        "ai.toolCall",
        {
            "ai.operationId": "ai.toolCall",
            "ai.toolCall.name": "refund",
            "ai.toolCall.id": "call_7",
            "ai.toolCall.args": REFUND,
            "ai.toolCall.result": '"done"',
        },
        {},
    ),
    "ADK 1": (
        "execute_tool refund",
        {
            "gen_ai.system": "gcp.vertex.agent",
            "gen_ai.tool.name": "refund",
            "gen_ai.tool.call.id": "call_7",
            "gcp.vertex.agent.tool_call_args": REFUND,
            "gcp.vertex.agent.tool_response": "done",
        },
        {},
    ),
    "Strands": (
        "execute_tool refund",
        TOOL,
        {
            "events": [
                ("gen_ai.tool.message", None, {"content": REFUND, "id": "call_7"}),
                ("gen_ai.choice", None, {"message": "done"}),
            ]
        },
    ),
    "Strands newest": ("execute_tool refund", TOOL, {"events": [(DETAILS, None, ASKED), (DETAILS, None, TOLD)]}),
    "Strands attributes": ("execute_tool refund", {**TOOL, **ASKED, **TOLD}, {}),
    "Claude Code": (
        "claude_code.tool",
        {"span.type": "tool", "tool_name": "refund", "tool_use_id": "call_7", "tool_input": REFUND},
        {"events": [("tool.output", None, {"output": "done"})]},
    ),
    "Gemini CLI": (
        "tool_call",
        {
            "gen_ai.operation.name": "tool_call",
            "gen_ai.tool.name": "refund",
            "gen_ai.tool.call_id": "call_7",
            "gen_ai.input.messages": '{"callId": "call_7", "name": "refund", "args": {"order": 7}}',
            "gen_ai.output.messages": "done",
        },
        {},
    ),
    "LangSmith": (
        "refund",
        {
            **TOOL,
            "langsmith.span.kind": "tool",
            "gen_ai.prompt": '{"input": "{\'order\': 7}"}',
            "gen_ai.completion": TOOL_MESSAGE,
        },
        {},
    ),
    "Langfuse": (
        "refund",
        {
            "langfuse.observation.type": "tool",
            "gen_ai.tool.call.id": "call_7",
            "langfuse.observation.input": REFUND,
            "langfuse.observation.output": "done",
        },
        {},
    ),
    "MLflow": (
        "refund",
        {
            "mlflow.spanType": "TOOL",
            "tool_call_id": "call_7",
            "mlflow.spanInputs": {"order": 7},
            "mlflow.spanOutputs": "done",
        },
        {},
    ),
}

CHAT_CALL = {"id": "call_7", "type": "function", "function": {"name": "refund", "arguments": REFUND}}
PARTS = [{"type": "tool_call", "id": " call_7", "name": "refund", "arguments": {"order": 7}}]
PREFIX = "llm.output_messages.0.message"
MODELS: dict[str, tuple[dict[str, Any], list[Any]]] = {
    "GenAI": ({"gen_ai.operation.name": "chat", "gen_ai.output.messages": [{"role": "assistant", "parts": PARTS}]}, []),
    "GenAI events": (
        {"gen_ai.operation.name": "chat"},
        [("gen_ai.choice", None, {"message": {"tool_calls": [CHAT_CALL]}})],
    ),
    "GenAI details": (
        {"gen_ai.operation.name": "chat"},
        [(DETAILS, None, {"gen_ai.output.messages": [{"role": "assistant", "parts": PARTS}]})],
    ),
    "Strands": (
        {"gen_ai.operation.name": "chat"},
        [
            (
                "gen_ai.choice",
                None,
                {"message": '[{"toolUse": {"toolUseId": "call_7", "name": "refund", "input": {"order": 7}}}]'},
            )
        ],
    ),
    "OpenInference": (
        {
            "openinference.span.kind": "LLM",
            f"{PREFIX}.role": "assistant",
            f"{PREFIX}.tool_calls.0.tool_call.id": "call_7",
            f"{PREFIX}.tool_calls.0.tool_call.function.name": "refund",
            f"{PREFIX}.tool_calls.0.tool_call.function.arguments": REFUND,
            f"{PREFIX}.contents.0.message_content.tool_call.id": "call_7",
            f"{PREFIX}.contents.0.message_content.tool_call.function.name": "refund",
        },
        [],
    ),
    "OpenInference contents": (
        {
            "openinference.span.kind": "LLM",
            f"{PREFIX}.contents.0.tool_call.id": "call_7",
            f"{PREFIX}.contents.0.tool_call.function.name": "refund",
            f"{PREFIX}.contents.0.tool_call.function.arguments": REFUND,
        },
        [],
    ),
    "OpenLLMetry 0.40": (
        {
            "llm.request.type": "chat",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.tool_calls.0.id": "call_7",
            "gen_ai.completion.0.tool_calls.0.name": "refund",
            "gen_ai.completion.0.tool_calls.0.arguments": REFUND,
        },
        [],
    ),
    "Pydantic AI 1": (
        {
            "gen_ai.operation.name": "chat",
            "events": json.dumps(
                [
                    {"event.name": "gen_ai.user.message", "content": "hi", "role": "user"},
                    {
                        "event.name": "gen_ai.choice",
                        "index": 0,
                        "message": {"role": "assistant", "tool_calls": [CHAT_CALL]},
                    },
                ]
            ),
        },
        [],
    ),
    "Vercel 4 to 6": (
        {
            "ai.operationId": "ai.generateText.doGenerate",
            "ai.response.toolCalls": json.dumps([{"toolCallId": "call_7", "toolName": "refund", "input": REFUND}]),
        },
        [],
    ),
    "ADK 1": (
        {
            "gcp.vertex.agent.llm_response": json.dumps(
                {
                    "content": {
                        "role": "model",
                        "parts": [{"function_call": {"id": "call_7", "name": "refund", "args": {"order": 7}}}],
                    }
                }
            )
        },
        [],
    ),
}
