"""SQL statements by their verbs: a scanner that knows strings and comments, and one rule for each verb.

Not a parser: what a statement does hangs on its first words and a few clauses. Graph queries in Cypher are read too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects.said import ArgumentsEffect, strongest
from doublefire.semantics.values.wordlist import word_set

MAX_SQL: Final = 200_000
"""Characters of a text that are read: a longer one is a dump, and its first statements say what it does."""

Tokens = Sequence[str]

_TOKEN = re.compile(
    r"(?P<comment>--[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|^[ \t]*\#[^\n]*)"
    r"|\$(?P<tag>[A-Za-z_]*)\$|'(?:[^'\\]|''|\\.)*+'?|\"(?:[^\"]|\"\")*+\"?|`[^`]*+`?"
    r"|\[[A-Za-z_][^\]\n'\"]{0,127}\]|[A-Za-z_@#\u0080-\uffff][\w@#$\u0080-\uffff]*|\d[\w.]*|\+=|-=|\*=|/=|\|\||[-+*/%;(),=.<>!:|&^~?{}\[\]]",
    re.MULTILINE | re.DOTALL,
)

_VERBS: Final[dict[str, Effect]] = {
    **dict.fromkeys(
        word_set(
            "SHOW DESCRIBE DESC VALUES TABLE USE SET RESET BEGIN START COMMIT END ROLLBACK SAVEPOINT RELEASE DECLARE "
            "FETCH CLOSE ANALYZE ANALYSE VACUUM CHECKPOINT LISTEN UNLISTEN LOCK UNLOCK CHECK CHECKSUM HELP FROM LIST "
            "UNLOAD EXPORT DISCARD PREPARE DEALLOCATE PRINT GO ABORT PROFILE LS CACHE UNCACHE"
        ),
        Effect.READ,
    ),
    **dict.fromkeys(
        word_set(
            "REPLACE UPSERT DELETE TRUNCATE DROP ALTER GRANT REVOKE COMMENT REINDEX REFRESH OPTIMIZE RENAME CLUSTER "
            "ATTACH DETACH INSTALL KILL"
        ),
        Effect.IDEMPOTENT,
    ),
    **dict.fromkeys(word_set("INSERT CREATE NOTIFY LOAD IMPORT BULK"), Effect.WRITE),
    **dict.fromkeys(word_set("CALL EXEC EXECUTE DO PERFORM"), Effect.UNKNOWN),
}
_CALCULATES: Final = frozenset(
    ("+", "-", "*", "/", "%", "||", "NOT", "CONCAT", "CONCAT_WS", "ARRAY_APPEND", "ARRAY_CAT", "LIST_APPEND")
)
_WRITING_FUNCTION = re.compile(
    r"(?:CREATE|INSERT|SEND|CHARGE|REFUND|TRANSFER|BOOK|PLACE|PROCESS|ENQUEUE|SUBMIT|NOTIFY|PUBLISH|DBLINK)_\w+|PG_NOTIFY|NEXTVAL|LO_IMPORT|PG_TERMINATE_BACKEND"
)
"""Functions that a SELECT may call for their effect."""
_PROSE = re.compile(
    r"\s*(?:(?:--[^\n]*+\n|/\*(?:[^*]|\*(?!/))*+\*/)\s*+)*+(?:select\b.{1,20000}?\bfrom\b|select\s+[\d('*@]|insert\s+(?:or\s+\w+\s+|ignore\s+)?into\b|update\s+\S+\s+(?:as\s+\w+\s+)?set\b"
    r"|delete\s+from\b|merge\s+into\b|replace\s+into\b|upsert\s+into\b|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]{0,999}\)\s*)?as\s*\(|explain\s+\w"
    r"|truncate\s+(?:table\s+)?\w|(?:create|alter|drop)\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unique\s+|materialized\s+)?"
    r"(?:table|view|index|database|schema|function|role|user|type|sequence|trigger)\b|pragma\s+\w|show\s+(?:tables|databases|columns|create)\b)",
    re.IGNORECASE | re.DOTALL,
)


def is_sql(text: str) -> bool:
    """Whether a text is surely SQL: "update users set x = 1", not "update the users"."""
    return bool(_PROSE.match(text))


def effect_of_sql(text: str) -> ArgumentsEffect | None:
    """What running these statements does, the strongest of them; None when the text does not begin as SQL."""
    statements = [statement for statement in _statements(text[:MAX_SQL]) if statement]
    if not statements or _verb(statements[0]) is None:
        return None
    if statements[0][0] in ("BEGIN", "START") and statements[-1][0] == "ROLLBACK":
        return ArgumentsEffect(Effect.READ, ToolKind.SQL, "ROLLBACK")
    return strongest(
        ArgumentsEffect(_effect(statement), ToolKind.SQL, _verb(statement) or "") for statement in statements
    )


def _statements(text: str) -> Iterator[list[str]]:
    """Tokens of each statement: words in upper case, `'` for a string; comments are gone."""
    statement: list[str] = []
    at = 0
    while found := _TOKEN.search(text, at):
        token, at = found[0], found.end()
        if found["tag"] is not None:
            end = text.find(token, at)
            at = len(text) if end < 0 else end + len(token)
            statement.append("'")
        elif found["comment"] is not None:
            continue
        elif token == ";":
            yield statement
            statement = []
        else:
            statement.append("'" if token[0] == "'" else token.strip('"`[]').upper() or token)
    yield statement


def _verb(statement: Tokens) -> str | None:
    word = next((token for token in statement if token != "("), "")
    return word if word in _VERBS or word in _RULES else None


def _effect(statement: Tokens) -> Effect:
    start = next((at for at, token in enumerate(statement) if token != "("), len(statement))
    tokens = statement[start:]
    if not tokens:
        return Effect.READ
    rule = _RULES.get(tokens[0])
    return rule(tokens) if rule else _VERBS.get(tokens[0], Effect.UNKNOWN)


def _contains(tokens: Tokens, *phrase: str) -> bool:
    first, size = phrase[0], len(phrase)
    return any(token == first and tuple(tokens[at : at + size]) == phrase for at, token in enumerate(tokens))


def _select(tokens: Tokens) -> Effect:
    """Reads, unless it makes a table (`SELECT ... INTO t FROM`) or calls a function for its effect."""
    for token, after in zip(tokens, [*tokens[1:], ""], strict=True):
        if after == "(" and _WRITING_FUNCTION.fullmatch(token):
            return Effect.WRITE
        if token == "INTO" and after not in ("OUTFILE", "DUMPFILE", "@", "'") and not after.startswith(("@", "#")):
            return Effect.WRITE
    return Effect.READ


def _with(tokens: Tokens) -> Effect:
    """The statement behind the common tables, and those that the tables themselves make."""
    found = [Effect.READ]
    for at, (before, token) in enumerate(itertools.pairwise(tokens)):
        if before in ("(", ")") and token in ("INSERT", "UPDATE", "DELETE", "MERGE"):
            found.append(_effect(_up_to_close(tokens[at + 1 :])))
    return max(found, key=_STRENGTH.index)


_STRENGTH: Final = (Effect.READ, Effect.IDEMPOTENT, Effect.UNKNOWN, Effect.WRITE)


def _up_to_close(tokens: Tokens) -> Tokens:
    depth = 0
    for at, token in enumerate(tokens):
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return tokens[:at]
    return tokens


def _explain(tokens: Tokens) -> Effect:
    """Plans only, unless it runs what it explains (`EXPLAIN ANALYZE INSERT`)."""
    verb = next(
        (
            at
            for at, token in enumerate(tokens)
            if token in ("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "CREATE", "REPLACE")
        ),
        None,
    )
    if verb is None or not {"ANALYZE", "ANALYSE"}.intersection(tokens[1:verb]):
        return Effect.READ
    return _effect(tokens[verb:])


def _insert(tokens: Tokens) -> Effect:
    repeatable = (
        _contains(tokens, "ON", "CONFLICT")
        or _contains(tokens, "ON", "DUPLICATE", "KEY")
        or _contains(tokens, "WHERE", "NOT", "EXISTS")
        or (len(tokens) > 2 and tokens[1] in ("IGNORE", "OVERWRITE"))
        or (len(tokens) > 2 and tokens[1] == "OR" and tokens[2] in ("IGNORE", "REPLACE"))
    )
    if not repeatable:
        return Effect.WRITE
    update = next((at for at, token in enumerate(tokens) if token == "UPDATE"), None)
    return Effect.IDEMPOTENT if update is None else _update(tokens[update:])


def _update(tokens: Tokens) -> Effect:
    """Sets values, unless one is reckoned from itself (`stock = stock - 1`, `n += 1`, `active = NOT active`)."""
    start = next((at for at, token in enumerate(tokens) if token == "SET"), 0)
    for assignment in _assignments(tokens[start + 1 :]):
        if {"+=", "-=", "*=", "/="}.intersection(assignment):
            return Effect.WRITE
        if "=" not in assignment:
            continue
        equals = assignment.index("=")
        column, value = assignment[equals - 1] if equals else "", assignment[equals + 1 :]
        if column in value and _CALCULATES.intersection(value):
            return Effect.WRITE
    return Effect.IDEMPOTENT


def _assignments(tokens: Tokens) -> Iterator[list[str]]:
    depth, assignment = 0, list[str]()
    for token in tokens:
        depth += (token == "(") - (token == ")")
        if depth < 0 or (depth == 0 and token in ("WHERE", "FROM", "RETURNING", "WHEN", "OUTPUT")):
            break
        if depth == 0 and token == ",":
            yield assignment
            assignment = []
        else:
            assignment.append(token)
    yield assignment


def _merge(tokens: Tokens) -> Effect:
    updates = (
        _update(tokens[at:])
        for at, token in enumerate(tokens)
        if token == "UPDATE" or (token == "SET" and "UPDATE" not in tokens)
    )
    return max(updates, key=_STRENGTH.index, default=Effect.IDEMPOTENT)


def _create(tokens: Tokens) -> Effect:
    head = tokens[:12]
    if _contains(head, "IF", "NOT", "EXISTS") or _contains(head, "OR", "REPLACE") or _contains(head, "OR", "ALTER"):
        return Effect.IDEMPOTENT
    return Effect.IDEMPOTENT if {"TEMP", "TEMPORARY"}.intersection(head[:4]) else Effect.WRITE


def _copy(tokens: Tokens) -> Effect:
    depth = 0
    for token in tokens:
        depth += (token == "(") - (token == ")")
        if depth == 0 and token in ("TO", "FROM"):
            return Effect.READ if token == "TO" else Effect.WRITE
    return Effect.WRITE


def _match(tokens: Tokens) -> Effect:
    """Cypher: MATCH ... RETURN reads, CREATE makes a new node, MERGE and SET may repeat."""
    if "CREATE" in tokens:
        return Effect.WRITE
    if "SET" in tokens:
        return _update(tokens[tokens.index("SET") - 1 :])
    return Effect.IDEMPOTENT if {"DELETE", "REMOVE", "MERGE"}.intersection(tokens) else Effect.READ


def _pragma(tokens: Tokens) -> Effect:
    return Effect.IDEMPOTENT if "=" in tokens else Effect.READ


_RULES: Final[dict[str, Callable[[Tokens], Effect]]] = {
    "SELECT": _select,
    "WITH": _with,
    "EXPLAIN": _explain,
    "INSERT": _insert,
    "UPDATE": _update,
    "MERGE": _merge,
    "CREATE": _create,
    "COPY": _copy,
    "MATCH": _match,
    "OPTIONAL": _match,
    "UNWIND": _match,
    "PRAGMA": _pragma,
}
