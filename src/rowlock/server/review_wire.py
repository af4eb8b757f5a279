"""A finished game looked at again."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rowlock.rules.levels import Level
from rowlock.server.wire import Message
from rowlock.study.analysis import Judge
from rowlock.table.options import MOST_SEATS


class ReviewOption(Message):
    """A move that could be played, and what it let its seat hope for; where it is known, what it leads to."""

    move: str
    hope: float
    value: Literal["win", "draw", "loss"] | None
    plies: int | None


class ReviewStepView(Message):
    """One ply: what each seat may hope for after it, what changed that, and what a free decision cost."""

    ply: int
    seat: int
    move: str
    hopes: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[float, ...]
    others: tuple[float, ...]
    correction: tuple[float, ...]
    cost: float | None
    size: Literal["slip", "mistake", "blunder"] | None
    best: str | None
    exact: bool
    good: tuple[str, ...]
    """The moves that are as good as the best, or nearly."""
    options: tuple[ReviewOption, ...]
    """All that could be played, best first."""
    line: tuple[str, ...]
    """Of a mistake: the best move and how it might have gone on, each as `SEAT:MOVE`."""


class ReckoningView(Message):
    """How the game went for a seat: start + luck + decisions + others + correction = result."""

    seat: int
    start: float
    luck: float
    decisions: float
    others: float
    correction: float
    result: float
    adjusted: float
    accuracy: float | None
    performance: float | None
    called: Literal["flawless", "expert", "strong", "good", "fair", "learning"] | None
    choices: int
    right: int
    learn: tuple[int, ...]
    """The plies to learn from, the worst first."""


class Reviewed(Message):
    """A whole game."""

    status: Literal["done"]
    game: str
    judge: Judge
    """Who says what the moves are worth."""
    counts: bool
    """Does it say anything about how good its players are?"""
    seats: tuple[ReckoningView, ...]
    steps: tuple[ReviewStepView, ...]


class Thinking(Message):
    """It is being looked at; so much is done. Ask again."""

    status: Literal["thinking"]
    done: Annotated[float, Field(ge=0, le=1)]


class PlayedGame(Message):
    """What a review said of somebody's game."""

    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    performance: Annotated[float, Field(ge=0, le=1000)]


class HowGood(Message):
    """Games of one player, whose place on the scale of the bots is asked for."""

    game: Annotated[str, Field(max_length=20)]
    played: Annotated[tuple[PlayedGame, ...], Field(min_length=1, max_length=100)]


class SkillView(Message):
    """That place, its 95 % interval on either side, the level that is nearest, and the ratings of all levels."""

    rating: int
    margin: int
    like: Level
    games: int
    levels: dict[Level, int]
