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
from rowlock.server.call_wire import HeldSeat, ListedTable, NewTable
from rowlock.server.clockwork import Clockwork
from rowlock.server.far_thinking import FarThinkers
from rowlock.server.ledger import LEASE, Acknowledge, Ledger, waits_for_bot
from rowlock.server.live import Connection, Live
from rowlock.server.news import News
from rowlock.server.pushing import Calls
from rowlock.server.rating import Ratings
from rowlock.server.settings import Settings
from rowlock.server.tasks import Tasks
from rowlock.server.thinking import Thinkers
from rowlock.server.timekeeper import Timekeeper
from rowlock.store import Store, StoreUnavailable, TableRow
from rowlock.table import decide, seating
from rowlock.table.apply import replay
from rowlock.table.commands import Command, Leave, Replace, WantRematch
from rowlock.table.draft import Draft, Fresh
from rowlock.table.table import Table

LISTED = ("waiting", "playing")
"""The status of tables that are listed, in the order in which they are."""
HOUSEKEEPING = 10.0
"""Seconds between one look after everything and the next."""
LOOKING = 1.5
"""Seconds between one look for what others have written and the next. Whatever went wrong, everybody who looks at a
table sees it as it is stored within five seconds, even if the first look gets no answer."""
LAST_COMMITS = 3.0
"""Seconds that the end waits for what is just being written."""
BEAT = 1.0
"""Seconds between one sign of life and the next, and between one look for what is due and the next."""
KEEPING = 2.0
"""Seconds between one word that bots are still thinking here and the next."""
DEAD = 30_000
"""Milliseconds without a sign of life after which nobody can be at a table through a process any more."""
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
        self.store, self.news, self._attendance = store, news, attendance or NobodyElse()
        self._left: set[Live] = set()
        """Where somebody has gone, or done something without a socket, since the others were told who is there."""
        self._come: set[Live] = set()
        """Where somebody has come since."""
        self._telling = asyncio.Lock()
        """One word after the other: an older one must not take the place of a newer one."""
        self._tasks = Tasks()
        self._alone = not settings.redis
        self._time = Timekeeper(
            store, alone=self._alone, heed=self._resume_all, process=self._attendance.process
        )
        self.ledger = Ledger(store, news, self._follow_up, self._set_clock, self._time)
        self._clockwork = Clockwork(store, self.ledger, self._time, self._tasks, self._follow_up)
        self._far = FarThinkers(settings.redis) if settings.redis else None
        self._thinkers = Thinkers(settings.bot_workers, settings.means, far=self._far)
        self._bots = BotSeats(self.ledger, self._thinkers, self._tasks, settings.bot_pause)
        self._ratings = Ratings(store, self._tasks)
        self.calls = Calls(store, settings, self._tasks, self._say)
        self._swept_at = 0
        self._looked_at = clock.now()
        self._closing = False

    # Life

    async def start(self) -> None:
        """From now on somebody is there. Nothing is loaded: what is due is found soon."""
        await self._time.start()
        self.news.listen(self.ledger.hear, self._catch_up)
        if self._far:
            self._far.listen()
        self._tasks.repeat(0.0, self.ledger.read_news)
        self._tasks.spawn(self._claim_again_and_again())
        self._tasks.repeat(BEAT, self._time.beat)
        self._tasks.repeat(KEEPING, self._keep)
        self._tasks.repeat(LOOKING, self._look)
        self._tasks.repeat(TELLING, self._exchange)
        self._tasks.repeat(HOUSEKEEPING, self._keep_house)

    @property
    def questions_waiting(self) -> int:
        """How many questions wait for a thinking process."""
        return self._thinkers.waiting

    @property
    def lost(self) -> int:
        """Milliseconds in which no server was there, in all."""
        return self._time.lost

    def warm_up(self) -> None:
        """Lets bots load what they need, as soon as the first page is there."""
        self._tasks.spawn(self._warm_up())

    async def _warm_up(self) -> None:
        await asyncio.sleep(FIRST_PAGE)
        await self._thinkers.warm_up()

    async def close(self) -> None:
        """Finishes what is in flight; what bots were thinking about is asked again by another process, or at the next
        start."""
        self._closing = True
        known = list(self.ledger.live.values())
        asked = self._bots.asked(0.0)
        for live in known:
            live.stop_timer()
        await self._tasks.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_COMMITS):
                for live in known:
                    async with live.lock:
                        pass
        with contextlib.suppress(TimeoutError, StoreUnavailable):
            async with asyncio.timeout(LAST_COMMITS):
                await self._clockwork.leave(live for live in asked if waits_for_bot(live.table))
        if self._far:
            await self._far.close()
        self._thinkers.close()
        self.calls.close()
        await self._attendance.close()
        await self.news.close()
        await self.store.close()

    def _follow_up(self, live: Live) -> None:
        """Sets the clock for the next deadline, and asks the bots whose turn it is."""
        if not self._closing:
            self._set_clock(live)
            self._bots.ask(live)
            self.calls.heed(live)

    def _set_clock(self, live: Live) -> None:
        """All there is to do after a change that another server has made: it asks the bots itself."""
        if not self._closing:
            live.used_at = clock.now()
            self._clockwork.set(live)
            self._ratings.look(live.table)

    def _resume_all(self) -> None:
        self._clockwork.resume_all()

    async def _claim_again_and_again(self) -> None:
        """Where nobody else is there, what was left by the process before this one is due at once."""
        self._tasks.repeat(BEAT, self._claim)
        if self._alone:
            await self._claim(LEASE)

    async def _claim(self, ahead: int = 0) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self._clockwork.claim(ahead)

    async def _keep(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self._clockwork.keep(self._bots.asked(KEEPING))

    async def _look(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            await self.ledger.look()

    async def _catch_up(self) -> None:
        """News may have been missed: says what news we want, which Redis may have forgotten, and looks."""
        await self._exchange()
        await self._look()

    async def _exchange(self) -> None:
        """Says who is at our tables, and hears who is there through others; also when nobody is there any more. As long
        as it matters when somebody was last seen it is said again: Redis may have forgotten it."""
        async with self._telling:
            left, self._left = self._left, set()
            now = clock.now()
            lives = {
                live.table.id: live
                for live in self.ledger.live.values()
                if live.connections or live in left or live.somebody_seen(now)
            }
            ours = {table: live.word(now) for table, live in lives.items()}
            words = await self._attendance.exchange(ours, everything_at=now)
            if words is None:
                self._left |= left
                return
            for table, heard in words.items():
                lives[table].hear(heard)

    async def _keep_house(self) -> None:
        with contextlib.suppress(StoreUnavailable):
            if clock.now() - self._swept_at > SWEEPING:
                self._swept_at = clock.now()
                await self.store.sweep(self._time.before(clock.now(), ABANDONED))
        self.ledger.forget_idle()
        if clock.now() - self._looked_at > LOOKING_EVERYWHERE:
            self._looked_at = clock.now()
            garbage.look_everywhere()

    # Looking

    async def listed(self, limit: int, after: TableRow | None = None) -> list[ListedTable]:
        """Public tables that wait for players or are being played; those that come after one."""
        rows: list[TableRow] = []
        for status in LISTED[LISTED.index(after.status) if after else 0 :]:
            last = after if after and after.status == status else None
            left = limit - len(rows)
            rows += await self.store.tables(status=status, public=True, limit=left, after=last)
        return [
            ListedTable(id=row.id, game=row.game, status=row.status, changed_at=row.changed_at)
            for row in rows
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
        if connection.seats:
            self.calls.heed_leaving(live)

    async def _say(self, live: Live) -> None:
        """Somebody has just come: the others need not wait for that. Who comes while that is being told is told of
        together."""
        self._come.add(live)
        async with self._telling:
            lives = {live.table.id: live for live in self._come}
            self._come.clear()
            if not lives:
                return
            now = clock.now()
            words = await self._attendance.exchange({table: live.word(now) for table, live in lives.items()})
            if not self._alone:
                for live in lives.values():
                    self.ledger.look_at(live)
            for table, heard in (words or {}).items():
                lives[table].hear(heard)

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
        alone = sum(map(bool, tokens)) == 1  # several at one device can't be told apart
        identities = tuple(token_hash(new.key) if token and new.key and alone else "" for token in tokens)
        events = seating.open_table(
            fresh.table,
            new.game,
            new.seats,
            hashes,
            new.options,
            fresh.secret,
            clock.now(),
            identities=identities,
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

    async def sit(self, name: str, seat: int, person: str, key: str = "", face: str = "") -> HeldSeat:
        """Sits down in an open seat; its token."""
        live = await self.ledger.get(name)
        token = secrets.token_urlsafe(16)
        hashed = token_hash(token)
        identity = token_hash(key) if key else ""
        await self.ledger.change(
            live, lambda table, now: seating.sit(table, seat, person, hashed, now, identity, face)
        )
        return HeldSeat(seat=self.seat_of(live.table, token), token=token)

    async def do(
        self, live: Live, seat: int, command: Command, acknowledge: Acknowledge = lambda _: None
    ) -> None:
        """Carries out a seat's command. Raises `Refusal`, `StoreUnavailable`."""
        self.see(live, seat)
        asks_who_is_there = isinstance(command, Replace | WantRematch | Leave)
        away, known_at = await self._away(live) if asks_who_is_there else ({}, 0)

        def decider(table: Table, now: int) -> Draft:
            # However long it took to come here: who was away as far as it is known may be back since.
            still = {gone: since + now - known_at for gone, since in away.items()}
            return decide.drafted(table, seat, command, now, still, fresh_table)

        with metrics.command_seconds(command.type).time():
            await self.ledger.change(live, decider, acknowledge)

    def see(self, live: Live, seat: int) -> None:
        """Whoever holds a seat has just asked for something."""
        live.seen[seat] = clock.now()
        self._left.add(live)

    async def _away(self, live: Live) -> tuple[dict[int, int], int]:
        """Since when whom nobody has seen, here or anywhere else, and until when that is known. As long as it can't be
        known, nobody is away."""
        now = clock.now()
        alive = set() if self._alone else await self.store.alive(now - DEAD)
        found = await self._attendance.elsewhere(live.table.id, alive, now)
        if found is None:
            return {}, now
        words, known_at = found
        live.hear(words)
        return live.away, known_at
