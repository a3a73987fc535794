"""What a dialect is: a record of functions. A new dialect is one module and one line in `dialects/__init__.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from doublefire.model import Emission, Record


@dataclass(frozen=True, slots=True)
class Dialect:
    """One wire format.

    `claims` looks at the first decoded values of a file (at most some 64 kB of it; the last value may be cut short in
    depth, never invented) and says whether this format wrote them. It must hold for no other format's files.

    `read` is a generator over the records of one file in file order. It may keep state in local variables. Whatever it
    yields is attributed to the record it pulled last. It never raises on content: a record that it does not know is
    passed over, and a malformed one is simply not turned into emissions.
    """

    name: str
    """Lower-case words joined by dashes; users type it after `--from`."""
    reads: str
    """One line: which files, written by what."""
    obtain: str
    """One line: the command, setting or menu that gives users such a file."""
    claims: Callable[[Sequence[Any]], bool]
    read: Callable[[Iterable[Record]], Iterator[Emission]]
