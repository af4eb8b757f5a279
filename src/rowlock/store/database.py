"""What the store asks of a database."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")


class Database(Protocol):
    """Runs a piece of work in a transaction of its own. When it can't, it raises StoreUnavailable.

    The work is the same Core code for every database; a violated constraint comes through as IntegrityError.
    """

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Returns only when what the work has written is on disk."""

    @property
    def mark(self) -> str:
        """The same for all who have opened the same file, and for nobody else; empty if it is no file."""

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def close(self) -> None:
        """Finishes what is in flight."""
