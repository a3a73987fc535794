"""A client below the tool sent a mutating request again: one recorded call, perhaps two effects (composio#3654)."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence

import polars as pl

from doublefire.detect.children import ChildRequest
from doublefire.detect.judged import Judged
from doublefire.detect.rules.contract import TraceRule
from doublefire.model import Cause, Confidence, Effect, Evidence, Finding, Severity
from doublefire.schema import EFFECTS
from doublefire.semantics.values.durations import duration_text

NAME = "hidden-retry"
RETRYABLE = 408
SERVER_ERROR = 500
_HARMLESS = [EFFECTS.index(effect) for effect in (Effect.READ, Effect.IDEMPOTENT)]


def find(judged: Judged) -> Iterator[Finding]:
    """Executions below which one address was asked again after a request that may have landed."""
    retried = {
        row: pair for row, requests in judged.executed.children.items() if (pair := _retry(requests)) is not None
    }
    rows = judged.executions.filter(
        pl.col("row").is_in(list(retried))
        & ~(pl.col("effect").is_in(_HARMLESS) & pl.col("effect_source").is_in(["config", "declared"]))
    )
    for copy in judged.copies(rows):
        requests = retried[copy.row.row]
        confirmed = sum(request.status is not None and request.status < 300 for request in requests)
        kind, identifier = judged.scope_of(copy)
        first, second = requests[0], requests[1]
        yield Finding(
            fingerprint=judged.fingerprint(NAME, copy.row.tool, copy.identity.exact),
            rule=NAME,
            severity=Severity.HIGH if confirmed > 1 else Severity.MEDIUM,
            confidence=Confidence.MEDIUM,
            cause=Cause.CLIENT_TIMEOUT_RETRY,
            tool=copy.row.tool,
            message=f"one call of {copy.row.tool} sent {first.verb} {first.address} {len(requests)} times",
            evidence=(Evidence("request-sent-again", 0, _words(first, second)),),
            scope_kind=kind,
            scope_id=identifier,
            gap_ns=_gap(first, second),
            overlap=False,
            confirmed_effects=confirmed,
            possible_effects=len(requests),
            calls_total=1,
            calls=(judged.call(copy),),
            amount=judged.cost(copy, len(requests) - 1),
        )


def _retry(requests: Sequence[ChildRequest]) -> list[ChildRequest] | None:
    """The requests to one address of which a later one followed one that may have landed; those that count as tries."""
    by_target: dict[tuple[str, str], list[ChildRequest]] = defaultdict(list)
    for request in requests:
        if request.mutating:
            by_target[request.verb, request.address].append(request)
    for tries in by_target.values():
        shared_key = len({request.key for request in tries}) == 1 and tries[0].key is not None
        landed = [request for request in tries if _may_have_landed(request)]
        if (
            len(landed) > 1
            and not shared_key
            and any(_left_open(request) and _follows(later, request) for request, later in itertools.pairwise(landed))
        ):
            return landed
    return None


def _left_open(request: ChildRequest) -> bool:
    """Ended without a status, by timeout, with 408 or with a 5xx."""
    return request.status is None or request.status == RETRYABLE or request.status >= SERVER_ERROR


def _may_have_landed(request: ChildRequest) -> bool:
    return _left_open(request) or (request.status is not None and request.status < 300)


def _follows(later: ChildRequest, earlier: ChildRequest) -> bool:
    """Sent after the earlier one was given up, not beside it."""
    return later.start is None or earlier.end is None or later.start >= earlier.end


def _gap(first: ChildRequest, second: ChildRequest) -> int | None:
    return None if first.end is None or second.start is None else max(0, second.start - first.end)


def _words(first: ChildRequest, second: ChildRequest) -> str:
    ended = f"ended with status {first.status}" if first.status is not None else "ended without an answer"
    gap = _gap(first, second)
    return f"the first request {ended}, and the next went out" + (
        f" {duration_text(gap)} later" if gap is not None else " after it"
    )


RULE = TraceRule(NAME, find)
