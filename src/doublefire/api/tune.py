"""Window analysis of inputs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from doublefire.api import Paths
from doublefire.api.ingest import ingest
from doublefire.model import Tuning
from doublefire.settings import Settings


def tune(paths: Paths, settings: Settings, windows_ns: Sequence[int]) -> Tuning:
    """What each of these windows would find. Raises InputError as `audit` does."""
    from doublefire.detect.tuning import tuning

    with ExitStack() as stack:
        return tuning(ingest(paths, settings, stack, sparing=False).tables, settings.detect, windows_ns)
