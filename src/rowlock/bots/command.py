"""`rowlock arena`."""

from __future__ import annotations

import argparse
import os

from rowlock.rules import GAMES
from rowlock.rules.game import shown
from rowlock.solve.progress import progress


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `arena`."""
    parser = commands.add_parser("arena", help="bots against each other", description=run.__doc__)
    add = parser.add_argument
    add("game", metavar="GAME", choices=GAMES, help=f"one of {', '.join(GAMES)}")
    add(
        "--seats",
        metavar="A,B,…",
        required=True,
        help="who sits in seats 1, 2, …: easy, medium, hard, master, greedy or random; in qwixx also sheet and "
        "solitaire, which play for points, the first minding the others, and, with 2 or 4 seats, plain, a network "
        "of the kind that others have published",
    )
    add("--games", metavar="N", type=_count, default=1000, help="how many games (1,000)")
    add("--seed", metavar="N", type=_count, default=1, help="other games with another seed")
    add("--cores", metavar="N", type=_count, default=os.cpu_count() or 1, help="all, if not given")
    parser.set_defaults(run=run, complain=parser.error)


def run(options: argparse.Namespace) -> int:
    """Let bots play many games against each other, and show who won how many, ties split, with 95 % intervals."""
    from rowlock.bots.arena import arena, check

    names = options.seats.split(",")
    try:
        check(options.game, names)
    except ValueError as error:
        options.complain(f"--seats: {error}")
    games = "1 game" if options.games == 1 else f"{options.games:,} games"

    def told(done: int) -> None:
        progress(f"{done:,} of {games}")

    progress("getting ready (the first time this takes a minute)")
    standings = arena(options.game, names, options.games, options.seed, options.cores, told)
    progress("")
    points = GAMES[options.game].dice
    sure = options.games > 1  # one game tells nothing about how far chance could carry
    print(
        f"{games} of {options.game}, seed {options.seed}; ties split" + (", 95 % intervals" if sure else "")
    )
    width = 15 if sure else 12
    print(f"seat  {'bot':8}  {'first places':>{width}}" + (f"  {'mean score':>{width}}" if points else ""))
    for seat, one in enumerate(standings, 1):
        wins, score = f"{one.wins:.2%}", f"{one.score:.2f}"
        if sure:
            wins, score = f"{wins} ± {one.wins_margin:5.2%}", f"{score} ± {one.score_margin:5.2f}"
        print(f"{seat:4}  {one.name:8}  {wins:>{width}}" + (f"  {score:>{width}}" if points else ""))
    return 0


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a number from 1, not {shown(text)}")
    return int(text)
