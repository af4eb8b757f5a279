import io
import re
from typing import Literal

import pytest
from rich.cells import cell_len
from rich.console import Console

from rowlock.bots import BOTS
from rowlock.locale import LANGUAGES, Catalogue
from rowlock.rules import GAMES, parse_position
from rowlock.terminal.qwixx.dice import draw_dice
from rowlock.terminal.scene import Scene, display_names
from rowlock.terminal.views import view_of
from tests.terminal.keyboard import plain


def drawn(
    position: str,
    looker: int = 1,
    last: str | None = None,
    width: int = 80,
    language: str = "en",
    colours: Literal["standard"] | None = None,
) -> str:
    state = parse_position(position)
    names = ("Ada", "Boris", "Cleo", "Dora", "Emil")[: state.seats]
    terminal = colours is not None
    console = Console(
        file=io.StringIO(), width=width, color_system=colours, highlight=False, force_terminal=terminal
    )
    view = view_of(GAMES[position.split()[0]])
    console.print(
        view.draw(state, looker, Scene(Catalogue.of(language), names, width, last, few_colours=terminal))
    )
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


class TestQwixx:
    POSITION = "qwixx 5,7/10/-/12,10/1 -/-/11,10,5,4,3,2/-/0 1 white 4352.6"

    def test_sheet(self) -> None:
        """Crosses, numbers that are gone, what may be crossed now, and a row that another player has closed."""
        lines = drawn(self.POSITION).splitlines()
        assert "r red       –   –   –   ✗   –   ✗   8   9  10  11  12 🔓    3" in lines
        assert "y yellow    –   –   –   –   –   –   –   –   ✗  11  12 🔓    1" in lines
        assert "g green     –   –   –   –   –   –   –   –   –   –   – 🔒    0" in lines
        assert "b blue      ✗   –   ✗   9   8  ›7   6   5   4   3   2 🔓    3" in lines
        assert "Penalties [✗][ ][ ][ ] −5  = 2 points" in lines

    def test_others_in_short(self) -> None:
        assert "Boris r        y        g 🔒 ✗7  b          0   28" in drawn(self.POSITION)

    def test_own_lock(self) -> None:
        assert "g green     –   ✗   ✗   –   –   –   –   ✗   ✗   ✗   ✗ 🔒✗  28" in drawn(
            self.POSITION, looker=2
        )

    def test_narrow(self) -> None:
        assert "b blue     ✗  –  ✗  9  8 ›7  6  5  4  3  2 🔓    3" in drawn(self.POSITION, width=60)

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("width", [44, 50, 57])
    def test_very_narrow(self, language: str, width: int) -> None:
        """No line is broken: the dice stand in one, and a row has only its letter."""
        crowded = "2,3,4,5,6,7,8,9,10,11,12/2,3,4,5,6,7,8,9,10,11/-/12,10/3"
        position = f"qwixx {crowded} {crowded} {crowded} 1 white 43.526"
        lines = plain(drawn(position, width=width, language=language)).splitlines()
        assert lines[0].rstrip() == " 4   3  = 7   y 5   g 2   b 6"
        assert [line[0] for line in lines[3:7]] == list("rygb")
        assert max(map(cell_len, lines)) <= width

    def test_colours_that_have_names(self) -> None:
        """In a terminal that knows only these, each row has its own."""
        screen = drawn(self.POSITION, colours="standard")
        for letter, background in zip("rygb", (41, 43, 42, 44), strict=True):
            row = next(line for line in screen.splitlines() if line.startswith(f"\x1b[1m{letter} "))
            assert re.search(rf"\x1b\[[0-9;]*\b{background}m", row)

    @pytest.mark.parametrize("language", ["he", "ar"])
    def test_right_to_left(self, language: str) -> None:
        """The row runs from left to right: its name is isolated from the numbers."""
        red = Catalogue.of(language).text("colour.r")
        assert f"r \u2068{red}\u2069" in drawn(self.POSITION, language=language)


SCENE = Scene(Catalogue.of("en"), ("Ada", "Boris"))


def test_dice() -> None:
    """The green die has left the game."""
    assert draw_dice((6, 4, 3, 2, 0, 1), SCENE).plain.split("\n") == [
        "┌─────┐ ┌─────┐            ┌──r──┐ ┌──y──┐ ┌──b──┐ ",
        "│●   ●│ │●   ●│   ▄█  █▀█  │●    │ │●    │ │     │ ",
        "│●   ●│ │     │ =  █  █ █  │  ●  │ │     │ │  ●  │ ",
        "│●   ●│ │●   ●│   ▄█▄ ▀▀▀  │    ●│ │    ●│ │     │ ",
        "└─────┘ └─────┘            └─────┘ └─────┘ └─────┘ ",
    ]


def test_dice_fit_into_60_columns() -> None:
    assert max(map(len, draw_dice((6, 6, 6, 6, 6, 6), SCENE).plain.split("\n"))) <= 60


class TestQuixo:
    def test_board(self) -> None:
        """Cubes that may be taken in brackets, and an arrow where the last one was pushed in."""
        assert drawn("quixo o...x/...../..x../...../....o x", last="e1e5").splitlines()[:9] == [
            "     a   b   c   d   ▼  ",
            "   ┌───────────────────┐",
            " 5 │ O  [·] [·] [·] [X]│ 5",
            " 4 │[·]  ·   ·   ·  [·]│ 4",
            " 3 │[·]  ·   X   ·  [·]│ 3",
            " 2 │[·]  ·   ·   ·  [·]│ 2",
            " 1 │[·] [·] [·] [·]  O │ 1",
            "   └───────────────────┘",
            "     a   b   c   d   e  ",
        ]

    @pytest.mark.parametrize(
        "move, line, arrow", [("a5a1", 8, "▲"), ("a1e1", 6, "◀"), ("e2a2", 5, "▶"), ("c5c1", 8, "▲")]
    )
    def test_arrow_of_the_last_move(self, move: str, line: int, arrow: str) -> None:
        lines = drawn("quixo ...../...../...../...../..... x", last=move).splitlines()
        assert [number for number, text in enumerate(lines[:9]) if arrow in text] == [line]

    def test_winning_line(self) -> None:
        assert "*O* *O* *O* *O* *O*" in drawn("quixo ...../.xxx./...../...../ooooo x")

    def test_teams(self) -> None:
        board = drawn("quixo4 n...e/...../...../...../s...w n 4", last="a1a5n")
        assert " 5 │[X↑] [· ] [· ] [· ]  O→ │ 5" in board
        assert " 1 │ X↓  [· ] [· ] [· ]  O← │ 1" in board
        assert "▶  X↑  n Ada" in board
        assert "   O←  w Dora" in board
        assert "North is at the top of the board." in board


class TestNames:
    def test_bots_speak_the_language(self) -> None:
        for bots in BOTS.values():  # every bot that can be asked for has a name in every language
            for language in LANGUAGES:
                assert all(display_names((f"bot {bot}",), Catalogue.of(language))[0] for bot in bots)
        assert display_names(("Ada", "bot greedy"), Catalogue.of("ru")) == ("Ada", "Жадный бот")

    def test_twins_get_a_number(self) -> None:
        seats = ("bot greedy", "Ada", "bot greedy")
        assert display_names(seats, Catalogue.of("en")) == ("Greedy bot 1", "Ada", "Greedy bot 3")

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_long_names_are_cut(self, language: str) -> None:
        scene = Scene(Catalogue.of(language), ("Bartholomew the Great of Nowhere", "Ada"))
        assert "Bartholomew…" in scene.column(scene.name(1), 12).plain
