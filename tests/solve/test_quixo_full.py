"""The full boards: small ones against other solutions, those of 5×5 against the rules and what is known of them."""

import json
import random
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo_full import full_boards
from rowlock.solve.quixo_layout import layout
from rowlock.solve.quixo_report import Report
from rowlock.solve.quixo_table import DATA, LOST, WON, Table, Verdict, built_in
from tests.solve.naive_quixo_solver import naive_solution

EVERYWHERE = (1 << 25) - 1


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(DATA / "quixo5-full.rlq")


def test_the_command_writes_those_of_3x3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "quixo", "--size", "3", "--full-boards-only", "--out", str(tmp_path)]) == 0
    naive = {own: worth for (own, other), worth in naive_solution(3).items() if own | other == 511}
    values = [value for value, _ in naive.values()]
    counts = (values.count(value) for value in (1, -1, 0))
    assert "512 full boards: {} won, {} lost, {} drawn".format(*counts) in capsys.readouterr().out
    found = Table(tmp_path / "quixo3-full.rlq")
    for own, (value, plies) in naive.items():
        assert found.probe(own, 511 & ~own) == Verdict(value, plies)
    assert found.probe(0, 0b11111111) is None


def test_those_of_4x4_are_as_in_the_whole_solution(tmp_path: Path) -> None:
    assert main(["solve", "quixo", "--size", "4", "--full-boards-only", "--out", str(tmp_path)]) == 0
    found, rng = Table(tmp_path / "quixo4-full.rlq"), random.Random(1)
    for own in rng.sample(range(1 << 16), 5000):
        assert found.probe(own, 0xFFFF & ~own) == built_in(4).probe(own, 0xFFFF & ~own)


def test_they_add_up_to_what_the_card_counted(table: Table) -> None:
    """Class by class, and the longest forced win and loss as docs/quixo-solved.md tells them."""
    report = Report(layout(5))
    for pair in layout(5).layer(25):
        report.add_codes(pair, [table.codes(pair, side) for side in (0, 1)])
    counted = json.loads((DATA / "quixo5_classes.json").read_text())
    expected = {(own, other): tuple(values) for own, other, *values in counted if own + other == 25}
    assert report.classes == expected
    assert report.longest() == (69, 70)
    longest = Quixo.parse("quixo xoooo/xoxxx/oxoxx/xxoxo/oooxx x")
    assert built_in(5).probe_state(longest) == Verdict(1, 69)


def test_they_follow_from_their_moves() -> None:
    """Random boards, and boards met in games from there, by the rules."""
    rng, tables, values = random.Random(2), built_in(5), set()
    for _ in range(40):
        crosses = sum(1 << square for square in rng.sample(range(25), rng.choice((12, 13))))
        state = Quixo(crosses, EVERYWHERE & ~crosses, 1)
        for _ in range(12):
            known = tables.probe_state(state)
            assert known is not None
            if state.outcome:
                won = state.to_move in state.outcome.winners
                assert known == Verdict(1 if won else -1, 0)
                break
            nexts = [state.play(state.to_move, move) for move in state.legal_moves(state.to_move)]
            replies = [tables.probe_state(then) for then in nexts]
            lost = [reply.plies or 0 for reply in replies if reply and reply.value == -1]
            won_in = [reply.plies or 0 for reply in replies if reply and reply.value == 1]
            if lost:
                assert known == Verdict(1, min(lost) + 1)
            elif len(won_in) == len(replies):
                assert known == Verdict(-1, max(won_in) + 1)
            else:
                assert known == Verdict(0)
            values.add(known.value)
            state = rng.choice(nexts)
    assert values >= {1, -1}


def test_in_memory_they_are_as_in_the_file(table: Table) -> None:
    rng, boards = random.Random(3), full_boards()
    sets = [rng.getrandbits(25) for _ in range(3000)] + [0, EVERYWHERE]
    for own in sets:
        known = table.probe(own, EVERYWHERE & ~own)
        assert known is not None
        code = {1: WON, 0: 0, -1: LOST}[known.value] + (known.plies or 0)
        assert boards[own] == code
