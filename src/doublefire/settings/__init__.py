"""Everything a user can set, as one frozen value made of the settings of each stage."""

from __future__ import annotations

from dataclasses import dataclass

from doublefire.detect.settings import DetectSettings
from doublefire.ingest.settings import IngestSettings


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides an audit's result: two audits of equal inputs under equal settings are equal."""

    ingest: IngestSettings = IngestSettings()
    detect: DetectSettings = DetectSettings()
