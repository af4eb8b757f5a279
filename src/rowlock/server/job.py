"""What a bot is asked, wherever it thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Job:
    """What a thinking process is asked: everything that the answer depends on, and the table that it is about."""

    table: str
    game: str
    level: str
    position: str
    """As its seat may see it."""
    past: tuple[str, ...]
    """The positions before it, oldest first."""
    seat: int
    chance: str
    """From which its random choices follow, so that the same question gets the same answer."""

    @staticmethod
    def of(told: dict[str, Any]) -> Job:
        """From what JSON keeps of it. Raises `TypeError`, `KeyError`."""
        return Job(**{**told, "past": tuple(told["past"])})

    def __str__(self) -> str:
        return f"{self.level} in seat {self.seat} of table {self.table}, {self.position!r}"
