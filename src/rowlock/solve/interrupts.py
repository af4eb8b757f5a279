"""Ctrl-C while the compiler is loaded or at work. There it would be swallowed or break something; and to wait for the
end of it may take long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

_begun: list[Future[Any]] = []


def uninterrupted(work: Callable[[], T]) -> T:
    """Do this to the end: Ctrl-C takes effect at once where it is waited for, and the work itself goes on behind. Only
    the main thread hears of Ctrl-C, so all others do their work themselves."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    future: Future[T] = Future()

    def begin() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 (it is raised where the work is waited for)
            future.set_exception(error)

    _begun.append(future)  # first, because Ctrl-C may come before the next line is over
    threading.Thread(target=begin).start()
    try:
        return future.result()
    finally:
        _begun[:] = [other for other in _begun if not other.done()]


def works_on() -> bool:
    """Does anything go on behind? Python would wait for it before it ends."""
    return not all(future.done() for future in _begun)
