"""Work on several processes, or on none: results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Run = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""`run(function, tasks)`: both have to be picklable."""

AHEAD: Final = 2
"""Tasks that are handed out for each process before the first result is taken, so that no process waits."""


def cores(jobs: int) -> int:
    """How many processes that many jobs mean; 0: one for each core that this process may use."""
    if jobs:
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def workers(jobs: int) -> Iterator[Run]:
    """Yields `run`. With one job everything happens here; else on processes that end with this one."""
    if jobs < 2:
        yield map
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
    try:
        yield lambda function, tasks: _ordered(pool, function, tasks, jobs * AHEAD)
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _ordered(
    pool: ProcessPoolExecutor, function: Callable[[Task], Result], tasks: Iterable[Task], ahead: int
) -> Iterator[Result]:
    left = iter(tasks)
    running = deque(pool.submit(function, task) for task in islice(left, ahead))  # before the first result is asked for
    return _results(running, (pool.submit(function, task) for task in left))


def _results(running: deque[Future[Result]], rest: Iterator[Future[Result]]) -> Iterator[Result]:
    while running:
        result = running.popleft().result()
        running.extend(islice(rest, 1))
        yield result


def _begin() -> None:
    """In a new process: leave Ctrl-C to the parent, and end when it ends, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
