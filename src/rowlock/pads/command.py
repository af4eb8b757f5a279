"""`rowlock pad`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rowlock import files
from rowlock.complaint import BadInput
from rowlock.locale import LANGUAGES, choose_language
from rowlock.pads.paper import PAPERS
from rowlock.pads.wish import PadWish, draw_pad, games_with_pads
from rowlock.rules import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `pad`."""
    parser = commands.add_parser("pad", help="printable sheets as PDF", description=pad.__doc__)
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", help="what to print; score sheets, if not told")
    add("--language", choices=LANGUAGES, help="else the language of your locale")
    add("--paper", choices=PAPERS, default="A4", help="A4, A5 or Letter; A4 if not told")
    add("--sheets", metavar="N", type=int, help="how many on a page")
    add("--layout", metavar="NAME", help="another sheet: a name, random-CODE, or a file")
    add("--ink", action="store_true", help="save ink: outlines instead of areas")
    add("--rules", action="store_true", help="with a short reminder of the rules")
    add("--address", metavar="URL", default="", help="with a QR code that opens this address")
    add("--record", metavar="FILE", help="the finished sheets of this game instead of empty ones")
    add("--out", metavar="FILE", required=True, help="where the PDF goes")
    parser.set_defaults(run=pad)


def pad(options: argparse.Namespace) -> int:
    """Make a PDF: score sheets to write on, or the sheets of a game that was played."""
    record = files.read_given(options.record) if options.record else None
    game = options.game or (record.game if record else games_with_pads()[0])
    words = GAMES[game].words if game in GAMES else {}
    layout = (
        files.read_word(options.layout, "--layout", words.get("layout", str))
        if options.layout is not None
        else ""
    )
    try:
        wish = PadWish(
            language=options.language or choose_language(os.environ),
            paper=options.paper,
            sheets=options.sheets,
            ink=options.ink,
            rules=options.rules,
            layout=layout,
            address=options.address,
        )
        made = draw_pad(game, wish, record=record)
    except ValueError as error:
        raise BadInput(str(error)) from None
    try:
        files.write(Path(options.out), made)
    except OSError as error:
        raise BadInput(f"{files.where(options.out)}: {error.strerror}") from None
    return 0
