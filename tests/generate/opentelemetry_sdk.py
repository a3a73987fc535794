"""Write one staged agent run with the real OpenTelemetry SDK in each of its file encodings.

    pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-common opentelemetry-exporter-zipkin-json
    python tests/generate/opentelemetry_sdk.py OUTPUT_FOLDER

Nothing here is a test: it shows where sample files come from, and makes new ones when an SDK changes.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, Status, StatusCode


def run(provider: TracerProvider) -> None:
    """A charge that times out and is sent again four hundredths of a second later."""
    tracer = provider.get_tracer("my.agent", "1.0")
    with tracer.start_as_current_span("invoke_agent shop", attributes={"gen_ai.conversation.id": "conv-1"}):
        for attempt in range(2):
            name = "execute_tool charge_card"
            attributes = {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "charge_card",
                "gen_ai.tool.call.id": "call_0",
                "gen_ai.tool.call.arguments": '{"cents": 500, "customer": "c1"}',
            }
            with tracer.start_as_current_span(name, kind=SpanKind.INTERNAL, attributes=attributes) as span:
                time.sleep(0.02)
                if attempt == 0:
                    span.record_exception(TimeoutError("the bank did not answer"))
                    span.set_status(Status(StatusCode.ERROR, "timeout"))
                else:
                    span.set_attribute("gen_ai.tool.call.result", '{"charge": "ch_2"}')
        time.sleep(0.04)


def main(folder: Path) -> None:
    """Write `console.txt` and `trace.pb`."""
    folder.mkdir(parents=True, exist_ok=True)
    memory = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    with (folder / "console.txt").open("w", encoding="utf-8") as console:
        console.write("agent started\n")
        provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=console)))
        run(provider)
        console.write("agent stopped\n")
    (folder / "trace.pb").write_bytes(encode_spans(memory.get_finished_spans()).SerializeToString())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
