"""`rowlock engine`."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from rowlock.rules import GAMES


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `engine`."""
    parser = commands.add_parser(
        "engine", help="think about positions, line by line", description=run.__doc__
    )
    parser.add_argument("game", metavar="GAME", choices=GAMES, help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--tablebase", metavar="DIR", help="folder with a solution of Quixo 5×5 (*.rlq)")
    parser.set_defaults(run=run, complain=parser.error)


def run(options: argparse.Namespace) -> int:
    """Answer positions on the input with decisions and values; docs/engine.md describes the lines."""
    from rowlock.bots import of_game
    from rowlock.engine.protocol import Engine

    if of_game(options.game).mind:
        import_module("numpy")  # where thinking can't be done, that is said now and not at the first question
    means = {"tablebase": options.tablebase} if options.tablebase else {}
    for name in means:
        if name not in of_game(options.game).means:
            options.complain(f"--{name}: {options.game} has no use for it")
    try:
        if means and (mind := of_game(options.game).mind):
            mind(means)
    except ValueError as error:
        options.complain(f"--tablebase: {error}")

    def tell(line: str) -> None:
        print(line, flush=True)

    Engine(options.game, tell, means).converse(sys.stdin)
    return 0
