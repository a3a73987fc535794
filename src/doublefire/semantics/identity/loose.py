"""Canonical trees with what may differ between copies of one action replaced by its kind.

A candidate must not be lost: whatever `similar.nearness` finds near has equal loose trees. The reverse need not hold.
"""

from __future__ import annotations

from typing import Any

from doublefire.semantics.identity.prose import is_prose, numbers
from doublefire.semantics.values.shapes import names_object, names_stamp, shape_of, written_stamp


def loosened(tree: Any, *, shell: bool = False, name: str = "") -> Any:
    """The tree with nonces, clocks and free texts replaced; `name` is that of the field it stands in."""
    if isinstance(tree, dict):
        return {field: loosened(inner, shell=shell, name=field) for field, inner in tree.items()}
    if isinstance(tree, list):
        return [loosened(inner, shell=shell, name=name) for inner in tree]
    kind = nonce_kind(tree, name)
    if kind is not None:
        return {"~nonce": kind}
    if isinstance(tree, str) and not shell and is_prose(tree):
        return {"~text": numbers(tree)}
    return tree


def nonce_kind(leaf: Any, name: str) -> str | None:
    """The kind of nonce that a leaf under this name may be, None if it says what the action is about."""
    if isinstance(leaf, bool) or leaf is None or not name:
        return None
    if names_stamp(name) and written_stamp(leaf) is not None:
        return "written"
    return None if names_object(name) else shape_of(leaf)
