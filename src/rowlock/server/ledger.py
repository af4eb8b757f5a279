"""The tables in memory, and the way of every change: decide, commit with compare-and-set, then acknowledge, then tell
everyone."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import reduce

from rowlock.rules import Refusal
from rowlock.server import clock, metrics
from rowlock.server.live import Live
from rowlock.server.news import News
from rowlock.store import Append, Conflict, Store, StoreUnavailable
from rowlock.table.apply import apply, replay
from rowlock.table.draft import Draft
from rowlock.table.events import Event, from_texts, to_text
from rowlock.table.table import Table

log = logging.getLogger("rowlock.ledger")

MOST_LIVE = 20_000
"""Tables in memory; beyond that, those that nobody looks at leave it soon."""
IDLE, SOON = 10 * 60 * 1000, 60 * 1000
"""Milliseconds after which a table that nobody looks at may leave the memory. Never at once: whoever has just asked for
it may be about to act or to look."""

LONG = 20_000
"""Characters of events that may be read on the event loop; a game at Qwixx has about as many."""

Heed = Callable[[Live], None]
Decider = Callable[[Table, int], list[Event] | Draft]
"""From a table and the time to the events to add, and the table after them where it is known already."""
Acknowledge = Callable[[int], None]
"""Is told at which revision a change is on disk, before anybody is told of the change itself."""


class NoSuchTable(Refusal):
    """There is no such table (any more)."""

    def __init__(self, table: str) -> None:
        super().__init__("no-such-table", "there is no such table", table=table)


class Ledger:
    """All tables that this process has in memory, each as far as it knows what is in the store. `follow_up` is told
    about each table that was changed here, `elsewhere` about those that another process has changed."""

    def __init__(self, store: Store, news: News, follow_up: Heed, elsewhere: Heed) -> None:
        self._store, self._news, self._follow_up, self._elsewhere = store, news, follow_up, elsewhere
        self.live: dict[str, Live] = {}
        self._unreadable: set[str] = set()

    # Reading

    async def get(self, name: str) -> Live:
        """The table in memory, read from the store if need be. Raises `NoSuchTable`."""
        live = self.live.get(name)
        if live is None:
            live = await self._load(name)
        elif live.stale or not live.connections:  # another server may have written it
            async with live.lock:
                await self._catch_up(live)
        live.used_at = clock.now()
        return live

    async def _load(self, name: str) -> Live:
        texts = await self._store.events(name)
        if not texts:
            raise NoSuchTable(name)
        try:
            # What is long takes a while to read, and nobody else should wait for that.
            long = sum(map(len, texts)) > LONG
            table = await asyncio.to_thread(_read, texts) if long else _read(texts)
        except (ValueError, TypeError) as error:
            raise self._cannot_be_read(name, error) from None
        # If somebody else was faster, theirs is the one: there is only one of each.
        return self.live.setdefault(name, Live(table, since=clock.now()))

    async def _catch_up(self, live: Live) -> bool:
        """Reads what others have written, and tells it; whether there was something. The lock is held."""
        unknown, live.stale = live.stale, True
        texts = await self._store.events(live.table.id, live.table.revision)
        live.stale = False
        if not texts:
            return False
        try:
            events = from_texts(texts)
            table = reduce(apply, events, live.table)
        except (ValueError, TypeError) as error:
            raise self._cannot_be_read(live.table.id, error) from None
        live.go_on(table, events, clock.now())
        if unknown:  # it may well have been ourselves
            self._follow_up(live)
        else:
            self._elsewhere(live)
        return True

    def _cannot_be_read(self, name: str, error: Exception) -> NoSuchTable:
        """A newer server has written it, say. For us there is no such table, and the others must not suffer from it."""
        if name not in self._unreadable:
            self._unreadable.add(name)
            log.error("a table cannot be read", extra={"table": name, "error": str(error)})
        return NoSuchTable(name)

    async def refresh(self, name: str, revision: int) -> None:
        """Another process has written this table."""
        live = self.live.get(name)
        if live and revision > live.table.revision:
            await self._refresh(live)

    async def refresh_all(self) -> None:
        """News may have been missed: whoever looks at a table is told now."""
        for live in list(self.live.values()):
            if live.connections:
                await self._refresh(live)

    async def refresh_stale(self) -> None:
        """A commit's outcome was unknown, and nobody has acted since: whoever looks at the table is told now."""
        for live in list(self.live.values()):
            if live.stale and live.connections:
                await self._refresh(live)

    async def _refresh(self, live: Live) -> None:
        async with live.lock:
            with contextlib.suppress(StoreUnavailable, NoSuchTable):
                await self._catch_up(live)

    async def missed(self, live: Live, since: int) -> list[Event]:
        """The events behind a revision that a client says it has, up to the present one of the table in memory."""
        if since >= live.table.revision:
            return []
        async with live.lock:  # so that it doesn't go on while we read
            texts = await self._store.events(live.table.id, since)
            wanted = live.table.revision - since
            if len(texts) < wanted:  # somebody took the database away from under us
                raise NoSuchTable(live.table.id)
            return from_texts(texts[:wanted])

    # Writing

    async def create(self, events: list[Event], table: Table) -> None:
        """Writes down a table that has just opened with these events."""
        await self._store.append(append_of(table, 0, events))
        self.enter(table)

    def enter(self, table: Table) -> None:
        """A new table is on disk."""
        metrics.TABLES_OPENED.labels(table.game).inc()
        if table.id not in self.live:  # otherwise it was found there already
            now = clock.now()
            live = self.live[table.id] = Live(table, since=now, used_at=now)
            self._follow_up(live)

    async def change(self, live: Live, decider: Decider, acknowledge: Acknowledge = lambda _: None) -> None:
        """Decides, commits, acknowledges and tells. Another process may have written the table meanwhile: then it is
        read anew and tried once more."""
        async with live.lock:
            if live.stale:
                await self._catch_up(live)
            for attempt in (1, 2):
                now = clock.now()
                try:
                    decided = decider(live.table, now)
                except Refusal:
                    if attempt == 1 and await self._catch_up(live):
                        continue
                    raise
                draft = decided if isinstance(decided, Draft) else Draft.of(live.table, now, decided)
                events, after = draft.events, draft.table
                if not events:
                    acknowledge(live.table.revision)
                    return
                try:
                    await self._commit(live, draft)
                except Conflict as conflict:
                    if conflict.revision == 0:  # it was swept away
                        self.live.pop(live.table.id, None)
                        raise NoSuchTable(live.table.id) from None
                    await self._catch_up(live)
                    if attempt == 2:
                        raise Refusal("busy", "too much happens at this table at once: try again") from None
                else:
                    break
            acknowledge(after.revision)
            if draft.opened:
                self.enter(replay(draft.opened))
            live.go_on(after, events, now)
            self._follow_up(live)
        self._news.publish(after.id, after.revision)

    async def _commit(self, live: Live, draft: Draft) -> None:
        appends = [append_of(draft.table, live.table.revision, draft.events)]
        if draft.opened:
            appends.append(append_of(replay(draft.opened), 0, draft.opened))
        try:
            await self._store.append(*appends)
        except (StoreUnavailable, asyncio.CancelledError):
            live.stale = True
            raise

    # Forgetting

    def forget_idle(self) -> None:
        """Tables that nobody has looked at for a while, and that wait for nobody here, leave the memory."""
        idle = clock.now() - (IDLE if len(self.live) <= MOST_LIVE else SOON)
        for name in [name for name, live in self.live.items() if _can_go(live, idle)]:
            del self.live[name]


def _read(texts: list[str]) -> Table:
    return replay(from_texts(texts))


def _can_go(live: Live, idle: int) -> bool:
    busy = live.connections or live.lock.locked() or live.timer or waits_for_server(live.table)
    return not busy and live.used_at < idle


def waits_for_server(table: Table) -> bool:
    """Does a clock run, or a bot think?"""
    return table.deadline is not None or any(table.seats[seat - 1].by_bot for seat in table.awaiting)


def append_of(table: Table, after: int, events: list[Event]) -> Append:
    """What is written down of a change: the events behind a revision, and the table after them."""
    return Append(
        table=table.id,
        after=after,
        events=tuple(to_text(event) for event in events),
        game=table.game,
        status=table.status,
        public=table.options.public,
        waiting_for="server" if waits_for_server(table) else "",
        at=events[-1].at,
    )
