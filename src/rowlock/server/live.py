"""The tables that this process has in memory, and those who are looking at them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from rowlock.server.views import happened, table_view
from rowlock.server.wire import Changed, Presence, TableView
from rowlock.table.events import Event
from rowlock.table.table import Table

LONGEST_QUEUE = 256
"""Messages that wait for a slow client before it is cut off; it can come back and ask for what it missed."""


class Connection:
    """One socket: the seats it holds, and what it has still to be sent."""

    def __init__(self, seats: frozenset[int]) -> None:
        self.seats = seats
        self.queue: asyncio.Queue[str] = asyncio.Queue(LONGEST_QUEUE)
        self.lost = False

    def send(self, text: str) -> None:
        """Queues a message; a client that doesn't keep up is cut off."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.lost = True


@dataclass(slots=True, eq=False)
class Live:
    """A table in memory. `lock` is held from reading it until its next events are on disk."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    away: dict[int, int] = field(default_factory=dict)
    """Since when which seat has had no connection."""
    stale: bool = False
    """A commit's outcome is unknown: read it anew before it is used."""
    timer: asyncio.TimerHandle | None = None
    used_at: int = 0

    @property
    def connected(self) -> frozenset[int]:
        """The seats that somebody is connected for."""
        return frozenset(seat for connection in self.connections for seat in connection.seats)

    def view(self, seats: Collection[int], now: int) -> TableView:
        """The table as the holder of these seats may see it."""
        return table_view(self.table, seats, self.connected, now)

    def tell_change(self, events: list[Event], now: int) -> None:
        """Sends what just happened to everyone who is looking, each as they may see it."""
        revision = self.table.revision - len(events)

        def text(seats: frozenset[int]) -> str:
            seen = happened(self.table, events, revision, seats)
            view = self.view(seats, now)
            return Changed.model_construct(
                revision=self.table.revision, events=seen, table=view
            ).model_dump_json()

        self._tell(text)

    def tell_presence(self) -> None:
        """Sends who is connected to everyone who is looking."""
        spectators = sum(not connection.seats for connection in self.connections)
        message = Presence(connected=tuple(sorted(self.connected)), spectators=spectators).model_dump_json()
        self._tell(lambda _: message)

    def _tell(self, text: Callable[[frozenset[int]], str]) -> None:
        made: dict[frozenset[int], str] = {}
        for connection in self.connections:
            if connection.seats not in made:
                made[connection.seats] = text(connection.seats)
            connection.send(made[connection.seats])
