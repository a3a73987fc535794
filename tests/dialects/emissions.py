"""How the dialect tests read a sample and write down what came out of it, one emission a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from doublefire.ingest.dialects.contract import Dialect
from doublefire.model import ABSENT, Emission, Mark, Record, Sighting

DATA = Path(__file__).parent / "data"


def values_of(path: Path) -> list[Any]:
    """The JSON values of a sample: its lines, or the one document."""
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    return [json.loads(text)]


def emissions_of(dialect: Dialect, values: list[Any]) -> list[Emission]:
    """What a dialect yields for these values."""
    return list(dialect.read(Record(value, line) for line, value in enumerate(values, 1)))


def shown(emission: Emission) -> str:
    """One emission as a line: its kind, its tool or mark, then every field that is set."""
    if isinstance(emission, Sighting):
        return " ".join([emission.kind, emission.tool or "-", *_sighting_fields(emission)])
    assert isinstance(emission, Mark)
    fields = _fields(session=emission.session, turn=emission.turn, ref=emission.ref, at=_time(emission.at_ns))
    return " ".join(["mark", emission.kind, *fields, *([] if emission.text is None else [repr(emission.text)])])


def _sighting_fields(seen: Sighting) -> Iterator[str]:
    yield from _fields(session=seen.session, turn=seen.turn, call=seen.call_id, agent=seen.agent)
    yield from _fields(start=_time(seen.start_ns), end=_time(seen.end_ns))
    for name, value in (("arguments", seen.arguments), ("result", seen.result)):
        if value is not ABSENT:
            yield f"{name}={json.dumps(value)}"
    status = seen.status
    yield from _fields(failed=status.failed, type=status.error_type, verdict=status.verdict, effect=seen.effect)
    if status.message is not None:
        yield f"message={status.message!r}"


def _fields(**fields: object) -> list[str]:
    return [f"{name}={value}" for name, value in fields.items() if value is not None]


def _time(nanoseconds: int | None) -> str | None:
    if nanoseconds is None:
        return None
    seconds, rest = divmod(nanoseconds, 1_000_000_000)
    at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    return f"{at:%Y-%m-%dT%H:%M:%S}" + (f".{rest:09d}".rstrip("0") if rest else "")
