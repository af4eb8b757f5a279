"""Bots for Quixo without foresight, alone or in a team: they look at their lines, at their own move and at the answer.

They need no compiled code and no network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import cast

from rowlock.bots.question import Question
from rowlock.rules.board import Cubes
from rowlock.rules.game import Move
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4, partner

Boards = Quixo | Quixo4


@dataclass(frozen=True, slots=True)
class LineHabits:
    """How a player without foresight decides."""

    among: int = 1
    """It plays any of so many pushes that look best."""
    overlook: float = 0.0
    """How often it looks at its own lines only, and not at what the other side threatens."""


HABITS = {"easy": LineHabits(among=8, overlook=0.25), "greedy": LineHabits()}


def by_habit(habits: LineHabits) -> Callable[[Question], Move]:
    """A bot that wins if it can, doesn't lose if it can help it, now or by the answer, and else makes its lines longer:
    unless it overlooks something."""

    def decide(question: Question) -> Move:
        now, seat, chance = cast(Boards, question.view), question.seat, question.chance
        moves = list(now.legal_moves(seat))
        chance.shuffle(moves)
        after = {move: now.play(seat, move) for move in moves}
        if habits.overlook > chance.random():
            return chance.choice(own_lines(after, seat))
        for move, then in after.items():
            if then.outcome and seat in then.outcome.winners:
                return move
        harmless = [move for move, then in after.items() if not then.outcome]
        best = sorted(harmless, key=lambda move: -_promise(after[move], seat))
        among = habits.among * (2 if isinstance(now, Quixo4) and habits.among > 1 else 1)  # with either arrow
        safe = list(islice((move for move in best if not _can_be_beaten(after[move], seat)), among))
        return chance.choice(safe or best[:among] or moves)

    return decide


def own_lines(after: Mapping[Move, Boards], seat: int) -> list[Move]:
    """The moves among which one chooses who looks at its own lines only: those that win, else those that make its lines
    longest. Nobody is so blind as to complete a line of the other side."""
    winning = [move for move, then in after.items() if then.outcome and seat in then.outcome.winners]
    harmless = [move for move, then in after.items() if not then.outcome]
    lengths = {move: _lengths(after[move], seat) for move in winning or harmless or after}
    return [move for move, length in lengths.items() if length == max(lengths.values())]


def _can_be_beaten(state: Boards, seat: int) -> bool:
    """Has the next player a move that wins against this seat?"""
    (other,) = state.awaiting
    outcomes = (state.play(other, answer).outcome for answer in state.legal_moves(other))
    return any(outcome and seat not in outcome.winners for outcome in outcomes)


def _promise(state: Boards, seat: int) -> int:
    """Each line counts, and the more cubes of one symbol are in it, the more."""
    return _lengths(state, seat) - _lengths(state, seat % state.seats + 1)


def _lengths(state: Boards, seat: int) -> int:
    """The same for the lines of one side."""
    cubes = _cubes(state, seat)
    return sum(4 ** (cubes & line).bit_count() for line in state.board.lines)


def _cubes(state: Boards, seat: int) -> Cubes:
    """The cubes that show the symbol of a seat."""
    if isinstance(state, Quixo4):
        return state.pointing_at[seat - 1] | state.pointing_at[partner(seat) - 1]
    return state.crosses if seat == 1 else state.noughts
