"""Effects by name: tables of names in `effect_names.toml`, and the laws that hold for all of them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import Effect
from doublefire.semantics.effects import effect_of_name

CASES = tomllib.loads((Path(__file__).parent / "effect_names.toml").read_text(encoding="utf-8"))
NAMES = [(name, Effect(effect)) for effect, names in CASES.items() for name in names]


@pytest.mark.parametrize(("name", "effect"), NAMES, ids=[name for name, _ in NAMES])
def test_effect_of_name(name: str, effect: Effect) -> None:
    assert effect_of_name(name) is effect


def test_no_name_stands_twice() -> None:
    assert len({name for name, _ in NAMES}) == len(NAMES)


OWN = {"task_create"}
"""`TaskCreate` in exactly this spelling is Claude Code's own list."""
SNAKE = {name for name, _ in NAMES if name.isidentifier() and name.islower() and "__" not in name and "_" in name}


@pytest.mark.parametrize("name", sorted(SNAKE - OWN))
def test_spelling_and_prefix_change_nothing(name: str) -> None:
    camel = "".join(word.capitalize() for word in name.split("_"))
    expected = effect_of_name(name)
    assert effect_of_name(camel) is expected
    assert effect_of_name(name.replace("_", "-")) is expected
    assert effect_of_name(f"mcp__acme__{name}") is expected
    assert effect_of_name(f"acme.{name}") is expected
    assert effect_of_name(f"acme/{name}") is expected


@given(st.text(max_size=400))
def test_any_name_has_an_effect(name: str) -> None:
    assert effect_of_name(name) in set(Effect)
