"""How each framework names things on a span: rows of data, no code.

A framework that differs from the others only in names is one more row in `TOOLS` or `MODELS`. Rows are tried in order
and the first whose test holds wins. Attribute lists are tried in order too. The sources of each row are the pages and
modules named in its comment; forms (how a value is wrapped) are functions of `forms.py`, named here by word.
"""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.model import Layer


@dataclass(frozen=True, slots=True)
class Test:
    """Holds for a span whose attribute has this value; `value` None: whose attribute is there at all."""

    attribute: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class ToolSpan:
    """A span that runs one tool. Every list names attributes, best first."""

    flavour: str
    tests: tuple[Test, ...] = ()
    names: tuple[str, ...] = ()
    """Span names that mean a tool span, exact, or a prefix when they end in a space or a colon."""
    tool: tuple[str, ...] = ("gen_ai.tool.name",)
    server: tuple[str, ...] = ()
    """Attributes that hold the server or plugin of the tool; its name is prefixed with it."""
    arguments: tuple[str, ...] = ("gen_ai.tool.call.arguments",)
    result: tuple[str, ...] = ("gen_ai.tool.call.result",)
    call_id: tuple[str, ...] = ("gen_ai.tool.call.id",)
    agent: tuple[str, ...] = ("gen_ai.agent.name",)
    form: str = "plain"
    """How arguments are wrapped: a name in `forms.ARGUMENT_FORMS`."""
    result_form: str = "plain"
    arguments_event: tuple[str, str] | None = None
    """A span event and its attribute that hold the arguments instead."""
    result_event: tuple[str, str] | None = None
    layer: Layer | None = None
    """None: by the span's kind (a client span is transport, a server span is server, else execution)."""
    refused: tuple[Test, ...] = ()
    """Attributes that say that the tool never ran."""
    retried: tuple[Test, ...] = ()
    """Attributes that say that the result is a message to the model to try again: an error, whatever the status."""
    parked: tuple[Test, ...] = ()
    """Attributes that say that the tool handed its work on, to be answered later: no error, whatever the status."""
    ignored: tuple[Test, ...] = ()
    """Attributes of spans that look like this row and run nothing."""


@dataclass(frozen=True, slots=True)
class ModelSpan:
    """A span that is one model call. `output` and `input` name attributes and the form of their messages."""

    flavour: str
    tests: tuple[Test, ...] = ()
    names: tuple[str, ...] = ()
    output: tuple[tuple[str, str], ...] = ()
    """(attribute or attribute prefix, form in `forms.MESSAGE_FORMS`)"""
    input: tuple[tuple[str, str], ...] = ()
    response_id: tuple[str, ...] = ("gen_ai.response.id",)
    agent: tuple[str, ...] = ("gen_ai.agent.name",)
    tools: tuple[str, ...] = ("gen_ai.tool.definitions",)
    ignored: tuple[Test, ...] = ()
    """Attributes of spans around model calls, whose messages only repeat those of the calls inside."""


SESSION: tuple[str, ...] = (
    "gen_ai.conversation.id",  # GenAI semantic conventions
    "session.id",  # OpenInference, Strands, Claude Code
    "conversation.id",  # Codex
    "langfuse.session.id",
    "gcp.vertex.agent.session_id",
    "traceloop.association.properties.session_id",
    "traceloop.association.properties.thread_id",
    "traceloop.association.properties.conversation_id",
    "ai.telemetry.metadata.sessionId",
    "ai.telemetry.metadata.session_id",
    "ai.telemetry.metadata.threadId",
    "ai.telemetry.metadata.conversationId",
    "langsmith.metadata.thread_id",
    "langsmith.metadata.session_id",
    "mlflow.trace.session",
    "session_id",
    "thread_id",
    "conversation_id",
)
"""Attributes that name the conversation. `mcp.session.id` is none: it differs on every request (MCP 2026-07-28)."""

ANNOUNCEMENTS: tuple[Test, ...] = (Test("logfire.span_type", "pending_span"),)
"""Spans that only announce another one before it ends, under an id of their own (logfire/_internal/constants.py)."""

ENDINGS: tuple[Test, ...] = (Test("span.type", "tool.execution"), Test("span.type", "tool.blocked_on_user"))
"""Children of a tool span that say how it ended (Claude Code: success or error, and whether its user let it run)."""
ENDING_ATTRIBUTES = ("success", "error", "decision")

EXECUTE_TOOL = Test("gen_ai.operation.name", "execute_tool")
PYDANTIC_AI_REFUSED = (
    Test("pydantic_ai.tool.failure_stage"),
    Test("pydantic_ai.tool.deferral.name", "ApprovalRequired"),
)
"""Validation failed, or a human is asked first; after the approval the tool runs in a span of its own."""

TOOLS: tuple[ToolSpan, ...] = (
    # Claude Code's own spans: `claude_code.tool` holds the call, its `.execution` child the outcome
    ToolSpan(
        "claude-code",
        tests=(Test("span.type", "tool"),),
        names=("claude_code.tool",),
        tool=("gen_ai.tool.name", "tool_name"),
        arguments=("gen_ai.tool.call.arguments", "tool_input", "full_command"),
        result=("gen_ai.tool.call.result",),
        call_id=("gen_ai.tool.call.id", "tool_use_id"),
        form="claude-code",
        result_event=("tool.output", "output"),
        refused=(Test("decision", "reject"), Test("decision", "deny")),
    ),
    # Vercel AI SDK 4 to 6 and its LegacyOpenTelemetry: packages/otel/src/legacy-open-telemetry.ts
    ToolSpan(
        "vercel-ai",
        tests=(Test("ai.operationId", "ai.toolCall"),),
        names=("ai.toolCall",),
        tool=("ai.toolCall.name",),
        arguments=("ai.toolCall.args", "ai.toolCall.input"),
        result=("ai.toolCall.result", "ai.toolCall.output"),
        call_id=("ai.toolCall.id",),
        agent=("ai.telemetry.functionId",),
    ),
    # OpenLLMetry: the arguments are a whole LangChain callback envelope
    ToolSpan(
        "openllmetry",
        tests=(Test("traceloop.span.kind", "tool"),),
        tool=("gen_ai.tool.name", "traceloop.entity.name"),
        arguments=("gen_ai.tool.call.arguments", "traceloop.entity.input"),
        result=("gen_ai.tool.call.result", "traceloop.entity.output"),
        agent=("traceloop.workflow.name",),
        form="langchain-envelope",
        result_form="langchain-output",
    ),
    # OpenInference: spec/semantic_conventions.md; `tool.parameters` is the schema, never the arguments
    ToolSpan(
        "openinference",
        tests=(Test("openinference.span.kind", "TOOL"),),
        tool=("tool.name",),
        arguments=("input.value",),
        result=("output.value",),
        call_id=("tool_call.id", "tool.id", "gen_ai.tool.call.id"),
        agent=("agent.name", "graph.node.name"),
        form="openinference",
        result_form="langchain-output",
    ),
    # LangSmith's OpenTelemetry exporter: langsmith/_internal/otel/_otel_exporter.py, inputs and outputs of the run
    ToolSpan(
        "langsmith",
        tests=(Test("langsmith.span.kind", "tool"),),
        tool=("gen_ai.tool.name", "langsmith.trace.name"),
        arguments=("gen_ai.prompt", "gen_ai.tool.call.arguments"),
        result=("gen_ai.completion", "gen_ai.tool.call.result"),
        form="langchain-envelope",
        result_form="langchain-output",
    ),
    # Langfuse's SDK: langfuse/_client/attributes.py; the span's name is the tool's
    ToolSpan(
        "langfuse",
        tests=(Test("langfuse.observation.type", "tool"),),
        tool=("gen_ai.tool.name",),
        arguments=("langfuse.observation.input",),
        result=("langfuse.observation.output",),
        form="openinference",
        result_form="langchain-output",
    ),
    # Laminar's SDK: lmnr/opentelemetry_lib/tracing/attributes.py
    ToolSpan(
        "laminar",
        tests=(Test("lmnr.span.type", "TOOL"),),
        tool=("gen_ai.tool.name",),
        arguments=("lmnr.span.input",),
        result=("lmnr.span.output",),
        form="openinference",
    ),
    # Spring AI: org.springframework.ai.tool.observation, names of ToolCallingObservationDocumentation
    ToolSpan(
        "spring-ai",
        tests=(Test("spring.ai.kind", "tool_call"),),
        tool=("spring.ai.tool.definition.name", "gen_ai.tool.name"),
        arguments=("spring.ai.tool.call.arguments",),
        result=("spring.ai.tool.call.result",),
    ),
    # Genkit: js/core/src/tracing/instrumentation.ts
    ToolSpan(
        "genkit",
        tests=(Test("genkit:metadata:subtype", "tool"),),
        tool=("genkit:name",),
        arguments=("genkit:input",),
        result=("genkit:output",),
    ),
    # Gemini CLI's own spans: packages/core/src/telemetry/trace.ts
    ToolSpan(
        "gemini-cli",
        tests=(Test("gen_ai.operation.name", "tool_call"),),
        tool=("gen_ai.tool.name",),
        arguments=("gen_ai.input.messages", "input-json"),
        result=("gen_ai.output.messages", "output-json"),
        call_id=("gen_ai.tool.call.id", "gen_ai.tool.call_id"),
        form="request",
    ),
    # Pydantic AI instrumentation versions 1 and 2: pydantic_ai_slim/pydantic_ai/_instrumentation.py
    ToolSpan(
        "pydantic-ai",
        names=("running tool", "running tool:"),
        tool=("gen_ai.tool.name",),
        arguments=("tool_arguments", "gen_ai.tool.call.arguments"),
        result=("tool_response", "gen_ai.tool.call.result"),
        agent=("agent_name", "gen_ai.agent.name"),
        refused=PYDANTIC_AI_REFUSED,
        retried=(Test("pydantic_ai.tool.retry.cause"),),
        parked=(Test("pydantic_ai.tool.deferral.name", "CallDeferred"),),
    ),
    # Google ADK, schema 1: src/google/adk/telemetry/
    ToolSpan(
        "google-adk",
        tests=(Test("gcp.vertex.agent.tool_call_args"),),
        arguments=("gcp.vertex.agent.tool_call_args", "gen_ai.tool.call.arguments"),
        result=("gcp.vertex.agent.tool_response", "gen_ai.tool.call.result"),
        form="google-adk",
        result_form="google-adk",
    ),
    # MCP semantic conventions: docs/gen-ai/mcp.md
    ToolSpan(
        "mcp",
        tests=(Test("mcp.method.name", "tools/call"),),
        names=("tools/call ", "MCP send tools/call "),
        tool=("gen_ai.tool.name", "mcp.tool.name"),
    ),
    # OpenTelemetry GenAI: docs/gen-ai/gen-ai-agent-spans.md; Strands puts the payload in span events
    ToolSpan(
        "gen-ai",
        tests=(EXECUTE_TOOL,),
        names=("execute_tool ",),
        tool=("gen_ai.tool.name",),
        arguments=("gen_ai.tool.call.arguments", "gen_ai.tool.arguments", "tool_arguments", "input.value"),
        result=("gen_ai.tool.call.result", "gen_ai.tool.result", "tool_response", "output.value"),
        call_id=("gen_ai.tool.call.id",),
        agent=("gen_ai.agent.name", "agent_name"),
        arguments_event=("gen_ai.tool.message", "content"),
        result_event=("gen_ai.choice", "message"),
        refused=PYDANTIC_AI_REFUSED,
        retried=(Test("pydantic_ai.tool.retry.cause"),),
        parked=(Test("pydantic_ai.tool.deferral.name", "CallDeferred"),),
    ),
    # MLflow: mlflow/entities/span.py, values decoded from their JSON text by the dialect
    ToolSpan(
        "mlflow",
        tests=(Test("mlflow.spanType", "TOOL"),),
        tool=("mlflow.spanFunctionName",),
        arguments=("mlflow.spanInputs",),
        result=("mlflow.spanOutputs",),
        call_id=("mlflow.chat.tool_call_id", "tool_call_id"),
        result_form="langchain-output",
    ),
)

# the older names below the conventions' own: OpenLLMetry's numbered attributes, then Pydantic AI 1's list of events
GEN_AI_OUTPUT = (("gen_ai.output.messages", "parts"), ("gen_ai.completion", "flat"), ("events", "answered-events"))
GEN_AI_INPUT = (("gen_ai.input.messages", "parts"), ("gen_ai.prompt", "flat"), ("events", "asked-events"))

MODELS: tuple[ModelSpan, ...] = (
    ModelSpan(
        "vercel-ai",
        tests=(
            Test("ai.operationId", "ai.generateText.doGenerate"),
            Test("ai.operationId", "ai.streamText.doStream"),
            Test("ai.operationId", "ai.generateObject.doGenerate"),
            Test("ai.operationId", "ai.streamObject.doStream"),
        ),
        output=(("ai.response.toolCalls", "vercel-calls"),),
        input=(("ai.prompt.messages", "chat"),),
        response_id=("ai.response.id", "gen_ai.response.id"),
        agent=("ai.telemetry.functionId",),
        tools=("ai.prompt.tools",),
    ),
    ModelSpan(
        "openinference",
        tests=(Test("openinference.span.kind", "LLM"),),
        output=(("llm.output_messages", "openinference"),),
        input=(("llm.input_messages", "openinference"),),
        response_id=("llm.response.id", "gen_ai.response.id"),
        agent=("agent.name",),
        tools=("llm.tools",),
    ),
    # Google ADK, schema 1: `call_llm` holds the whole request and response as JSON
    ModelSpan(
        "google-adk",
        tests=(Test("gcp.vertex.agent.llm_response"),),
        output=(("gcp.vertex.agent.llm_response", "google-contents"),),
        input=(("gcp.vertex.agent.llm_request", "google-contents"),),
        tools=(),
    ),
    ModelSpan(
        "gen-ai",
        tests=(
            Test("gen_ai.operation.name", "chat"),
            Test("gen_ai.operation.name", "text_completion"),
            Test("gen_ai.operation.name", "generate_content"),
            Test("gen_ai.output.messages"),
            Test("llm.request.type", "chat"),
        ),
        names=("chat ", "generate_content "),
        output=GEN_AI_OUTPUT,
        input=GEN_AI_INPUT,
        tools=("gen_ai.tool.definitions", "llm.request.functions"),
        ignored=tuple(
            Test("gen_ai.operation.name", around)
            for around in ("invoke_agent", "create_agent", "invoke_workflow", "plan")
        ),
    ),
    ModelSpan(
        "mlflow",
        tests=(Test("mlflow.spanType", "CHAT_MODEL"), Test("mlflow.spanType", "LLM")),
        output=(("mlflow.spanOutputs", "chat"),),
        input=(("mlflow.spanInputs", "chat"),),
        tools=("mlflow.chat.tools",),
    ),
    # Claude Code's own spans name no messages, but say where a response begins
    ModelSpan("claude-code", tests=(Test("span.type", "llm_request"),), names=("claude_code.llm_request",)),
)

HTTP_METHOD = ("http.request.method", "http.method")
HTTP_URL = ("url.full", "http.url", "http.target", "url.path", "http.route")
HTTP_HOST = ("server.address", "net.peer.name", "http.host")
HTTP_STATUS = ("http.response.status_code", "http.status_code")
HTTP_RESEND = ("http.request.resend_count", "http.resend_count", "http.retry_count")
DB_STATEMENT = ("db.query.text", "db.statement")
DB_OPERATION = ("db.operation.name", "db.operation")
DB_TARGET = ("db.collection.name", "db.sql.table", "db.namespace", "db.name")
