"""Bots at the table: asked when it is their turn, and just another sender of commands."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from functools import lru_cache
from random import Random

from rowlock.bots import Question, of_game, random_move
from rowlock.rules import DICE, Refusal, State
from rowlock.rules.game import ROLL
from rowlock.server import metrics
from rowlock.server.job import Job
from rowlock.server.ledger import Decider, Ledger
from rowlock.server.live import Live
from rowlock.server.tasks import Tasks
from rowlock.server.thinking import BotFailure, NotReady, Thinkers, TooManyWait
from rowlock.store import StoreUnavailable
from rowlock.table import standing_in
from rowlock.table.table import Table

log = logging.getLogger("rowlock.bots")

CORRECTION_WINDOW = 4.0
"""Seconds in which bots leave people time to correct real dice."""


class BotSeats:
    """Asks the bots of all tables. A question is (table, turn, seat), so asking twice does no harm."""

    def __init__(self, ledger: Ledger, thinkers: Thinkers, tasks: Tasks, pause: float) -> None:
        self._ledger, self._thinkers, self._tasks, self._pause = ledger, thinkers, tasks, pause
        self._asked: dict[tuple[str, int, int], tuple[Live, float]] = {}
        """Since when."""

    def ask(self, live: Live) -> None:
        """Asks the bots whose turn it is at a table, those that aren't asked already."""
        table = live.table
        for seat in table.awaiting:
            question = (table.id, table.turns[seat - 1], seat)
            if table.seats[seat - 1].by_bot and question not in self._asked:
                self._asked[question] = live, time.monotonic()
                self._tasks.spawn(self._let_decide(live, table, seat))

    async def _let_decide(self, live: Live, table: Table, seat: int) -> None:
        turn = table.turns[seat - 1]
        try:
            move = await self._move(live, table, seat)
            await self._insist(
                live, lambda now_table, now: standing_in.bot_decides(now_table, seat, move, turn, now)
            )
        except Refusal as refusal:  # the turn has passed, or the seat's owner is back
            log.info("bot too late", extra={"table": table.id, "seat": seat, "code": refusal.code})
        finally:
            self._asked.pop((table.id, turn, seat), None)

    def asked(self, long: float) -> set[Live]:
        """The tables whose bots have been thinking for so many seconds."""
        begun = time.monotonic() - long
        return {live for live, since in self._asked.values() if since < begun}

    async def _insist(self, live: Live, decider: Decider) -> None:
        """Changes the table as soon as the store is there and others let us."""
        while True:
            try:
                await self._ledger.change(live, decider)
            except StoreUnavailable:
                await asyncio.sleep(1)
            except Refusal as refusal:
                if refusal.code != "busy":
                    raise
                await asyncio.sleep(1)
            else:
                return

    async def _move(self, live: Live, table: Table, seat: int) -> str:
        """What the bot plays, not before people can follow."""
        begun = time.monotonic()
        move = await self._thought(live, table, seat)
        real_dice = table.options.dice == "real" and table.rules.dice
        pause = CORRECTION_WINDOW if real_dice else self._pause
        await asyncio.sleep(max(0.0, begun + pause - time.monotonic()))
        return move

    async def _thought(self, live: Live, table: Table, seat: int) -> str:
        if table.state.awaiting == (DICE,):
            return ROLL
        view = table.state.seen_by(seat)
        # The bot mustn't know the secret of the dice.
        chance = hashlib.sha256(f"{table.secret}|bot|{table.turns[seat - 1]}|{seat}".encode()).hexdigest()
        level = table.seats[seat - 1].level
        if level and not table.seats[seat - 1].failed:
            past = tuple(position_text(state) for state in table.states[:-1])
            job = Job(table.id, table.game, level, str(view), past, seat, chance)
            try:
                return await self._thinkers.ask(job, asker=live.household, people_wait=bool(table.present))
            except NotReady as job_waits:
                log.warning("compiling, once, so a simpler bot answers this time: %s", job_waits)
            except TooManyWait as crowd:
                metrics.HURRIED.inc()
                log.info("a simpler bot answers this time: %s", crowd, extra={"table": table.id})
            except BotFailure as failure:
                metrics.BOT_FAILURES.inc()
                log.warning(
                    "a bot could not decide, so a simpler one plays in its seat from now on: %s", failure
                )
                await self._insist(live, lambda now_table, now: standing_in.bot_failed(now_table, seat, now))
        simple = of_game(table.game).bots.get("greedy", random_move)
        return await asyncio.to_thread(simple, Question(view, seat, table.states[:-1], Random(chance)))


@lru_cache(10_000)
def position_text(state: State) -> str:
    """A state as text. All states of a game are told with every question, and most have been told before."""
    return str(state)
