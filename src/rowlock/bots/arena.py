"""Bots against each other: many games, and what they prove.

Game g is begun by seat g modulo the number of seats, and draws its chance from the seed and its number alone, so the
result is the same on any number of cores. Shared first places are split.
"""

from __future__ import annotations

import math
import multiprocessing
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from rowlock.bots import BOTS
from rowlock.rules import DICE, GAMES, REPETITIONS, State

PORTION = 500
"""How many games are handed to a core at a time."""
CONFIDENCE = 1.96
"""Standard errors on either side of a mean, for 95 %."""

Results = NDArray[np.float64]
"""`[game, seat, 2]`: the share of the first place, and the score (0 in a game without points)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat reached: its share of first places and its mean score, each with its 95 % interval.

    A single game has no interval: its margins are not a number.
    """

    name: str
    games: int
    wins: float
    wins_margin: float
    score: float
    score_margin: float


def seat_names(game: str) -> tuple[str, ...]:
    """Who may sit in the arena."""
    if game == "qwixx":
        from rowlock.bots.qwixx.players import NAMES

        return NAMES
    return tuple(BOTS[game])


def seat_counts(game: str, name: str) -> tuple[int, ...]:
    """With how many seats one of them can play."""
    if game == "qwixx":
        from rowlock.bots.qwixx.players import seat_counts

        return seat_counts(name)
    return GAMES[game].seat_counts


def arena(
    game: str,
    names: Sequence[str],
    games: int,
    seed: int = 1,
    cores: int = 1,
    told: Callable[[int], None] = lambda done: None,  # noqa: ARG005 (nobody listens)
) -> list[Standing]:
    """Play the games and tell how each seat fared; `told` hears how many games are done."""
    results: list[Results] = []
    done = 0
    for portion in _portions(game, names, games, seed, cores):
        results.append(portion)
        done += len(portion)
        told(done)
    together = np.concatenate(results)
    means = together.mean(axis=0)
    spread = together.std(axis=0, ddof=1) if games > 1 else np.full_like(means, math.nan)
    margins = CONFIDENCE * spread / math.sqrt(games)
    # Who wins all games, or none, may still be beaten once: in about 3 of so many (the rule of three).
    # A share is never off by more than all, however few the games.
    margins[:, 0] = np.minimum(np.where(spread[:, 0] == 0, 3 / games, margins[:, 0]), 1)
    return [
        Standing(
            name, games, *(float(x) for pair in zip(means[seat], margins[seat], strict=True) for x in pair)
        )
        for seat, name in enumerate(names)
    ]


def _portions(game: str, names: Sequence[str], games: int, seed: int, cores: int) -> Iterator[Results]:
    cuts = [(first, min(PORTION, games - first)) for first in range(0, games, PORTION)]
    play = partial(_play, game, tuple(names), seed)
    if cores == 1:
        yield from map(play, cuts)
        return
    # Started afresh, not forked: compiled kernels and threads don't survive a fork.
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(play, cuts)


def _play(game: str, names: tuple[str, ...], seed: int, cut: tuple[int, int]) -> Results:
    first, count = cut
    if game == "qwixx":
        from rowlock.bots.qwixx.players import player
        from rowlock.bots.qwixx.simulate import simulate

        players = [player(name, len(names)) for name in names]
        scores = simulate(players, count, seed, first).scores.astype(np.float64)
        best = scores == scores.max(axis=1, keepdims=True)
        return np.stack([best / best.sum(axis=1, keepdims=True), scores], axis=2)
    return np.array([_one_game(game, names, seed, number) for number in range(first, first + count)])


def _one_game(game: str, names: tuple[str, ...], seed: int, number: int) -> list[tuple[float, float]]:
    rng = Random(f"{seed} {number}")
    seats = range(1, len(names) + 1)
    state: State = GAMES[game].start(len(names), number % len(names) + 1)
    reached: Counter[Hashable] = Counter()
    while state.outcome is None:
        if GAMES[game].two_sides:
            reached[state.key] += 1
            if reached[state.key] == REPETITIONS:  # a draw
                return [(0.5, 0.0) for _ in seats]
        seat = state.awaiting[0]
        if seat == DICE:
            move = rng.choice(state.legal_moves(DICE))
        else:
            move = BOTS[game][names[seat - 1]](state.seen_by(seat), seat, rng)
        state = state.play(seat, move)
    winners = state.outcome.winners
    first_places = len(winners) / len(GAMES[game].side(winners[0], len(names)))
    scores = state.outcome.scores or (0,) * len(names)
    return [(1 / first_places if seat in winners else 0.0, float(scores[seat - 1])) for seat in seats]
