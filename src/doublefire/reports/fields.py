"""The JSON report field by field: name, type and meaning. The JSON Schema and the Parquet schemas are made from this.

A field may be null only where `nullable` says so; a list is never null.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from doublefire.model import Cause, Confidence, Layer, Outcome, Reason, Scope, Severity

VERSION: Final = "doublefire/report/v1"
"""What a report names as its `schema`; fields may be added under it, none is renamed or removed."""


class Type(StrEnum):
    """What a value is, whatever it is written in."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TIME = "time"
    PAYLOAD = "payload"
    """Any JSON value in JSON, its JSON text in Parquet."""
    COUNTS = "counts"
    """Text to integer."""
    AMOUNTS = "amounts"
    """Text to exact decimal text."""
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record; `fields` are those of the record that it holds, `many` makes it a list of them."""

    name: str
    type: Type
    meaning: str
    nullable: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()


def text(name: str, meaning: str, choices: type[StrEnum] | tuple[str, ...] = ()) -> Field:
    return Field(name, Type.TEXT, meaning, choices=tuple(str(choice) for choice in choices))


def maybe(name: str, type_: Type, meaning: str) -> Field:
    """A value that may be null."""
    return Field(name, type_, meaning, nullable=True)


def count(name: str, meaning: str) -> Field:
    """A whole number that is never null."""
    return Field(name, Type.INTEGER, meaning)


def texts(name: str, meaning: str) -> Field:
    """A list of texts, empty where there is none."""
    return Field(name, Type.TEXT, meaning, many=True)


def records(name: str, meaning: str, fields: tuple[Field, ...]) -> Field:
    """A list of records with these fields."""
    return Field(name, Type.RECORD, meaning, many=True, fields=fields)


PATH: Final = text("path", "the input file as it was named, relative to the working directory where it lies below it")
LINE: Final = maybe("line", Type.INTEGER, "1-based line of the decompressed text, row in Parquet, null in binary")
SPAN: Final = maybe("span_id", Type.TEXT, "lower-case hex span id")

PLACE: Final = (PATH, LINE, SPAN, text("layer", "in which layer of the recorded system this was seen", Layer))

CALL: Final = (
    PATH,
    LINE,
    SPAN,
    maybe("trace_id", Type.TEXT, "lower-case hex trace id"),
    maybe("session", Type.TEXT, "the conversation or session"),
    maybe("call_id", Type.TEXT, "the id under which the model asked for this call"),
    maybe("turn", Type.TEXT, "the model response that asked for it"),
    maybe("agent", Type.TEXT, "the agent that made it"),
    maybe("start", Type.TIME, "when it began"),
    maybe("end", Type.TIME, "when it ended"),
    text("start_source", "whose clock that is: the tool span's or the model request's", ("execution", "request")),
    text("outcome", "whether it ran", Outcome),
    maybe("error", Type.TEXT, "the recorded error, or its class where no text was recorded or none is shown"),
    maybe("idempotency_key", Type.TEXT, "its idempotency key, masked like an argument"),
    maybe("arguments", Type.PAYLOAD, "its arguments, masked unless asked otherwise; null when not recorded"),
    maybe("result", Type.PAYLOAD, "its result, masked unless asked otherwise; null when not recorded"),
    records("sightings", "every place in the inputs where this one execution was seen", PLACE),
)

SCOPE: Final = Field(
    "scope",
    Type.RECORD,
    "what the copies share",
    fields=(
        text("kind", "the kind of scope; `tool` for per-tool rules", (*Scope, "tool")),
        maybe("id", Type.TEXT, "the session, trace or tool; null for all"),
    ),
)
TOTAL: Final = count("calls_total", "how many there are; at most the first 50 and the last 50 are listed")

AMOUNT: Final = (
    text("value", "an exact decimal"),
    maybe("currency", Type.TEXT, "upper-case currency code"),
    maybe("unit", Type.TEXT, "`cents` where the amount is kept in minor units"),
)
SUPPRESSED: Final = (
    text("by", "who silenced it", ("config", "baseline")),
    text("reason", "the reason given"),
)

FINDING: Final = (
    text("fingerprint", "stable across runs and machines: a keyed hash of rule, tool and canonical arguments"),
    text("rule", "the rule that found it"),
    text("severity", "how bad it is if it is true", Severity),
    text("confidence", "how sure it is that one action was issued more than once", Confidence),
    Field("cause", Type.TEXT, "why it was repeated; null for per-tool rules", True, choices=tuple(map(str, Cause))),
    text("tool", "the tool's full name"),
    text("message", "what happened, in one sentence"),
    texts("evidence", "what the verdict rests on"),
    SCOPE,
    maybe("gap_seconds", Type.NUMBER, "largest start minus the latest end before it, at least 0; null without a clock"),
    Field("overlap", Type.BOOLEAN, "whether a copy started before an earlier one had ended"),
    count("confirmed_effects", "how often it surely took effect"),
    count("possible_effects", "how often it may have: the confirmed ones and those of unknown outcome"),
    Field("amount", Type.RECORD, "what the extra copies cost, where that is known", True, fields=AMOUNT),
    texts("ignored_fields", "argument paths that were left out of the comparison"),
    Field("suppressed", Type.RECORD, "who silenced it and why; null when it counts", True, fields=SUPPRESSED),
    TOTAL,
    records("calls", "the copies that ran or may have, in order; examples for a per-tool rule", CALL),
    records("also", "the copies that never ran, conflicted or were replayed", CALL),
)

CLEARED: Final = (
    text("reason", "why it is no finding", Reason),
    text("tool", "the tool's full name"),
    SCOPE,
    maybe("detail", Type.TEXT, "what the reason rests on"),
    TOTAL,
    records("calls", "all its copies, in order", CALL),
)

TOOL: Final = (
    text("tool", "the tool's full name"),
    text("effect", "what its calls do", ("read", "idempotent", "write", "unknown", "mixed")),
    text("effect_source", "who says so", ("config", "declared", "arguments", "name", "observed", "none")),
    count("calls", "calls requested"),
    count("executions", "attempts to run them"),
    count("keyed_calls", "calls that carried an idempotency key"),
    maybe("key_coverage", Type.NUMBER, "share of executions with a key, of those with recorded arguments or headers"),
    text("keys", "the same in a word", ("keyed", "partly-keyed", "unkeyed", "unknown", "not-needed")),
    texts("key_fields", "argument paths or headers that carried the key"),
    text("key_origin", "who minted it: in the model's own request or only later", ("model", "runtime", "unknown")),
    text("key_stability", "whether two copies of one action shared it", ("stable", "unstable", "unproven")),
    count("findings", "findings that name this tool"),
    text("advice", "what to do; empty when there is nothing to do"),
)

REJECTION: Final = (
    LINE,
    maybe("offset", Type.INTEGER, "byte offset in the decompressed input"),
    text("reason", "the kind of problem"),
    text("detail", "what was wrong"),
)

INPUT: Final = (
    PATH,
    maybe("dialect", Type.TEXT, "the wire format it was read as; null when none fits"),
    count("records", "lines, documents or rows read"),
    count("calls", "calls found"),
    count("rejected_total", "records that could not be used"),
    records("rejected", "the first of them", REJECTION),
)

SUMMARY: Final = (
    count("records", "lines, documents or rows read"),
    count("rejected", "records that could not be used"),
    count("sightings", "executions, requests and results seen; replayed history is left out"),
    count("echoes", "sightings folded away as repeats of a known execution"),
    count("calls", "calls requested"),
    count("executions", "attempts to run them"),
    count("groups", "groups of two or more equal executions"),
    Field("findings", Type.COUNTS, "findings by rule"),
    Field("cleared", Type.COUNTS, "cleared groups by reason"),
    count("confirmed_extra_effects", "effects above one, over all repeat findings that count: surely"),
    count("possible_extra_effects", "the same, with those of unknown outcome"),
    Field("amounts", Type.AMOUNTS, "what the extra copies cost, by currency"),
)

REPORT: Final = (
    text("schema", "the version of this document", (VERSION,)),
    Field("summary", Type.RECORD, "the counts of the audit", fields=SUMMARY),
    records("inputs", "what became of each input file", INPUT),
    records("findings", "the problems", FINDING),
    records("cleared", "groups of equal calls that are no problem, and why", CLEARED),
    records("tools", "what the trace shows of each tool", TOOL),
    texts("notes", "what these traces cannot show"),
)
