"""The tables in memory, and the way of every change: decide, commit with compare-and-set, then acknowledge, then tell
everyone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from functools import reduce

from rowlock.rules import Refusal
from rowlock.server import clock, metrics
from rowlock.server.live import Live
from rowlock.server.news import News
from rowlock.server.timekeeper import Timekeeper
from rowlock.store import Append, Conflict, Store, StoreUnavailable
from rowlock.table import playing
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

LONGEST_TURN = 1.0
"""Seconds that whoever reads a table waits for somebody who is just writing it. That is a matter of milliseconds, and
they are to be told first that it is done; but the database may also have gone silent over it."""
SOON_FREE = 0.02
"""Seconds until it is looked again at a table that there is news of, and that somebody is just writing."""

LEASE = 5_000
"""Milliseconds for which whoever asks a bot, or serves what was due, has a table for itself."""

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

    def __init__(
        self, store: Store, news: News, follow_up: Heed, elsewhere: Heed, time: Timekeeper | None = None
    ) -> None:
        self._store, self._news, self._follow_up, self._elsewhere = store, news, follow_up, elsewhere
        self._time = time or Timekeeper(store, alone=True)
        self.live: dict[str, Live] = {}
        self._unreadable: set[str] = set()
        self._heard: dict[Live, int] = {}
        """Tables that others have written, and up to which revision."""
        self._news_came = asyncio.Event()

    # Reading

    async def get(self, name: str) -> Live:
        """The table as it is in the store now: any other process may have written it. Raises `NoSuchTable`."""
        live = self.live.get(name)
        if live is None:
            live = await self._load(name)
        else:
            async with _turn(live):
                await self._catch_up(live)
        if self._time.lost_at(live.table):
            await self.resume(live)
        live.used_at = clock.now()
        return live

    async def _load(self, name: str) -> Live:
        texts = await self._store.events(name)
        if not texts:
            raise NoSuchTable(name)
        try:
            # What is long takes a while to read, and nobody else should wait for that.
            long = sum(map(len, texts)) > LONG
            table = await asyncio.to_thread(_replayed, texts) if long else _replayed(texts)
        except (ValueError, TypeError) as error:
            raise self._cannot_be_read(name, error) from None
        # If somebody else was faster, theirs is the one: there is only one of each.
        live = self.live.setdefault(name, Live(table, since=clock.now()))
        self._elsewhere(live)
        return live

    async def _catch_up(self, live: Live) -> bool:
        """Reads what others have written, and tells it; whether there was something."""
        before = live.table.revision
        while True:
            known, unknown = live.table.revision, live.stale
            texts = await self._store.events(live.table.id, known)
            if (known, unknown) == (live.table.revision, live.stale):
                self._learn(live, texts)
                return live.table.revision > before

    def _learn(self, live: Live, texts: list[str]) -> None:
        """These are the events behind the revision of a table in memory."""
        unknown, live.stale = live.stale, False
        if texts:
            try:
                self._go_on(live, texts)
            except (ValueError, TypeError) as error:
                raise self._cannot_be_read(live.table.id, error) from None
        if unknown:  # it may well have been ourselves, and then nobody else has told it
            self._news.publish(live.table.id, live.table.revision, texts)
            self._follow_up(live)
        elif texts:
            self._elsewhere(live)

    def _go_on(self, live: Live, texts: Sequence[str]) -> None:
        """Raises `ValueError` or `TypeError` if these events make no sense here."""
        events = from_texts(texts)
        live.go_on(reduce(apply, events, live.table), events, clock.now())

    def _cannot_be_read(self, name: str, error: Exception) -> NoSuchTable:
        """A newer server has written it, say. For us there is no such table, and the others must not suffer from it."""
        if name not in self._unreadable:
            self._unreadable.add(name)
            log.error("a table cannot be read", extra={"table": name, "error": str(error)})
        return NoSuchTable(name)

    # Following what others write

    def hear(self, name: str, revision: int, texts: Sequence[str] = ()) -> None:
        """Another process says that it has written this table, and which events it knows of. If those are all that is
        missing here, the store need not be asked."""
        live = self.live.get(name)
        if live is None or revision <= live.table.revision or not live.connections:
            return  # whoever comes to look, or asks for it, reads the store
        missing = revision - live.table.revision
        if missing <= len(texts) and not live.stale and not live.lock.locked():
            with suppress(ValueError, TypeError, LookupError):  # else they are none that were ever stored
                self._go_on(live, texts[-missing:])
                self._elsewhere(live)
                return
        self._heard[live] = revision
        self._news_came.set()

    def look_at(self, live: Live) -> None:
        """Somebody has come to look, and from now on there is news for us: what was written until now is read soon."""
        self._heard[live] = live.table.revision + 1
        self._news_came.set()

    async def read_news(self) -> None:
        """Reads the tables that there is news of, as soon as there is some. What comes meanwhile is read together."""
        await self._news_came.wait()
        behind = [live for live, revision in self._heard.items() if live.table.revision < revision]
        free = [live for live in behind if not live.lock.locked()]
        self._heard = {live: self._heard[live] for live in behind if live.lock.locked()}
        if not self._heard:
            self._news_came.clear()
        with suppress(StoreUnavailable):  # then they are read by the next look
            await self._read(free)
        if self._heard:
            await asyncio.sleep(SOON_FREE)

    async def look(self) -> None:
        """Reads every table that anybody looks at, and those where a commit's outcome is unknown: news may get lost,
        and whoever wrote may die before they tell it."""
        lives = [live for live in self.live.values() if live.connections or live.stale]
        # Two looks lie further apart than any commit takes: if it was on its way before, its answer will not come.
        silent = [live for live in lives if live.lock.locked() and live.written_from == live.table.revision]
        free = [live for live in lives if not live.lock.locked()]
        for live in lives:
            live.written_from = live.table.revision if live.lock.locked() else None
        await self._read(free + silent)

    async def _read(self, lives: Collection[Live]) -> None:
        """Reads what others have written at these tables, in one go, and tells it."""
        known = {live: (live.table.revision, live.stale, live.lock.locked()) for live in lives}
        if not known:
            return
        found = await self._store.events_behind({live.table.id: live.table.revision for live in known})
        for live, then in known.items():
            # If something has happened meanwhile, somebody knows better.
            if then == (live.table.revision, live.stale, live.lock.locked()):
                with suppress(NoSuchTable):
                    self._learn(live, found.get(live.table.id, []))

    async def missed(self, live: Live, since: int) -> list[Event]:
        """The events behind a revision that a client says it has, up to the present one of the table in memory."""
        while since < live.table.revision:
            revision = live.table.revision
            texts = await self._store.events(live.table.id, since)
            if len(texts) < revision - since:  # somebody took the database away from under us
                raise NoSuchTable(live.table.id)
            if revision == live.table.revision:
                return from_texts(texts[: revision - since])
        return []

    # Writing

    async def create(self, events: list[Event], table: Table) -> None:
        """Writes down a table that has just opened with these events."""
        await self._store.append(append_of(table, 0, events, self._time.lost))
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
            if live.table.deadline is not None:
                await self._time.awake()
            for attempt in (1, 2):
                now = clock.now()
                lost = self._time.lost_at(live.table)
                begun = Draft.of(live.table, now, playing.resume(live.table, now - lost, now))
                try:
                    decided = decider(begun.table, now)
                except Refusal:
                    if attempt == 1 and await self._catch_up(live):
                        continue
                    raise
                draft = decided if isinstance(decided, Draft) else Draft.of(begun.table, now, decided)
                draft.events = [*begun.events, *draft.events]
                events, after = draft.events, draft.table
                if not events:
                    acknowledge(live.table.revision)
                    return
                try:
                    written = await self._commit(live, draft)
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
            if live.table.revision < after.revision:  # otherwise it was read, because the answer took so long
                live.go_on(after, events, now)
            self._follow_up(live)
        self._news.publish(after.id, after.revision, written)

    async def resume(self, live: Live) -> None:
        """Gives the clocks of a table back what they lost while nobody was there."""
        await self.change(live, lambda _table, _now: [])

    async def _commit(self, live: Live, draft: Draft) -> Sequence[str]:
        """Writes it down; the events as they are stored now."""
        appends = [append_of(draft.table, live.table.revision, draft.events, self._time.lost)]
        if draft.opened:
            appends.append(append_of(replay(draft.opened), 0, draft.opened, self._time.lost))
        try:
            await self._store.append(*appends)
        except (StoreUnavailable, asyncio.CancelledError):
            live.stale = True
            raise
        return appends[0].events

    # Forgetting

    def forget_idle(self) -> None:
        """Tables that nobody has looked at for a while leave the memory. When they are due, the store says so."""
        idle = clock.now() - (IDLE if len(self.live) <= MOST_LIVE else SOON)
        for name in [name for name, live in self.live.items() if _can_go(live, idle)]:
            self.live.pop(name).stop_timer()


@asynccontextmanager
async def _turn(live: Live) -> AsyncIterator[None]:
    """Waits for whoever writes at a table, but not for ever."""
    held = False
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_TURN):
            held = await live.lock.acquire()
    try:
        yield
    finally:
        if held:
            live.lock.release()


def _replayed(texts: list[str]) -> Table:
    return replay(from_texts(texts))


def _can_go(live: Live, idle: int) -> bool:
    busy = live.connections or live.lock.locked() or waits_for_bot(live.table)
    return not busy and live.used_at < idle


def waits_for_bot(table: Table) -> bool:
    """Is it a bot's turn?"""
    return any(table.seats[seat - 1].by_bot for seat in table.awaiting)


def due_at(table: Table, lost: int, since: int | None = None) -> int | None:
    """When a table wants a server, counted without what time was lost: a bot is asked at once, by whoever has just
    changed the table, or serves it since some moment; and that one may die."""
    moments = [table.deadline] if table.deadline is not None else []
    if waits_for_bot(table):
        moments = [(since or table.changed_at) + LEASE]
    return max(0, moments[0] - lost) if moments else None


def append_of(table: Table, after: int, events: list[Event], lost: int = 0) -> Append:
    """What is written down of a change: the events behind a revision, and the table after them."""
    return Append(
        table=table.id,
        after=after,
        events=tuple(to_text(event) for event in events),
        game=table.game,
        status=table.status,
        public=table.options.public,
        due_at=due_at(table, lost),
        at=events[-1].at,
    )
