"""`rowlock arena`, and `rowlock ready`, which nobody needs to know."""

from __future__ import annotations

import argparse
import os

from rowlock import files
from rowlock.rules import GAMES
from rowlock.rules.game import shown
from rowlock.solve.progress import progress, say

MOST = 999_999_999


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `arena` and `ready`."""
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
    add("--nodes", metavar="N", type=_count, help="positions that a bot may look at for a move (as it likes)")
    for name in sorted({name for game in GAMES.values() for name in game.words}):
        add(
            f"--{name}",
            metavar="NAME",
            dest=f"word_{name}",
            help="another one than the usual: a name, or a file",
        )
    parser.set_defaults(run=run, complain=parser.error)
    parser = commands.add_parser("ready", help="compile now, not at first use", description=get_ready.__doc__)
    parser.set_defaults(run=get_ready)


def get_ready(options: argparse.Namespace) -> int:  # noqa: ARG001 (it has none)
    """Compile now what would be compiled when it is first needed: bots, solvers and simulations of all games."""
    from rowlock.bots.ready import batches_of, compile_all

    compile_all(batches_of(*GAMES), say)
    progress("")
    return 0


def run(options: argparse.Namespace) -> int:
    """Let bots play many games against each other, and show who won how many, ties split, with 95 % intervals."""
    from rowlock.bots import Limit
    from rowlock.bots.arena import arena, check, needs
    from rowlock.bots.ready import compile_all

    names = options.seats.split(",")
    chosen = _chosen(options)
    try:
        check(options.game, names, chosen)
    except ValueError as error:
        options.complain(f"--seats: {error}")
    games = "1 game" if options.games == 1 else f"{options.games:,} games"

    def told(done: int) -> None:
        progress(f"{done:,} of {games}")

    compile_all(needs(options.game, names, chosen), say)
    progress("getting ready")
    limit = Limit(nodes=options.nodes)
    standings = arena(options.game, names, options.games, options.seed, options.cores, told, limit, chosen)
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
    if standings[0].shared and not points:
        print(f"drawn: {standings[0].shared:,}")
    return 0


def _chosen(options: argparse.Namespace) -> dict[str, str]:
    """What is told in a word, where it is not the usual one."""
    chosen: dict[str, str] = {}
    for name, given in vars(options).items():
        word = name.removeprefix("word_")
        if name != word and given is not None:
            words = GAMES[options.game].words
            if word not in words:
                options.complain(f"--{word}: {options.game} has only one")
            chosen[word] = files.read_word(given, f"--{word}", words[word])
    return {name: word for name, word in chosen.items() if word}


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:12]) <= MOST):
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST:,}, not {shown(text)}")
    return int(text)
