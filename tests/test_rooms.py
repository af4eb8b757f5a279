"""The rooms of the house: each game has its own part of them, and the rest of their code knows no game.

The page has the same test of its own rooms: tests/page/test_rooms.py. Comments and docstrings may take a game as an
example.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.rules import GAMES
from tests.test_project import PACKAGE

NAMES = re.compile("|".join(sorted(GAMES, key=len, reverse=True)), re.IGNORECASE)
THEIR_OWN = {
    "rules/by_hand.py": "Qwixx where people keep score by hand",
    "rules/board.py": "the board of Quixo",
    "rules/sheet.py": "the sheet of Qwixx",
    "rules/pictures/board.py": "a picture of the one",
    "rules/pictures/sheet.py": "and of the other",
}
ALLOWED = {
    "rules/games.py": (r"(rowlock\.rules\.)?(qwixx|quixo4?)", "the one list of our games"),
    "cli.py": ("Qwixx and Quixo, to play and to study", "what Rowlock says it is"),
    "bots/command.py": ("who sits in seats 1, 2, …", "the help names who plays in one game only"),
    "terminal/command.py": ("example: rowlock play qwixx", "an example in the help"),
    "engine/command.py": (
        "folder with a solution of Quixo",
        "help: what bots may be given is an option there",
    ),
    "server/command.py": ("folder with a solution of Quixo", "likewise"),
    "study/command.py": ("folder with a solution of Quixo", "likewise"),
}
"""What may name a game all the same, and why."""


def is_of_a_game(path: Path) -> bool:
    """Is it a game's own part of a room: `quixo/…`, `qwixx.py`?"""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return not set(GAMES).isdisjoint(parts) or path.relative_to(PACKAGE).as_posix() in THEIR_OWN


GENERAL = [path for path in sorted(PACKAGE.rglob("*.py")) if not is_of_a_game(path)]


def words(code: str) -> Iterator[str]:
    """Everything that a program says: names, modules and texts, but no docstrings."""
    tree = ast.parse(code)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in said:
            continue
        for field in ("id", "attr", "name", "asname", "arg", "module", "value"):
            if isinstance(word := getattr(node, field, None), str):
                yield word


@pytest.mark.parametrize("path", GENERAL, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_general_room_names_a_game(path: Path) -> None:
    allowed, _ = ALLOWED.get(path.relative_to(PACKAGE).as_posix(), ("$", ""))
    named = [word for word in words(path.read_text(encoding="utf-8")) if NAMES.search(word)]
    assert not [word for word in named if not re.match(allowed, word, re.IGNORECASE)]


def test_what_is_allowed_is_needed() -> None:
    for name in (*THEIR_OWN, *ALLOWED):
        said = words((PACKAGE / name).read_text(encoding="utf-8"))
        assert name in THEIR_OWN or any(NAMES.search(word) for word in said), name


def test_the_test_itself() -> None:
    code = '''
"""Quixo may stand here."""
from rowlock.solve.quixo import table
def play(game: str) -> bool:
    return game == "qwixx" or isinstance(game, Quixo4) or rules.QWIXX  # and Qwixx here
'''
    found = [word for word in words(code) if NAMES.search(word)]
    assert sorted(found) == ["QWIXX", "Quixo4", "qwixx", "rowlock.solve.quixo"]
