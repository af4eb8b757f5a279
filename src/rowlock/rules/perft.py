"""Counting move sequences: the plainest proof that a move generator is right."""

from __future__ import annotations

from collections.abc import Hashable

from rowlock.rules.game import State


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` moves lead on from a state.

    Decisions made at the same time count in seat order, rolls count one by one, and a game that ends
    early adds nothing. Equal states are counted once and remembered.
    """

    counted: dict[tuple[Hashable, int], int] = {}

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

    return count(state, depth) if depth > 0 else 1
