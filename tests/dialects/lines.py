"""Every emission as one line of text, for the samples whose `.expected` file lists all that is read from them."""

from __future__ import annotations

import json
from typing import Any

from doublefire.model import ABSENT, UNSAID, Emission, Status

SECOND_NS = 1_000_000_000
SILENT = ("wrapper",)
"""Fields that no dialect of these tests sets."""


def line(emission: Emission | Status) -> str:
    """The emission's name, then every field that differs from nothing, in the order of the model."""
    fields = ((name, getattr(emission, name)) for name in emission.__struct_fields__ if name not in SILENT)
    said = [f"{name}={_text(name, value)}" for name, value in fields if not _is_nothing(name, value)]
    return " ".join([type(emission).__name__, *said])


def _is_nothing(name: str, value: Any) -> bool:
    if isinstance(value, Status):
        return value == UNSAID
    return (name == "replayed" and not value) or value is None or value is ABSENT or value == ()


def _text(name: str, value: Any) -> str:
    if name.endswith("_ns"):
        return f"{value / SECOND_NS - 1767323040:.3f}"  # seconds after 2026-01-02T03:04:00Z
    if isinstance(value, Status):
        return f"({line(value).removeprefix('Status ')})"
    return json.dumps(value, default=str, ensure_ascii=False)
