"""`rowlock play`, `rowlock puzzle`, `rowlock day`, `rowlock replay` and `rowlock verify`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from rowlock import files
from rowlock.complaint import BadInput
from rowlock.locale import LANGUAGES, Catalogue, choose_language
from rowlock.rules import GAMES, Record, Refusal
from rowlock.rules.games import what_games_leave_open
from rowlock.terminal.account import account

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

EXAMPLE = 'example: rowlock play qwixx --seats "Ada; bot easy; Boris" --language uk'
FILE = "a record (.rlk), or - to read it from the input"


def add_parsers(commands: Commands) -> None:
    """Adds `play`, `puzzle`, `day`, `replay` and `verify`."""
    playing = commands.add_parser(
        "play", help="play in the terminal", description=play.__doc__, epilog=EXAMPLE
    )
    add = playing.add_argument
    add("game", metavar="GAME", nargs="?", choices=GAMES, help=f"one of {', '.join(GAMES)}")
    add("--seats", metavar="NAMES", help='who plays: people by name, and bots: "bot easy", "bot hard", …')
    add("--first", metavar="N", help="the seat that begins, or random (which it is anyway)")
    for name, values in what_games_leave_open().items():
        with contextlib.suppress(argparse.ArgumentError):  # a game from outside may name one like ours
            add(f"--{name}", metavar="N", dest=f"option_{name}", help=values)
    add("--dice", choices=("rolled", "real"), default="rolled", help="real: you roll your own and write them")
    add("--no-repetition", action="store_true", help="no draw when a position comes up for the third time")
    add("--language", choices=LANGUAGES, help="else the language of your locale")
    add("--seed", metavar="TEXT", help="the same seed gives the same dice and the same bots")
    add("--resume", metavar="FILE", help="go on with a saved game")
    playing.set_defaults(run=play, complain=playing.error)

    puzzling = commands.add_parser("puzzle", help="find the best move", description=puzzle.__doc__)
    add = puzzling.add_argument
    add("game", metavar="GAME", nargs="?", choices=GAMES, help="any that has puzzles, if not given")
    add("--theme", metavar="THEME", help="what it shall be about")
    add("--json", action="store_true", help="print one JSON object, with the answer")
    add("--seed", metavar="TEXT", help="the same seed gives the same puzzle")
    add("--language", choices=LANGUAGES, help="else the language of your locale")
    puzzling.set_defaults(run=puzzle)

    of_the_day = commands.add_parser("day", help="the day's game and puzzle", description=day.__doc__)
    add = of_the_day.add_argument
    add("date", metavar="DATE", nargs="?", help="such as 2026-11-18; today (in UTC), if not given")
    add("--play", action="store_true", help="play the game of the day here")
    add("--rolls", metavar="N", type=int, default=0, help="show the first N rolls, too")
    add("--json", action="store_true", help="print one JSON object")
    add("--language", choices=LANGUAGES, help="else the language of your locale")
    of_the_day.set_defaults(run=day)

    replaying = commands.add_parser("replay", help="check and show a game record", description=replay.__doc__)
    replaying.add_argument("file", metavar="FILE", help=FILE)
    replaying.add_argument("--json", action="store_true", help="print one JSON object")
    replaying.add_argument("--language", choices=LANGUAGES, help="else the language of your locale")
    replaying.set_defaults(run=replay)

    verifying = commands.add_parser(
        "verify", help="check the dice of a game record", description=verify.__doc__
    )
    verifying.add_argument("file", metavar="FILE", help=FILE)
    verifying.set_defaults(run=verify)


def play(options: argparse.Namespace) -> int:
    """Play in the terminal."""
    from rich.console import Console

    from rowlock.terminal.keyboard import ask, prepare_keyboard
    from rowlock.terminal.loop import Loop
    from rowlock.terminal.match import Match
    from rowlock.terminal.opening import Opening

    language = _language(options)
    console = Console(highlight=False)
    prepare_keyboard()
    opening = Opening(options, language, options.complain)
    try:
        record = opening.begin(console)
    except (EOFError, KeyboardInterrupt) as reason:
        console.print(f"\n{Catalogue.of(language).text('play.bye')}")
        return 130 if isinstance(reason, KeyboardInterrupt) else 0
    return Loop(Match(record, opening.seed), language, console, ask, opening.left, opening.note).run()


def puzzle(options: argparse.Namespace) -> int:
    """Show a position where one move is best, ask for it, and say what every move is worth."""
    from rowlock.terminal import puzzle as solving

    return solving.run(options, _language(options))


def day(options: argparse.Namespace) -> int:
    """Tell what everybody everywhere plays on a day: whose dice these are, how many points perfect play without looking
    ahead makes of them, and the puzzle."""
    from rowlock.terminal import day as of_the_day

    return of_the_day.run(options, _language(options))


def _language(options: argparse.Namespace) -> str:
    chosen: str | None = options.language
    return chosen or choose_language(os.environ)


def replay(options: argparse.Namespace) -> int:
    """Check a game record move by move, and show what happened."""
    record = files.read_given(options.file)
    if options.json:
        ascii_only = not sys.stdout.encoding.lower().startswith("utf")
        print(json.dumps(_as_json(record), ensure_ascii=ascii_only, indent=2))
    else:
        print("\n".join(account(record, _language(options))))
    return 0


def verify(options: argparse.Namespace) -> int:
    """Check every roll of a finished game against the commitment that was published before its first roll, or against
    the dice of its day."""
    from rowlock.table import dice

    record = files.read_given(options.file)
    try:
        rolls = dice.verify(record)
    except Refusal as refusal:
        raise BadInput(f"{files.where(options.file)}: {refusal}") from None
    if day := record.tag("DiceDay"):
        print(f"{rolls} rolls are those of the day {day}")
        return 0
    began = "; so does who began" if record.tag("FirstBy") else ""
    print(f"{rolls} rolls follow from the secret that was committed to{began}")
    return 0


def _as_json(record: Record) -> dict[str, object]:
    """The record with the position after every ply; docs/notation.md describes it."""
    states = record.states()
    start = next(states)
    return {
        "game": record.game,
        "seats": record.seats,
        "tags": dict(record.tags),
        "start": str(start),
        "comments": record.comments,
        "plies": [
            {
                "number": number,
                "seat": ply.seat,
                "move": ply.move,
                "comments": ply.comments,
                "position": str(next(states)),
            }
            for number, line in enumerate(record.lines(), 1)
            for _, action in line
            for ply in action
        ],
        "awaiting": record.last_state.awaiting if record.outcome is None else (),
        "outcome": record.outcome and asdict(record.outcome),
    }
