"""Calls that only rehearse: `dry_run`, `validateOnly`. Whatever the tool does otherwise, such a call changes nothing.

Names and values are those of Kubernetes (`dryRun=All`), Google's API rules (AIP-163, `validate_only`), AWS (`DryRun`)
and PowerShell (`WhatIf`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from doublefire.semantics.values.wordlist import word_row, word_set

FIELDS: Final = word_set("dryrun isdryrun validateonly validationonly whatif simulate simulation simulateonly noop")
OPTIONS: Final = word_row("options opts params flags query query_params")
"""Members of the arguments that hold a call's options; in what a call stores, such a field is content."""
_SET: Final = word_set("true yes on 1 all client server")


def is_rehearsal(arguments: Mapping[Any, Any]) -> bool:
    """Whether decoded arguments ask the tool to change nothing, at their top or among their options."""
    holders = [arguments, *(inner for name in OPTIONS if isinstance(inner := arguments.get(name), Mapping))]
    return any(_plain(name) in FIELDS and _is_set(value) for holder in holders for name, value in holder.items())


def _plain(name: Any) -> str:
    return name.replace("_", "").replace("-", "").lower() if isinstance(name, str) else ""


def _is_set(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and _is_set(value[0])
    if isinstance(value, str):
        return value.strip().lower() in _SET
    return value is True or (type(value) is int and value == 1)
