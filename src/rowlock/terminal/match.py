"""A match: one game from its first move on, with people and bots in its seats. It neither prints nor asks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from rowlock.bots import Bot, Question, bot
from rowlock.rules import DICE, Move, Outcome, Ply, Record, State, repeated
from rowlock.rules.record import parse_result

BOT = "bot "
"""How the name of a seat begins in which a bot sits: `bot greedy`."""

REPETITION = "Repetition"
"""The tag for the house rule that a position reached three times is a draw; `no` where it doesn't hold."""


@dataclass(slots=True)
class Match:
    """The record so far, and all its states. `seed` decides what the dice show and what bots do by chance."""

    record: Record
    seed: str
    states: list[State] = field(init=False)
    bots: dict[int, Bot] = field(init=False)

    def __post_init__(self) -> None:
        self.states = list(self.record.states())
        named = {seat: bot_name(name) for seat, name in enumerate(self.record.seats, 1)}
        self.bots = {seat: bot(self.record.game, name) for seat, name in named.items() if name is not None}

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.states[-1]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats in which people sit."""
        return tuple(seat for seat in range(1, self.state.seats + 1) if seat not in self.bots)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its moves, by the house rule, or by what the people at the table agreed."""
        if self.state.outcome:
            return self.state.outcome
        if self.record.tag(REPETITION) != "no" and repeated(self.states):
            return Outcome("repetition", (1,) * self.state.seats)
        agreed = self.record.tag("Result")
        return parse_result(agreed) if agreed else None

    @property
    def next_seat(self) -> int:
        """Who is asked next. Where several decide at the same time, the bots don't keep people waiting."""
        return min(self.state.awaiting, key=lambda seat: (seat not in self.bots, seat))

    @property
    def revealed(self) -> int:
        """How many plies everybody may know: all but the decisions that wait for others of the same action."""
        done = len(self.record.plies)
        while done and len(self.states[done - 1].awaiting) > 1:
            done -= 1
        return done

    @property
    def simultaneous(self) -> bool:
        """Do several seats decide at the same time now?"""
        return len(self.states[self.revealed].awaiting) > 1

    def play(self, seat: int, move: Move) -> None:
        """Add a decision, or a roll. Raises `IllegalMove` and changes nothing otherwise."""
        self.states.append(self.state.play(seat, move))
        self.record = replace(self.record, plies=(*self.record.plies, Ply(seat, move)))

    def bot_move(self, seat: int) -> Move:
        """What the bot in a seat decides, knowing no more than the seat may see."""
        return self.bots[seat](Question(self.state.seen_by(seat), seat, self.states[:-1], self._chance(seat)))

    def roll(self) -> Move:
        """A roll of the dice, all rolls being equally likely."""
        return self._chance(DICE).choice(self.state.legal_moves(DICE))

    def _chance(self, seat: int) -> Random:
        """The same seed at the same place of a game gives the same result, also after undo and resume."""
        return Random(f"{self.seed} {len(self.record.plies)} {seat}")

    def undo(self) -> bool:
        """Take back the last decision of a person and everything since, but never a roll; was there any?"""
        for kept in reversed(range(len(self.record.plies))):
            seat = self.record.plies[kept].seat
            if seat == DICE:
                break
            if seat not in self.bots:
                tags = tuple(tag for tag in self.record.tags if tag[0] != "Result")
                self.record = replace(self.record, tags=tags, plies=self.record.plies[:kept])
                del self.states[kept + 1 :]
                return True
        return False

    def __str__(self) -> str:
        """The record as it is saved, with the result if there is one."""
        return str(self.record.ended(self.outcome) if self.outcome else self.record)


def bot_name(seat: str) -> str | None:
    """The name of the bot that a seat's name speaks of; None for a person."""
    return seat.removeprefix(BOT) if seat.startswith(BOT) else None
