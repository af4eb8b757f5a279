"""A solution of 5×5 in a folder of its own is used before anything else."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock.bots import Limit, Question
from rowlock.bots.quixo.mind import QuixoMind
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo import table as quixo_table


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with tables, and no others to be had."""

    def none_built_in(size: int) -> quixo_table.TableFile:
        raise AssertionError(f"the tables of the package were asked about {size}×{size}")

    shutil.copy(quixo_table.DATA / "quixo5.rlq", tmp_path)
    monkeypatch.setattr(quixo_table, "built_in", none_built_in)
    return tmp_path


def test_the_folder_answers_instead_of_the_package(folder: Path) -> None:
    mind = QuixoMind.given({"tablebase": str(folder)})
    known = mind.verdict(Quixo.start())
    assert known is not None
    assert known.value == 0  # the empty 5×5 board is a draw
    found = mind.decide("master", Question(Quixo.start(), 1, limit=Limit(seconds=0.01)))
    assert found.chosen.value == "draw"


def test_a_folder_without_tables_is_refused_in_one_line(tmp_path: Path) -> None:
    for command in (["engine", "quixo"], ["serve"]):
        run = subprocess.run(
            [Path(sys.executable).with_name("rowlock"), *command, "--tablebase", tmp_path],
            input="quit\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.returncode == 2
        assert run.stdout == ""
        assert len(run.stderr.splitlines()) == 1
        assert "holds no tables" in run.stderr
