"""The command `rowlock play`: from its options to a match."""

from __future__ import annotations

import argparse
import io
import os
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NoReturn

from rowlock.locale import LANGUAGES, Catalogue, choose_language
from rowlock.rules import GAMES, NotationError, Record

if TYPE_CHECKING:
    from rich.console import Console

EXAMPLE = 'example: rowlock play qwixx --seats "Ada; bot easy; Boris" --language uk'


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `play` to the commands of `rowlock`."""
    parser = subparsers.add_parser(
        "play", help="play in the terminal", description="Play in the terminal.", epilog=EXAMPLE
    )
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", choices=GAMES, help=f"one of {', '.join(GAMES)}")
    add("--seats", metavar="NAMES", help='who plays: people by name, and bots: "bot easy", "bot hard", …')
    add("--first", metavar="N", help="the seat that begins, or random (which it is anyway)")
    add("--size", metavar="N", help="squares a side of a Quixo board: 5 as in the game, 4 or 3 to practise")
    add("--dice", choices=("rolled", "real"), default="rolled", help="real: you roll your own and write them")
    add("--no-repetition", action="store_true", help="no draw when a position comes up for the third time")
    add("--language", choices=LANGUAGES, help="else the language of your locale")
    add("--seed", metavar="TEXT", help="the same seed gives the same dice and the same bots")
    add("--resume", metavar="FILE", help="go on with a saved game")
    parser.set_defaults(run=partial(run, parser))


def run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Play one game; returns the exit code."""
    from rich.console import Console

    from rowlock.terminal.loop import Loop
    from rowlock.terminal.match import Match

    catalogue = Catalogue.of(options.language or choose_language(os.environ))
    console = Console(highlight=False)
    prepare_keyboard()
    opening = Opening(options, catalogue, parser.error)
    try:
        record = opening.resumed() if options.resume else opening.new(console)
    except (EOFError, KeyboardInterrupt) as reason:
        console.print(f"\n{catalogue.text('play.bye')}")
        return 130 if isinstance(reason, KeyboardInterrupt) else 0
    match = Match(record, opening.seed)
    return Loop(match, catalogue, console, ask, real_dice=options.dice == "real").run()


def prepare_keyboard() -> None:
    """Letters that can't be read are no reason to stop, and arrow keys work within a line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
        if sys.stdin.isatty() and sys.stdout.isatty():
            import readline

            readline.set_auto_history(
                False
            )  # the arrow up must not bring back what another player has decided


def ask(prompt: str) -> str:
    """A line from the keyboard, or from a pipe."""
    if vars(sys)["stdin"] is None:  # closed by whoever started the command
        raise EOFError
    line = input(prompt)
    if not sys.stdin.isatty():
        print()
    return line


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
        from rowlock.terminal.match import REPETITION

        game = self.options.game or self._choose_game(console)
        self._check_choices(game)
        seats = self._seats(game)
        record = Record.new(game, seats, self._first(len(seats)), **self._size(game))
        return record.tagged(REPETITION, "no") if self.options.no_repetition else record

    def resumed(self) -> Record:
        """The record in a file, which says everything about the game."""
        from rowlock.terminal import files

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
            record = files.read(Path(file))
        except OSError as error:
            self.complain(f"{file}: {error.strerror}")
        except NotationError as error:
            self.complain(f"{file}: {self.catalogue.text('reason.notation', **error.facts)}")
        self._check_choices(record.game)
        self._check_bots(record.game, record.seats)
        return record

    def _choose_game(self, console: Console) -> str:
        from rich.text import Text

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
        from rowlock.rules.record import split_names

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
        from rowlock.bots import BOTS
        from rowlock.terminal.match import bot_name

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
