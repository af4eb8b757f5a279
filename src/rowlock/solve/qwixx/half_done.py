"""A solution that is being made: its table on disk, and how far it is done, so that a run that was stopped goes on.

A table is filled from the fullest sheets down, level by level, and a level only needs those above it. So what is half
done when a run is stopped is done again, and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

TABLE, LEVEL = "table.npy", "level"
EVERY = 20.0
"""Seconds after which what has been found is written down. More often would only make it slower."""


class HalfDone:
    """What is done so far, in a folder; it fills up while `table` is written to."""

    def __init__(self, folder: Path, shape: tuple[int, ...]) -> None:
        self._folder, self._written_at = folder, time.monotonic()
        self.level: int | None = None
        """This one and all above it are done; None at the beginning."""
        with contextlib.suppress(OSError, ValueError, EOFError):
            level, found = int((folder / LEVEL).read_text()), np.load(folder / TABLE, mmap_mode="r+")
            if found.shape == shape and found.dtype == np.float64:
                self._mapped, self.level = found, level
        if self.level is None:
            self._mapped = np.lib.format.open_memmap(folder / TABLE, "w+", np.float64, shape)
            _take_room(folder / TABLE)

    @property
    def table(self) -> NDArray[np.float64]:
        """To be filled in."""
        return np.asarray(self._mapped)

    def keep(self, level: int) -> None:
        """This level is done. It is written down from time to time: first the table, then that it is there."""
        if time.monotonic() - self._written_at >= EVERY:
            self._mapped.flush()
            part = self._folder / f"{LEVEL}.part"
            part.write_text(str(level))
            part.replace(self._folder / LEVEL)
            self._written_at = time.monotonic()


def _take_room(path: Path) -> None:
    """All the room on the disk at once: where there is too little, that is an error now and no crash later."""
    if sys.platform == "linux":
        with path.open("r+b") as file:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
