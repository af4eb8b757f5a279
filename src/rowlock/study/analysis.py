"""What a position is worth, and each move in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rowlock.bots import Limit, Means, Mind, Option, Question, of_game
from rowlock.bots.question import Stop
from rowlock.bots.registry import NO_LIMIT, NOTHING
from rowlock.rules import DICE, GAMES, Move, State


@dataclass(frozen=True, slots=True)
class CellOdds:
    """A cell of a seat's sheet before a roll: how likely it is that it can be crossed in this turn, and what a cross
    there would change. A chance is one to win, and points are expected at the end; what isn't known is None."""

    cell: Move
    odds: float
    """That the next roll lets the seat cross it."""
    chance: float | None = None
    points: float | None = None
    """By how much a cross there, made now, would raise what the seat may hope for."""
    skip_chance: float | None = None
    skip_points: float | None = None
    """What the numbers cost that it passes over: how much better the same cross would be on the next free number of its
    row."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves of a seat, best first, with what they are worth to it."""

    position: str
    seat: int
    moves: tuple[Option, ...]
    depth: int | None = None
    """How many plies a search has looked ahead, where one was needed."""
    judge: Judge = "search"
    """Who says so, where it isn't certain."""
    odds: tuple[CellOdds, ...] = ()
    """Before a roll: the cells that the seat may still cross."""


Judge = Literal["search", "table", "network", "likeness"]
"""Who says what positions are worth: a search; a solution, so that all is certain; a network that has learned them; or
something that knows others, like these."""


def judge_of(game: str, state: State) -> Judge:
    """Who judges a game that begins so: a search, if `JUDGE` in its part of this room says nothing else."""
    of: Mapping[str, Callable[[State], Judge]] = getattr(GAMES[game].part("study"), "JUDGE", {})
    return of[game](state) if game in of else "search"


def deciding(state: State, seat: int | None = None) -> int:
    """A seat that may be asked about: one that owes a decision or, before a roll, any; the one to move, if none is
    told. Raises `ValueError`."""
    if not state.awaiting:
        raise ValueError("this game is over")
    seats = range(1, state.seats + 1) if state.awaiting == (DICE,) else state.awaiting
    if seat is None:
        return state.active if state.active in seats else seats[0]
    if seat not in seats:
        raise ValueError(f"seat {seat} has nothing to decide in '{state}'")
    return seat


def analyse(
    state: State,
    seat: int | None = None,
    past: Sequence[State] = (),
    limit: Limit = NO_LIMIT,
    means: Means = NOTHING,
    *,
    mind: Mind | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Ask about a seat that owes a decision, or, before a roll, about any; the one to move, if none is told. Whoever
    asks again and again brings a mind, which remembers. Raises `ValueError`."""
    seat = deciding(state, seat)
    game = GAMES[str(state).split(" ", 1)[0]]
    judge = judge_of(game.name, state)
    make = of_game(game.name).mind
    if make is None:
        return Analysis(str(state), seat, tuple(map(Option, state.legal_moves(seat))), judge=judge)
    question = Question(state.seen_by(seat), seat, past, limit=limit, stop=stop or Stop())
    answer = (mind or make(means)).options(question)
    odds = getattr(game.part("study"), "ODDS", {}).get(game.name) if state.awaiting == (DICE,) else None
    return Analysis(str(state), seat, answer.options, answer.depth, judge, odds(state, seat) if odds else ())
