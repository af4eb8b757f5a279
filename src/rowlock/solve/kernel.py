"""How a function becomes a fast kernel. Import this only where kernels are used: numba takes its time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def kernel(function: F) -> F:
    """Compiled at its first call and kept on disk; other threads run meanwhile."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def fused_kernel(function: F) -> F:
    """The same for long sums of floats, which may be added in any order, many at a time."""
    return cast(F, numba.njit(cache=True, nogil=True, fastmath={"contract", "nsz", "reassoc"})(function))


def lean_kernel(function: F) -> F:
    """The same for a search with tuples of arrays: references to arrays aren't counted (two locked instructions for
    each array at each call, most of the time of a small function). Such a kernel can't make arrays."""
    njit = cast(Callable[..., Callable[[F], object]], numba.njit)  # that option isn't in its types
    return cast(
        F, njit(cache=True, nogil=True, fastmath={"contract", "nsz", "reassoc"}, _nrt=False)(function)
    )
