"""The way of every command: find the table, reduce, commit with compare-and-set, then tell everyone."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from random import Random

from rowlock.bots import bot
from rowlock.rules import DICE, Refusal
from rowlock.server import metrics
from rowlock.server.live import Connection, Live
from rowlock.server.news import News
from rowlock.server.settings import Settings
from rowlock.server.thinking import BotFailure, Question, Thinkers
from rowlock.server.wire import HeldSeat, ListedTable, NewTable
from rowlock.store import Append, Conflict, Store, StoreUnavailable
from rowlock.table import decide
from rowlock.table.commands import Command, Replace, WantRematch
from rowlock.table.decide import Draft
from rowlock.table.events import Event, from_texts, to_text
from rowlock.table.table import ROLL, Table, apply, replay

log = logging.getLogger("rowlock.tables")

MOST_LIVE = 20_000
"""Tables in memory; beyond that, those that nobody looks at leave it at once."""
IDLE = 10 * 60 * 1000
"""Milliseconds after which a table that nobody looks at may leave the memory."""
ABANDONED = 24 * 60 * 60 * 1000
"""Milliseconds after which a table whose game never began is swept away."""
CORRECTION_WINDOW = 4.0
"""Seconds in which bots leave people time to correct real dice."""
BEAT = 1.0
"""Seconds between the signs of life that a server leaves in the store."""
LONGEST_SILENCE = 3_000
"""Milliseconds without one after which nobody was there: neither a server nor its database, so no clock ran."""

Decider = Callable[[Table, int], list[Event] | Draft]
"""From a table and the time to the events to add, and the table after them where it is known already."""


class NoSuchTable(Refusal):
    """There is no such table (any more)."""

    def __init__(self, table: str) -> None:
        super().__init__("no-such-table", "there is no such table", table=table)


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Tables:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Settings, news: News) -> None:
        self._store, self._settings, self._news = store, settings, news
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._thinkers = Thinkers(settings.bot_workers)
        self._thinking: set[tuple[str, int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._beat_at = 0
        self._closing = False

    # Life

    async def start(self) -> None:
        """Gives clocks back the time without a server, wakes the tables that wait for it, and keeps house."""
        await self._sign_of_life(at_start=True)
        await self._wake()
        self._news.listen(self._refresh, self._refresh_all)
        self._spawn(self._beat())
        self._spawn(self._keep_house())

    async def close(self) -> None:
        """Finishes what is in flight; what bots were thinking about is asked again at the next start."""
        self._closing = True
        for live in self._live.values():
            if live.timer:
                live.timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for live in self._live.values():
            async with live.lock:
                pass
        self._thinkers.close()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed", exc_info=error)

    async def _sign_of_life(self, *, at_start: bool = False) -> None:
        """Leaves one in the store; after a silence the clocks first get back what they lost meanwhile, so that
        whoever dies in between leaves the rest to the next one."""
        alive_until, now = await self._store.last_beat(), now_ms()
        if alive_until is not None and (at_start or now - alive_until > LONGEST_SILENCE):
            for row in await self._store.tables(status="playing", waiting_for="server", limit=None):
                with contextlib.suppress(Refusal):  # another server does the same
                    await self._change(await self.get(row.id), partial(_resume, alive_until=alive_until))
        now = now_ms()
        await self._store.beat(now)
        self._beat_at = now

    async def _wake(self) -> None:
        """Asks the bots and sets the clocks of all tables that wait for the server."""
        for row in await self._store.tables(status="playing", waiting_for="server", limit=None):
            with contextlib.suppress(NoSuchTable):
                self._follow_up(await self.get(row.id))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._sign_of_life()
            except StoreUnavailable:
                log.warning("no heartbeat: the database is away")

    async def _keep_house(self) -> None:
        rounds = 0
        while True:
            await asyncio.sleep(10)
            rounds += 1
            try:
                await self._wake()  # a server that died may have left tables waiting
                if rounds % 60 == 1:
                    await self._store.sweep(now_ms() - ABANDONED)
            except StoreUnavailable:
                log.warning("no housekeeping: the database is away")
            idle = now_ms() - (IDLE if len(self._live) <= MOST_LIVE else 0)
            for name in [name for name, live in self._live.items() if self._can_go(live, idle)]:
                del self._live[name]
            metrics.LIVE_TABLES.set(len(self._live))

    @staticmethod
    def _can_go(live: Live, idle: int) -> bool:
        busy = live.connections or live.lock.locked() or live.timer or _waits_for_server(live.table)
        return not busy and live.used_at < idle

    # Finding

    async def get(self, name: str) -> Live:
        """The table in memory, read from the store if need be. Raises `NoSuchTable`."""
        live = self._live.get(name)
        if live is None:
            async with self._loading.setdefault(name, asyncio.Lock()):
                live = self._live.get(name)
                if live is None:
                    texts = await self._store.events(name)
                    if not texts:
                        self._loading.pop(name, None)
                        raise NoSuchTable(name)
                    live = Live(replay(from_texts(texts)), since=now_ms())
                    self._live[name] = live
            self._loading.pop(name, None)
        elif live.stale or not live.connections:  # another server may have written it
            async with live.lock:
                await self._catch_up(live)
        live.used_at = now_ms()
        return live

    async def _catch_up(self, live: Live) -> bool:
        """Reads what others have written, and tells it; whether there was something. The lock is held."""
        texts = await self._store.events(live.table.id, live.table.revision)
        live.stale = False
        if not texts:
            return False
        events, table = from_texts(texts), live.table
        for event in events:
            table = apply(table, event)
        live.go_on(table, events, now_ms())
        self._follow_up(live)
        return True

    async def _refresh(self, name: str, revision: int) -> None:
        """Another process has written this table."""
        live = self._live.get(name)
        if live and revision > live.table.revision:
            async with live.lock:
                try:
                    await self._catch_up(live)
                except StoreUnavailable:
                    live.stale = True

    async def _refresh_all(self) -> None:
        """News may have been missed: whoever looks at a table is told now."""
        for live in list(self._live.values()):
            if live.connections:
                async with live.lock:
                    try:
                        await self._catch_up(live)
                    except StoreUnavailable:
                        live.stale = True

    async def missed(self, live: Live, since: int) -> list[Event]:
        """The events behind a revision that a client says it has, up to the present one of the table in memory."""
        texts: list[str] = []
        while since + len(texts) < live.table.revision:  # it may have gone on while we read
            texts = await self._store.events(live.table.id, since)
            if not texts:
                raise NoSuchTable(live.table.id)
        return from_texts(texts[: max(0, live.table.revision - since)])

    async def listed(self, limit: int) -> list[ListedTable]:
        """Public tables that wait for players or are being played."""
        rows = [
            row
            for status in ("waiting", "playing")
            for row in await self._store.tables(status=status, public=True, limit=limit)
        ]
        return [
            ListedTable(id=row.id, game=row.game, status=row.status, changed_at=row.changed_at)
            for row in rows[:limit]
        ]

    def enter(self, live: Live, connection: Connection) -> None:
        """Somebody looks at a table."""
        live.connections.add(connection)
        live.tell_presence()

    def exit(self, live: Live, connection: Connection) -> None:
        """Somebody looks away."""
        live.connections.discard(connection)
        live.used_at = now_ms()
        for seat in connection.seats:
            live.seen[seat] = live.used_at
        live.tell_presence()

    def seat_of(self, table: Table, token: str) -> int:
        """The seat that a token holds. Raises `Refusal`."""
        for seat in table.held((token_hash(token),)):
            return seat
        raise Refusal("not-seated", "this token holds no seat here")

    # Changing

    async def open(self, new: NewTable) -> tuple[str, tuple[HeldSeat, ...]]:
        """Opens a table; its id and the tokens of its people."""
        name = secrets.token_urlsafe(9)
        tokens = [secrets.token_urlsafe(16) if plan.kind == "human" else "" for plan in new.seats]
        hashes = tuple(token_hash(token) if token else "" for token in tokens)
        now = now_ms()
        events = decide.open_table(name, new.game, new.seats, hashes, new.options, secrets.token_hex(32), now)
        await self._create(events)
        table = self._live[name].table
        held = {token_hash(token): token for token in tokens if token}
        return name, tuple(
            HeldSeat(seat=number, token=held[seat.token])
            for number, seat in enumerate(table.seats, 1)
            if seat.token
        )

    async def _create(self, events: list[Event]) -> None:
        table = replay(events)
        await self._store.append(_append(table, 0, events))
        self._enter(table)

    def _enter(self, table: Table) -> None:
        now = now_ms()
        live = self._live[table.id] = Live(table, since=now, used_at=now)
        metrics.TABLES_OPENED.labels(table.game).inc()
        self._follow_up(live)

    async def sit(self, name: str, seat: int, person: str) -> HeldSeat:
        """Sits down in an open seat; its token."""
        live = await self.get(name)
        token = secrets.token_urlsafe(16)
        hashed = token_hash(token)
        await self._change(live, lambda table, now: decide.sit(table, seat, person, hashed, now))
        return HeldSeat(seat=self.seat_of(live.table, token), token=token)

    async def act(self, live: Live, seat: int, command: Command) -> int:
        """Carries out a seat's command; the revision at which it is on disk. Raises `Refusal`, `StoreUnavailable`."""
        live.seen[seat] = now_ms()
        with metrics.command_seconds(command.type).time():
            if isinstance(command, WantRematch):
                return await self._want_rematch(live, seat, command)
            away = live.away if isinstance(command, Replace) else None
            return await self._change(
                live, lambda table, now: decide.drafted(table, seat, command, now, away)
            )

    async def _change(self, live: Live, decider: Decider) -> int:
        """Decides, commits and tells. Another process may have written the table meanwhile: then it is read anew and
        tried once more."""
        async with live.lock:
            if live.stale:
                await self._catch_up(live)
            for attempt in (1, 2):
                now = now_ms()
                try:
                    decided = decider(live.table, now)
                except Refusal:
                    if attempt == 1 and await self._catch_up(live):
                        continue
                    raise
                draft = decided if isinstance(decided, Draft) else Draft.of(live.table, now, decided)
                events, after = draft.events, draft.table
                if not events:
                    return live.table.revision
                try:
                    await self._commit(live, _append(after, live.table.revision, events))
                except Conflict as conflict:
                    if conflict.revision == 0:  # it was swept away
                        self._live.pop(live.table.id, None)
                        raise NoSuchTable(live.table.id) from None
                    await self._catch_up(live)
                    if attempt == 2:
                        raise Refusal("busy", "too much happens at this table at once: try again") from None
                else:
                    break
            live.go_on(after, events, now)
            self._follow_up(live)
        await self._news.publish(after.id, after.revision)
        return after.revision

    async def _commit(self, live: Live, *appends: Append) -> None:
        try:
            await self._store.append(*appends)
        except (StoreUnavailable, asyncio.CancelledError):
            live.stale = True
            raise

    async def _want_rematch(self, live: Live, seat: int, command: WantRematch) -> int:
        """When the last one agrees, the next table opens together with the last event of this one, or neither."""
        async with live.lock:
            if live.stale:
                await self._catch_up(live)
            now = now_ms()
            events = decide.decide(live.table, seat, command, now)
            after = live.table
            for event in events:
                after = apply(after, event)
            last, opened = decide.rematch(after, secrets.token_urlsafe(9), secrets.token_hex(32), now)
            for event in last:
                after = apply(after, event)
            events += last
            if events:
                appends = [_append(after, live.table.revision, events)]
                if opened:
                    appends.append(_append(replay(opened), 0, opened))
                try:
                    await self._commit(live, *appends)
                except Conflict:
                    await self._catch_up(live)
                    raise Refusal("busy", "too much happens at this table at once: try again") from None
                if opened:
                    self._enter(replay(opened))
                live.go_on(after, events, now)
        await self._news.publish(after.id, after.revision)
        return after.revision

    async def keep_record(self, text: str) -> str:
        """Keeps a finished game from its record; the id under which it can be looked at."""
        name = secrets.token_urlsafe(9)
        await self._create(decide.keep_record(name, text, now_ms()))
        return name

    # What follows

    def _follow_up(self, live: Live) -> None:
        """Asks the bots whose turn it is, and sets the clock for the next deadline."""
        if self._closing:
            return
        table = live.table
        live.used_at = now_ms()
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if (deadline := table.deadline) is not None:
            wait = max(0.0, (deadline - now_ms()) / 1000) + 0.005
            live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._spawn(self._tick(live)))
        for seat in table.asked:
            question = (table.id, table.turn, seat)
            if table.seats[seat - 1].by_bot and question not in self._thinking:
                self._thinking.add(question)
                self._spawn(self._let_bot_decide(live, table, seat))

    async def _tick(self, live: Live) -> None:
        this = live.timer
        with contextlib.suppress(StoreUnavailable, Refusal):
            if now_ms() - self._beat_at < LONGEST_SILENCE:  # otherwise the clocks get their time back first
                await self._change(live, decide.tick)
        if live.timer is this and live.table.deadline is not None and not self._closing:
            live.timer = asyncio.get_running_loop().call_later(BEAT, lambda: self._spawn(self._tick(live)))

    async def _let_bot_decide(self, live: Live, table: Table, seat: int) -> None:
        try:
            move = await self._bot_move(live, table, seat)
            await self._insist(
                live, lambda now_table, now: decide.bot_decides(now_table, seat, move, table.turn, now)
            )
        except Refusal as refusal:  # the turn has passed, or the seat's owner is back
            log.info("bot too late", extra={"table": table.id, "seat": seat, "code": refusal.code})
        finally:
            self._thinking.discard((table.id, table.turn, seat))

    async def _insist(self, live: Live, decider: Decider) -> None:
        """Changes the table as soon as the store is there."""
        while True:
            try:
                await self._change(live, decider)
            except StoreUnavailable:
                await asyncio.sleep(1)
            else:
                return

    async def _bot_move(self, live: Live, table: Table, seat: int) -> str:
        """What the bot plays, not before people can follow."""
        begun = time.monotonic()
        move = await self._bot_thought(live, table, seat)
        real_dice = table.options.dice == "real" and table.rules.dice
        pause = CORRECTION_WINDOW if real_dice else self._settings.bot_pause
        await asyncio.sleep(max(0.0, begun + pause - time.monotonic()))
        return move

    async def _bot_thought(self, live: Live, table: Table, seat: int) -> str:
        if table.state.awaiting == (DICE,):
            return ROLL
        view = table.state.seen_by(seat)
        # The bot mustn't know the secret of the dice.
        chance = hashlib.sha256(f"{table.secret}|bot|{table.turn}|{seat}".encode()).hexdigest()
        if not table.seats[seat - 1].failed:
            level = table.seats[seat - 1].level or "greedy"
            question = Question(table.game, level, str(view), seat, chance)
            try:
                return await self._thinkers.ask(question)
            except BotFailure:
                metrics.BOT_FAILURES.inc()
                await self._insist(live, lambda now_table, now: decide.bot_failed(now_table, seat, now))
        return await asyncio.to_thread(bot(table.game, "greedy"), view, seat, Random(chance))


def _resume(table: Table, now: int, alive_until: int) -> list[Event]:
    return decide.resume(table, alive_until, now)


def _waits_for_server(table: Table) -> bool:
    """Does a clock run, or a bot think?"""
    return table.deadline is not None or any(table.seats[seat - 1].by_bot for seat in table.asked)


def _append(table: Table, after: int, events: list[Event]) -> Append:
    return Append(
        table=table.id,
        after=after,
        events=tuple(to_text(event) for event in events),
        game=table.game,
        status=table.status,
        public=table.options.public,
        waiting_for="server" if _waits_for_server(table) else "",
        at=events[-1].at,
    )
