"""Bots against each other: many games, and what they prove.

Game g is begun by seat g modulo the number of seats, and draws its chance from the seed and its number alone, so the
result is the same on any number of cores, unless a bot thinks by the clock. Shared first places are split.
"""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from types import MappingProxyType

import numpy as np

from rowlock.bots.question import Bot, Limit, Question
from rowlock.bots.registry import NO_LIMIT, UnknownBot, bot, of_game
from rowlock.bots.simulation import Results, Simulation
from rowlock.bots.workers import workers
from rowlock.rules import DICE, GAMES, REPETITIONS, State
from rowlock.rules.game import shown
from rowlock.solve.batch import Batch

PORTION = 500
"""How many simulated games are handed to a core at a time."""
FEW = 4
"""The same for games in which bots think."""
Chosen = Mapping[str, str]
USUAL: Chosen = MappingProxyType({})
CONFIDENCE = 1.96
"""Standard errors on either side of a mean, for 95 %."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What one seat reached: its share of first places and its mean score, each with its 95 % interval, and how many
    first places it shared.

    A single game has no interval: its margins are not a number.
    """

    name: str
    games: int
    wins: float
    wins_margin: float
    score: float
    score_margin: float
    shared: int
    """Draws, and first places with as many points as another."""


def seat_names(game: str) -> tuple[str, ...]:
    """Who may sit in the arena."""
    simulated = _simulation(game)
    return tuple(dict.fromkeys([*of_game(game).bots, *(simulated.names if simulated else ())]))


def check(game: str, names: Sequence[str], chosen: Chosen = USUAL) -> None:
    """Raises `UnknownBot`, or `ValueError` where they can't sit at one table."""
    GAMES[game].start(None, 1, **chosen)
    known = seat_names(game)
    for name in names:
        if name not in known:
            raise UnknownBot(f"no {shown(name)} plays {game}, only {', '.join(known)}")
    counts = GAMES[game].seat_counts
    if len(names) not in counts:
        raise ValueError(f"{game} has {_one_of(counts)} seats, not {len(names)}")
    simulated = _simulation(game)
    for name in names:
        if simulated and name in simulated.names and len(names) not in simulated.seat_counts(name):
            counts = simulated.seat_counts(name)
            raise ValueError(f"{name} plays with {_one_of(counts)} seats, not {len(names)}")
    if not _can_simulate(game, names, chosen):
        alone = [name for name in names if name not in of_game(game).bots]
        if alone:
            own = next(
                (name for name in names if simulated is None or name not in simulated.names), "this sheet"
            )
            raise ValueError(f"{alone[0]} plays only in the fast simulation, and {own} is not there")


def _one_of(counts: Sequence[int]) -> str:
    *some, last = map(str, counts)
    return f"{', '.join(some)} or {last}" if some else last


def needs(game: str, names: Sequence[str], chosen: Chosen = USUAL) -> tuple[Batch, ...]:
    """What is compiled before they can play."""
    simulated = _simulation(game)
    if simulated and _can_simulate(game, names, chosen):
        return tuple(simulated.needs)
    start = GAMES[game].start(len(names))
    return tuple(batch for name in names for batch in of_game(game).needs(name, start))


def arena(
    game: str,
    names: Sequence[str],
    games: int,
    seed: int = 1,
    cores: int = 1,
    told: Callable[[int], None] = lambda done: None,  # noqa: ARG005 (nobody listens)
    limit: Limit = NO_LIMIT,
    chosen: Chosen = USUAL,
) -> list[Standing]:
    """Play the games and tell how each seat fared; `told` hears how many games are done. The limit is for each
    move; who needs less takes less. What is chosen is what the game lets choose. Raises `ValueError`."""
    check(game, names, chosen)
    results: list[Results] = []
    done = 0
    for portion in _portions(game, names, games, seed, cores, limit, chosen):
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
            name,
            games,
            wins=float(means[seat, 0]),
            wins_margin=float(margins[seat, 0]),
            score=float(means[seat, 1]),
            score_margin=float(margins[seat, 1]),
            shared=int(np.sum((together[:, seat, 0] > 0) & (together[:, seat, 0] < 1))),
        )
        for seat, name in enumerate(names)
    ]


def _simulation(game: str) -> Simulation | None:
    offered = of_game(game).simulation
    return offered() if offered else None


def _can_simulate(game: str, names: Sequence[str], chosen: Chosen) -> bool:
    """Are all of them in the fast simulation, which knows the usual game, and none replaced by a bot of somebody's
    own?"""
    simulated = _simulation(game)
    return (
        simulated is not None
        and not chosen
        and all(name in simulated.names and not _is_own(game, name) for name in names)
    )


def _is_own(game: str, name: str) -> bool:
    """Has somebody put this bot there?"""
    own = of_game(game)
    return name in own.bots and own.bots[name] is not own.built_in.get(name)


def _portions(
    game: str, names: Sequence[str], games: int, seed: int, cores: int, limit: Limit, chosen: Chosen
) -> Iterator[Results]:
    simulated = _can_simulate(game, names, chosen)
    size = PORTION if simulated else FEW
    cuts = [(first, min(size, games - first)) for first in range(0, games, size)]
    own = {name: of_game(game).bots[name] for name in names if _is_own(game, name)}
    play = partial(_simulate if simulated else _play, game, tuple(names), seed)
    if not simulated:
        play = partial(play, own, limit, dict(chosen))
    if cores == 1 or len(cuts) == 1:
        yield from map(play, cuts)
        return
    try:
        pickle.dumps(own)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise ValueError(
            f"{', '.join(own)} can't be sent to other processes: write it as a function of a module, or play on "
            "one core"
        ) from None
    with workers(cores) as pool:
        yield from pool.map(play, cuts)


def _simulate(game: str, names: tuple[str, ...], seed: int, cut: tuple[int, int]) -> Results:
    simulated = _simulation(game)
    assert simulated
    first, count = cut
    return simulated.play(names, count, seed, first)


def _play(
    game: str,
    names: tuple[str, ...],
    seed: int,
    own: Mapping[str, Bot],
    limit: Limit,
    chosen: Chosen,
    cut: tuple[int, int],
) -> Results:
    first, count = cut
    return np.array(
        [_one_game(game, names, seed, own, limit, chosen, number) for number in range(first, first + count)]
    )


def _one_game(
    game: str,
    names: tuple[str, ...],
    seed: int,
    own: Mapping[str, Bot],
    limit: Limit,
    chosen: Chosen,
    number: int,
) -> list[tuple[float, float]]:
    chance = Random(f"{seed} {number}")
    seats = range(1, len(names) + 1)
    bots = [own[name] if name in own else bot(game, name) for name in names]
    state: State = GAMES[game].start(len(names), number % len(names) + 1, **chosen)
    past: list[State] = []
    reached: Counter[Hashable] = Counter()
    while state.outcome is None:
        if GAMES[game].two_sides:
            reached[state.key] += 1
            if reached[state.key] == REPETITIONS:  # a draw
                return [(0.5, 0.0) for _ in seats]
        seat = state.awaiting[0]
        if seat == DICE:
            move = chance.choice(state.legal_moves(DICE))
        else:
            move = bots[seat - 1](Question(state.seen_by(seat), seat, past, chance, limit))
        past.append(state)
        state = state.play(seat, move)
    winners = state.outcome.winners
    first_places = len(winners) / len(GAMES[game].side(winners[0], len(names)))
    scores = state.outcome.scores or (0,) * len(names)
    return [(1 / first_places if seat in winners else 0.0, float(scores[seat - 1])) for seat in seats]
