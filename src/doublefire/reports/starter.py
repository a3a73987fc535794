"""A doublefire.toml to start from: valid as it stands, and nothing in force that its reader has not written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from doublefire.model import ToolRow
from doublefire.reports.words import many

SOURCES = {
    "config": "said by a config",
    "declared": "declared by the tool",
    "arguments": "read from its arguments",
    "name": "guessed from its name",
    "observed": "seen in the requests it made",
    "none": "not known",
}


@dataclass(frozen=True, slots=True)
class Starter:
    """What was seen: the tools, and for logs that no dialect reads the fields that probably hold what."""

    tools: tuple[ToolRow, ...] = ()
    unread: tuple[str, ...] = ()
    name: str = "mine"
    mapping: Mapping[str, str] = field(default_factory=dict)


def render(starter: Starter) -> bytes:
    """The file as UTF-8."""
    return ("\n".join(_lines(starter)) + "\n").encode("utf-8", "replace")


def _lines(starter: Starter) -> Iterator[str]:
    yield "# What doublefire cannot know from traces alone. Lines with # in front are off: take the # away to use it."
    yield "# `doublefire schema config` prints the JSON Schema of this file."
    yield ""
    yield '# window = "10m"       # how far apart two copies of one action may be; `doublefire tune` compares windows'
    yield '# retention = "24h"    # how long the receivers keep idempotency keys'
    yield '# scope = "session"    # what two copies must share: session, trace or all'
    unknown = [row for row in starter.tools if row.effect == "unknown"]
    known = [row for row in starter.tools if row.effect != "unknown"]
    if starter.unread:
        yield from _mapping(starter)
    if unknown:
        yield from ("", "# --- to be declared: nobody knows what these tools do ---")
        for row in unknown:
            yield from ("", f"[tools.{quoted(row.tool)}]    # {many(row.calls, 'call')}")
            yield '# effect = "write"    # read, write or idempotent'
    if known:
        yield from ("", "# --- known: say so only where this is wrong ---")
        for row in known:
            yield from _known(row)
    yield from ("", *EXAMPLES)


def _mapping(starter: Starter) -> Iterator[str]:
    yield ""
    yield f"# No dialect reads {', '.join(map(quoted, starter.unread[:5]))}. This is what its fields probably hold."
    sure = "tool" in starter.mapping
    off = "" if sure else "# "
    yield f"{off}[dialects.{starter.name}]"
    if not sure:
        yield '# tool = "..."    # which field holds the tool\'s name? Without it nothing can be read'
    for meaning, path in starter.mapping.items():
        yield f"{off}{meaning} = {quoted(path)}"


def _known(row: ToolRow) -> Iterator[str]:
    yield ""
    keys = "" if row.keys == "not-needed" else f", {row.keys}"
    known = f"{row.effect}, {SOURCES[row.effect_source]}"
    yield f"# [tools.{quoted(row.tool)}]    # {known}; {many(row.calls, 'call')}{keys}"
    if row.effect != "mixed":
        yield f'# effect = "{row.effect}"'
    if row.key_fields:
        yield f"# key = [{', '.join(map(quoted, row.key_fields))}]"


EXAMPLES = (
    "# --- for each tool there is also ---",
    "#",
    '# window = "1h"',
    '# identity = ["customer_id", "cents"]      # only these arguments make two calls the same action; or',
    '# ignore = ["metadata.*", "items[].note"]  # all arguments but these do',
    '# key = ["client_reference"]               # where its idempotency key is',
    '# amount = "cents"                         # what one call costs, and in which',
    '# currency = "USD"',
    "#",
    "# --- what is known and may stay ---",
    "#",
    "# [[suppress]]",
    '# rule = "duplicate-side-effect"',
    '# tool = "send_digest"',
    '# reason = "sent twice on purpose"         # required',
    "# expires = 2027-01-01                     # optional",
)


def quoted(text: str) -> str:
    """The text as a TOML string on one line, whatever it holds."""
    plain = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return json.dumps(plain, ensure_ascii=False).translate(ESCAPED)


ESCAPED = {code: f"\\u{code:04x}" for code in (0x7F, *range(0x80, 0xA0), 0x2028, 0x2029)}
"""What JSON leaves as it is and a line of TOML or a terminal does not take."""
