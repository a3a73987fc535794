"""LangSmith runs: rows of the API and SDK, JSON lines, run trees, bulk-export Parquet rows, raw ingest batches.

docs.langchain.com/langsmith/run-data-format. `inputs` and `outputs` are objects, in bulk exports JSON text; a run may
be written twice, first without its end (POST) and then with it (PATCH), and both halves are one run. `session_id` of a
row is the project; the conversation is in `extra.metadata`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from doublefire.ingest import forms
from doublefire.ingest.dialects.contract import Dialect
from doublefire.ingest.messages import blocks, langchain
from doublefire.ingest.platforms.generations import Generation, generation_emissions
from doublefire.ingest.times import parse_time
from doublefire.model import ABSENT, Emission, Kind, Layer, Link, Record, SessionOf, Sighting, Status

SESSION_KEYS = ("thread_id", "session_id", "conversation_id")
AGENT_KEYS = ("lc_agent_name", "agent_name", "langgraph_node")
MARKS = ("dotted_order", "trace_id", "parent_run_id", "child_runs", "extra", "inputs")
MAX_OPEN = 100_000
"""Runs without an end that wait for their other half; beyond that the oldest is taken as it stands."""


def claims(values: Sequence[Any]) -> bool:
    """Rows with a run type, or ingest batches of them."""
    return any(_is_run(row) for value in values for row in _rows(value))


def _is_run(row: Any) -> bool:
    return isinstance(row, dict) and isinstance(row.get("run_type"), str) and any(name in row for name in MARKS)


def _rows(value: Any) -> Iterator[dict[str, Any]]:
    """The rows of one record, run trees flattened."""
    if (
        isinstance(value, dict)
        and not _is_run(value)
        and any(isinstance(value.get(key), list) for key in ("runs", "post", "patch"))
    ):
        value = [row for key in ("runs", "post", "patch") for row in _list(value.get(key))]
    queue = list(value) if isinstance(value, list) else [value]
    for row in queue:
        if isinstance(row, dict):
            yield row
            children = row.get("child_runs")
            if isinstance(children, list):
                queue.extend(
                    {**child, "trace_id": _trace(child) or _trace(row)} for child in children if isinstance(child, dict)
                )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def read(records: Iterable[Record]) -> Iterator[Emission]:
    """Every run once; one whose end never came is told at the end of the file."""
    waiting: dict[str, dict[str, Any]] = {}
    for record in records:
        for row in _rows(record.value):
            key = row.get("id")
            if not isinstance(key, str) or not (_is_run(row) or key in waiting):
                continue
            merged = {**waiting.pop(key, {}), **{name: field for name, field in row.items() if field is not None}}
            if merged.get("end_time") is not None or merged.get("error"):
                yield from _run(merged)
                continue
            waiting[key] = merged
            if len(waiting) > MAX_OPEN:
                yield from _run(waiting.pop(next(iter(waiting))))
    for row in waiting.values():
        yield from _run(row)


def _run(row: Mapping[str, Any]) -> Iterator[Emission]:
    trace, span, parent = _trace(row) or str(row["id"]), str(row["id"]).lower(), row.get("parent_run_id")
    extra = forms.structured(row.get("extra"))
    metadata = forms.structured(extra.get("metadata")) if isinstance(extra, dict) else None
    details = metadata if isinstance(metadata, dict) else {}
    session = forms.text_under(details, SESSION_KEYS)
    if session is not None:
        yield SessionOf(trace, session)
    parent = parent.lower() if isinstance(parent, str) else None
    if row.get("run_type") == "tool" and isinstance(row.get("name"), str):
        yield _execution(row, trace, span, parent, session, extra if isinstance(extra, dict) else {})
        return
    yield Link(trace, span, parent)
    if row.get("run_type") == "llm":
        error = row.get("error")
        yield from generation_emissions(
            Generation(
                trace=trace,
                span=span,
                parent=parent,
                session=session,
                agent=forms.text_under(details, AGENT_KEYS[:2]),
                start_ns=parse_time(row.get("start_time")),
                end_ns=parse_time(row.get("end_time")),
                history=row.get("inputs"),
                output=row.get("outputs"),
                error=blocks.printed(error) if error else None,
            )
        )


def _execution(
    row: Mapping[str, Any], trace: str, span: str, parent: str | None, session: str | None, extra: Mapping[str, Any]
) -> Sighting:
    outputs = forms.structured(row.get("outputs"))
    message = _tool_message(outputs)
    metadata = extra.get("metadata")
    return Sighting(
        kind=Kind.EXECUTION,
        layer=Layer.EXECUTION,
        tool=row["name"],
        session=session,
        trace=trace,
        span=span,
        parent=parent,
        call_id=forms.clean_id(extra.get("tool_call_id") or (message or {}).get("tool_call_id")),
        agent=forms.text_under(metadata, AGENT_KEYS[:2]) if isinstance(metadata, dict) else None,
        start_ns=parse_time(row.get("start_time")),
        end_ns=parse_time(row.get("end_time")),
        arguments=_arguments(row.get("inputs")),
        result=_result(outputs, message),
        status=_status(row, message),
    )


def _tool_message(outputs: Any) -> Mapping[str, Any] | None:
    """The fields of the ToolMessage that a tool run returned, if it returned one."""
    inner = forms.structured(outputs.get("output")) if isinstance(outputs, dict) else None
    found = langchain.fields_of(inner)
    return found[1] if found is not None and found[0] == "tool" else None


def _result(outputs: Any, message: Mapping[str, Any] | None) -> Any:
    if message is not None:
        return blocks.result_of(message.get("content"))
    if not outputs:
        return ABSENT
    return blocks.result_of(outputs["output"]) if isinstance(outputs, dict) and set(outputs) == {"output"} else outputs


def _arguments(inputs: Any) -> Any:
    """The inputs; older versions wrote {"input": "<repr or JSON of the arguments>"}."""
    inputs = forms.structured(inputs)
    if inputs is None:
        return ABSENT
    if isinstance(inputs, dict) and set(inputs) == {"input"} and isinstance(inputs["input"], str):
        decoded = forms.structured(inputs["input"])
        decoded = forms.literal(decoded) if isinstance(decoded, str) else decoded
        return decoded if isinstance(decoded, dict) else inputs
    return inputs


_RAISED = re.compile(r"([A-Za-z_][\w.]{0,120})\(")


def _status(row: Mapping[str, Any], message: Mapping[str, Any] | None) -> Status:
    """An error is the repr of an exception with its traceback behind it."""
    error = row.get("error")
    if error:
        whole = blocks.printed(error)
        text = whole.partition("Traceback (most recent call last)")[0].strip() or whole
        raised = _RAISED.match(text)
        return Status(True, raised.group(1) if raised else None, text)
    failed = message is not None and message.get("status") == "error"
    return Status(True if failed else False if row.get("status") == "success" else None)


def _trace(row: Mapping[str, Any]) -> str | None:
    """The trace id, from the first segment of the dotted order (time, then id) where the row does not name it."""
    trace = row.get("trace_id")
    if isinstance(trace, str) and trace:
        return trace.lower()
    dotted = row.get("dotted_order")
    first = dotted.partition(".")[0].partition("Z")[2] if isinstance(dotted, str) else ""
    return first.lower() or (None if row.get("parent_run_id") else forms.word(row.get("id")).lower() or None)


DIALECT = Dialect(
    name="langsmith",
    reads="LangSmith runs: JSON lines, API rows, run trees, bulk-export Parquet, ingest batches",
    obtain="client.list_runs(...) with run.model_dump_json() a line, or a bulk export to Parquet",
    claims=claims,
    read=read,
)
