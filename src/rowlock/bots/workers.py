"""Processes that work for this one, and end with it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def end_with_parent() -> None:
    """For a process that works for another: where that one ends, however it does, so does this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes(ProcessPoolExecutor):
    """Started afresh, not forked: compiled kernels, threads and sockets don't survive a fork. Ctrl-C comes to all
    processes of a terminal; these don't hear it, from their first moment on, which is before they could say so."""

    def __init__(
        self, count: int, initializer: Callable[..., object], initargs: tuple[object, ...] = ()
    ) -> None:
        super().__init__(count, multiprocessing.get_context("spawn"), initializer, initargs)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if sys.platform == "win32":
            return super().submit(fn, *args, **kwargs)
        resource_tracker.ensure_running()  # it would unblock the signal when it begins
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)  # what begins here begins with the signal blocked
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def workers(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes. Whoever leaves early, by Ctrl-C say, waits for none of them."""
    pool = Processes(count, end_with_parent)
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
