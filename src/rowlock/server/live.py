"""The tables that this process has in memory, and those who are looking at them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from pydantic import TypeAdapter

from rowlock.server import clock
from rowlock.server.attendance import FRESH, Words, WordSent
from rowlock.server.outbox import Outbox
from rowlock.server.socket_wire import Presence
from rowlock.server.table_wire import Happened, TableView
from rowlock.server.views import all_see_the_same, company, happened, public_view, table_view, told_alone
from rowlock.table.events import Event, Started, Swapped
from rowlock.table.table import Table

HAPPENED: TypeAdapter[tuple[Happened, ...]] = TypeAdapter(tuple[Happened, ...])


class Connection(Outbox):
    """One socket: the (hashed) tokens that it showed, the seats they hold, whose address it comes from, and what it has
    still to be sent."""

    def __init__(self, tokens: frozenset[str], table: Table, household: str = "") -> None:
        super().__init__()
        self._tokens, self.household = tokens, household
        self.seats = table.held(tokens)

    def sit(self, table: Table) -> None:
        """People may change seats when a game begins, and their tokens with them."""
        self.seats = table.held(self._tokens)


@dataclass(slots=True, eq=False)
class Live:
    """A table in memory. `lock` is held from reading it until its next events are on disk."""

    table: Table
    since: int
    """When it came into memory."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    seen: dict[int, int] = field(default_factory=dict)
    """When a seat without a connection last did something here."""
    elsewhere: Words = ()
    """Who is here through other processes, as they said last."""
    stale: bool = False
    """A commit's outcome is unknown: read it anew before it is used."""
    written_from: int | None = None
    """The revision at which somebody was writing when it was last looked."""
    timer: asyncio.TimerHandle | None = None
    used_at: int = 0
    _present_told: tuple[frozenset[int], int] = (frozenset(), 0)
    _company: tuple[object, str] = (None, "")
    """Who sits here, as it was told last, and what it was made from."""

    def stop_timer(self) -> None:
        """No timer any more."""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    @property
    def connected(self) -> frozenset[int]:
        """The seats that somebody is connected for, be it to another process."""
        return self._connected_here.union(*(word.seats for word in self._fresh_words))

    @property
    def _connected_here(self) -> frozenset[int]:
        return frozenset(seat for connection in self.connections for seat in connection.seats)

    @property
    def _fresh_words(self) -> Words:
        if not self.elsewhere:
            return ()
        now = clock.now()
        return tuple(word for word in self.elsewhere if word.at > now - FRESH)

    @property
    def _spectators_here(self) -> int:
        return sum(not connection.seats for connection in self.connections)

    @property
    def away(self) -> dict[int, int]:
        """Since when which seats have had no connection."""
        connected = self.connected
        return {
            seat: max(self.seen.get(seat, self.since), *(word.last_seen(seat) for word in self.elsewhere), 0)
            for seat in self.table.humans
            if seat not in connected
        }

    @property
    def household(self) -> str:
        """Whose address somebody plays here from; empty if nobody is connected. Of several always the same."""
        return min((connection.household for connection in self.connections if connection.seats), default="")

    def somebody_seen(self, now: int) -> bool:
        """Was anybody here so lately that no bot may take over their seat?"""
        since = now - self.table.options.grace * 1000
        return self.table.status == "playing" and any(at > since for at in self.seen.values())

    def word(self, now: int) -> WordSent:
        """What this process says about who is here."""
        return WordSent(now, self._connected_here, self._spectators_here, dict(self.seen))

    def hear(self, words: Words) -> None:
        """What the others say. Who looks on is told if that changes anything: also that a process died, whose word is
        no longer fresh."""
        self.elsewhere = words
        if self._present != self._present_told:
            self.tell_presence()

    @property
    def _present(self) -> tuple[frozenset[int], int]:
        return self.connected, self._spectators_here + sum(word.spectators for word in self._fresh_words)

    def view(self, seats: Collection[int], now: int) -> TableView:
        """The table as the holder of these seats may see it."""
        return table_view(self.table, seats, self.connected, now)

    def go_on(self, table: Table, events: list[Event], now: int) -> None:
        """These events have led to this table: it is told to everyone who is looking, each as they may see it."""
        self.table = table
        if any(isinstance(event, Started | Swapped) for event in events):
            self.seen.clear()
            self.elsewhere = ()  # people may have changed seats
            self.since = now
            for connection in self.connections:
                connection.sit(table)
        if self.connections:
            self._tell_change(events, now)

    def _tell_change(self, events: list[Event], now: int) -> None:
        table = self.table
        before = table.revision - len(events)
        # A `Changed` message in pieces: what everyone sees is made only once, and what stays is kept.
        public = f"{self._told_company()[:-1]},{public_view(table, now).model_dump_json()[1:-1]}"
        same = _told(table, events, before, frozenset()) if all_see_the_same(table, events, before) else ""

        def text(seats: frozenset[int]) -> str:
            seen = same or _told(table, events, before, seats)
            view = f"{public},{told_alone(table, seats)[1:]}"
            return f'{{"type":"changed","revision":{table.revision},"events":{seen},"table":{view}}}'

        self._tell(text)

    def _told_company(self) -> str:
        table, connected = self.table, self.connected
        source = (table.seats, table.options, table.first_rolls, table.previous, table.next, connected)
        if self._company[0] != source:
            self._company = source, company(table, connected).model_dump_json()
        return self._company[1]

    def tell_presence(self) -> None:
        """Sends who is connected to everyone who is looking."""
        connected, spectators = self._present_told = self._present
        message = Presence(connected=tuple(sorted(connected)), spectators=spectators).model_dump_json()
        self._tell(lambda _: message)

    def _tell(self, text: Callable[[frozenset[int]], str]) -> None:
        made: dict[frozenset[int], str] = {}
        for connection in self.connections:
            if connection.seats not in made:
                made[connection.seats] = text(connection.seats)
            connection.send(made[connection.seats])


def _told(table: Table, events: list[Event], before: int, seats: Collection[int]) -> str:
    return HAPPENED.dump_json(happened(table, events, before, seats)).decode()
