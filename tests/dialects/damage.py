"""How the dialect tests damage a sample: any field replaced by anything, nesting past all bounds."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(root: Any) -> list[tuple[Any, Any]]:
    """Every (container, key or index) of a JSON value."""
    found: list[tuple[Any, Any]] = []
    waiting = [root]
    while waiting:
        holder = waiting.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            if isinstance(holder[key], (dict, list)):
                waiting.append(holder[key])
    return found


def nested(levels: int) -> Any:
    """A value nested this deeply, through the keys that readers follow."""
    keys = ("content", "messages", "parts", "message", "value")
    deep: Any = "bottom"
    for level in range(levels):
        deep = [deep] if level % 2 else {keys[level % len(keys)]: deep}
    return deep
