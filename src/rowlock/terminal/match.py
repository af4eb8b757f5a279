"""A match: one game at a table of its own, with people and bots in its seats. It neither prints nor asks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rowlock.bots import Question, bot, get_ready
from rowlock.rules import DICE, Move, Outcome, Ply, Record, Refusal, State
from rowlock.rules.levels import BOT
from rowlock.table import days, dice
from rowlock.table.apply import opening
from rowlock.table.commands import AnswerTakeback, AskTakeback, Command, Play
from rowlock.table.decide import drafted
from rowlock.table.events import Opened
from rowlock.table.options import Options, SeatPlan
from rowlock.table.table import Table

"""How the name of a seat begins in which a bot sits: `bot greedy`."""

REPETITION = "Repetition"
"""The tag for the house rule that a position reached three times is a draw; `no` where it doesn't hold."""

REAL_DICE = ("Dice", "real")
"""The tag of a game in which people roll their own dice."""

DAY = "DiceDay"
"""The tag of a game with the dice of a day."""

NO_TIME = 0
"""When something happens, at a table without a clock."""


class Match:
    """A game from its record on. `seed` decides what the dice show and what bots do by chance."""

    def __init__(self, record: Record, seed: str) -> None:
        self.seed = seed
        named = {seat: bot_name(name) for seat, name in enumerate(record.seats, 1)}
        self.bots = {seat: bot(record.game, name) for seat, name in named.items() if name is not None}
        self.begun = record
        self.table = _table(record)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.table.state

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which people sit."""
        return tuple(seat for seat in range(1, self.state.seats + 1) if seat not in self.bots)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its moves, by the house rule, or by what the people at the table agreed."""
        return self.table.outcome

    @property
    def next_seat(self) -> int:
        """Who is asked next. Where several decide at the same time, the bots don't keep people waiting."""
        return min(self.state.awaiting, key=lambda seat: (seat not in self.bots, seat))

    @property
    def revealed(self) -> int:
        """How many plies everybody may know: all but the decisions that wait for others of the same action."""
        return self.table.action

    @property
    def simultaneous(self) -> bool:
        """Do several seats decide at the same time now?"""
        return len(self.table.states[self.revealed].awaiting) > 1

    def play(self, seat: int, move: Move) -> None:
        """Add a decision, or a roll. Raises `IllegalMove` and changes nothing otherwise."""
        self._do(self.state.active if seat == DICE else seat, Play(move, self.table.turn))

    def _do(self, seat: int, command: Command) -> None:
        self.table = drafted(self.table, seat, command, NO_TIME).table

    def get_ready(self, seat: int) -> None:
        """Load what the bot in a seat needs, unless it is there. The first time that can take long."""
        name = bot_name(self.begun.seats[seat - 1])
        get_ready(self.table.game, name or "", self.state.seen_by(seat))

    def bot_move(self, seat: int) -> Move:
        """What the bot in a seat decides, knowing no more than the seat may see."""
        past = [state.seen_by(seat) for state in self.table.states[:-1]]
        return self.bots[seat](Question(self.state.seen_by(seat), seat, past, self._chance(seat)))

    def roll(self) -> Move:
        """A roll of the dice, all rolls being equally likely; or that of the day whose dice these are."""
        if day := self.begun.tag(DAY):
            link, entropy = days.link(days.read(day)), dice.first_entropy(day)
            rolls = sum(ply.seat == DICE for ply in self.table.plies)
            return dice.roll_for_all(link, entropy, rolls + 1, self.state.legal_moves(DICE))
        return self._chance(DICE).choice(self.state.legal_moves(DICE))

    def _chance(self, seat: int) -> Random:
        """The same seed at the same place of a game gives the same result, also after undo and resume."""
        return Random(f"{self.seed} {len(self.table.plies)} {seat}")

    def undo(self) -> bool:
        """Take back the last decision of a person and everything since, but never a roll; was there any?"""
        before = self.begun, self.table
        try:
            self._take_back()
        except Refusal:
            self.begun, self.table = before
            return False
        return True

    def _take_back(self) -> None:
        if self.outcome and self._reopen() in self.people:
            return
        decided = [ply.seat for ply in self.table.plies if ply.seat in self.people]
        if not decided:
            raise Refusal("no-takeback", "nobody has decided anything yet")
        self._do(decided[-1], AskTakeback())
        for other in self.table.present:
            if self.table.takeback not in (None, other):  # at one keyboard all agree
                self._do(other, AnswerTakeback(agree=True))

    def _reopen(self) -> int:
        """A table takes nothing back once its game is over, so a new one opens where the last decision was still to be
        made; whose was it?"""
        plies = [Ply(ply.seat, ply.move) for ply in self.table.plies]
        if not plies or plies[-1].seat == DICE:
            raise Refusal("no-takeback", "nobody decided how this game ended")
        tags = tuple(tag for tag in self.begun.tags if tag[0] != "Result")
        self.begun = replace(self.begun, tags=tags).with_plies(plies[:-1])
        self.table = _table(self.begun)
        return plies[-1].seat

    @property
    def record(self) -> Record:
        """The game so far, decisions included that are still sealed, and its result if there is one."""
        record = self.begun.with_plies(Ply(ply.seat, ply.move) for ply in self.table.plies)
        return record.ended(self.outcome) if self.outcome else record

    def __str__(self) -> str:
        """The record as it is saved."""
        return str(self.record)


def _table(record: Record) -> Table:
    """A table at which a game goes on. Who thinks for a seat, a head or a bot, is no business of this table: it takes
    what is decided at the keyboard, and rolls that come from there."""
    people = tuple(SeatPlan("human", name) for name in record.seats)
    agreed = Options(dice="real", repetition=record.tag(REPETITION) != "no", auto_pass=False)
    return opening(
        Opened(NO_TIME, "", record.game, people, ("",) * len(people), agreed, "", record=str(record))
    )


def bot_name(seat: str) -> str | None:
    """The name of the bot that a seat's name speaks of; None for a person."""
    return seat.removeprefix(BOT) if seat.startswith(BOT) else None
