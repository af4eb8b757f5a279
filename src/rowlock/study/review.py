"""A recorded game looked at again: luck and skill apart.

What a seat may hope for is its chance to win; at the end, 1, 0 or a shared win. From one moment to the next it
changes, and every change has a cause: `luck` is what a roll brought beyond the mean of all rolls, `decisions` what the
seat's own decisions cost against the best one, `others` what came of the others' decisions, and `correction` what the
evaluation itself changes its mind about. So for every seat start + luck + decisions + others + correction = result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rowlock.bots import Limit, Means
from rowlock.bots.registry import NOTHING
from rowlock.rules import GAMES, Move, Ply, Record
from rowlock.study.analysis import Judge, judge_of

Shares = tuple[float, ...]
"""One number for each seat, in seat order."""

Told = Callable[[float], None]
"""Hears which share of a review is done."""

Class = Literal["flawless", "expert", "strong", "good", "fair", "learning"]
CLASSES: tuple[tuple[int, Class], ...] = (
    (2, "flawless"),
    (6, "expert"),
    (12, "strong"),
    (20, "good"),
    (35, "fair"),
    (10_000, "learning"),
)
"""Performance up to so many thousandths of a chance lost at each decision that was not forced, and its name."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A change of what each seat may hope for, by its causes."""

    luck: Shares
    decisions: Shares
    others: Shares
    correction: Shares


Size = Literal["blunder", "mistake", "slip"]
SIZES: tuple[tuple[float, Size], ...] = ((0.12, "blunder"), (0.05, "mistake"), (0.02, "slip"))
"""A decision that gave at least so much away, and what it is called."""
WORTH_A_WORD = SIZES[-1][0]
"""What gave less away is called nothing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that could be played, and what it let its seat hope for; where it is known, what it leads to."""

    move: Move
    hope: float
    value: Literal["win", "draw", "loss"] | None = None
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One ply of the record: what it changed, and for a decision that was not forced what it cost."""

    ply: int
    """Its number in the record, from 1."""
    seat: int
    move: Move
    hopes: Shares
    """After it."""
    cause: Cause
    cost: float | None = None
    """What was given away against the best move; None for a roll, or where there was only one move."""
    best: Move | None = None
    spread: float | None = None
    """How much could have been given away: the best move against the worst."""
    exact: bool = False
    """Is that certain?"""
    options: tuple[Choice, ...] = ()
    """All that could be played, best first; nothing where there was no choice."""
    line: tuple[Ply, ...] = ()
    """Of a mistake: the best move, and how it might have gone on."""

    @property
    def size(self) -> Size | None:
        """What a decision is called that gave so much away; None if it is not worth a word."""
        return next((name for least, name in SIZES if self.cost is not None and self.cost >= least), None)

    @property
    def good(self) -> tuple[Move, ...]:
        """The moves that are as good as the best, or nearly; never one that is as bad as what was played."""
        if not self.options or self.cost is None:
            return ()
        slack = max(AS_GOOD, min(NEARLY, self.cost / 2))
        return tuple(one.move for one in self.options if self.options[0].hope - one.hope <= slack)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a game went for a seat."""

    seat: int
    name: str
    start: float
    luck: float
    decisions: float
    others: float
    correction: float
    result: float
    choices: int
    """How many decisions were not forced."""
    right: int
    """At how many of them the best move was played, or one as good."""
    given_away: float
    could_give_away: float

    @property
    def adjusted(self) -> float:
        """The result without the luck of the dice."""
        return self.result - self.luck

    @property
    def accuracy(self) -> float | None:
        """In per cent: 100 where nothing was given away, 0 where everything was that could be."""
        return 100 * (1 - self.given_away / self.could_give_away) if self.could_give_away > 0 else None

    @property
    def performance(self) -> float | None:
        """Thousandths of a chance to win that were lost at each decision that was not forced."""
        return 1000 * self.given_away / self.choices if self.choices else None

    @property
    def called(self) -> Class | None:
        """The class of that performance."""
        loss = self.performance
        return None if loss is None else next(name for most, name in CLASSES if loss <= most)


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game."""

    game: str
    judge: Judge
    """Who says what the moves are worth."""
    seats: tuple[Reckoning, ...]
    steps: tuple[ReviewStep, ...]

    def _repr_svg_(self) -> str:
        from rowlock.study.chart import chart

        return chart(self)

    def mistakes(self, seat: int, most: int = 3) -> tuple[ReviewStep, ...]:
        """The seat's decisions that cost most, the worst first."""
        own = [step for step in self.steps if step.seat == seat and step.cost and step.cost > AS_GOOD]
        return tuple(sorted(own, key=lambda step: -(step.cost or 0))[:most])


AS_GOOD = 0.0005
"""A move that costs no more than this is as good as the best."""
NEARLY = 0.01
"""And one that costs no more than this is nearly as good."""
A_LOOK = Limit(nodes=100_000)
"""So much is thought about a position, if nobody says otherwise: a whole game takes a second or two, and the same game
gets the same review everywhere."""


def can_review(game: str) -> bool:
    """Is there somebody who knows what the moves of this game are worth?"""
    part = GAMES[game].part("study")
    return part is not None and game in part.REVIEW


def review(
    record: Record,
    limit: Limit = A_LOOK,
    means: Means = NOTHING,
    told: Told = lambda share: None,  # noqa: ARG005 (nobody listens)
) -> Review:
    """Look at a game again; the limit is for each move that has to be thought about. A game offers its reviews in its
    part of this room: `START` and `REVIEW`, by its name. Raises `ValueError` where it offers none."""
    part = GAMES[record.game].part("study")
    if part is None or record.game not in part.REVIEW:
        raise ValueError(f"{record.game} can't be reviewed: nobody knows what its moves are worth")
    start: Shares = part.START[record.game](record.start, limit, means)
    steps: list[ReviewStep] = []
    for step in part.REVIEW[record.game](record, limit, means):
        steps.append(step)
        told(len(steps) / max(1, len(record.plies)))
    reckonings = tuple(_reckonings(record, start, steps))
    return Review(record.game, judge_of(record.game, record.start), reckonings, tuple(steps))


def _reckonings(record: Record, start: Shares, steps: Sequence[ReviewStep]) -> Iterator[Reckoning]:
    for seat, name in enumerate(record.seats, 1):
        causes = [step.cause for step in steps]
        own = [step for step in steps if step.seat == seat and step.cost is not None]
        luck, decisions, others, correction = (
            sum(getattr(cause, kind)[seat - 1] for cause in causes)
            for kind in ("luck", "decisions", "others", "correction")
        )
        hopes = steps[-1].hopes[seat - 1] if steps else start[seat - 1]
        result = _result(record, seat, hopes)
        yield Reckoning(
            seat=seat,
            name=name,
            start=start[seat - 1],
            luck=luck,
            decisions=decisions,
            others=others,
            correction=correction + result - hopes,  # a game that was not played out
            result=result,
            choices=len(own),
            right=sum((step.cost or 0) <= AS_GOOD for step in own),
            given_away=sum(step.cost or 0 for step in own),
            could_give_away=sum(step.spread or 0 for step in own),
        )


def _result(record: Record, seat: int, hopes: float) -> float:
    """1, 0 or a shared win; where the game is not over, what the seat may hope for."""
    outcome = record.outcome
    if outcome is None:
        return hopes
    if seat not in outcome.winners:
        return 0.0
    side = GAMES[record.game].side(seat, len(record.seats))
    return len(side) / len(outcome.winners)


def nothing(seats: int) -> Shares:
    """No change for anybody."""
    return (0.0,) * seats


def only(seats: int, seat: int, value: float) -> Shares:
    """A change for one seat."""
    return tuple(value if number == seat else 0.0 for number in range(1, seats + 1))


def difference(after: Shares, before: Shares) -> Shares:
    """What has changed for each seat."""
    return tuple(now - then for now, then in zip(after, before, strict=True))
