"""One helper: the whole document that a report renders."""

from __future__ import annotations

from typing import Any

from doublefire.model import Audit
from doublefire.reports import Options, by_name


def render(name: str, audit: Audit, **options: Any) -> bytes:
    """The bytes of the report called `name`, under these options."""
    return b"".join(by_name(name).render(audit, Options(**options)))


def text(name: str, audit: Audit, **options: Any) -> str:
    return render(name, audit, **options).decode()
