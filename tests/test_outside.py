"""A game from another package, and its bots, are found, whoever is imported first."""

import subprocess
import sys
from pathlib import Path

import pytest

FILES = {
    "fives/__init__.py": "",
    "fives/rules.py": """
from dataclasses import replace
from rowlock.rules.quixo import QUIXO

FIVES = replace(QUIXO, name="fives", rooms="fives.{room}")
""",
    "fives/bots.py": """
from rowlock.bots import GameBots, random_move

BOTS_OF = {"fives": GameBots({"mine": random_move})}
""",
    "fives-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: fives\nVersion: 1.0\n",
    "fives-1.0.dist-info/entry_points.txt": "[rowlock.games]\nfives = fives.rules:FIVES\nlost = lost:LOST\n",
}


@pytest.mark.parametrize("first", ["rowlock.bots", "rowlock.rules", "fives.rules", "fives.bots"])
def test_they_are_there_beside_ours(tmp_path: Path, first: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    ask = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import {first}
from rowlock.bots import BOTS
from rowlock.rules import GAMES
print(*GAMES, GAMES['fives'].start(), *BOTS["fives"])
"""
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False)
    assert done.stdout == "qwixx quixo quixo4 fives quixo ...../...../...../...../..... x mine\n", done.stderr
    assert "the game 'lost' can't be loaded: No module named 'lost'" in done.stderr
