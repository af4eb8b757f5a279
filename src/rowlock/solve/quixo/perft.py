"""Counting Quixo's move sequences, compiled. Importing this module imports numba, so import it where it is used."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.rules.board import board
from rowlock.rules.game import Move
from rowlock.rules.quixo import Quixo
from rowlock.solve.progress import say
from rowlock.solve.quixo.batches import COUNT
from rowlock.solve.quixo.pushes import kernels

PART = 5
"""So many moves are counted in one go, which takes a moment; between the goes a count can be stopped."""


def perft(state: Quixo, depth: int) -> int:
    """How many sequences of `depth` moves lead on from a position; the last move is counted, not made."""
    return sum(_parts(*state.sides, depth, state.size)) if depth else 1


def divide(state: Quixo, depth: int) -> Iterator[tuple[Move, int]]:
    """The first moves, each with how many sequences of `depth` moves begin with it: a great number comes in parts."""
    COUNT.get_ready(say)
    for move in state.legal_moves(state.to_move) if state.awaiting else ():
        after = state.play(state.to_move, move)
        for count in _parts(*after.sides, depth - 1, state.size) if depth > 1 else (1,):
            yield move, count


def _parts(own: int, other: int, depth: int, size: int) -> Iterator[int]:
    fast = kernels(size)
    if depth <= PART:
        yield fast.perft(own, other, depth)
    elif not fast.has_line(own) and not fast.has_line(other):
        for k, push in enumerate(board(size).pushes):
            if not other & push.taken:
                own_now, other_now = fast.after(own, other, k)
                yield from _parts(other_now, own_now, depth - 1, size)


DIVIDE = {"quixo": divide}
"""By the name of the game; `rowlock perft` looks here."""
