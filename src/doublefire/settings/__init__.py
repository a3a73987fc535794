"""Everything a user can set, as one frozen value made of the settings of each stage."""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.detect.settings import DetectSettings
from doublefire.ingest.settings import IngestSettings
from doublefire.model import Confidence, Severity


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides an audit's result: two audits of equal inputs under equal settings are equal."""

    ingest: IngestSettings = IngestSettings()
    detect: DetectSettings = DetectSettings()


@dataclass(frozen=True, slots=True)
class Gate:
    """Which findings fail a run: at least this severity and this confidence; severity None: never."""

    severity: Severity | None = Severity.MEDIUM
    confidence: Confidence = Confidence.HIGH
