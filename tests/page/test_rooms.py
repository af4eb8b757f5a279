"""The rooms of the page: each game has its own, and nothing outside of them knows which games there are."""

import re
from pathlib import Path

import pytest

from rowlock.rules import GAMES

SOURCE = Path(__file__).parents[2] / "web" / "src"
NAMES = re.compile("|".join(sorted(GAMES, key=len, reverse=True)), re.IGNORECASE)
ROOMS = sorted(path.name for path in (SOURCE / "games").iterdir() if path.is_dir())


def named_in(path: Path) -> set[str]:
    return {found.lower() for found in NAMES.findall(path.read_text(encoding="utf-8"))}


def test_no_file_outside_of_the_rooms_names_a_game() -> None:
    for path in SOURCE.rglob("*"):
        inside = {"games", "generated"} & {part.name for part in path.relative_to(SOURCE).parents}
        if path.is_file() and not inside:
            assert not named_in(path), path


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_names_no_game_of_another(room: str) -> None:
    for path in (SOURCE / "games" / room).rglob("*"):
        if path.is_file():
            assert all(name.startswith(room) for name in named_in(path)), path
