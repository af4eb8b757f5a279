"""Puzzles: positions of which it is certain which move is best, by a clear margin, and what the others are worth.

They lie in the package as data, so that solving them needs neither tables nor bots. A game brings them, and how they
are made, in its part of this room: `PUZZLES[game]` in its module `puzzles`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

from rowlock.bots import Option
from rowlock.bots.question import Value
from rowlock.rules import GAMES, IllegalMove, Move, State, parse_position
from rowlock.rules.game import shown

OPEN = "open"
NEAR = 20
"""Of a theme, so many puzzles are near a rating that is asked for: one of them is chosen."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, and what every move of the seat that decides is worth, best first."""

    game: str
    position: str
    """Tells puzzles apart, too: no two are equal, not even up to symmetry."""
    seat: int
    theme: str
    rating: int
    """Whoever has this rating, too, solves it every other time; see docs/puzzles.md."""
    moves: tuple[Option, ...]

    @property
    def state(self) -> State:
        """The position to look at."""
        return parse_position(self.position)

    @property
    def best(self) -> tuple[Move, ...]:
        """The best move, and what is exactly as good: pushes that lead to the same board."""
        return tuple(option.move for option in self.moves if _said(option) == _said(self.moves[0]))

    def check(self, move: Move) -> Solved:
        """What a move is worth here. Raises `IllegalMove`."""
        for option in self.moves:
            if option.move == move:
                return Solved(move in self.best, option, self.moves[0])
        raise self.state.why_not(self.seat, move) or IllegalMove(self.state, move, "not-a-move")


@dataclass(frozen=True, slots=True)
class Solved:
    """An answer to a puzzle, and the best one."""

    right: bool
    move: Option
    best: Option


@dataclass(frozen=True, slots=True)
class Task:
    """A position that is good for a puzzle."""

    theme: str
    moves: tuple[Option, ...]
    kind: str = ""
    """Tells tasks of a theme apart where there shall be some of each."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where puzzles come from: positions from games played by chance, and how many are wanted of each theme and kind,
    `theme kind` by name; so many positions are looked at for that."""

    positions: Callable[[Random], Iterator[State]]
    wanted: Mapping[str, int]
    most: int


@dataclass(frozen=True, slots=True)
class GamePuzzles:
    """All that a game offers of puzzles."""

    data: Path
    themes: tuple[str, ...]
    sources: Mapping[str, Source]
    judge: Callable[[State], Task | None]
    """What every move is worth, by exact values, and which theme that makes; None where it makes none."""
    image: Callable[[State], Hashable]
    """Equal for positions that are equal up to symmetry."""
    seen_by_bots: Callable[[State], State] = lambda state: state
    """How the levels are asked, whose failures are the rating."""


def of_puzzles(game: str) -> GamePuzzles:
    """What a game offers of puzzles. Raises `ValueError` if it offers none."""
    part = GAMES[game].part("study", "puzzles") if game in GAMES else None
    if part is None or game not in part.PUZZLES:
        raise ValueError(f"there are no puzzles for {shown(game)}, only for {', '.join(games())}")
    return cast(GamePuzzles, part.PUZZLES[game])


def games() -> tuple[str, ...]:
    """The games that have puzzles."""
    parts = {game.name: game.part("study", "puzzles") for game in GAMES.values()}
    return tuple(name for name, part in parts.items() if part and name in part.PUZZLES)


def themes(game: str) -> tuple[str, ...]:
    """The themes of a game's puzzles; none if it has no puzzles."""
    return of_puzzles(game).themes if game in games() else ()


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first. Raises `ValueError` if it has none."""
    kept = json.loads(of_puzzles(game).data.read_text(encoding="utf-8"))
    found = (_read(game, entry) for entry in kept["puzzles"])
    return tuple(sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.position)))


def level_ratings(game: str) -> dict[str, int]:
    """What the levels of the bots are worth on the scale of the game's puzzles."""
    levels: dict[str, int] = json.loads(of_puzzles(game).data.read_text(encoding="utf-8"))["levels"]
    return levels


def choose_puzzle(
    game: str, theme: str | None = None, rating: int | None = None, chance: Random | None = None
) -> Puzzle:
    """A puzzle by chance: of a theme if one is told, and about as hard as told. Raises `ValueError`."""
    themes = of_puzzles(game).themes
    if theme is not None and theme not in themes:
        raise ValueError(f"{game} has no puzzles of the theme {shown(theme)}, only {', '.join(themes)}")
    fitting: Sequence[Puzzle] = [puzzle for puzzle in puzzles(game) if theme in (None, puzzle.theme)]
    if rating is not None:
        fitting = sorted(fitting, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAR]
    return (chance or Random()).choice(fitting)


# As data: moves of the same worth stand together, best first; {"win 3": "a1a5", "draw": "b1b5 c1c5", "loss 2": "e1a1"}
# or {"71.32": "r5", "68.04": "pass"}. "open" is what nobody knows, except that all others lose.


def as_data(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as its game keeps it."""
    worth: dict[str, list[Move]] = {}
    for option in puzzle.moves:
        worth.setdefault(_said(option), []).append(option.move)
    kept = {said: " ".join(moves) for said, moves in worth.items()}
    return {"position": puzzle.position, "theme": puzzle.theme, "rating": puzzle.rating, "worth": kept}


def _read(game: str, entry: Mapping[str, Any]) -> Puzzle:
    position = str(entry["position"])
    moves = [_option(move, said) for said, some in entry["worth"].items() for move in some.split(" ")]
    seat = parse_position(position).active
    return Puzzle(game, position, seat, entry["theme"], entry["rating"], tuple(moves))


def _said(option: Option) -> str:
    """What a move is worth, in short."""
    if option.points is not None:
        return f"{option.points:.2f}"
    value = option.value or OPEN
    return f"{value} {option.plies}" if option.plies is not None else value


def _option(move: Move, said: str) -> Option:
    value, _, plies = said.partition(" ")
    if value == OPEN:
        return Option(move)
    if value in ("win", "draw", "loss"):
        return Option(move, exact=True, value=cast(Value, value), plies=int(plies) if plies else None)
    return Option(move, exact=True, points=float(said))
