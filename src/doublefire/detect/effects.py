"""The effect of every execution: the first source that knows, and where it knows it from."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from doublefire.detect.children import ChildRequest, effect_of
from doublefire.detect.settings import DetectSettings
from doublefire.model import Declaration, Effect
from doublefire.schema import EFFECTS
from doublefire.semantics.effects import bare_name, effect_of_name

STRENGTH = (Effect.WRITE, Effect.UNKNOWN, Effect.IDEMPOTENT, Effect.READ)
"""Strongest first: a group takes the strongest effect of its copies."""


def strongest(effects: Iterable[Effect]) -> Effect:
    """The strongest of these effects."""
    return min(effects, key=STRENGTH.index)


def declared_effects(declarations: Iterable[Declaration]) -> dict[str, Effect]:
    """Tool name -> declared effect; of several declarations of one name the strongest counts."""
    found: dict[str, Effect] = {}
    for declaration in declarations:
        if declaration.effect is not None:
            known = found.get(declaration.tool)
            found[declaration.tool] = declaration.effect if known is None else strongest((known, declaration.effect))
    return found


def with_effects(
    executions: pl.DataFrame,
    settings: DetectSettings,
    declarations: Iterable[Declaration],
    children: dict[int, tuple[ChildRequest, ...]],
) -> pl.DataFrame:
    """Fill `effect` and `effect_source`: config > declared > arguments > name > observed > nothing."""
    declared = declared_effects((*declarations, *settings.declarations))
    names = executions["tool"].unique().to_list()
    rows = [_by_name(name, settings, declared) for name in names]
    schema = {"tool": pl.String, "fixed": pl.UInt8, "fixed_source": pl.String, "named": pl.UInt8}
    known = pl.DataFrame([(name, *row) for name, row in zip(names, rows, strict=True)], schema=schema, orient="row")
    observed = {row: effect for row, requests in children.items() if (effect := effect_of(requests)) is not None}
    seen = pl.DataFrame(
        {"row": list(observed), "observed": [EFFECTS.index(effect) for effect in observed.values()]},
        schema={"row": pl.UInt32, "observed": pl.UInt8},
    )
    unknown = EFFECTS.index(Effect.UNKNOWN)
    return (
        executions.join(known, on="tool", how="left")
        .join(seen, on="row", how="left")
        .with_columns(
            pl.coalesce("fixed", "effect", "named", "observed", pl.lit(unknown, pl.UInt8)).alias("effect"),
            pl.coalesce(
                "fixed_source",
                "effect_source",
                pl.when(pl.col("named").is_not_null()).then(pl.lit("name")),
                pl.when(pl.col("observed").is_not_null()).then(pl.lit("observed")),
                pl.lit("none"),
            ).alias("effect_source"),
        )
        .drop("fixed", "fixed_source", "named", "observed")
    )


def counted_calls(
    counted: pl.DataFrame, settings: DetectSettings, declarations: Iterable[Declaration]
) -> pl.DataFrame:
    """The tallies of executions that are only counted, with their effects."""
    rows = counted.filter(pl.col("executions") > 0).with_columns(
        pl.lit(None, pl.UInt32).alias("row"),
        pl.when(pl.col("effect").is_not_null()).then(pl.lit("arguments")).alias("effect_source"),
    )
    return with_effects(rows, settings, declarations, {})


def fixed_or_named(names: Iterable[str], settings: DetectSettings) -> list[int | None]:
    """The code of the effect that config, declarations or the name itself give each tool; None: all are silent."""
    declared = declared_effects(settings.declarations)
    rows = (_by_name(name, settings, declared) for name in names)
    return [named if fixed is None else fixed for fixed, _, named in rows]


def _by_name(
    name: str, settings: DetectSettings, declared: dict[str, Effect]
) -> tuple[int | None, str | None, int | None]:
    configured = settings.tools.of(name).effect
    said = declared.get(name, declared.get(bare_name(name)))
    by_name = effect_of_name(name)
    fixed, source = (
        (configured, "config") if configured is not None else (said, "declared") if said is not None else (None, None)
    )
    return (
        None if fixed is None else EFFECTS.index(fixed),
        source,
        None if by_name is Effect.UNKNOWN else EFFECTS.index(by_name),
    )
