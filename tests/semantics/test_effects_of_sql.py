"""Effects of SQL and Cypher statements, in the arguments of database tools."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublefire.model import Effect, ToolKind
from doublefire.semantics.effects import effect_of_arguments

READ, WRITE, IDEMPOTENT, UNKNOWN = Effect.READ, Effect.WRITE, Effect.IDEMPOTENT, Effect.UNKNOWN

CASES = [
    ("SELECT 1", READ),
    ("select * from t where note = 'insert into x'", READ),
    ("-- insert into t\nselect 1", READ),
    ("/* delete from t; */ SELECT a FROM b -- drop table x", READ),
    ('SELECT "update" FROM t', READ),
    ("(SELECT 1) UNION (SELECT 2)", READ),
    ("WITH a AS (SELECT 1) SELECT * FROM a", READ),
    ("EXPLAIN INSERT INTO t VALUES (1)", READ),
    ("EXPLAIN ANALYZE SELECT 1", READ),
    ("SHOW TABLES", READ),
    ("PRAGMA table_info(t)", READ),
    ("DESCRIBE t", READ),
    ("COPY t TO '/tmp/a.csv'", READ),
    ("SELECT replace(a, 'x', 'y'), generate_series(1, 3) FROM t", READ),
    ("BEGIN; INSERT INTO t VALUES (1); ROLLBACK;", READ),
    ("SELECT $$insert into t$$", READ),
    ("MATCH (n:Person) RETURN n", READ),
    ("SELECT * FROM t FOR UPDATE", READ),
    ("INSERT INTO t VALUES (1)", WRITE),
    ("insert into t (a) values ('it''s; ok')", WRITE),
    ("insert into t values ('it\\'s'); select 1", WRITE),
    ("WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", WRITE),
    ("WITH moved AS (INSERT INTO t VALUES (1) RETURNING id) SELECT * FROM moved", WRITE),
    ("EXPLAIN ANALYZE INSERT INTO t VALUES (1)", WRITE),
    ("SELECT 1; INSERT INTO t VALUES (1)", WRITE),
    ("CREATE TABLE t (a int)", WRITE),
    ("UPDATE t SET n = n + 1 WHERE id = 3", WRITE),
    ("UPDATE t SET a = 'x', n = coalesce(n, 0) + 1", WRITE),
    ("UPDATE accounts SET balance -= 5", WRITE),
    ("UPDATE t SET active = NOT active", WRITE),
    ("UPDATE t SET t.log = concat(log, 'x')", WRITE),
    ("INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET n = t.n + 1", WRITE),
    ("SELECT * INTO copy FROM t", WRITE),
    ("SELECT refund_order(5)", WRITE),
    ("SELECT pg_notify('a', 'b')", WRITE),
    ("MATCH (a) CREATE (b:Person)", WRITE),
    ("COPY t FROM STDIN", WRITE),
    ("LOAD DATA INFILE 'a' INTO TABLE t", WRITE),
    ("UPDATE t SET status = 'closed' WHERE id = 1", IDEMPOTENT),
    ("UPDATE t SET total = price * quantity", IDEMPOTENT),
    ("UPDATE t SET name = 'a-b', at = now() - interval '1 day' WHERE n = n + 0", IDEMPOTENT),
    ("DELETE FROM t WHERE id = 1", IDEMPOTENT),
    ("TRUNCATE t", IDEMPOTENT),
    ("DROP TABLE IF EXISTS t", IDEMPOTENT),
    ("CREATE TABLE IF NOT EXISTS t (a int)", IDEMPOTENT),
    ("CREATE OR REPLACE VIEW v AS SELECT 1", IDEMPOTENT),
    ("INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING", IDEMPOTENT),
    ("INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a)", IDEMPOTENT),
    ("INSERT OR IGNORE INTO t VALUES (1)", IDEMPOTENT),
    ("REPLACE INTO t VALUES (1)", IDEMPOTENT),
    ("MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = s.a", IDEMPOTENT),
    ("MATCH (n {id: 1}) SET n.name = 'x'", IDEMPOTENT),
    ("ALTER TABLE t ADD COLUMN b int", IDEMPOTENT),
    ("CALL charge_all()", UNKNOWN),
    ("EXEC sp_refund 5", UNKNOWN),
]


@pytest.mark.parametrize(("text", "effect"), CASES, ids=[text[:60] for text, _ in CASES])
def test_effect_of_statement(text: str, effect: Effect) -> None:
    said = effect_of_arguments("execute_sql", {"sql": text})
    assert said is not None
    assert (said.effect, said.kind) == (effect, ToolKind.SQL)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("query", {"query": "INSERT INTO t VALUES (1)"}),
        ("mcp__postgres__query", {"sql": "INSERT INTO t VALUES (1)"}),
        ("run_query", {"statement": "INSERT INTO t VALUES (1)"}),
        ("query_database", "INSERT INTO t VALUES (1)"),
        ("bigquery_execute", {"queries": ["SELECT 1", "INSERT INTO t VALUES (1)"]}),
        ("postgres.execute", {"query": "INSERT INTO t VALUES (1)"}),
        ("warehouse", {"sql": "INSERT INTO t VALUES (1)"}),
    ],
)
def test_database_tools_in_many_spellings(tool: str, arguments: object) -> None:
    said = effect_of_arguments(tool, arguments)
    assert said is not None
    assert (said.effect, said.kind) == (WRITE, ToolKind.SQL)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("query", {"query": "how many users are there"}),
        ("assistant", {"query": "update the users about the outage"}),
        ("assistant", {"query": "select a nice hotel"}),
        ("assistant", {"query": "delete old emails"}),
        ("assistant", {"query": "with love from Paris"}),
        ("get_order", {"sql": "DELETE FROM t"}),
        ("execute_sql", {}),
        ("execute_sql", {"sql": ""}),
        ("execute_sql", None),
    ],
)
def test_prose_and_other_tools_say_nothing(tool: str, arguments: object) -> None:
    assert effect_of_arguments(tool, arguments) is None


@given(st.text(alphabet="selct inrt UPDATE;()'\"`$-/*\\\n=+#,[]", max_size=300))
def test_any_text_is_read_to_its_end(text: str) -> None:
    said = effect_of_arguments("execute_sql", {"sql": "select 1;" + text})
    assert said is not None


@pytest.mark.parametrize(
    "unit", ["'", '"', "$a$", "/* ", "-- ", "(", "select ", "update t set a = a,", "\n", "/* */ ", "[", "with a as ("]
)
def test_hostile_repetition_ends(unit: str) -> None:
    text = unit * 30_000
    assert effect_of_arguments("execute_sql", {"sql": f"select 1;{text}"}) is not None
    effect_of_arguments("warehouse", {"sql": text})
