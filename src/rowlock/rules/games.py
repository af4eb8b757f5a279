"""The games by name: those of Rowlock, and those that installed packages bring along.

A package brings a game by an entry point of the group `rowlock.games` that names its `Game`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import entry_points

from rowlock.rules.game import DICE, Game, NotationError, Refusal, State, shown
from rowlock.rules.quixo import QUIXO
from rowlock.rules.quixo4 import QUIXO4
from rowlock.rules.qwixx import QWIXX

GROUP = "rowlock.games"


class Games(Mapping[str, Game]):
    """The games by name, ours first. Those from outside are loaded when somebody first asks: whoever imports the module
    of such a game imports this one along the way, when that game is not there yet."""

    @cached_property
    def _all(self) -> dict[str, Game]:
        games = {game.name: game for game in (QWIXX, QUIXO, QUIXO4)}
        for entry in entry_points(group=GROUP):
            try:
                game = entry.load()
            except (ImportError, AttributeError) as error:
                warnings.warn(f"the game {entry.name!r} can't be loaded: {error}", stacklevel=2)
            else:
                games.setdefault(game.name, game)
        return games

    def __getitem__(self, name: str) -> Game:
        if name not in self._all:
            raise KeyError(unknown_game(name))
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


GAMES = Games()
"""The games by name."""


def unknown_game(name: object) -> str:
    """Says which games there are to somebody who has named another."""
    return f"there is no game {shown(str(name))}, only {', '.join(GAMES)}"


def check_game(name: str) -> None:
    """Raises `Refusal` if there is no such game."""
    if name not in GAMES:
        raise Refusal("unknown-game", unknown_game(name))


def what_games_leave_open() -> dict[str, str]:
    """The options of all games by name, each with the games that have it and the values there, in words."""
    options: dict[str, str] = {}
    for game in GAMES.values():
        for name, values in game.options.items():
            more = f"{game.name} {', '.join(map(str, values))}"
            options[name] = (
                f"{options[name]}; {more}" if name in options else f"an option of the game: {more}"
            )
        for name in game.words:
            options[name] = f"an option of the game: {game.name}, a name, or a file"
    return options


def play_word(state: State, word: str) -> State:
    """The state after a move: its text alone, or behind its seat's number where that is not plain, as in `2:pass` or
    `0:413526`, a roll. Raises `NotationError` and `IllegalMove`."""
    seat, colon, move = word.rpartition(":")
    if not colon:
        if len(state.awaiting) != 1 or state.awaiting == (DICE,):
            raise NotationError(f"{shown(word)} doesn't say whose it is: write SEAT:MOVE, a roll as 0:ROLL")
        return state.play(state.awaiting[0], word)
    if not (seat.isascii() and seat.isdigit() and len(seat) < 3):
        raise NotationError(f"{shown(word)} should begin with the number of a seat")
    return state.play(int(seat), move)


def parse_position(text: str) -> State:
    """The state of a position text of any game; the text's first word says which."""
    name = text.split(" ", 1)[0]
    if name not in GAMES:
        raise NotationError(f"a position begins with one of {', '.join(GAMES)}")
    return GAMES[name].parse(text)
