"""The baseline file: the findings that a team knows, by fingerprint, and the salt that keys the fingerprints."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from doublefire.errors import ConfigError
from doublefire.files import check_writable, write_atomically
from doublefire.model import Finding
from doublefire.settings import Settings

SCHEMA = "doublefire/baseline/v1"


def with_baseline(settings: Settings, path: Path, *, fresh: bool) -> Settings:
    """The settings with a baseline's findings and salt; `fresh` allows that the file is not there yet.

    A salt of the config wins over the file's, and a new file takes the config's: ids are the same with and without a
    baseline, so that a suppression of one holds in both. Raises ConfigError.
    """
    if fresh:
        check_writable(path)
    if fresh and not path.exists():
        return settings
    document = _read(path)
    known = {entry["fingerprint"]: str(entry.get("note", "known")) for entry in document["findings"]}
    salt = settings.detect.salt or str(document.get("salt", "")).encode()
    return replace(settings, detect=replace(settings.detect, salt=salt, baseline=known))


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); --update-baseline writes it") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: is not a baseline ({error})") from error
    entries = document.get("findings") if isinstance(document, dict) else None
    if not isinstance(entries, list) or document.get("schema") != SCHEMA:
        raise ConfigError(f"{path}: is not a baseline (schema {SCHEMA} expected)")
    if not all(isinstance(entry, dict) and isinstance(entry.get("fingerprint"), str) for entry in entries):
        raise ConfigError(f"{path}: an entry of findings has no fingerprint")
    return dict(document)


def write_baseline(path: Path, findings: Iterable[Finding], salt: bytes) -> int:
    """Write the findings that no suppression silences, and return how many; what the config suppresses stays out."""
    kept = {f.fingerprint: f for f in findings if f.suppressed is None or f.suppressed.by == "baseline"}
    entries = [
        {"fingerprint": fingerprint, "rule": finding.rule, "tool": finding.tool, "note": "known"}
        for fingerprint, finding in sorted(kept.items(), key=lambda item: (item[1].rule, item[1].tool, item[0]))
    ]
    document = {"schema": SCHEMA, "salt": salt.decode("utf-8", "replace"), "findings": entries}
    write_atomically(path, [json.dumps(document, indent=2).encode() + b"\n"])
    return len(entries)


def gone(settings: Settings, findings: Iterable[Finding]) -> list[str]:
    """Fingerprints of the baseline that no longer occur."""
    return sorted(set(settings.detect.baseline) - {finding.fingerprint for finding in findings})
