"""How a function becomes a fast kernel. Import this only where kernels are used: numba takes its time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")


def kernel(function: F) -> F:
    """Compiled at its first call and kept on disk; other threads run meanwhile."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def fused_kernel(function: F) -> F:
    """The same for long sums of floats, which may be added in any order, many at a time."""
    return cast(F, numba.njit(cache=True, nogil=True, fastmath={"contract", "nsz", "reassoc"})(function))


def aside(work: Callable[[], T]) -> T:
    """Do it in a thread of its own: Ctrl-C is heard at once, however long a kernel takes."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # noqa: BLE001 (the one who waits shall see it)
            result.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return result.result()
