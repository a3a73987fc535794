"""Server prefixes of tool names: how one tool is called by its agent, its MCP client and its server.

`mcp__shop__refund` is what Claude Code writes, `shop.refund` and `shop/refund` gateways, `shop__refund` goose and
FastMCP mounts, `Shop-refund` Semantic Kernel, `functions.refund` OpenAI's own prompt format.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from doublefire.semantics.effects import verbs
from doublefire.semantics.effects.words import squeezed, words_of
from doublefire.semantics.values.wordlist import word_set

NAMESPACES: Final = ("functions.", "function.", "tools.", "tool.", "default_api.", "default_api:", "multi_tool_use.")
"""Prefixes that models write before every tool: they name no server."""

_VERSION = re.compile(r"(?<=[^./:])[./:@]v?\d+(?:\.\d+)*$")
_PLUGIN = re.compile(r"([A-Z][A-Za-z0-9]*)-([A-Za-z][A-Za-z0-9_]*)")
_VERBS = verbs.WRITE | verbs.IDEMPOTENT | verbs.UPDATES | verbs.READ | verbs.UNDECIDED | verbs.NEUTRAL

WRAPPERS: Final = word_set(
    "mcptool calltool calltools callmcptool callamcptool usemcptool usetool executemcptool runmcptool invokemcptool "
    "mcpcall mcpcalltool toolscall toolcall executetool invoketool runtool mcpexecute mcpexecutetool "
    "composioexecutetool mcpproxy mcptoolcall composiomultiexecutetool tool functioncall callfunction dispatchtool "
    "mcp"
)
"""Names, squeezed, under which a framework records the call of another tool."""


@lru_cache(maxsize=8192)
def split_name(tool: str) -> tuple[str, str]:
    """The server prefix ("" when there is none) and the tool's own name."""
    name = tool.strip()
    for namespace in NAMESPACES:
        if name.startswith(namespace) and len(name) > len(namespace):
            name = name[len(namespace) :]
            break
    name = _VERSION.sub("", name)
    if name.lower().startswith("mcp__") and name.count("__") > 1:
        _, server, own = name.split("__", 2)
        return (server, own) if own else ("", name)
    best = max((name.rfind(mark) for mark in "./:"), default=-1)
    if 0 < best < len(name) - 1:
        return name[:best], name[best + 1 :]
    server, double, own = name.partition("__")
    if double and server and own:
        return server, own
    plugin = _PLUGIN.fullmatch(name)
    if plugin and not _VERBS.intersection(words_of(plugin[1])):
        return plugin[1], plugin[2]
    return "", name


def bare_name(tool: str) -> str:
    """The name of a tool less its server prefix and version: `refund` of `mcp__shop__refund` and of `shop.refund`."""
    return split_name(tool)[1]


@lru_cache(maxsize=8192)
def same_tool_less_prefix(one: str, other: str) -> bool:
    """Whether two names may be one tool seen from two sides of a server.

    Two different prefixes are two tools, whatever the last word: `invoices.create` is not `shipments.create`.
    """
    if one == other:
        return True
    (server, own), (other_server, other_own) = split_name(one), split_name(other)
    if own == other_own:
        return not server or not other_server or squeezed(server) == squeezed(other_server)
    return _underscored(one, other_own, other_server) or _underscored(other, own, server)


def _underscored(flat: str, own: str, server: str) -> bool:
    """`mcp_shop_refund`, as editors flatten the prefix, against `refund` or `shop.refund`."""
    rest = flat.removeprefix("mcp_").removesuffix(f"_{own}")
    if not flat.startswith("mcp_") or len(rest) != len(flat) - len(own) - 5:
        return False
    return not server or squeezed(rest) == squeezed(server)


def is_generic_wrapper(tool: str) -> bool:
    """Whether this is a framework's name for "some tool", so that the tool named inside is the one that counts."""
    return squeezed(tool) in WRAPPERS or squeezed(bare_name(tool)) in WRAPPERS
