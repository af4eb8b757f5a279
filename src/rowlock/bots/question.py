"""What a bot is asked, and what can be answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, Protocol

from rowlock.rules import Move, State

Value = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class Limit:
    """How much thinking a question is worth. What isn't limited is up to whoever thinks."""

    seconds: float | None = None
    nodes: int | None = None
    """Positions to look at. The same number gives the same answer on every machine."""
    depth: int | None = None


class Stop:
    """By which a question is taken back, from another thread: whoever thinks answers at once with what is known."""

    def __init__(self) -> None:
        self.said = False
        self._hearers: list[Callable[[], None]] = []

    def say(self) -> None:
        """Enough."""
        self.said = True
        for hear in self._hearers:
            hear()

    def heard_by(self, hear: Callable[[], None]) -> None:
        """Whoever can't look here while thinking is called."""
        self._hearers.append(hear)


@dataclass(frozen=True, slots=True)
class Question:
    """What to play: the game as a seat may see it, and how it came there."""

    view: State
    seat: int
    past: Sequence[State] = ()
    """The states before this one, oldest first; so that repetitions are known."""
    chance: Random = field(default_factory=Random)
    limit: Limit = Limit()
    stop: Stop = field(default_factory=Stop)
    tell: Callable[[str], None] = field(default=lambda text: None)  # noqa: ARG005 (nobody listens)
    """Hears what is worth saying while somebody waits: a line that takes the place of the one before."""

    def check(self) -> None:
        """Raises `ValueError` if the seat has nothing to decide."""
        if self.seat not in self.view.awaiting:
            raise ValueError(f"seat {self.seat} has nothing to decide in '{self.view}'")


Bot = Callable[[Question], Move]
"""Who can sit in a seat without a person. Any function will do. One that remembers anything is an object with a method
`fresh(means)`, which makes another one that has nothing to remember yet."""


@dataclass(frozen=True, slots=True)
class Option:
    """A move, and what it is worth to the seat that makes it. What isn't known is None."""

    move: Move
    exact: bool = False
    """Is its value certain, by a table or a proof?"""
    value: Value | None = None
    plies: int | None = None
    """How many plies the end is away, the move included."""
    score: int | None = None
    """What a search makes of it: hundred times the logit of what to expect."""
    chance: float | None = None
    """To win, ties split."""
    points: float | None = None
    """Expected at the end."""
    line: tuple[Move, ...] = ()
    """How it might go on, the move itself first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, every option that was looked at, best first, how far ahead, and at how many positions."""

    move: Move
    options: tuple[Option, ...] = ()
    depth: int | None = None
    nodes: int | None = None

    @property
    def chosen(self) -> Option:
        """The move with what it is worth."""
        return next((option for option in self.options if option.move == self.move), Option(self.move))


class Mind(Protocol):
    """One who thinks about a game, with a memory of what was thought before. For one thread at a time."""

    def decide(self, level: str, question: Question) -> Answer:
        """What a level plays."""

    def options(self, question: Question) -> Answer:
        """Every move of the seat with what it is worth, best first."""
