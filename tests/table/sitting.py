"""A table that tests play at: it keeps the time, and checks that a refused command changes nothing."""

from __future__ import annotations

import pytest

from rowlock.rules import DICE, Refusal
from rowlock.rules.game import ROLL
from rowlock.table import decide, playing, seating
from rowlock.table.apply import apply, replay
from rowlock.table.commands import Command, Play
from rowlock.table.draft import Fresh
from rowlock.table.events import Event
from rowlock.table.options import Options, SeatPlan
from rowlock.table.table import Table

SECRET = "5e" * 32
NOON = 1_700_000_000_000
PLANS = {"h": SeatPlan("human", "Ada"), "b": SeatPlan("bot", level="easy"), "o": SeatPlan("open")}


class Sitting:
    """`seats` has a letter for each seat: h for a person, b for a bot, o for an open seat."""

    def __init__(
        self,
        game: str = "quixo",
        seats: str = "hh",
        secret: str = SECRET,
        *,
        options: Options | None = None,
        now: int = NOON,
    ) -> None:
        plans = tuple(PLANS[kind] for kind in seats)
        tokens = tuple(f"hash of seat {n}" if kind == "h" else "" for n, kind in enumerate(seats, 1))
        self.now = now
        options = options or Options(first=1)
        self.events = seating.open_table("table", game, plans, tokens, options, secret, self.now)
        self.table: Table = replay(self.events)
        self.opened: list[Event] = []
        """Of the table where the game goes on."""

    def add(self, events: list[Event]) -> list[Event]:
        """What the server does with events."""
        for event in events:
            self.table = apply(self.table, event)
        self.events += events
        return events

    def do(self, seat: int, command: Command, away: dict[int, int] | None = None) -> list[Event]:
        """A command that is carried out."""
        draft = decide.drafted(self.table, seat, command, self.now, away, lambda: Fresh("next", SECRET))
        self.opened += draft.opened
        return self.add(draft.events)

    def play(self, seat: int, *moves: str) -> None:
        """Moves of one seat, each in the turn that it is."""
        for move in moves:
            self.do(seat, Play(move, self.table.turn))

    def take_turns(self, *moves: str) -> None:
        """Moves of a game without dice, each by whoever is to move."""
        for move in moves:
            self.play(self.table.state.active, move)

    def refused(self, seat: int, command: Command, away: dict[int, int] | None = None) -> str:
        """The reason code of a command that is not carried out."""
        before = self.table
        with pytest.raises(Refusal) as refusal:
            decide.drafted(self.table, seat, command, self.now, away)
        assert self.table == before
        return refusal.value.code

    def refused_move(self, seat: int, move: str) -> str:
        """The same for a move in this turn."""
        return self.refused(seat, Play(move, self.table.turn))

    def wait(self, seconds: float) -> list[Event]:
        """Time passes, and what that brings about."""
        self.now += round(seconds * 1000)
        return self.add(playing.tick(self.table, self.now))

    def roll(self, faces: str = ROLL) -> None:
        """The active player rolls; with real dice these faces."""
        assert self.table.state.awaiting == (DICE,)
        self.play(self.table.awaiting[0], faces)


def real_dice(seats: str = "hh", *, auto_pass: bool = True) -> Sitting:
    """A Qwixx table where the test says what the dice show; seat 1 begins."""
    return Sitting("qwixx", seats, options=Options(first=1, dice="real", auto_pass=auto_pass))
