"""A greedy bot for Quixo, alone or in a team: it looks at its own move and at the answer."""

from __future__ import annotations

from typing import cast

from rowlock.bots.question import Question
from rowlock.rules.board import Cubes
from rowlock.rules.game import Move
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4, partner

Boards = Quixo | Quixo4


def greedy(question: Question) -> Move:
    """Win if you can; don't lose if you can help it, now or by the answer; else make your lines longer."""
    now, seat = cast(Boards, question.view), question.seat
    moves = list(now.legal_moves(seat))
    question.chance.shuffle(moves)
    results = {move: now.play(seat, move) for move in moves}
    for move, after in results.items():
        if after.outcome and seat in after.outcome.winners:
            return move
    harmless = [move for move, after in results.items() if not after.outcome]
    best = sorted(harmless, key=lambda move: -_promise(results[move], seat))
    safe = (move for move in best if not _can_be_beaten(results[move], seat))
    return next(safe, (best or moves)[0])


def _can_be_beaten(state: Boards, seat: int) -> bool:
    """Has the next player a move that wins against this seat?"""
    (other,) = state.awaiting
    outcomes = (state.play(other, answer).outcome for answer in state.legal_moves(other))
    return any(outcome and seat not in outcome.winners for outcome in outcomes)


def _promise(state: Boards, seat: int) -> int:
    """Each line counts, and the more cubes of one symbol are in it, the more."""
    own, theirs = _cubes(state, seat), _cubes(state, seat % state.seats + 1)
    lines = state.board.lines
    return sum(4 ** (own & line).bit_count() - 4 ** (theirs & line).bit_count() for line in lines)


def _cubes(state: Boards, seat: int) -> Cubes:
    """The cubes that show the symbol of a seat."""
    if isinstance(state, Quixo4):
        return state.pointing_at[seat - 1] | state.pointing_at[partner(seat) - 1]
    return state.crosses if seat == 1 else state.noughts
