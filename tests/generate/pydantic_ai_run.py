"""Write one staged run of Pydantic AI, each version of its instrumentation, with a model that is a function.

    pip install pydantic-ai-slim opentelemetry-sdk opentelemetry-exporter-otlp-proto-common
    python tests/generate/pydantic_ai_run.py OUTPUT_FOLDER

The model asks for one refund twice in one response, then says that it is done.
"""

from __future__ import annotations

import sys
from pathlib import Path

from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from pydantic_ai import Agent
from pydantic_ai.capabilities import Instrumentation
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.models.instrumented import InstrumentationSettings

VERSIONS = (2, 3, 4, 5, 6)


def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Two equal calls in the first response, a sentence in the second."""
    if len(messages) > 1:
        return ModelResponse(parts=[TextPart("refunded")])
    calls = [ToolCallPart("refund", {"order": 7}, tool_call_id=f"call_{at}") for at in range(2)]
    return ModelResponse(parts=calls)


def refund(order: int) -> str:
    """Refund an order."""
    return f"rf_{order}"


def main(folder: Path) -> None:
    """Write `pydantic-ai-<version>.pb` for every version that this release knows."""
    folder.mkdir(parents=True, exist_ok=True)
    for version in VERSIONS:
        memory = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(memory))
        try:
            settings = InstrumentationSettings(tracer_provider=provider, version=version)  # type: ignore[arg-type]
        except ValueError:
            continue
        agent = Agent(FunctionModel(answer), name="support", tools=[refund], capabilities=[Instrumentation(settings)])
        agent.run_sync("refund order 7")
        data = encode_spans(memory.get_finished_spans()).SerializeToString()
        (folder / f"pydantic-ai-{version}.pb").write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
