"""How a function becomes a fast kernel. Import this only where kernels are used: numba takes its time.

Kernels are kept on disk. numba looks whether the file of a kernel has changed, but not at what that file imports,
though a constant and a kernel from elsewhere are compiled in. So they lie in a folder (see `shelf`) named after all
sources that any kernel was made from.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from rowlock.solve import shelf

F = TypeVar("F", bound=Callable[..., object])

log = logging.getLogger("rowlock.kernels")
REASSOCIATED = {"contract", "nsz", "reassoc"}
"""Floats may be added in any order."""
IMPORT = re.compile(
    r"^\s*(?:from\s+(rowlock[\w.]*)\s+import\s+(\([^)]*\)|.*)|import\s+(rowlock[\w.]*))", re.MULTILINE
)
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
    njit, config = cast(Callable[..., Callable[[F], F]], numba.njit), cast(Any, numba.config)
    with _decorating:  # numba asks for the folder now and never again, and others may have theirs
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
        try:
            return njit(cache=folder is not None, nogil=True, **options)(function)
        finally:
            config.CACHE_DIR = before


@cache
def kept_in() -> Path | None:
    """The folder of the kernels; None if there is no place for one, and every process compiles its own."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"  # the processor is numba's own concern
    version = shelf.version_of(kernel_sources(Path(__file__).parents[2]), numba.__version__, python)
    folder = shelf.folder("kernels", version)
    if folder is None:
        log.warning(
            "no folder can be written to keep compiled code in, so every start takes some 20 s longer;"
            " NUMBA_CACHE_DIR may name one"
        )
    return folder


def kernel_sources(root: Path) -> list[Path]:
    """The modules of Rowlock below a folder that have kernels, and all that those import, directly or not."""
    paths = {_module(path.relative_to(root)): path for path in (root / "rowlock").rglob("*.py")}
    texts = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    waiting = {name for name, text in texts.items() if __name__ in _imports(text)}
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= (_imports(texts[name]) & texts.keys()) - found
    return [paths[name] for name in sorted(found)]


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imports(text: str) -> set[str]:
    """Whatever a module may import from Rowlock; names of things in modules are among it."""
    found = set()
    for origin, names, module in IMPORT.findall(text):
        found |= {module or origin, *(f"{origin}.{name}" for name in re.findall(r"\w+", names))}
    return found
