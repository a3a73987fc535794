"""Time `doublefire audit` beside DuckDB's one query and a loop that only parses.

DuckDB answers what a user would ask without an auditor: same tool, same arguments, less than ten minutes apart. The
loop decodes every line with orjson and throws it away. All three read the same file in turn; wall time, processor time
and the peak memory of the largest process are medians. Ratios within one run are what can be compared.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from make_traces import KINDS, write

LOOP = "import orjson, sys\nfor line in open(sys.argv[1], 'rb'): orjson.loads(line)"
CALLS = {
    "native": """
with calls as (select session_id session, tool, arguments::varchar arguments, epoch(start_time::timestamptz) began
  from read_ndjson('{file}'))""",
    "claude-code": """
with blocks as (select sessionId session, epoch(timestamp::timestamptz) began, unnest(from_json(message.content,
    '[{{"type":"VARCHAR","name":"VARCHAR","input":"JSON"}}]')) block
  from read_ndjson('{file}', columns={{sessionId:'VARCHAR', timestamp:'VARCHAR', message:'STRUCT(content JSON)'}})),
 calls as (select session, block.name tool, block.input::varchar arguments, began from blocks
  where block.type = 'tool_use')""",
    "otlp": """
with scopes as (select unnest(resource.scopeSpans) scoped from
   (select unnest(resourceSpans) resource from read_ndjson('{file}', maximum_object_size=400000000))),
 spans as (select unnest(scoped.spans) span from scopes),
 calls as (select span.traceId session, span.startTimeUnixNano::bigint / 1e9 began,
   list_filter(span.attributes, lambda a: a.key = 'gen_ai.tool.name')[1].value.stringValue tool,
   list_filter(span.attributes, lambda a: a.key = 'gen_ai.tool.call.arguments')[1].value.stringValue arguments
  from spans where span.name like 'execute_tool%')""",
}
QUERY = """{calls},
 gaps as (select tool, began - lag(began) over (partition by session, tool, arguments order by began) gap from calls)
select tool, count(*), count(*) filter (gap < 600) from gaps group by tool"""
DUCKDB = "import duckdb, sys\nprint(duckdb.sql(sys.argv[1]).fetchall())"


def timed(command: Sequence[str]) -> tuple[float, float, float]:
    """(wall seconds, processor seconds, peak megabytes of the largest process) of one run. Raises SystemExit."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[:3]} ended with {process.returncode}")
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def compare(kind: str, trace: Path, rounds: int, jobs: int) -> None:
    """Print one table."""
    audit = [sys.executable, "-m", "doublefire", "audit", str(trace), "--fail-on", "never", "--jobs", str(jobs)]
    query = QUERY.format(calls=CALLS[kind].format(file=trace))
    commands = {
        "doublefire": [*audit, "-o", str(trace.with_suffix(".report.json"))],
        "duckdb": [sys.executable, "-c", DUCKDB, query],
        "loop": [sys.executable, "-c", LOOP, str(trace)],
    }
    seen: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            seen[name].append(timed(command))
    megabytes = trace.stat().st_size / 10**6
    print(f"{kind}, {megabytes:.0f} MB, medians of {rounds}")
    for name, runs in seen.items():
        wall, processor, peak = (statistics.median(column) for column in zip(*runs, strict=True))
        print(
            f"  {name:10} {wall:7.2f} s {megabytes / wall:6.0f} MB/s  processor {processor:7.2f} s  peak {peak:6.0f} MB"
        )
    for other in ("duckdb", "loop"):
        ratio = statistics.median(own[0] / its[0] for own, its in zip(seen["doublefire"], seen[other], strict=True))
        print(f"  doublefire / {other}: {ratio:.2f}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, action="append")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kind in given.kind or KINDS:
            trace = Path(folder, f"{kind}.jsonl")
            write(kind, given.megabytes, trace)
            compare(kind, trace, given.rounds, given.jobs)
            trace.unlink()


if __name__ == "__main__":
    main()
