"""Counting move sequences: known numbers, and the same number from generators that share nothing."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from rowlock.rules import GAMES
from rowlock.rules.perft import perft
from tests.rules.games import Naive, late_quixo, late_quixo4, late_qwixx
from tests.rules.naive_quixo import NaiveQuixo
from tests.rules.naive_quixo4 import NaiveQuixo4
from tests.rules.naive_qwixx import NaiveQwixx
from tests.rules.slices import count

QUIXO = {
    3: [20, 356, 6_332, 99_648, 1_572_096],
    4: [32, 952, 28_312, 778_744, 21_428_048],
    5: [44, 1_836, 76_596, 3_018_100, 118_928_388],
}
TEAMS = [88, 7_344, 577_760, 42_603_328]
DEPTHS_OF_QUIXO = [(size, depth) for size in QUIXO for depth in (1, 2, 3, 4, 5)]


def naive_perft(naive: Naive, depth: int) -> int:
    """Without any cleverness: every sequence is played out, in seat order."""
    if depth == 0:
        return 1
    if not naive.owed():
        return 0
    seat = naive.owed()[0]
    moves = naive.rolls() if seat == 0 and isinstance(naive, NaiveQwixx) else naive.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(naive)
        after.play(seat, move)
        total += naive_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("size,depth", DEPTHS_OF_QUIXO)
def test_quixo(size: int, depth: int) -> None:
    assert perft(GAMES["quixo"].start(2, 1, size=size), depth) == QUIXO[size][depth - 1]


@pytest.mark.parametrize("size,depth", DEPTHS_OF_QUIXO)
def test_quixo_by_slices(size: int, depth: int) -> None:
    assert count(size, depth, teams=False) == QUIXO[size][depth - 1]


@pytest.mark.parametrize("size,depth", [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (5, 2)])
def test_quixo_by_the_naive_game(size: int, depth: int) -> None:
    assert naive_perft(NaiveQuixo(size), depth) == QUIXO[size][depth - 1]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_quixo_in_teams(depth: int) -> None:
    assert perft(GAMES["quixo4"].start(4, 1), depth) == TEAMS[depth - 1]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_quixo_in_teams_by_slices(depth: int) -> None:
    assert count(5, depth, teams=True) == TEAMS[depth - 1]


@pytest.mark.parametrize("depth", [1, 2])
def test_quixo_in_teams_by_the_naive_game(depth: int) -> None:
    assert naive_perft(NaiveQuixo4(), depth) == TEAMS[depth - 1]


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_qwixx_from_the_start(seats: int) -> None:
    """Six dice, then the first seat's answers to the white sum, over all rolls."""
    start = GAMES["qwixx"].start(seats, 1)
    assert perft(start, 1) == naive_perft(NaiveQwixx(seats), 1) == 46_656
    naive = NaiveQwixx(seats)
    total = 0
    for roll in naive.rolls():
        naive.dice, naive.phase = list(roll), "white"
        total += len(naive.legal(1))
    assert perft(start, 2) == total == 228_096


def test_qwixx_later() -> None:
    """From the middle of a turn, where the numbers stay small enough to play everything out."""
    for seed in range(20):
        rng = Random(seed)
        roll = late_qwixx(rng, 1 + seed % 3)
        start = GAMES["qwixx"].parse(roll)
        text = str(start.play(0, rng.choice(start.legal_moves(0))))
        for depth in range(1, 3 + seed % 3):
            expected = naive_perft(NaiveQwixx.from_text(text), depth)
            assert perft(GAMES["qwixx"].parse(text), depth) == expected, text


def test_late_boards() -> None:
    """Games that end on the way, and players who must skip, count the same."""
    for seed in range(12):
        rng = Random(seed)
        quixo, teams = late_quixo(rng, 3 + seed % 3), late_quixo4(rng)
        assert perft(GAMES["quixo"].parse(quixo), 2) == naive_perft(NaiveQuixo.from_text(quixo), 2), quixo
        assert perft(GAMES["quixo4"].parse(teams), 2) == naive_perft(NaiveQuixo4.from_text(teams), 2), teams


def test_depth_nothing_is_one_sequence() -> None:
    assert perft(GAMES["quixo"].start(2, 1), 0) == 1
