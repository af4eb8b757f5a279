"""How a game in the terminal begins: as the options say, as a file does, or where somebody left it."""

from __future__ import annotations

import argparse
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import NoReturn

from rich.console import Console
from rich.text import Text

from rowlock import files
from rowlock.bots import BOTS
from rowlock.locale import Catalogue
from rowlock.rules import GAMES, Record
from rowlock.rules.levels import LEVELS
from rowlock.rules.record import split_names
from rowlock.terminal.answers import means
from rowlock.terminal.keyboard import ask, somebody_there
from rowlock.terminal.left import LeftGame
from rowlock.terminal.match import REAL_DICE, REPETITION, bot_name
from rowlock.terminal.scene import display_names
from rowlock.terminal.texts import texts_of, title_of

OPTION = "option_"
"""How the name begins under which the parsed options hold one that only some games have."""
USUAL_BOT = LEVELS[0]
"""Whoever has just learnt the rules shall have a chance."""


@dataclass
class Opening:
    """How a game begins, as the options say it. Every complaint is one line in the chosen language."""

    options: argparse.Namespace
    language: str
    complain: Callable[[str], NoReturn]
    left: LeftGame | None = field(default=None, init=False)
    """Where the game will wait if somebody leaves it; nowhere if nobody is there who could."""
    note: str = field(default="", init=False)
    """What is to be said below the first picture."""

    def __post_init__(self) -> None:
        self.seed: str = secrets.token_hex() if self.options.seed is None else self.options.seed
        self.text = Catalogue.of(self.language).text
        given = {
            name.removeprefix(OPTION): value for name, value in vars(self.options).items() if OPTION in name
        }
        self.chosen: dict[str, str] = {name: value for name, value in given.items() if value is not None}

    def begin(self, console: Console) -> Record:
        """The record of the game that is to be played."""
        if self.options.resume:
            record = self._resumed()
            self._know_place(record.game)
            return record
        game = self.options.game or self._choose_game(console)
        self._check_choices(game)
        self._know_place(game)
        return self._go_on(console) or self._new(game)

    def _know_place(self, game: str) -> None:
        if somebody_there():
            self.left = LeftGame(game)

    def _new(self, game: str) -> Record:
        seats = self._seats(game)
        record = Record.new(game, seats, self._first(len(seats)), **self._values(game))
        if self.options.no_repetition:
            record = record.tagged(REPETITION, "no")
        return record.tagged(*REAL_DICE) if self.options.dice == "real" else record

    def _go_on(self, console: Console) -> Record | None:
        """The game that somebody left, if there is one and they want it back."""
        if not (self.left and (record := self.left.waiting())) or self._unknown_bots(
            record.game, record.seats
        ):
            return None
        texts = texts_of(record.game, self.language)
        names = ", ".join(map(texts.isolate, display_names(record.seats, texts)))
        console.print(Text(self.text("play.go-on", names=names, yes=self.text("play.yes"))))
        self.left.ours = means(ask("> "), "play.yes", texts)
        if not self.left.ours:
            with contextlib.suppress(OSError):  # then it waits there as before
                self.note = self.text("play.set-aside", file=str(self.left.set_aside()))
            return None
        return record

    def _resumed(self) -> Record:
        """The record in a file, which says everything about the game."""
        said = {
            "GAME": self.options.game,
            "--seats": self.options.seats,
            "--first": self.options.first,
            **{f"--{name}": value for name, value in self.chosen.items()},
            "--no-repetition": self.options.no_repetition,
        }
        for option, given in said.items():
            if given:
                self.complain(self.text("error.resume", option=option))
        record = files.read_given(self.options.resume)
        self._check_choices(record.game)
        self._check_bots(record.game, record.seats)
        return record

    def _choose_game(self, console: Console) -> str:
        names = list(GAMES)
        for number, name in enumerate(names, 1):
            about = texts_of(name, self.language).text(f"about.{name}", "about.any")
            title = Text(f"{number}  ", "bold").append(title_of(name, self.language), "bold")
            console.print(title.append(f" — {about}"))
        numbered = {str(number): name for number, name in enumerate(names, 1)}
        while True:
            answer = ask(f"{self.text('play.choose-game')} ").strip().lower()
            if answer in names:
                return answer
            if answer in numbered:
                return numbered[answer]

    def _check_choices(self, game: str) -> None:
        """An option that the game doesn't know is a mistake that somebody wants to hear of."""
        rules = GAMES[game]
        unknown = {
            **{f"--{name}": name not in {*rules.options, *rules.words} for name in self.chosen},
            "--dice": self.options.dice == "real" and not rules.dice,
            "--no-repetition": self.options.no_repetition and not rules.two_sides,
        }
        for option, wrong in unknown.items():
            if wrong:
                title = title_of(game, self.language)
                self.complain(self.text("error.no-choice", option=option, game=title))

    def _seats(self, game: str) -> tuple[str, ...]:
        counts = GAMES[game].seat_counts
        if self.options.seats is None:
            bot = USUAL_BOT if USUAL_BOT in BOTS[game] else next(iter(BOTS[game]))
            return (self.text("play.player"), *[f"bot {bot}"] * (counts[0] - 1))
        seats = tuple(" ".join(name.split()) for name in split_names(self.options.seats))
        if not all(seats):
            self.complain(self.text("error.seat-name"))
        if not all(name.isprintable() for name in seats):
            self.complain(self.text("error.seat-letters"))
        if len(seats) not in counts:
            wanted = ", ".join(map(str, counts))
            self.complain(self.text("error.seats", wanted=wanted, count=len(seats)))
        self._check_bots(game, seats)
        return seats

    def _check_bots(self, game: str, seats: tuple[str, ...]) -> None:
        for name in self._unknown_bots(game, seats):
            self.complain(self.text("error.no-bot", name=name, known=", ".join(BOTS[game])))

    def _unknown_bots(self, game: str, seats: tuple[str, ...]) -> list[str]:
        return [name for name in map(bot_name, seats) if name is not None and name not in BOTS[game]]

    def _first(self, seats: int) -> int:
        wanted = self.options.first
        if wanted in (None, "random"):
            return Random(f"{self.seed} first").randint(1, seats)
        if wanted not in [str(seat) for seat in range(1, seats + 1)]:
            self.complain(self.text("error.first", seats=seats))
        return int(wanted)

    def _values(self, game: str) -> dict[str, int | str]:
        """What was chosen of that which only this game, or some others, leave open."""
        values: dict[str, int | str] = {}
        for name, value in self.chosen.items():
            if read := GAMES[game].words.get(name):
                values[name] = files.read_word(value, f"--{name}", read)
                continue
            allowed = [str(value) for value in GAMES[game].options[name]]
            if value not in allowed:
                self.complain(self.text("error.option", option=f"--{name}", values=", ".join(allowed)))
            values[name] = int(value)
        return values
