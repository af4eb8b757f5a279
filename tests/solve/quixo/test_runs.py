"""`rowlock solve quixo`: what it prints and writes, and how a stopped run goes on."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from rowlock.cli import main
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.gpu import CountedPair
from rowlock.solve.quixo.layout import Numbers, Pair, grid, orbits
from rowlock.solve.quixo.report import Counts, Report
from rowlock.solve.quixo.runs import layer_path, on_card, on_processor_by_layers, packed
from rowlock.solve.quixo.table import DATA, Tablebase, TableFile, built_in
from rowlock.solve.quixo.verdict import Verdict


def test_the_command_solves_3x3_and_writes_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "quixo", "--size", "3", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "19,683 positions: 12,748 won, 6,935 lost, 0 drawn" in said
    assert "longest forced win 7 plies" in said
    assert TableFile(tmp_path / "quixo3.rlq").probe(0, 0) == Verdict(1, 7)
    assert (tmp_path / "quixo3.rlq").read_bytes() == (DATA / "quixo3.rlq").read_bytes()
    assert main(["solve", "quixo", "--size", "3", "--out", str(tmp_path)]) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[0] == said.splitlines()[0]
    assert f"55 classes add up, 55 of them found in {tmp_path}" in again
    (tmp_path / "quixo3.rlq").write_bytes(b"")
    assert main(["solve", "quixo", "--size", "3", "--out", str(tmp_path)]) == 2
    assert "quixo3.rlq is no table" in capsys.readouterr().err


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    for _ in islice(on_processor_by_layers(3, tmp_path), 12):
        pass  # stops in the third layer
    assert layer_path(tmp_path, 3, 8).exists()
    assert not layer_path(tmp_path, 3, 7).exists()
    before = layer_path(tmp_path, 3, 8).stat().st_mtime_ns
    *_, last = on_processor_by_layers(3, tmp_path)
    assert last.share == 1
    assert layer_path(tmp_path, 3, 8).stat().st_mtime_ns == before
    assert last.report.totals() == (12748, 6935, 0)
    assert last.found == 19  # the classes with 9 and with 8 cubes
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"quixo3-{n:02}.rlq" for n in range(10)]
    tables, whole = Tablebase(tmp_path, 3), built_in(3)
    for own in range(512):
        for other in range(512):
            if own & other == 0:
                expected, found = whole.probe(own, other), tables.probe(own, other)
                assert expected is not None
                assert found == Verdict(expected.value)


class OnCard(np.ndarray):
    """An array as CuPy gives it."""

    def get(self) -> Numbers:
        return np.asarray(self)


class PaperCard:
    """Stands in for the card: copies its answers from the table that comes with Rowlock."""

    def __init__(self, size: int, *, distances: bool = False) -> None:
        assert not distances
        self.layout, self.xp, self.tables = grid(size), np, dict[Pair, list[Numbers]]()
        rows = orbits(self.layout)
        self.orbits = replace(rows, sets=[sets.view(OnCard) for sets in rows.sets])

    def solve(self) -> Iterator[CountedPair]:
        start = min(map(sum, self.tables), default=self.layout.cells + 1)
        counting, table = Report(self.layout), TableFile(DATA / f"quixo{self.layout.size}.rlq")
        for cubes in range(start - 1, -1, -1):
            for pair in self.layout.layer(cubes):
                codes = [table.codes(pair, side) for side in range(1 + (pair[0] > pair[1]))]
                counting.add_codes(pair, codes)
                found = (counting.classes[pair], counting.classes[pair[1], pair[0]])
                counts = [Counts(drawn, [won], [lost]) for won, lost, drawn in found]
                self.tables[pair] = [packed(side).ravel().view(OnCard) for side in codes]
                yield CountedPair(pair, (counts[0], counts[1]), 1)


def test_runs_on_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written, and how a stopped run goes on. The kernels themselves are tested in test_quixo_gpu.py."""
    monkeypatch.setattr("rowlock.solve.quixo.gpu.Card", PaperCard)
    for _ in islice(on_card(3, tmp_path), 12):
        pass
    *_, last = on_card(3, tmp_path)
    assert last.share == 1
    assert last.report.totals() == (12748, 6935, 0)
    (again,) = on_card(3, tmp_path)
    assert again.found == 55
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"quixo3-{n:02}.rlq" for n in range(10)]
    small = tmp_path / "small"
    small.mkdir()
    *_, last = on_card(3, small, most_cubes=4)
    assert last.report.totals() == (12748, 6935, 0)
    assert [path.name for path in small.iterdir()] == ["quixo3.rlq"]
    layers, table = Tablebase(tmp_path, 3), TableFile(small / "quixo3.rlq")
    for own in range(512):
        for other in (other for other in range(512) if own & other == 0):
            expected = built_in(3).probe(own, other)
            assert expected is not None
            few = (own | other).bit_count() <= 4
            assert layers.probe(own, other) == Verdict(expected.value)
            assert table.probe(own, other) == (Verdict(expected.value) if few else None)


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["--size", "5"], "--out keeps what is done"),
        (["--size", "6"], "invalid choice"),
        (["--size", "4", "--openings-only"], "--openings-only needs --out"),
        (["--size", "5", "--endings-only"], "--endings-only needs --out"),
        (
            ["--size", "5", "--endings-only", "--out", "x", "--device", "gpu"],
            "--endings-only is for --device cpu",
        ),
        (["--size", "4", "--distances"], "the processor always finds those of 3×3 and 4×4"),
        (["--size", "5", "--device", "gpu", "--distances", "--out", "x"], "leave out --out"),
        (["--size", "3", "--out", "/dev/null/x"], "--out: /dev/null/x"),
    ],
)
def test_bad_input_gives_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "quixo", *arguments]) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_perft_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "quixo", "--depth", "5"]) == 0
    assert capsys.readouterr().out == "118928388\n"


def test_the_opening_table_of_5x5() -> None:
    table = TableFile(DATA / "quixo5.rlq")
    assert table.facts["cubes"] == 10
    assert table.probe_state(Quixo.start()) == Verdict(0)
    assert table.probe(0b11111, 0b111111 << 10) is None  # 11 cubes
    assert table.probe(0b11111, 0) == Verdict(1)  # a line of the side to move: the opponent made it
    assert table.probe(0, 0b11111) == Verdict(-1)
