"""`rowlock engine`, `rowlock arena` and `rowlock solve qwixx`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, TypeAlias

from rowlock.rules import GAMES
from rowlock.rules.game import shown

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parsers(commands: Commands) -> None:
    """Adds `engine` and `arena`."""
    games = f"one of {', '.join(GAMES)}"
    engine = commands.add_parser(
        "engine", help="think about positions, line by line", description=converse.__doc__
    )
    engine.add_argument("game", metavar="GAME", choices=GAMES, help=games)
    engine.add_argument("--tablebase", metavar="DIR", help="folder with a solution of Quixo 5×5 (*.rlq)")
    engine.set_defaults(run=converse, complain=engine.error)

    arena = commands.add_parser("arena", help="bots against each other", description=compete.__doc__)
    arena.add_argument("game", metavar="GAME", choices=GAMES, help=games)
    arena.add_argument(
        "--seats",
        metavar="A,B,…",
        required=True,
        help="who sits in seats 1, 2, …: easy, medium, hard, master, greedy or random; in qwixx also sheet and "
        "solitaire, which play for points, the first minding the others, and, with 2 or 4 seats, plain and published, "
        "networks of the kind that others have published, the second about as strong as theirs",
    )
    arena.add_argument("--games", metavar="N", type=_count, default=1000, help="how many games (1,000)")
    arena.add_argument("--seed", metavar="N", type=_count, default=1, help="other games with another seed")
    arena.add_argument(
        "--cores", metavar="N", type=_count, default=os.cpu_count() or 1, help="all, if not given"
    )
    arena.set_defaults(run=compete, complain=arena.error)


def add_solve(subjects: Commands) -> None:
    """Adds `qwixx` to what `rowlock solve` can solve."""
    solving = subjects.add_parser("qwixx", help="the sheet of one player", description=solve.__doc__)
    solving.set_defaults(run=solve)


def converse(options: argparse.Namespace) -> int:
    """Answer positions on the input with decisions and values; docs/engine.md describes the lines."""
    from rowlock.bots.quixo.levels import TABLEBASE, given_tables
    from rowlock.engine.protocol import Engine

    if options.tablebase:
        os.environ[TABLEBASE] = options.tablebase
        try:
            given_tables()
        except ValueError as error:
            options.complain(f"--tablebase: {error}")

    def tell(line: str) -> None:
        print(line, flush=True)

    Engine(options.game, tell).converse(sys.stdin)
    return 0


def compete(options: argparse.Namespace) -> int:
    """Let bots play many games against each other, and show who won how many, ties split, with 95 % intervals."""
    from rowlock.bots.arena import arena, seat_counts, seat_names

    names = options.seats.split(",")
    known = seat_names(options.game)
    for name in names:
        if name not in known:
            options.complain(f"--seats: no {shown(name)} plays {options.game}, only {', '.join(known)}")
    counts = GAMES[options.game].seat_counts
    if len(names) not in counts:
        wanted = " or ".join(map(str, counts))
        options.complain(f"--seats: {options.game} has {wanted} seats, not {len(names)}")
    for name in names:
        counts = seat_counts(options.game, name)
        if len(names) not in counts:
            wanted = " or ".join(map(str, counts))
            options.complain(f"--seats: {name} plays with {wanted} seats, not {len(names)}")

    games = "1 game" if options.games == 1 else f"{options.games:,} games"

    def told(done: int) -> None:
        _progress(f"{done:,} of {games}")

    _progress("getting ready (the first time this takes a minute)")
    standings = arena(options.game, names, options.games, options.seed, options.cores, told)
    _progress("")
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


def solve(options: argparse.Namespace) -> int:  # noqa: ARG001 (it has none)
    """Solve the game of one player exactly: the expected final score under best play."""
    from rowlock.solve.qwixx.sheet import solve_sheet

    values = solve_sheet(progress=lambda share: _progress(f"{share:.0%} of all sheets"))
    _progress("")
    print("Expected final score of one player under best play, by penalties already taken:")
    for penalties in range(4):
        print(f"{penalties}  {values.to_come((0, 0, 0, 0), penalties) - 5 * penalties:.10f}")
    return 0


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}", end="\033[K", file=sys.stderr, flush=True)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a number from 1, not {shown(text)}")
    return int(text)
