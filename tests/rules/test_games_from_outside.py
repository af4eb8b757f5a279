"""A game from another package is found, whoever is imported first."""

import subprocess
import sys
from pathlib import Path

import pytest

GAME = """
from dataclasses import replace
from rowlock.rules.quixo import QUIXO

FIVES = replace(QUIXO, name="fives")
"""
ENTRY = "[rowlock.games]\nfives = fives:FIVES\nlost = lost:LOST\n"


@pytest.mark.parametrize(
    "first", ["from rowlock.rules import GAMES", "import fives; from rowlock.rules import GAMES"]
)
def test_it_is_there_beside_ours(tmp_path: Path, first: str) -> None:
    (tmp_path / "fives.py").write_text(GAME)
    (tmp_path / "fives-1.0.dist-info").mkdir()
    (tmp_path / "fives-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: fives\nVersion: 1.0\n"
    )
    (tmp_path / "fives-1.0.dist-info" / "entry_points.txt").write_text(ENTRY)
    ask = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {first}; print(*GAMES, GAMES['fives'].start())"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("qwixx quixo quixo4 fives quixo ....."), done.stderr
    assert "the game 'lost' can't be loaded: No module named 'lost'" in done.stderr
