"""How good somebody is: a place on the scale of the bots, from what reviewed games say of the decisions.

A game's scale has two parts. The ratings come from the arena: who is 400 above another wins ten games of eleven, ties
split. The performances come from reviews of games of the bots: what a player of that rating loses at each decision,
for each number of players. Between two bots the rating is a straight line over the logarithm of 1 + performance.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from rowlock.rules import GAMES, Record
from rowlock.rules.levels import LEVELS, Level

CONFIDENCE = 1.96
"""Standard errors on either side of a mean, for 95 %."""
LEAST_SPREAD = 1.0
"""Whoever loses nothing at all may still have been lucky: single games are at least so far from the mean."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Where a bot stands, and its 95 % interval on either side."""

    rating: int
    margin: int


@dataclass(frozen=True, slots=True)
class Performance:
    """What a bot loses at a decision that is not forced, in thousandths: the mean over its games, and how far single
    games are from it (their standard deviation)."""

    mean: float
    spread: float
    games: int


@dataclass(frozen=True, slots=True)
class Scale:
    """The ratings of a game's bots, the weakest first, and for each number of players their performances."""

    ratings: dict[str, Rating]
    performances: dict[int, dict[str, Performance]]


@dataclass(frozen=True, slots=True)
class Played:
    """What a review said of a game: with how many players, and the performance of the one in question."""

    seats: int
    performance: float


@dataclass(frozen=True, slots=True)
class Skill:
    """A place on the scale, its 95 % interval on either side, and the level that is nearest."""

    rating: int
    margin: int
    like: Level
    games: int


def scale_file(game: str) -> Path | None:
    """Where a game keeps its scale; None for a game that has none."""
    part = GAMES[game].part("study") if game in GAMES else None
    return cast(Path, part.SCALES[game]) if part and game in getattr(part, "SCALES", {}) else None


@cache
def scale(game: str) -> Scale:
    """The scale of a game. Raises `ValueError` if it has none."""
    path = scale_file(game)
    if path is None or not path.exists():
        raise ValueError(f"{game} has no scale to place anybody on")
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Scale(
        {name: Rating(**one) for name, one in kept["ratings"].items()},
        {
            int(seats): {name: Performance(**one) for name, one in some.items()}
            for seats, some in kept["performances"].items()
        },
    )


def counts(record: Record) -> bool:
    """Does a game say anything about skill: from the usual start, with a number of players that the scale knows?"""
    path, seats = scale_file(record.game), len(record.seats)
    if path is None or seats not in scale(record.game).performances:
        return False
    return record.start == GAMES[record.game].start(seats, record.start.active)


def skill(game: str, played: Sequence[Played]) -> Skill:
    """Where somebody stands who performed so in these games; the order does not matter. Raises `ValueError` for a game,
    or a number of players, without a scale, and where there are no games."""
    known = scale(game)
    numbers = sorted({one.seats for one in played})
    if not numbers:
        raise ValueError("nobody's skill is known without a game")
    found: list[tuple[float, float]] = []
    for seats in numbers:
        if seats not in known.performances:
            raise ValueError(f"nobody knows what performances are worth in {game} with {seats} players")
        found.append(_place(known, seats, [one.performance for one in played if one.seats == seats]))
    weights = [1 / error**2 for _, error in found]
    rating = sum(weight * place for weight, (place, _) in zip(weights, found, strict=True)) / sum(weights)
    margin = CONFIDENCE / math.sqrt(sum(weights))
    like = min(LEVELS, key=lambda level: abs(known.ratings[level].rating - rating))
    return Skill(round(rating), round(margin), like, len(played))


def _place(known: Scale, seats: int, performances: Sequence[float]) -> tuple[float, float]:
    """The rating of games with so many players, and its standard error."""
    line = _Line.of(known, seats)
    # Who is better than the best can't be told from it, and has its error.
    mean = min(max(sum(performances) / len(performances), line.best), line.worst)
    error = line.spread(mean) / math.sqrt(len(performances))
    place, worse, better = (line.rating(loss) for loss in (mean, mean + error, mean - error))
    sides = [
        side for side in (place - worse, better - place) if side > 0
    ]  # at an end of the scale there is one
    return place, sum(sides) / len(sides)


@dataclass(frozen=True, slots=True)
class _Line:
    """Points of bots, best first: logarithm of 1 + performance, rating and spread."""

    best: float
    worst: float
    logs: list[float]
    ratings: list[float]
    spreads: list[float]

    @staticmethod
    def of(known: Scale, seats: int) -> _Line:
        some = sorted(known.performances[seats].items(), key=lambda item: item[1].mean)
        return _Line(
            some[0][1].mean,
            some[-1][1].mean,
            [math.log1p(one.mean) for _, one in some],
            [known.ratings[name].rating for name, _ in some],
            [one.spread for _, one in some],
        )

    def rating(self, performance: float) -> float:
        return self._between(performance, self.ratings)

    def spread(self, performance: float) -> float:
        return max(LEAST_SPREAD, self._between(performance, self.spreads))

    def _between(self, performance: float, values: Sequence[float]) -> float:
        """Nobody is placed beyond the best and the worst."""
        at = math.log1p(max(0.0, performance))
        right = bisect_left(self.logs, at)
        if right == 0:
            return values[0]
        if right == len(self.logs):
            return values[-1]
        part = (at - self.logs[right - 1]) / (self.logs[right] - self.logs[right - 1])
        return values[right - 1] + part * (values[right] - values[right - 1])
