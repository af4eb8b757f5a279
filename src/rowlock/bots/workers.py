"""Processes that work for this one, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager


def end_with_parent() -> None:
    """For a process that works for another: Ctrl-C is the other's to hear, and where that one ends, however it does, so
    does this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, started afresh, not forked: compiled kernels and threads don't survive a fork. Whoever leaves
    early, by Ctrl-C say, waits for none of them."""
    pool = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    except BaseException:
        end(pool)
        raise
    pool.shutdown()


def end(pool: ProcessPoolExecutor, *, wait: bool = False) -> None:
    """End the processes of a pool, whatever they do."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(wait, cancel_futures=True)
