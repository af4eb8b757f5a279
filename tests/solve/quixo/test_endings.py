"""Positions with at most two blank cubes: small boards by other solutions, 5×5 by the rules and the totals."""

import json
import random
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.codes import LOST, WON
from rowlock.solve.quixo.endings import (
    built_in_endings,
    counts_with_blanks,
    value_with_blanks,
)
from rowlock.solve.quixo.layout import grid
from rowlock.solve.quixo.report import Report
from rowlock.solve.quixo.table import DATA, VALUES, Tablebase, TableFile, built_in
from rowlock.solve.quixo.verdict import Verdict
from tests.solve.quixo.naive_solver import naive_solution

EVERYWHERE = (1 << 25) - 1


def random_ending(rng: random.Random, blanks: int) -> Quixo:
    """A board of 5×5 with so many blank cubes, on which both have about as many."""
    blank = sum(1 << square for square in rng.sample(range(25), blanks))
    marked = [square for square in range(25) if not blank >> square & 1]
    crosses = sum(1 << square for square in rng.sample(marked, rng.choice((11, 12, 13))))
    return Quixo(crosses, EVERYWHERE & ~crosses & ~blank, 1)


def test_the_command_writes_those_of_3x3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "quixo", "--size", "3", "--endings-only", "--out", str(tmp_path)]) == 0
    said, found = capsys.readouterr().out, Tablebase(tmp_path, 3)
    naive = naive_solution(3)
    lines = "512 full boards", "2,304 boards with one blank cube", "4,608 boards with two blank cubes"
    for blanks, line in enumerate(lines):
        some = {cubes: worth for cubes, worth in naive.items() if sum(cubes).bit_count() == 9 - blanks}
        values = [value for value, _ in some.values()]
        counts = (values.count(value) for value in (1, -1, 0))
        assert f"{line}: {{:,}} won, {{:,}} lost, {{}} drawn".format(*counts) in said
        for (own, other), (value, plies) in some.items():
            assert found.probe(own, other) == Verdict(value, None if blanks else plies)
    assert found.probe(0, 0b111111) is None


def test_those_of_4x4_are_as_in_the_whole_solution(tmp_path: Path) -> None:
    assert main(["solve", "quixo", "--size", "4", "--endings-only", "--out", str(tmp_path)]) == 0
    found, rng = Tablebase(tmp_path, 4), random.Random(1)
    for _ in range(5000):
        own, (one, two) = rng.getrandbits(16), rng.sample(range(16), 2)
        for marked in (0xFFFF, 0xFFFF & ~(1 << one), 0xFFFF & ~(1 << one | 1 << two)):
            known = found.probe(own & marked, marked & ~own)
            expected = built_in(4).probe(own & marked, marked & ~own)
            assert known is not None
            assert expected is not None
            assert known == (expected if marked == 0xFFFF else Verdict(expected.value))


@pytest.mark.nightly  # of files that hardly ever change
def test_they_add_up_to_what_the_card_counted() -> None:
    """Class by class, and the longest forced win and loss as docs/quixo.md tells them."""
    table, report = TableFile(DATA / "quixo5-full.rlq"), Report(grid(5))
    for pair in grid(5).layer(25):
        report.add_codes(pair, [table.codes(pair, side) for side in (0, 1)])
    assert report.longest() == (69, 70)
    for known in (built_in_endings().one, built_in_endings().two):
        for own, counts in enumerate(counts_with_blanks(grid(5), known)):
            report.add_class((own, known.bits - own), counts)
    counted = json.loads((DATA / "quixo5_classes.json").read_text())
    expected = {(own, other): tuple(values) for own, other, *values in counted if own + other >= 23}
    assert report.classes == expected
    longest = Quixo.parse("quixo xoooo/xoxxx/oxoxx/xxoxo/oooxx x")
    assert built_in(5).probe_state(longest) == Verdict(1, 69)


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_they_follow_from_their_moves(blanks: int) -> None:
    """Random boards, and boards met in games from there, by the rules."""
    rng, tables, values = random.Random(2), built_in(5), set()
    for _ in range(40):
        state = random_ending(rng, blanks)
        for _ in range(12):
            known = tables.probe_state(state)
            assert known is not None
            full = state.crosses | state.noughts == EVERYWHERE
            if state.outcome:
                won = state.to_move in state.outcome.winners
                assert known == Verdict(1 if won else -1, 0 if full else None)
                break
            nexts = [state.play(state.to_move, move) for move in state.legal_moves(state.to_move)]
            replies = [tables.probe_state(then) for then in nexts]
            lost = [reply.plies or 0 for reply in replies if reply and reply.value == -1]
            won_in = [reply.plies or 0 for reply in replies if reply and reply.value == 1]
            if lost:
                assert known == Verdict(1, min(lost) + 1 if full else None)
            elif len(won_in) == len(replies):
                assert known == Verdict(-1, max(won_in) + 1 if full else None)
            else:
                assert known == Verdict(0)
            values.add(known.value)
            state = rng.choice(nexts)
    assert values >= {1, -1}


def test_in_memory_they_are_as_in_the_files() -> None:
    rng, endings, tables = random.Random(3), built_in_endings(), built_in(5)
    for own in [rng.getrandbits(25) for _ in range(3000)] + [0, EVERYWHERE]:
        known = tables.probe(own, EVERYWHERE & ~own)
        assert known is not None
        assert endings.full[own] == {1: WON, 0: 0, -1: LOST}[known.value] + (known.plies or 0)
        blank = 1 << rng.randrange(25)
        known = tables.probe(own & ~blank, EVERYWHERE & ~own & ~blank)
        assert known == Verdict(VALUES[value_with_blanks(own & ~blank, blank, endings.one, endings)])
