"""`rowlock solve quixo`: what it prints and writes, and how a stopped run goes on."""

from itertools import islice
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo_runs import layer_path, on_processor_by_layers
from rowlock.solve.quixo_table import Table, Tables, Verdict, built_in


def test_the_command_solves_3x3_and_writes_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "quixo", "--size", "3", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "19,683 positions: 12,748 won, 6,935 lost, 0 drawn" in said
    assert "longest forced win 7 plies" in said
    assert Table(tmp_path / "quixo3.rlq").probe(0, 0) == Verdict(1, 7)
    assert (tmp_path / "quixo3.rlq").read_bytes() == (built_in_path(3)).read_bytes()


def built_in_path(size: int) -> Path:
    from rowlock.solve.quixo_table import DATA

    return DATA / f"quixo{size}.rlq"


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    for _ in islice(on_processor_by_layers(3, tmp_path), 12):
        pass  # stops in the third layer
    assert layer_path(tmp_path, 3, 8).exists()
    assert not layer_path(tmp_path, 3, 7).exists()
    before = layer_path(tmp_path, 3, 8).stat().st_mtime_ns
    *_, last = on_processor_by_layers(3, tmp_path)
    assert last.share == 1
    assert layer_path(tmp_path, 3, 8).stat().st_mtime_ns == before
    assert not last.report.complete
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"quixo3-{n:02}.rlq" for n in range(10)]
    tables, whole = Tables(tmp_path, 3), built_in(3)
    for own in range(512):
        for other in range(512):
            if own & other == 0:
                expected, found = whole.probe(own, other), tables.probe(own, other)
                assert expected is not None
                assert found == Verdict(expected.value)


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["--size", "5"], "--out keeps what is done"),
        (["--size", "6"], "invalid choice"),
        (["--size", "4", "--openings-only"], "--openings-only needs --out"),
        (["--size", "4", "--distances"], "the processor always finds them"),
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
    table = built_in(5)
    assert table.facts["cubes"] == 10
    assert table.probe_state(Quixo.start()) == Verdict(0)
    assert table.probe(0b11111, 0b111111 << 10) is None  # 11 cubes
    assert table.probe(0b11111, 0) == Verdict(1)  # a line of the side to move: the opponent made it
    assert table.probe(0, 0b11111) == Verdict(-1)
