"""How a function becomes a fast kernel. Import this only where kernels are used: numba takes its time.

Kernels are kept on disk. numba looks whether the file of a kernel has changed, but not at what that file imports,
though a constant and a kernel from elsewhere are compiled in. So they lie in a folder (see `batch.kept_in`) named after
all sources that any kernel was made from.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile

from rowlock.solve import shelf
from rowlock.solve.batch import kept_in, locked

F = TypeVar("F", bound=Callable[..., object])

REASSOCIATED = {"contract", "nsz", "reassoc"}
"""Floats may be added in any order."""
_decorating = threading.Lock()


def kernel(function: F) -> F:
    """Compiled at its first call and kept on disk; other threads run meanwhile."""
    return _compiled(function)


def fused_kernel(function: F) -> F:
    """The same for long sums of floats, which may be added in any order, many at a time."""
    return _compiled(function, fastmath=REASSOCIATED)


def lean_kernel(function: F) -> F:
    """The same for a search with tuples of arrays: references to arrays aren't counted (two locked instructions for
    each array at each call, most of the time of a small function). Such a kernel can't make arrays."""
    return _compiled(function, fastmath=REASSOCIATED, _nrt=False)


def _compiled(function: F, **options: object) -> F:
    folder = kept_in()
    # Not all options are in numba's types.
    compiled: Any = cast(Any, numba.njit)(nogil=True, **options)(function)
    if folder:
        compiled._cache = Kept(function, folder)
    return cast(F, compiled)


class Kept(FunctionCache):
    """The compiled code of one function on disk.

    numba reads and writes its index without a lock: where two processes compile a function for different types at the
    same time, one may find the other's code. It looks at the date of the source, not at the source. And a kernel that
    another one was made with is a new one in each process."""

    def __init__(self, function: Callable[..., object], folder: Path) -> None:
        config = cast(Any, numba.config)
        with _decorating:  # numba asks for the folder now and never again, and others may have theirs
            before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
            try:
                cast(Any, super()).__init__(function)
            finally:
                config.CACHE_DIR = before
        self._lock = folder / "index.lock"
        source = _version_of(function.__code__.co_filename)
        self._cache_file = cast(Any, IndexDataCacheFile)(self._cache_path, self._impl.filename_base, source)

    def _index_key(self, sig: object, codegen: Any) -> tuple[object, ...]:
        return sig, codegen.magic_tuple(), _made_of(self._py_func)

    def save_overload(self, sig: object, data: object) -> None:
        """Put the code for some types there."""
        with locked(self._lock):
            cast(Any, super()).save_overload(sig, data)


@cache
def _version_of(file: str) -> str:
    return shelf.version_of([Path(file)])


def _made_of(function: Any, around: tuple[object, ...] = ()) -> tuple[object, ...]:
    """What tells functions apart that were made from the same text."""
    facts: list[object] = [function.__qualname__]
    for cell in function.__closure__ or ():
        within = getattr(cell.cell_contents, "py_func", None)
        if within is None:
            facts.append(cell.cell_contents)
        elif within not in (function, *around):  # it may call itself
            facts.append(_made_of(within, (function, *around)))
    return tuple(facts)
