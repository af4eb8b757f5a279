"""The compiled Quixo against the rules: random games side by side, and known counts."""

import random

import pytest

from rowlock.rules.board import board
from rowlock.rules.perft import perft as slow_perft
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.perft import divide, perft
from rowlock.solve.quixo.pushes import kernels


@pytest.mark.parametrize("size", [3, 4, 5])
def test_random_games_side_by_side(size: int) -> None:
    fast, names = kernels(size), [push.name for push in board(size).pushes]
    rng = random.Random(size)
    for _ in range(40):
        state = Quixo.start(first=rng.choice((1, 2)), size=size)
        own = other = 0
        for _ in range(60):
            assert fast.has_line(own) == board(size).has_line(own)
            assert fast.has_line(other) == board(size).has_line(other)
            if state.outcome:
                assert fast.perft(own, other, 1) == 0
                break
            moves = state.legal_moves(state.to_move)
            assert fast.perft(own, other, 1) == len(moves)
            move = rng.choice(moves)
            state = state.play(state.to_move, move)
            waiting, own = fast.after(own, other, names.index(move))
            other = waiting
            expected = (state.crosses, state.noughts)
            assert (own, other) == (expected if state.to_move == 1 else expected[::-1])


def test_known_counts() -> None:
    assert [perft(Quixo.start(), depth) for depth in range(6)] == [1, 44, 1836, 76596, 3018100, 118928388]


def test_a_great_count_comes_in_parts() -> None:
    """So that it can be stopped; the parts add up to what the rules count."""
    start = Quixo.start(size=3)
    parts = list(divide(start, 7))
    assert len(parts) > len(start.legal_moves(1))
    assert sum(count for _, count in parts) == perft(start, 7) == slow_perft(start, 7)


@pytest.mark.parametrize("size", [3, 4])
def test_counts_of_positions_with_lines_near(size: int) -> None:
    rng = random.Random(7)
    for _ in range(5):
        state = Quixo.start(size=size)
        for _ in range(12):
            if state.outcome:
                break
            state = state.play(state.to_move, rng.choice(state.legal_moves(state.to_move)))
        for depth in (1, 2, 3):
            assert perft(state, depth) == slow_perft(state, depth)
