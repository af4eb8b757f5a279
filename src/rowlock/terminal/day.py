"""`rowlock day`: what everybody plays on a day; or the game of the day itself, in the terminal."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace

from rich.console import Console

from rowlock.complaint import BadInput
from rowlock.locale import Catalogue
from rowlock.rules import DICE, GAMES, Record, Refusal
from rowlock.study import Day, day_of
from rowlock.table import days, dice
from rowlock.terminal.match import DAY, Match
from rowlock.terminal.texts import texts_of, title_of

MOST_ROLLS = 100
"""No game of one has as many: each costs a cross or a penalty."""


def run(options: Namespace, language: str) -> int:
    """Print a day, or play it, as told by the options of the command."""
    try:
        found = day_of(
            days.read(options.date) if options.date is not None else days.today(round(time.time() * 1000))
        )
    except Refusal as refusal:
        raise BadInput(str(refusal)) from None
    if not 0 <= options.rolls <= MOST_ROLLS:
        raise BadInput(f"--rolls is a number up to {MOST_ROLLS}, not {options.rolls}")
    if options.play:
        return _play(found, language)
    rolls = [roll(found, number) for number in range(1, options.rolls + 1)]
    if options.json:
        ascii_only = not sys.stdout.encoding.lower().startswith("utf")
        print(json.dumps(as_json(found, rolls), ensure_ascii=ascii_only, indent=2))
    else:
        print("\n".join(_told(found, rolls, language)))
    return 0


def roll(day: Day, number: int) -> str:
    """A roll of the day, all dice being still in the game."""
    possible = GAMES[day.game].start(1).legal_moves(DICE)
    return dice.roll_for_all(day.link, dice.first_entropy(str(day.date)), number, possible)


def as_json(day: Day, rolls: list[str]) -> dict[str, object]:
    """A day without the answer of its puzzle; docs/day.md describes it."""
    puzzle = {name: getattr(day.puzzle, name) for name in ("game", "position", "seat", "theme", "rating")}
    told = {"date": str(day.date), "link": day.link, "game": day.game, "best": day.best}
    return {**told, "rolls": rolls, "puzzle": puzzle}


def _told(day: Day, rolls: list[str], language: str) -> list[str]:
    text = Catalogue.of(language).text
    puzzle = day.puzzle
    game, theme = title_of(puzzle.game, language), texts_of(puzzle.game, language).text
    asked = theme(f"puzzle.ask.{puzzle.theme}", count=puzzle.moves[0].plies or 0)
    return [
        f"{text('day.title')} · {day.date}",
        f"{title_of(day.game, language)}. {text('day.best')}: {'?' if day.best is None else day.best}",
        *(f"{number}. {faces}" for number, faces in enumerate(rolls, 1)),
        theme("puzzle.title", game=game, theme=theme(f"puzzle.theme.{puzzle.theme}"), rating=puzzle.rating),
        puzzle.position,
        asked,
        day.link,
    ]


def _play(day: Day, language: str) -> int:
    from rowlock.terminal.keyboard import ask, prepare_keyboard
    from rowlock.terminal.loop import Loop

    prepare_keyboard()
    record = Record.new(day.game, [Catalogue.of(language).text("play.player")]).tagged(DAY, str(day.date))
    return Loop(Match(record, ""), language, Console(highlight=False), ask, None, "").run()


def best_of(record: Record) -> int | None:
    """The points of perfect play with the dice of a record, if they are a day's and known."""
    day = record.tag(DAY)
    return day_of(days.read(day)).best if day else None
