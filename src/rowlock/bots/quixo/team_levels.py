"""The levels of the bots for Quixo in teams; they search and err like those for two players (see `levels`)."""

from __future__ import annotations

import math
import threading
from functools import partial
from random import Random
from typing import TYPE_CHECKING, cast

from rowlock.bots.quixo.levels import LEVELS, built_in_net
from rowlock.rules.board import board
from rowlock.rules.game import Move, State
from rowlock.rules.quixo4 import SEATS, SKIP, Quixo4, partner

if TYPE_CHECKING:
    from rowlock.bots.quixo.teams import TeamSearcher

DEEPEST = {"easy": 1, "medium": 2, "hard": 3, "master": 60}
"""A team has twice as many moves to look at as a player alone."""


class _Thread(threading.local):
    """Each thread thinks with a memory of its own."""

    def __init__(self) -> None:
        self._searcher: TeamSearcher | None = None

    @property
    def searcher(self) -> TeamSearcher:
        if self._searcher is None:
            from rowlock.bots.quixo.teams import TeamSearcher

            self._searcher = TeamSearcher(built_in_net())
        return self._searcher


_thread = _Thread()


def prepare() -> None:
    """Load what every thought needs, and compile it, if nobody did yet; that takes longer than a thought may."""
    _ = _thread.searcher


def decide(level: str, view: State, seat: int, rng: Random) -> Move:
    """What a level plays."""
    return timed(level, cast(Quixo4, view), seat, rng)


def timed(level: str, state: Quixo4, seat: int, rng: Random, seconds: float | None = None) -> Move:
    """What a level plays with so much time for the move."""
    how = LEVELS[level]
    moves = state.legal_moves(seat)
    if moves == (SKIP,):
        return SKIP
    if how.dreaming > rng.random():
        after = {move: state.play(seat, move) for move in moves}
        fine = [move for move, then in after.items() if not then.outcome or seat in then.outcome.winners]
        return rng.choice(fine or list(moves))
    mine, partners = state.pointing_at[seat - 1], state.pointing_at[partner(seat) - 1]
    following, before = state.pointing_at[seat % 4], state.pointing_at[(seat + 2) % 4]
    thought = _thread.searcher.think(
        (mine, partners, following, before),
        state.turns,
        state.size,
        seconds=how.seconds if seconds is None else seconds,
        depth=DEEPEST[level],
        margin=int(3 * how.spread),
    )
    if not thought.pushes:  # all of them lose at once
        return rng.choice(moves)
    choice = thought.pushes[0]
    if how.spread:
        behind = [thought.scores[0] - score for score in thought.scores]
        chances = [math.exp(-gap / how.spread) if gap < 3 * how.spread else 0.0 for gap in behind]
        choice = rng.choices(thought.pushes, chances)[0]
    arrow = partner(seat) if choice % 2 else seat
    return board(state.size).pushes[choice // 2].name + SEATS[arrow - 1]


BY_LEVEL = {level: partial(decide, level) for level in LEVELS}
