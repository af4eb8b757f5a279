"""A game that somebody left before it was over: it waits in the user's data folder, and the next time it can go on."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from platformdirs import user_data_path

from rowlock import files
from rowlock.rules import NotationError, Record


class LeftGame:
    """The place where a game of one kind waits. There is room for one; another that still waits there is set aside."""

    def __init__(self, game: str, folder: Path | None = None) -> None:
        folder = folder or user_data_path("rowlock", appauthor=False) / "left"
        self.path = folder / f"{game}{files.SUFFIX}"
        self.ours = False
        """Is it the game that is being played that waits there?"""

    def waiting(self) -> Record | None:
        """The game that waits, if it can be read."""
        try:
            return files.read(str(self.path))
        except (OSError, NotationError):
            return None

    def keep(self, record: Record) -> None:
        """Let the game that is being played wait here. Raises `OSError`."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.ours and self.path.exists():
            self.set_aside()
        files.write(self.path, str(record))
        self.ours = True

    def set_aside(self) -> Path:
        """Nothing is thrown away: what waits here gets a name under which it waits no longer. Raises `OSError`."""
        names = (self.path.with_stem(f"{self.path.stem}-{number}") for number in count(1))
        free = next(name for name in names if not name.exists())
        return self.path.rename(free)

    def forget(self) -> None:
        """The game that is being played is over, or in another file. Raises `OSError`."""
        if self.ours:
            self.path.unlink(missing_ok=True)
            self.ours = False
