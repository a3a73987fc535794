"""What the requests below an execution show of its effect: HTTP methods, SQL verbs, commands of key-value stores."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from doublefire.model import Effect
from doublefire.semantics.effects.http import METHODS, effect_of_request
from doublefire.semantics.effects.shell.rules import REDIS
from doublefire.semantics.values.wordlist import word_set

_DATABASE: Final[dict[str, Effect | None]] = {
    **REDIS,
    **dict.fromkeys(
        word_set("SELECT SHOW EXPLAIN DESCRIBE VALUES WITH FIND FINDONE AGGREGATE COUNT COUNTDOCUMENTS DISTINCT"),
        Effect.READ,
    ),
    **dict.fromkeys(
        word_set("GETITEM BATCHGETITEM SCAN GETMORE LISTINDEXES LISTCOLLECTIONS MATCH READ SEARCH"), Effect.READ
    ),
    **dict.fromkeys(
        word_set("INSERT INSERTONE INSERTMANY CREATE NOTIFY LOAD INDEX FINDANDMODIFY FINDONEANDUPDATE"), Effect.WRITE
    ),
    **dict.fromkeys(
        word_set("UPDATE UPDATEONE UPDATEMANY DELETEONE DELETEMANY REPLACEONE UPSERT MERGE REPLACE"), Effect.IDEMPOTENT
    ),
    **dict.fromkeys(
        word_set("TRUNCATE DROP ALTER GRANT REVOKE PUTITEM DELETEITEM UPDATEITEM DELETE"), Effect.IDEMPOTENT
    ),
    **dict.fromkeys(
        word_set(
            "BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE SET USE PING PRAGMA CONNECT CONNECTION ISMASTER HELLO END "
            "RESET"
        ),
        None,
    ),
}


@lru_cache(maxsize=8192)
def effect_of_child(verb: str, address: str) -> Effect | None:
    """What one request does; None when it means nothing (a search, a token, telemetry, a transaction's frame)."""
    verb = verb.strip().upper()
    if verb in METHODS and ("/" in address or "." in address or verb not in _DATABASE):
        return effect_of_request(verb, address)
    if verb in _DATABASE:
        return _DATABASE[verb]
    return effect_of_request(verb, address)


def mutates(verb: str, address: str) -> bool:
    """Whether one request changes something: `verb` is an HTTP method or SQL verb, `address` host and path or table."""
    return effect_of_child(verb, address) in (Effect.WRITE, Effect.IDEMPOTENT)


def observed_effect(requests: Iterable[tuple[str, str]]) -> Effect | None:
    """The effect that these requests, (verb, address), show together; None when they show none.

    One write makes a write. Only reads make a read: next to a request that may be anything (a stored procedure,
    GraphQL) they show nothing.
    """
    effects = {effect_of_child(verb, address) for verb, address in requests}
    for effect in (Effect.WRITE, Effect.UNKNOWN, Effect.IDEMPOTENT, Effect.READ):
        if effect in effects:
            return None if effect is Effect.UNKNOWN else effect
    return None
