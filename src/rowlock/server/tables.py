"""Everything that can be asked of the tables: opening them, looking at them, sitting down, acting."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets

from rowlock.rules import Refusal
from rowlock.server import clock, garbage, metrics
from rowlock.server.attendance import TELLING, Attendance, NobodyElse
from rowlock.server.bot_seats import BotSeats
from rowlock.server.clockwork import Clockwork
from rowlock.server.ledger import Acknowledge, Ledger, NoSuchTable
from rowlock.server.live import Connection, Live
from rowlock.server.news import News
from rowlock.server.settings import Settings
from rowlock.server.tasks import Tasks
from rowlock.server.thinking import Thinkers
from rowlock.server.wire import HeldSeat, ListedTable, NewTable
from rowlock.store import Store, StoreUnavailable
from rowlock.table import decide, seating
from rowlock.table.apply import replay
from rowlock.table.commands import Command, Replace
from rowlock.table.draft import Draft, Fresh
from rowlock.table.table import Table

HOUSEKEEPING = 10.0
"""Seconds between one look after everything and the next."""
LOOKING = 1.5
"""Seconds between one look for what others have written and the next. Whatever went wrong, everybody who looks at a
table sees it as it is stored within five seconds, even if the first look gets no answer."""
LAST_COMMITS = 3.0
"""Seconds that the end waits for what is just being written."""
LEFT_ALONE = 5_000
"""Milliseconds after which a table that waits for a server may have been left alone by the one that changed it."""
FIRST_PAGE = 1.0
"""Seconds after the start in which people have the machine for themselves."""
SWEEPING = 10 * 60 * 1000
"""Milliseconds between one sweep and the next."""
LOOKING_EVERYWHERE = 60 * 60 * 1000
"""Milliseconds between one look for garbage among everything and the next."""
ABANDONED = 24 * 60 * 60 * 1000
"""Milliseconds after which a table whose game never began is swept away."""


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def fresh_table() -> Fresh:
    """A table that may open."""
    return Fresh(secrets.token_urlsafe(9), secrets.token_hex(32))


class Tables:
    """All tables of this process."""

    def __init__(
        self, store: Store, settings: Settings, news: News, attendance: Attendance | None = None
    ) -> None:
        self.store, self._news, self._attendance = store, news, attendance or NobodyElse()
        self._left: set[Live] = set()
        """Where somebody has gone since the others were told who is there."""
        self._tasks = Tasks()
        self.ledger = Ledger(store, news, self._follow_up, self._set_clock)
        self._clockwork = Clockwork(store, self.ledger, self._tasks)
        self._thinkers = Thinkers(settings.bot_workers, settings.means)
        self._bots = BotSeats(self.ledger, self._thinkers, self._tasks, settings.bot_pause)
        self._swept_at = 0
        self._looked_at = clock.now()
        self._closing = False

    # Life

    async def start(self) -> None:
        """Gives clocks back the time without a server, wakes the tables that wait for it, and keeps house."""
        await self._clockwork.start()
        await self._wake(clock.now())
        self._news.listen(self.ledger.hear, self._look)
        self._tasks.repeat(0.0, self.ledger.read_news)
        self._tasks.repeat(LOOKING, self._look)
        self._tasks.repeat(TELLING, self._exchange)
        self._tasks.repeat(HOUSEKEEPING, self._keep_house)

    def warm_up(self) -> None:
        """Lets bots load what they need, as soon as the first page is there."""
        self._tasks.spawn(self._warm_up())

    async def _warm_up(self) -> None:
        await asyncio.sleep(FIRST_PAGE)
        await self._thinkers.warm_up()

    async def close(self) -> None:
        """Finishes what is in flight; what bots were thinking about is asked again at the next start."""
        self._closing = True
        known = list(self.ledger.live.values())
        for live in known:
            self._clockwork.stop(live)
        await self._tasks.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_COMMITS):
                for live in known:
                    async with live.lock:
                        pass
        self._thinkers.close()
        await self._attendance.close()
        await self._news.close()
        await self.store.close()

    def _follow_up(self, live: Live) -> None:
        """Sets the clock for the next deadline, and asks the bots whose turn it is."""
        if not self._closing:
            self._set_clock(live)
            self._bots.ask(live)

    def _set_clock(self, live: Live) -> None:
        """All there is to do after a change that another server has made: it asks the bots itself."""
        if not self._closing:
            live.used_at = clock.now()
            self._clockwork.set(live)

    async def _wake(self, before: int) -> None:
        """Sets the clocks and asks the bots of all tables that have waited for a server since then."""
        for row in await self.store.tables(status="playing", waiting_for="server", limit=None):
            if row.changed_at <= before:
                with contextlib.suppress(NoSuchTable):
                    self._follow_up(await self.ledger.get(row.id))

    async def _look(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self.ledger.look()

    async def _exchange(self) -> None:
        """Says who is at our tables, and hears who is there through others; also when nobody is there any more."""
        left, self._left = self._left, set()
        lives = {
            live.table.id: live for live in self.ledger.live.values() if live.connections or live in left
        }
        now = clock.now()
        words = await self._attendance.exchange({table: live.word(now) for table, live in lives.items()})
        if words is None:
            self._left |= left
            return
        for table, heard in words.items():
            lives[table].hear(heard)

    async def _keep_house(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self._wake(clock.now() - LEFT_ALONE)  # a server that died may have left tables waiting
            if clock.now() - self._swept_at > SWEEPING:
                self._swept_at = clock.now()
                await self.store.sweep(clock.now() - ABANDONED)
        self.ledger.forget_idle()
        if clock.now() - self._looked_at > LOOKING_EVERYWHERE:
            self._looked_at = clock.now()
            garbage.look_everywhere()
        metrics.LIVE_TABLES.set(len(self.ledger.live))

    # Looking

    async def listed(self, limit: int) -> list[ListedTable]:
        """Public tables that wait for players or are being played."""
        rows = [
            row
            for status in ("waiting", "playing")
            for row in await self.store.tables(status=status, public=True, limit=limit)
        ]
        return [
            ListedTable(id=row.id, game=row.game, status=row.status, changed_at=row.changed_at)
            for row in rows[:limit]
        ]

    def enter(self, live: Live, connection: Connection) -> None:
        """Somebody looks at a table."""
        live.connections.add(connection)
        live.tell_presence()
        self._tasks.spawn(self._say(live))

    def exit(self, live: Live, connection: Connection) -> None:
        """Somebody looks away."""
        live.connections.discard(connection)
        live.used_at = clock.now()
        for seat in connection.seats:
            live.seen[seat] = live.used_at
        live.tell_presence()
        self._left.add(live)

    async def _say(self, live: Live) -> None:
        """Somebody has just come: the others need not wait for that."""
        words = await self._attendance.exchange({live.table.id: live.word(clock.now())})
        for heard in (words or {}).values():
            live.hear(heard)

    def seat_of(self, table: Table, token: str) -> int:
        """The seat that a token holds. Raises `Refusal`."""
        for seat in table.held((token_hash(token),)):
            return seat
        raise Refusal("not-seated", "this token holds no seat here")

    # Acting

    async def open(self, new: NewTable) -> tuple[str, tuple[HeldSeat, ...]]:
        """Opens a table; its id and the tokens of its people."""
        fresh = fresh_table()
        tokens = [secrets.token_urlsafe(16) if plan.kind == "human" else "" for plan in new.seats]
        hashes = tuple(token_hash(token) if token else "" for token in tokens)
        events = seating.open_table(
            fresh.table, new.game, new.seats, hashes, new.options, fresh.secret, clock.now()
        )
        table = replay(events)
        await self.ledger.create(events, table)
        held = {token_hash(token): token for token in tokens if token}
        return table.id, tuple(
            HeldSeat(seat=number, token=held[seat.token])
            for number, seat in enumerate(table.seats, 1)
            if seat.token
        )

    async def keep_record(self, text: str) -> str:
        """Keeps a finished game from its record; the id under which it can be looked at."""
        name = secrets.token_urlsafe(9)
        # A long record takes a while to check, and nobody else should wait for that.
        events = await asyncio.to_thread(seating.keep_record, name, text, clock.now())
        await self.ledger.create(events, await asyncio.to_thread(replay, events))
        return name

    async def sit(self, name: str, seat: int, person: str) -> HeldSeat:
        """Sits down in an open seat; its token."""
        live = await self.ledger.get(name)
        token = secrets.token_urlsafe(16)
        hashed = token_hash(token)
        await self.ledger.change(live, lambda table, now: seating.sit(table, seat, person, hashed, now))
        return HeldSeat(seat=self.seat_of(live.table, token), token=token)

    async def do(
        self, live: Live, seat: int, command: Command, acknowledge: Acknowledge = lambda _: None
    ) -> None:
        """Carries out a seat's command. Raises `Refusal`, `StoreUnavailable`."""
        live.seen[seat] = clock.now()
        away = await self._away(live) if isinstance(command, Replace) else None

        def decider(table: Table, now: int) -> Draft:
            return decide.drafted(table, seat, command, now, away, fresh_table)

        with metrics.command_seconds(command.type).time():
            await self.ledger.change(live, decider, acknowledge)

    async def _away(self, live: Live) -> dict[int, int]:
        """Since when whom nobody has seen, here or anywhere else. As long as that can't be known, nobody is away."""
        words = await self._attendance.elsewhere(live.table.id)
        if words is None:
            return {}
        live.hear(words)
        return live.away
