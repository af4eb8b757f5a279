"""How a game in the terminal begins: as the options say, or as a file does."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NoReturn

from rich.console import Console
from rich.text import Text

from rowlock.bots import BOTS
from rowlock.locale import Catalogue
from rowlock.rules import GAMES, NotationError, Record
from rowlock.rules.record import split_names
from rowlock.terminal import files
from rowlock.terminal.keyboard import ask
from rowlock.terminal.match import REPETITION, bot_name


@dataclass
class Opening:
    """How a game begins, as the options say it. Every complaint is one line in the chosen language."""

    options: argparse.Namespace
    catalogue: Catalogue
    complain: Callable[[str], NoReturn]

    def __post_init__(self) -> None:
        self.seed: str = secrets.token_hex() if self.options.seed is None else self.options.seed

    def new(self, console: Console) -> Record:
        """The record of a game that begins now."""
        game = self.options.game or self._choose_game(console)
        self._check_choices(game)
        seats = self._seats(game)
        record = Record.new(game, seats, self._first(len(seats)), **self._size(game))
        return record.tagged(REPETITION, "no") if self.options.no_repetition else record

    def resumed(self) -> Record:
        """The record in a file, which says everything about the game."""
        said = {
            "GAME": self.options.game,
            "--seats": self.options.seats,
            "--first": self.options.first,
            "--size": self.options.size,
            "--no-repetition": self.options.no_repetition,
        }
        for option, given in said.items():
            if given:
                self.complain(self.catalogue.text("error.resume", option=option))
        file = self.options.resume
        try:
            record = files.read(file)
        except OSError as error:
            self.complain(f"{file}: {error.strerror}")
        except NotationError as error:
            self.complain(f"{file}: {self.catalogue.text('reason.notation', **error.facts)}")
        self._check_choices(record.game)
        self._check_bots(record.game, record.seats)
        return record

    def _choose_game(self, console: Console) -> str:
        names = list(GAMES)
        for number, name in enumerate(names, 1):
            title, about = self.catalogue.text(f"game.{name}"), self.catalogue.text(f"about.{name}")
            console.print(Text(f"{number}  ", "bold").append(title, "bold").append(f" — {about}"))
        while True:
            answer = ask(f"{self.catalogue.text('play.choose-game')} ").strip().lower()
            if answer in names:
                return answer
            if answer in ("1", "2", "3"):
                return names[int(answer) - 1]

    def _check_choices(self, game: str) -> None:
        """An option that the game doesn't know is a mistake that somebody wants to hear of."""
        rules = GAMES[game]
        unknown = {
            "--size": self.options.size is not None and "size" not in rules.options,
            "--dice": self.options.dice == "real" and not rules.dice,
            "--no-repetition": self.options.no_repetition and not rules.two_sides,
        }
        for option, wrong in unknown.items():
            if wrong:
                title = self.catalogue.text(f"game.{game}")
                self.complain(self.catalogue.text("error.no-choice", option=option, game=title))

    def _seats(self, game: str) -> tuple[str, ...]:
        counts = GAMES[game].seat_counts
        if self.options.seats is None:
            return (self.catalogue.text("play.player"), *["bot greedy"] * (counts[0] - 1))
        seats = tuple(" ".join(name.split()) for name in split_names(self.options.seats))
        if not all(seats):
            self.complain(self.catalogue.text("error.seat-name"))
        if not all(name.isprintable() for name in seats):
            self.complain(self.catalogue.text("error.seat-letters"))
        if len(seats) not in counts:
            wanted = ", ".join(map(str, counts))
            self.complain(self.catalogue.text("error.seats", wanted=wanted, count=len(seats)))
        self._check_bots(game, seats)
        return seats

    def _check_bots(self, game: str, seats: tuple[str, ...]) -> None:
        for name in map(bot_name, seats):
            if name is not None and name not in BOTS[game]:
                known = ", ".join(BOTS[game])
                self.complain(self.catalogue.text("error.no-bot", name=name, known=known))

    def _first(self, seats: int) -> int:
        wanted = self.options.first
        if wanted in (None, "random"):
            return Random(f"{self.seed} first").randint(1, seats)
        if wanted not in [str(seat) for seat in range(1, seats + 1)]:
            self.complain(self.catalogue.text("error.first", seats=seats))
        return int(wanted)

    def _size(self, game: str) -> dict[str, int]:
        if self.options.size is None:
            return {}
        sizes = [str(size) for size in GAMES[game].options.get("size", ())]
        if self.options.size not in sizes:
            self.complain(self.catalogue.text("error.size", sizes=", ".join(sizes)))
        return {"size": int(self.options.size)}
