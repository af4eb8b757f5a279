"""Performances of the levels of a game: what reviews of their games say, for each number of players.

python -m bench performance GAME [--games 100] [--seats 2] [--nodes 3000] [--out FILE]

Each level plays so many games among the others, taken by chance, and the games are reviewed with so many nodes for each
position that has to be thought about. Prints what each level lost at a decision that was not forced, in thousandths,
with 95 % intervals, and writes that into FILE, by default the scale of the game's part of the room study.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from rowlock.bots import Limit, Question, bot
from rowlock.bots.arena import CONFIDENCE
from rowlock.bots.question import Bot
from rowlock.rules import DICE, GAMES, Ply, Record, State
from rowlock.rules.game import repeated
from rowlock.rules.levels import LEVELS
from rowlock.study import review
from rowlock.study.skill import scale_file

PLAYERS = ("random", *LEVELS)
MOST_PLIES = 300


def play(game: str, names: Sequence[str], players: Mapping[str, Bot], chance: Random, limit: Limit) -> Record:
    """A game of the bots; it ends where a position is there for the third time."""
    state = GAMES[game].start(len(names), 1 + chance.randrange(len(names)))
    record = Record.new(game, names, state.active)
    states: list[State] = [state]
    plies: list[Ply] = []
    while not state.outcome and len(plies) < MOST_PLIES:
        if GAMES[game].two_sides and repeated(states):
            break
        seat = state.awaiting[0]
        if seat == DICE:
            move = chance.choice(state.legal_moves(DICE))
        else:
            move = players[names[seat - 1]](Question(state.seen_by(seat), seat, states[:-1], chance, limit))
        plies.append(Ply(seat, move))
        state = state.play(seat, move)
        states.append(state)
    return record.played(plies)


def tables(seats: int, games: int, chance: Random) -> Iterator[tuple[str, ...]]:
    """Who plays with whom, until each has played so many games."""
    left = dict.fromkeys(PLAYERS, games)
    while any(count > 0 for count in left.values()):
        first = max(left, key=lambda name: left[name])
        names = [first, *chance.choices(PLAYERS, k=seats - 1)]
        for name in names:
            left[name] -= 1
        chance.shuffle(names)
        yield tuple(names)


def performances(game: str, seats: int, games: int, nodes: int, seed: str = "") -> dict[str, list[float]]:
    """What reviews say of the games of each player."""
    chance, limit = Random(f"performance {game} {seats}{seed}"), Limit(nodes=nodes)
    players = {name: bot(game, name) for name in PLAYERS}
    found: dict[str, list[float]] = {name: [] for name in PLAYERS}
    for number, names in enumerate(tables(seats, games, chance), 1):
        for one in review(play(game, names, players, chance, limit), limit).seats:
            if one.performance is not None:
                found[one.name].append(one.performance)
        print(f"\r{number} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("game", choices=GAMES)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seats", type=int, default=2)
    options.add_argument("--nodes", type=int, default=3_000)
    options.add_argument("--out", type=Path)
    given = options.parse_args(arguments)
    path = given.out or scale_file(given.game)
    if path is None:
        sys.exit(f"{given.game} keeps no scale: say --out FILE")
    told: dict[str, dict[str, float]] = {}
    for name, losses in performances(given.game, given.seats, given.games, given.nodes).items():
        mean, spread, count = statistics.mean(losses), statistics.stdev(losses), len(losses)
        print(f"{name:8} {mean:6.2f} ± {CONFIDENCE * spread / math.sqrt(count):.2f} in {count} games")
        told[name] = {"mean": round(mean, 3), "spread": round(spread, 3), "games": count}
    kept = (
        json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"ratings": {}, "performances": {}}
    )
    kept["performances"][str(given.seats)] = told
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
