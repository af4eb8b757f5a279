"""Counting move sequences: the plainest proof that a move generator is right."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from rowlock.rules.game import Move, State


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` moves lead on from a state.

    Decisions made at the same time count in seat order, rolls count one by one, and a game that ends
    early adds nothing.
    """
    return sum(count for _, count in divide(state, depth)) if depth > 0 else 1


def divide(state: State, depth: int) -> Iterator[tuple[Move, int]]:
    """Each move from a state, and how many sequences of `depth` moves begin with it."""
    counted: dict[tuple[Hashable, int], int] = {}  # equal states are counted once

    def count(state: State, depth: int) -> int:
        if not state.awaiting:
            return 0
        seat = state.awaiting[0]
        moves = state.legal_moves(seat)
        if depth == 1:
            return len(moves)
        known = counted.get((state.key, depth))
        if known is None:
            known = sum(count(state.play(seat, move), depth - 1) for move in moves)
            counted[state.key, depth] = known
        return known

    for seat in state.awaiting[:1]:
        for move in state.legal_moves(seat):
            yield move, 1 if depth == 1 else count(state.play(seat, move), depth - 1)
