"""Small native logs: a duplicate, and what only looks like one."""

from __future__ import annotations

import json
from typing import Any

MINUTE = "2026-03-02T09:00"


def line(
    tool: str = "charge_card",
    arguments: object = None,
    second: float = 0,
    took: float = 0.5,
    call: str | None = None,
    session: str = "s1",
    **more: Any,
) -> str:
    """One finished call as a line of the native log."""
    row = {
        "session_id": session,
        "tool": tool,
        "arguments": {"order": "A-17", "cents": 4200} if arguments is None else arguments,
        "start_time": 1_772_442_000 + second,
        "end_time": 1_772_442_000 + second + took,
        **({"call_id": call} if call else {}),
        **({} if "result" in more or "status" in more else {"result": {"ok": True}}),
        **more,
    }
    return json.dumps(row) + "\n"


def timed_out(order: str = "A-17", session: str = "s1", second: float = 0) -> str:
    """A charge that timed out and was sent again four seconds later: a finding of medium severity, high confidence."""
    arguments = {"order": order, "cents": 4200}
    call = f"call_{order}"
    return line(
        arguments=arguments,
        second=second,
        took=3.9,
        call=call,
        session=session,
        status="timeout",
        error="TimeoutError: timed out",
    ) + line(arguments=arguments, second=second + 4, call=call, session=session, result={"charge_id": "ch_2"})


CLEAN = line("get_order", {"order": "A-17"}) + line("get_order", {"order": "A-17"}, second=3)
"""A read that is repeated: no finding."""
