"""What is compiled once, before it is used: kernels in batches, and where they are kept.

Importing this module does not import numba.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from rowlock.solve.interrupts import uninterrupted

if sys.platform != "win32":  # nobody waits for the other there, and both compile
    import fcntl

log = logging.getLogger("rowlock.kernels")

KERNEL = "rowlock.solve.kernel"
IMPORT = re.compile(
    r"^\s*(?:from\s+(rowlock[\w.]*)\s+import\s+(\([^)]*\)|.*)|import\s+(rowlock[\w.]*))", re.MULTILINE
)

Tell = Callable[[str], None]
"""Hears what is worth saying to somebody who waits: a line that takes the place of the one before."""


def unheard(text: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Kernels that are compiled together."""

    what: str
    """How people call it."""
    seconds: int
    """About how long a slow core takes to compile them."""
    use: Callable[[], None]
    """Uses each of them once, so that they are in memory: from disk, or else compiled and put there."""
    after: tuple[Batch, ...] = ()
    """Those whose kernels it uses, too."""

    @property
    def _name(self) -> str:
        return f"{self.use.__module__}.{self.use.__qualname__}"

    def is_compiled(self) -> bool:
        """Are the kernels on disk, or in memory?"""
        folder = kept_in()
        return self._name in _in_memory or (folder is not None and (folder / f"{self._name}.done").exists())

    def get_ready(self, tell: Tell = unheard) -> None:
        """Load the kernels. The first time they are compiled, by one process while all others wait for it."""
        if self._name not in _in_memory:
            uninterrupted(lambda: self._get_ready(tell))

    def _get_ready(self, tell: Tell) -> None:
        for other in self.after:
            other.get_ready(tell)
        folder = kept_in()
        if self.is_compiled():
            self.use()
        else:
            tell(f"compiling {self.what}, once, about {self.seconds} s")
            with locked(folder and folder / f"{self._name}.lock"):
                self.use()
            if folder:
                with contextlib.suppress(OSError):  # then it is looked up once more
                    (folder / f"{self._name}.done").touch()
        _in_memory.add(self._name)


_in_memory: set[str] = set()
"""The batches that this process has used."""
_compiling = threading.Lock()
"""Held by the thread that compiles in the background."""


@contextlib.contextmanager
def locked(path: Path | None) -> Iterator[None]:
    """Only one process at a time is in here, for each path. Where no lock can be had, there is none."""
    with contextlib.ExitStack() as stack:
        if path and sys.platform != "win32":
            with contextlib.suppress(OSError):  # a folder that is gone, or a file system without locks
                fcntl.flock(stack.enter_context(path.open("a")), fcntl.LOCK_EX)
        yield


def ready_soon(batches: Sequence[Batch]) -> bool:
    """Load these, if they are compiled. If not, that begins now in the background; say no until it is done."""
    missing = [batch for batch in batches if not batch.is_compiled()]
    for batch in batches if not missing else ():
        batch.get_ready()
    if missing and not _compiling.locked():
        threading.Thread(target=_compile, args=(missing,), daemon=True).start()
    return not missing


def _compile(batches: Sequence[Batch]) -> None:
    with _compiling:
        if sys.platform == "linux":
            os.nice(19)  # a thread's own there: it gives way to all others
        for batch in batches:
            batch.get_ready()


@cache
def kept_in() -> Path | None:
    """The folder of the kernels; None if there is no place for one, and every process compiles its own."""
    compiler = version("numba")  # raises `ModuleNotFoundError` where it is not installed
    from llvmlite import binding  # type: ignore[import-untyped]

    from rowlock.solve import shelf

    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    processor = binding.get_host_cpu_name() + binding.get_host_cpu_features().flatten()
    sources = kernel_sources(Path(__file__).parents[2])
    folder = shelf.folder("kernels", shelf.version_of(sources, compiler, python, processor))
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
    waiting = {name for name, text in texts.items() if KERNEL in _imports(text)}
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
