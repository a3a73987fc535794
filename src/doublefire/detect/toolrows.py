"""The per-tool table: what each tool does, how its calls are keyed, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import polars as pl

from doublefire.detect.judged import Judged
from doublefire.model import Declaration, Effect, Finding, ToolKind, ToolRow
from doublefire.schema import EFFECTS, TOOL_KINDS
from doublefire.semantics.effects import effect_of_name

NEEDS_KEY = (Effect.WRITE.value, Effect.UNKNOWN.value, "mixed")
STRONGEST_SOURCE = ("config", "declared", "arguments", "name", "observed", "none")


def tool_rows(judged: Judged, findings: Sequence[Finding]) -> tuple[ToolRow, ...]:
    """One row a tool, in order of name. `findings` are those of the repeat rules."""
    executions = judged.executions
    repeats = Counter(finding.tool for finding in findings)
    keyed = pl.col("key").is_not_null()
    recorded = pl.col("exact").is_not_null() | keyed
    stats = executions.group_by("tool").agg(
        pl.len().alias("executions"),
        pl.col("call").n_unique().alias("calls"),
        keyed.sum().alias("keyed"),
        recorded.sum().alias("recorded"),
        (keyed & pl.col("model_key").is_not_null()).sum().alias("by_model"),
        (keyed & pl.col("asked_exact").is_not_null() & pl.col("model_key").is_null()).sum().alias("by_runtime"),
        pl.col("header_key").sum().alias("in_headers"),
        pl.col("effect").unique().alias("effects"),
        pl.col("effect_source").unique().alias("sources"),
        pl.col("tool_kind").unique().alias("kinds"),
        pl.col("key_field").drop_nulls().unique().sort().alias("fields"),
    )
    stable = _stability(executions)
    said = (*judged.tables.declarations, *judged.settings.declarations)
    declared = {declaration.tool: declaration for declaration in said}
    found = {stat["tool"]: stat for stat in stats.iter_rows(named=True)}
    for tally in judged.counted.iter_rows(named=True):
        _add(found.setdefault(tally["tool"], _nothing(tally["tool"])), tally)
    return tuple(_row(found[tool], stable, repeats, declared) for tool in sorted(found))


_COUNTS = ("executions", "calls", "keyed", "recorded", "by_model", "by_runtime", "in_headers")


def _nothing(tool: str) -> dict[str, Any]:
    return {"tool": tool, **dict.fromkeys(_COUNTS, 0), "effects": [], "sources": [], "kinds": [], "fields": []}


def _add(stat: dict[str, Any], tally: dict[str, Any]) -> None:
    """Add calls that were only counted."""
    stat["executions"] += tally["executions"]
    stat["calls"] += tally["executions"]
    stat["recorded"] += tally["executions"] if tally["recorded"] else 0
    stat["effects"].append(tally["effect"])
    stat["sources"].append(tally["effect_source"])
    stat["kinds"].append(tally["tool_kind"])


def _stability(executions: pl.DataFrame) -> dict[str, str]:
    """Tool -> stable (one key on two copies) or unstable (equal arguments under different keys)."""
    keyed = executions.filter(pl.col("key").is_not_null() & pl.col("exact").is_not_null())
    groups = keyed.group_by("tool", "session", "exact").agg(
        pl.len().alias("copies"), pl.col("key").n_unique().alias("keys")
    )
    several = groups.filter(pl.col("copies") > 1).group_by("tool").agg((pl.col("keys") == 1).all().alias("stable"))
    return {tool: "stable" if stable else "unstable" for tool, stable in several.iter_rows()}


def _row(
    stat: dict[str, Any], stable: dict[str, str], repeats: Counter[str], declared: dict[str, Declaration]
) -> ToolRow:
    tool = stat["tool"]
    effects = {EFFECTS[code] for code in stat["effects"]}
    effect = next(iter(effects)).value if len(effects) == 1 else "mixed"
    source = next(source for source in STRONGEST_SOURCE if source in stat["sources"])
    keys, coverage = _keys(effect, stat["keyed"], stat["recorded"])
    kinds = {TOOL_KINDS[code] for code in stat["kinds"]}
    return ToolRow(
        tool=tool,
        effect=effect,
        effect_source=source,
        calls=stat["calls"],
        executions=stat["executions"],
        keyed_calls=stat["keyed"],
        key_coverage=coverage,
        keys=keys,
        key_fields=tuple(stat["fields"]),
        key_origin=_origin(stat),
        key_stability=stable.get(tool, "unproven"),
        findings=repeats[tool],
        advice=_advice(tool, effect, source, keys, stable.get(tool), kinds, declared.get(tool)),
    )


def _keys(effect: str, keyed: int, recorded: int) -> tuple[str, float | None]:
    coverage = keyed / recorded if recorded else None
    if effect in (Effect.READ, Effect.IDEMPOTENT):
        return "not-needed", coverage
    if coverage is None:
        return "unknown", None
    return ("keyed" if coverage == 1 else "unkeyed" if coverage == 0 else "partly-keyed"), coverage


def _origin(stat: dict[str, Any]) -> str:
    if stat["by_model"]:
        return "model"
    return "runtime" if stat["by_runtime"] or stat["in_headers"] else "unknown"


def _advice(
    tool: str,
    effect: str,
    source: str,
    keys: str,
    stability: str | None,
    kinds: set[ToolKind],
    declared: Declaration | None,
) -> str:
    if declared is not None and declared.effect is Effect.READ and effect_of_name(tool) is Effect.WRITE:
        return "declared as read-only, but its name says that it writes: check the declaration"
    if declared is not None and source == "config":
        return ""
    if effect == Effect.UNKNOWN:
        return f'declare what it does: [tools."{tool}"] effect = "read", "write" or "idempotent"'
    if effect not in NEEDS_KEY or kinds != {ToolKind.PLAIN}:
        return ""
    if keys == "unkeyed":
        offered = f" (it offers {declared.key_fields[0]})" if declared is not None and declared.key_fields else ""
        return f"send an idempotency key that names the logical action, the same on every retry{offered}"
    if keys == "partly-keyed":
        return "send the idempotency key on every call, not on some"
    if keys == "unknown":
        return "arguments were not recorded: turn content capture on to see whether calls are keyed"
    return "mint the key once for the action, outside the retry loop" if stability == "unstable" else ""
