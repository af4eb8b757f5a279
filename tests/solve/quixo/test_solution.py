"""3×3 against a naive solver position by position; 4×4 by its known totals, its file, and its own logic."""

import random
from pathlib import Path

import numpy as np
import pytest

from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.cpu import solve
from rowlock.solve.quixo.layout import grid, orbits
from rowlock.solve.quixo.report import Report
from rowlock.solve.quixo.table import DATA, Tablebase, TableFile, Writer, built_in
from rowlock.solve.quixo.verdict import Verdict
from tests.solve.quixo.naive_solver import naive_solution


def small_table(folder: Path) -> tuple[TableFile, Report]:
    of = grid(3)
    report = Report(of)
    with Writer(folder / "quixo3.rlq", 3, distances=True) as writer:
        for count, sets in enumerate(orbits(of).sets):
            writer.add_rows(count, sets)
        for solved in solve(3):
            report.add_codes(solved.pair, solved.sides)
            for side in (0, 1):
                writer.add_codes(solved.pair, side, solved.sides[side])
    return TableFile(folder / "quixo3.rlq"), report


def test_3x3_agrees_with_the_naive_solver(tmp_path: Path) -> None:
    table, report = small_table(tmp_path)
    naive = naive_solution(3)
    assert len(naive) == 3**9
    for (own, other), (value, plies) in naive.items():
        assert table.probe(own, other) == Verdict(value, plies)
    assert report.totals() == (12748, 6935, 0)
    assert table.probe(0, 0) == Verdict(1, 7)
    assert Tablebase(tmp_path, 3).probe(0, 0) == Verdict(1, 7)


def test_both_sides_agree_where_both_have_as_many_cubes() -> None:
    of = grid(3)
    weights = orbits(of).sizes
    for solved in solve(3):
        many, few = solved.pair
        if many == few:
            counts = [
                sum(weights[many][row] * np.bincount(codes[row], minlength=256) for row in range(len(codes)))
                for codes in solved.sides
            ]
            assert np.array_equal(*counts)


def test_a_table_that_fails_half_way_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyError), Writer(tmp_path / "t.rlq", 3, distances=True):
        raise KeyError
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="holds no tables"):
        Tablebase(tmp_path)


def test_4x4_in_the_package() -> None:
    table = TableFile(DATA / "quixo4.rlq")
    report = Report(table.layout)
    for pair in table.layout.pairs():
        sides = (0,) if pair[0] == pair[1] else (0, 1)
        report.add_codes(pair, tuple(table.codes(pair, side) for side in sides))
    assert report.totals() == (26434489, 15003736, 1608496)
    assert table.probe_state(Quixo.start(size=4)) == Verdict(1, 21)


def test_4x4_distances_follow_from_the_moves() -> None:
    table, rng = built_in(4), random.Random(4)
    for _ in range(60):
        state = Quixo.start(size=4)
        while not state.outcome:
            verdict = table.probe_state(state)
            assert verdict is not None
            nexts = [state.play(state.to_move, move) for move in state.legal_moves(state.to_move)]
            replies = [table.probe_state(then) for then in nexts]
            lost = [
                reply.plies for reply in replies if reply and reply.value == -1 and reply.plies is not None
            ]
            won = [reply.plies for reply in replies if reply and reply.value == 1 and reply.plies is not None]
            if lost:
                assert verdict == Verdict(1, min(lost) + 1)
            elif len(won) == len(replies):
                assert verdict == Verdict(-1, max(won) + 1)
            else:
                assert verdict == Verdict(0)
            state = rng.choice(nexts)
        over = table.probe_state(state)
        assert over is not None
        assert over.plies == 0
        assert (over.value == 1) == (state.to_move in state.outcome.winners)
