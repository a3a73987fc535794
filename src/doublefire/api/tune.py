"""Window analysis of inputs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from doublefire.api import Paths
from doublefire.api.ingest import ingest
from doublefire.model import Tuning
from doublefire.settings import Settings


def tune(paths: Paths, settings: Settings, windows_ns: Sequence[int]) -> tuple[Tuning, tuple[str, ...]]:
    """What each of these windows would find, and the files that were passed over. Raises InputError as `audit` does."""
    from doublefire.detect.tuning import tuning

    with ExitStack() as stack:
        ingested = ingest(paths, settings, stack, sparing=False)
        return tuning(ingested.tables, settings.detect, windows_ns), ingested.passed_over
