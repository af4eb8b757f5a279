"""`rowlock solve` and `rowlock perft`: what can be counted or known exactly."""

from __future__ import annotations

import argparse
import contextlib
import time
from functools import partial
from importlib.util import find_spec

from rowlock import files
from rowlock.rules import GAMES, NotationError, State
from rowlock.rules.game import shown
from rowlock.rules.games import what_games_leave_open
from rowlock.rules.perft import divide
from rowlock.solve.interrupts import uninterrupted
from rowlock.solve.progress import progress

DEEPEST = 100
"""No computer will ever count further than this, so a greater depth is a slip of the finger."""
WORTH_COMPILING = 4
"""From this depth on, a compiled count saves more time than it takes to load."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `solve` and `perft`. A game offers what can be solved of it in its part of this room, as `command`."""
    solving = commands.add_parser("solve", help="solve a game exactly", description="Solve a game exactly.")
    subjects = solving.add_subparsers(title="games", metavar="GAME", required=True)
    for part in dict.fromkeys(game.part("solve", "command") for game in GAMES.values()):
        if part:
            part.add_parser(subjects)
    counting = commands.add_parser("perft", help="count move sequences", description=perft.__doc__)
    add = counting.add_argument
    add("game", metavar="GAME", choices=GAMES, help=f"one of {', '.join(GAMES)}")
    add("--depth", metavar="N", type=_depth, required=True, help="how many moves to look ahead")
    for name, values in what_games_leave_open().items():
        with contextlib.suppress(argparse.ArgumentError):  # a game from outside may name one like ours
            add(f"--{name}", metavar="N", dest=f"option_{name}", help=values)
    add("--position", metavar="TEXT", help="count from here instead of from the start")
    counting.set_defaults(run=perft, complain=counting.error)


def perft(options: argparse.Namespace) -> int:
    """Count the sequences of N moves that lead on from a position, and print the number."""
    state = _position(options)
    total, said = 1 if options.depth == 0 else 0, time.monotonic()
    counts = divide(state, options.depth) if options.depth else ()
    if options.depth >= WORTH_COMPILING and find_spec("numba"):
        fast = uninterrupted(partial(GAMES[options.game].part, "solve", "perft"))
        if fast and options.game in fast.DIVIDE:
            counts = fast.DIVIDE[options.game](state, options.depth)
    for move, count in counts:
        total += count
        if time.monotonic() - said > 1:
            said = time.monotonic()
            moves = state.legal_moves(state.awaiting[0])
            progress(f"first move {moves.index(move) + 1} of {len(moves)}, {move}: {total:,} so far")
    progress("")
    print(total)
    return 0


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= DEEPEST):
        raise argparse.ArgumentTypeError(f"a depth is 0 to {DEEPEST}, not {shown(text)}")
    return int(text)


def _position(options: argparse.Namespace) -> State:
    game = GAMES[options.game]
    chosen = {
        name: getattr(options, f"option_{name}")
        for name in what_games_leave_open()
        if getattr(options, f"option_{name}", None) is not None
    }
    if options.position is not None:
        for name in chosen:
            options.complain(f"--{name}: the position already says it")
        try:
            return game.parse(options.position)
        except NotationError as error:
            options.complain(f"--position:{error.line}:{error.column}: {error.problem}")
    told: dict[str, int | str] = {}
    for name, value in chosen.items():
        if read := game.words.get(name):
            told[name] = files.read_word(value, f"--{name}", read)
            continue
        values = [str(known) for known in game.options.get(name, ())]
        if value not in values:
            there_are = f"only {', '.join(values)}" if values else "it has only one"
            options.complain(f"--{name}: {game.name} has no {name} {shown(value)}, {there_are}")
        told[name] = int(value)
    return game.start(None, 1, **told)
