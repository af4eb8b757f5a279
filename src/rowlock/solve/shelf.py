"""What Rowlock makes once and finds again: compiled kernels, and large arrays that all processes share.

Each thing is a folder named after what it was made from, so a change makes another, and all of it may be deleted. The
shelf is beside this file, where everyone finds it who uses this installation. Where that can't be written it is where
the service manager or the user keeps such things, and at last among the temporary files.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import re
import shutil
import stat
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).parent / "__pycache__" / "shelf"
NEWEST, DAYS = 3, 1
"""Of each thing so many are kept, the last used, and others until nobody used them for so many days."""


def version_of(files: Iterable[Path], *facts: str) -> str:
    """A name for what is made from these files and facts."""
    digest = hashlib.sha256("\n".join(facts).encode())
    for path in files:
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


def folder(name: str, version: str) -> Path | None:
    """A folder for things of this version that come one by one; None where nothing can be written. What lies on a shelf
    that may only be read is taken along."""
    only_read = None
    for found in _found(name, version):
        if _is_writable(found):
            return found
        only_read = only_read or found

    def begin(part: Path) -> None:
        if only_read:
            shutil.copytree(only_read, part, dirs_exist_ok=True)

    made = _make(name, version, begin)
    return made if made and _is_writable(made) else None


def has(name: str, version: str) -> bool:
    """Is a thing of this version there?"""
    return next(_found(name, version), None) is not None


Arrays = Mapping[str, npt.NDArray[Any]]


def arrays(name: str, version: str, make: Callable[[], Arrays]) -> Arrays:
    """Arrays by name, mapped from files: what several processes read is in memory once, and only if it is read. Made
    if they are not there; where they can't be written, each process has its own."""
    for found in _found(name, version):
        with contextlib.suppress(OSError):  # cleared away at this moment, or not for us to read
            return _mapped(found)
    made = make()

    def write(part: Path) -> None:
        for key, array in made.items():
            np.save(part / f"{key}.npy", array)

    found_now = _make(name, version, write)
    return _mapped(found_now) if found_now else made


def _mapped(found: Path) -> Arrays:
    # "c": who writes gets a page of its own. Kernels are compiled for arrays that may be written.
    mapped = {file.stem: np.load(file, mmap_mode="c") for file in found.iterdir()}
    _maps.extend(array._mmap for array in mapped.values())
    return {name: array.view(np.ndarray) for name, array in mapped.items()}


_maps: list[mmap.mmap] = []


def give_back() -> None:
    """Nothing that was read of any array stays in the memory of this process. While the system keeps the files in its
    own it is soon there again. Nobody must have written to the arrays."""
    if sys.platform == "linux":
        for mapped in _maps:
            mapped.madvise(mmap.MADV_DONTNEED)


def _shelves() -> Iterator[Path]:
    """Where things may be, the best place first."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(given) / "rowlock"
    yield HERE
    if given := os.environ.get("CACHE_DIRECTORY"):  # systemd's CacheDirectory=, which may name several
        yield Path(given.split(":")[0])
    import platformdirs

    users = platformdirs.user_cache_path("rowlock", appauthor=False)
    if users.is_absolute():  # it isn't for a user without a home
        yield users
    with contextlib.suppress(OSError):
        if temporary := _own_temporary():
            yield temporary


def _own_temporary() -> Path | None:
    """A folder among the temporary files that nobody else can have put something into: kernels are code."""
    if not hasattr(os, "getuid"):  # Windows: each user's temporary files are their own
        return Path(tempfile.gettempdir()) / "rowlock"
    own = Path(tempfile.gettempdir()) / f"rowlock-{os.getuid()}"
    with contextlib.suppress(FileExistsError):
        own.mkdir(mode=0o700)
    facts = own.lstat()
    safe = stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o077
    return own if safe else None


def _found(name: str, version: str) -> Iterator[Path]:
    for shelf in _shelves():
        found = shelf / f"{name}-{version}"
        if found.is_dir():
            with contextlib.suppress(OSError):  # it may be somebody else's
                os.utime(found)
            yield found


def _make(name: str, version: str, fill: Callable[[Path], None]) -> Path | None:
    """Put a folder on the first shelf that takes it, all at once, so that nobody finds half of it."""
    for shelf in _shelves():
        made, part = shelf / f"{name}-{version}", shelf / f"{name}-{uuid.uuid4().hex}"
        try:
            part.mkdir(parents=True)
        except OSError:
            continue
        try:
            fill(part)
            part.rename(made)
        except OSError:  # no room, or somebody was faster
            shutil.rmtree(part, ignore_errors=True)
        if made.is_dir():
            _tidy(shelf, name)
            return made
    return None


def _is_writable(found: Path) -> bool:
    try:
        tempfile.TemporaryFile(dir=found).close()
    except OSError:
        return False
    return True


def _tidy(shelf: Path, name: str) -> None:
    """Clear away what was made from other sources and not used for long. A process that runs for longer still may have
    it open: it goes on with what it has, and makes again what it lacks."""
    ours = re.compile(re.escape(name) + "-[0-9a-f]{16,32}")
    by_use: list[tuple[float, Path]] = []
    for path in shelf.iterdir():
        if ours.fullmatch(path.name):
            with contextlib.suppress(OSError):  # somebody else is tidying, too
                by_use.append((path.stat().st_mtime, path))
    for used, path in sorted(by_use, reverse=True)[NEWEST:]:
        if time.time() - used > DAYS * 86400:
            doomed = shelf / f"{name}-{uuid.uuid4().hex}"  # nobody shall find half of it
            with contextlib.suppress(OSError):
                path.rename(doomed)
                shutil.rmtree(doomed, ignore_errors=True)
