"""What a call does to the world: by the tool's name, by its arguments, by the requests seen below it.

Knowledge, no judgement: which source counts is decided elsewhere (config > declared > arguments > name > observed).
Functions of names are cached; `effect_of_arguments` answers at once for tools that are not generic.
"""

from __future__ import annotations

from typing import Any, Final

from doublefire.model import ABSENT, ToolKind
from doublefire.semantics.effects.arguments import effect_of_arguments, told_by_arguments
from doublefire.semantics.effects.names import effect_of_name
from doublefire.semantics.effects.observed import mutates, observed_effect
from doublefire.semantics.effects.prefixes import bare_name, is_generic_wrapper, same_tool_less_prefix
from doublefire.semantics.effects.pseudo import is_pseudo_tool
from doublefire.semantics.effects.relative import relative_update
from doublefire.semantics.effects.said import ArgumentsEffect
from doublefire.semantics.effects.shapes import kind_of_name
from doublefire.semantics.values.wordlist import word_set

__all__ = [
    "SHELL_VOLATILE_FIELDS",
    "ArgumentsEffect",
    "bare_name",
    "effect_of_arguments",
    "effect_of_name",
    "is_generic_wrapper",
    "is_pseudo_tool",
    "is_shell_volatile",
    "kind_of",
    "kind_of_name",
    "mutates",
    "observed_effect",
    "relative_update",
    "same_tool_less_prefix",
    "told_by_arguments",
]

SHELL_VOLATILE_FIELDS: Final = word_set(
    "description reason summary explanation justification rationale thought purpose security_risk timeout timeout_ms "
    "timeout_seconds yield_time_ms max_output_tokens"
)
"""Arguments of shell tools that say why a command is run or how long to wait for it, never what it does."""


def kind_of(tool: str, arguments: Any = ABSENT) -> ToolKind:
    """What sort of tool a call goes to: by its arguments where they tell, else by the tool's name."""
    said = None if arguments is ABSENT else effect_of_arguments(tool, arguments)
    return said.kind if said is not None else kind_of_name(tool)


def is_shell_volatile(tool: str) -> bool:
    """Whether `SHELL_VOLATILE_FIELDS` of this tool's arguments are commentary, whatever its command turns out to do."""
    return kind_of_name(tool) is ToolKind.SHELL
