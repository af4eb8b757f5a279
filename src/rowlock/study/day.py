"""The day: one game and one puzzle, the same for everybody everywhere.

Which they are follows from the link of the day (`rowlock.table.days`). A game that is played every day offers
`DAY_GAME` in the module `day` of its part of this room; one whose puzzles are, `DAY_PUZZLES`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from rowlock.rules import GAMES, Move, Record
from rowlock.study.analysis import Judge
from rowlock.study.puzzles import Puzzle, puzzles
from rowlock.table import days

WORST, SMALL = 3, 0.05
"""How many decisions are named, and the points below which one costs nothing that anybody would see."""

Told = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in a game of one that was not forced, and what it cost."""

    ply: int
    move: Move
    best: Move
    cost: float


@dataclass(frozen=True, slots=True)
class Account:
    """How a game of one went, in expected points: start + luck + decisions + correction = result, up to rounding."""

    start: float
    luck: float
    decisions: float
    """What the own decisions cost, at most 0."""
    correction: float
    """What the judge changed its mind about; nothing, where it is a table."""
    result: int
    choices: tuple[Decision, ...]
    judge: Judge

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The decisions to learn from, the worst first: up to three."""
        costly = [one for one in self.choices if one.cost > SMALL]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:WORST])


@dataclass(frozen=True, slots=True)
class DayGame:
    """All that a game of the day offers."""

    game: str
    kept: Callable[[date], int | None]
    """The points of perfect play on a day, if they lie in the package."""
    perfect: Callable[[date], Record]
    """The game of perfect play, which knows no roll before it falls."""
    account: Callable[[Record, Told], Account]
    """How a game of one went. The first time, the game is solved for that, and it is told how much of it is done."""


@dataclass(frozen=True, slots=True)
class Day:
    """What everybody plays on a day."""

    date: date
    link: str
    game: str
    best: int | None
    """The points of perfect play, where they are known without solving the game."""
    puzzle: Puzzle


def day_of(when: date) -> Day:
    """The day of a date."""
    game = day_game()
    return Day(when, days.link(when), game.game, game.kept(when), puzzle_of(when))


@cache
def day_game() -> DayGame:
    """The game that is played every day."""
    found: DayGame = _offered("DAY_GAME")
    return found


def account(record: Record, told: Told = lambda _: None) -> Account:
    """How a game of one went: what the dice brought, and what each decision cost. Raises `ValueError`."""
    if record.game != day_game().game or len(record.seats) != 1:
        raise ValueError(f"only a game of {day_game().game} for one has such an account")
    return day_game().account(record, told)


def puzzle_of(when: date) -> Puzzle:
    """The puzzle of a day. None comes twice before all have been there: then they come in a new order."""
    number, begun = days.place(when), len(_puzzles())
    return _order(number // begun)[number % begun]


def _puzzles() -> tuple[Puzzle, ...]:
    return puzzles(_offered("DAY_PUZZLES"))


@cache
def _order(cycle: int) -> list[Puzzle]:
    """All puzzles, in the order of the SHA-256 of the link of the cycle's first day and their positions."""
    found = _puzzles()
    link = days.link(days.FIRST + timedelta(cycle * len(found)))
    return sorted(found, key=lambda one: hashlib.sha256(f"{link}|{one.position}".encode()).digest())


def _offered(name: str) -> Any:
    parts = (game.part("study", "day") for game in GAMES.values())
    return next(getattr(part, name) for part in parts if hasattr(part, name))
