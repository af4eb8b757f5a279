"""Ratings of the bots of a game on one scale: everybody against everybody, and what fits the results best.

python -m bench ratings GAME [--games 100] [--nodes 5000] [--out FILE]

Prints the results of all pairs and the ratings with 95 % intervals, and writes the ratings into FILE, by default the
scale of the game's part of the room study. `easy` is 1000; who is 400 above another wins ten games of eleven, ties
split (Bradley and Terry's model). Each pair counts one drawn game more than it has played, so that nobody who never
loses is infinitely strong. Thoughts end after so many nodes, so that the results are the same on every
machine.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from rowlock.bots import BOTS, Limit, bot
from rowlock.bots.arena import CONFIDENCE, arena
from rowlock.rules import GAMES
from rowlock.rules.levels import LEVELS
from rowlock.study.skill import scale_file

PLAYERS = ("random", *LEVELS, "greedy")
ANCHOR, AT = "easy", 1000.0
POINTS = 400 / math.log(10)
"""Points of rating for one unit of the logit."""

Results = Mapping[tuple[str, str], tuple[float, int]]
"""For each pair: how many games the first one won, ties split, and how many were played."""


def fit(results: Results) -> dict[str, tuple[float, float]]:
    """For each player the rating and its standard error; the anchor has none."""
    names = list(dict.fromkeys(name for pair in results for name in pair))
    free = [name for name in names if name != ANCHOR]
    place = {name: number for number, name in enumerate(free)}
    strength = np.zeros(len(free))
    for _ in range(100):
        slope, bend = np.zeros(len(free)), np.zeros((len(free), len(free)))
        for (one, other), (won, played) in results.items():
            won, count = won + 0.5, played + 1
            signs = np.zeros(len(free))
            if one in place:
                signs[place[one]] = 1
            if other in place:
                signs[place[other]] = -1
            expected = 1 / (1 + math.exp(-float(signs @ strength)))
            slope += (won - count * expected) * signs
            bend += count * expected * (1 - expected) * np.outer(signs, signs)
        step = np.linalg.solve(bend, slope)
        strength += np.clip(step, -1, 1)
        if abs(step).max() < 1e-9:
            break
    errors = np.sqrt(np.diag(np.linalg.inv(bend)))
    found = {name: (AT + POINTS * strength[at], POINTS * errors[at]) for name, at in place.items()}
    return {ANCHOR: (AT, 0.0)} | {
        name: (float(rating), float(error)) for name, (rating, error) in found.items()
    }


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("game", choices=GAMES)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--nodes", type=int, default=5_000)
    options.add_argument("--out", type=Path)
    given = options.parse_args(arguments)
    sides = 2 if 2 in GAMES[given.game].seat_counts else 4
    if GAMES[given.game].two_sides:  # memories that are made anew for each game would take most of the time
        BOTS[given.game].update({name: bot(given.game, name) for name in PLAYERS})
    results: dict[tuple[str, str], tuple[float, int]] = {}
    for pair in combinations(PLAYERS, 2):
        names = (pair * 2)[:sides]
        standing = arena(given.game, names, given.games, limit=Limit(nodes=given.nodes))[0]
        results[pair] = standing.wins * given.games, given.games
        won = round(results[pair][0] - standing.shared / 2)
        lost = given.games - won - standing.shared
        print(f"{pair[0]} against {pair[1]}: {won} won, {standing.shared} drawn, {lost} lost", flush=True)
    ratings = dict(sorted(fit(results).items(), key=lambda item: item[1][0]))
    for name, (rating, error) in ratings.items():
        print(f"{name:8} {rating:5.0f} ± {CONFIDENCE * error:.0f}")
    path = given.out or scale_file(given.game)
    if path is None:
        sys.exit(f"{given.game} keeps no scale: say --out FILE")
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"performances": {}}
    kept["ratings"] = {
        name: {"rating": round(rating), "margin": round(CONFIDENCE * error)}
        for name, (rating, error) in ratings.items()
    }
    path.write_text(json.dumps(dict(sorted(kept.items(), reverse=True)), indent=1) + "\n", encoding="utf-8")
