"""Results that say they were served again rather than made anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from doublefire.model import ABSENT
from doublefire.semantics.replays import is_replayed

REPLAYED: list[Any] = [
    {"payment": "p_1", "idempotent_replayed": True},
    {"Idempotent-Replayed": "true"},
    {"headers": {"Idempotent-Replayed": "true"}, "body": {"id": 1}},
    {"headers": [["idempotent-replayed", "true"]]},
    {"headers": {"idempotency-replayed": ["true"]}},
    {"cached": True, "id": 1},
    {"from_cache": True},
    {"fromCache": 1},
    {"cache_hit": True},
    {"meta": {"cached": True}},
    {"metadata": {"cacheHit": "true"}},
    {"_meta": {"replayed": True}, "content": [{"type": "text", "text": "x"}]},
    {"deduplicated": True},
    {"duplicate": True},
    {"is_duplicate": "yes"},
    {"already_processed": True},
    {"status": "duplicate"},
    {"status": "ALREADY_PROCESSED", "id": "x"},
    {"headers": {"X-Cache": "HIT from edge"}},
    '{"cached": true}',
    {"content": [{"type": "text", "text": '{"id": "1", "replayed": true}'}]},
    {"content": [{"type": "text", "text": "ch_1 (cached)"}]},
    "ch_1 (cached)",
    "[cached] ch_1",
    "[cached] " + "x" * 1000,
    "Cached result: ch_1",
    "Duplicate request, returning previous response",
    "duplicate request ignored",
    "Returning cached response for ch_1",
]

FRESH: list[Any] = [
    ABSENT,
    None,
    "",
    "ok",
    {},
    [],
    {"cached": False},
    {"cached": "false"},
    {"cached": None},
    {"cached": 0},
    {"cached": 12},
    {"cached": []},
    {"cached_tokens": 1},
    {"duplicate": "no"},
    {"duplicates": True},
    {"duplicate_of": "T-1"},
    {"cache": "miss"},
    {"headers": {"X-Cache": "MISS"}},
    {"headers": {"Idempotent-Replayed": "false"}},
    {"status": "cached_out"},
    {"status": "ok", "text": "duplicate"},
    {"order": {"cached": True}},
    {"note": "(cached)"},
    "I found 3 cached files",
    "Cached pages were removed",
    "Duplicate contacts were merged",
    "Duplicate invoice report sent",
    "Sent: please return the original response form",
    "The cache was cleared",
    "x" * 500 + " (cached)",
    '{"note": "(cached)"}',
    "[" * 50_000,
]


@pytest.mark.parametrize("result", REPLAYED)
def test_marks_of_a_replay(result: Any) -> None:
    assert is_replayed(result)


@pytest.mark.parametrize("result", FRESH)
def test_no_marks_of_a_replay(result: Any) -> None:
    assert not is_replayed(result)


@pytest.mark.parametrize("result", [r for r in (*REPLAYED, *FRESH) if isinstance(r, dict)])
def test_json_text_is_read_like_the_object(result: dict[str, Any]) -> None:
    assert is_replayed(json.dumps(result)) is is_replayed(result)
