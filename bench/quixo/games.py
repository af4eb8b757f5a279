"""Games of the Quixo master: from the start against others, and from won positions against itself.

python -m bench quixo.games LOG [--games 1000] [--won 200] [--seconds 0.05] [--share 1/1]

From the start it meets each of the others in turn, with both colours; what matters is that it never loses. The won
positions are those of bench/quixo/data/test.npz; master defends with as much time as it attacks, and should be beaten
every time. Time is counted as this thread's own. A position reached three times is a draw.

Each game is a line of LOG; a run that was stopped goes on behind those that are there. With --share 2/8 only the second
eighth of the games is played; the logs of all shares, joined in their order, are the log of all games.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.bots import Limit, Question, bot
from rowlock.bots.quixo.mind import QuixoMind
from rowlock.rules.game import repeated
from rowlock.rules.quixo import Quixo

HALF = "master in half the time"
OTHERS = ("random", "greedy", "easy", "medium", "hard", HALF)
MOST_PLIES = 400


def bots(seconds: float) -> dict[str, Callable[[Question], str]]:
    """The players, each with a memory of its own; time is counted as this thread's."""

    def thinker(level: str, limit: Limit) -> Callable[[Question], str]:
        mind = QuixoMind(clock=time.thread_time)
        return lambda question: mind.decide(level, replace(question, limit=limit)).move

    return {
        "master": thinker("master", Limit(seconds)),
        HALF: thinker("master", Limit(seconds / 2)),
        **{level: thinker(level, Limit()) for level in ("easy", "medium", "hard")},
        "greedy": bot("quixo", "greedy"),
        "random": bot("quixo", "random"),
    }


def play(start: Quixo, names: tuple[str, str], seconds: float, rng: random.Random) -> tuple[int, list[str]]:
    """1, 0 or -1 for seat 1, and the moves."""
    players = [bots(seconds)[name] for name in names]
    states: list[Quixo] = [start]
    moves: list[str] = []
    while len(moves) < MOST_PLIES:
        state = states[-1]
        if state.outcome:
            return (1 if 1 in state.outcome.winners else -1), moves
        if repeated(states):
            break
        question = Question(state, state.to_move, states[:-1], rng)
        moves.append(players[state.to_move - 1](question))
        states.append(state.play(state.to_move, moves[-1]))
    return 0, moves


def game(number: int, given: argparse.Namespace) -> dict[str, object]:
    """Play one game: first those from the start, then those from won positions."""
    rng = random.Random(number)
    if number < given.games:
        other = OTHERS[number % len(OTHERS)]
        master = 1 + number // len(OTHERS) % 2
        names = ("master", other) if master == 1 else (other, "master")
        result, moves = play(Quixo.start(), names, given.seconds, rng)
        result = result if master == 1 else -result
        return {"against": other, "master": master, "result": result, "plies": len(moves), "moves": moves}
    data = np.load(Path(__file__).parent / "data/test.npz")
    at = np.flatnonzero(data["values"] == 1)[number - given.games]
    won = Quixo(int(data["owns"][at]), int(data["others"][at]), 1)
    result, moves = play(won, ("master", "master"), given.seconds, rng)
    kind = "itself, from a won position"
    return {"against": kind, "result": result, "plies": len(moves), "position": str(won), "moves": moves}


def entries(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("log", type=Path)
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--won", type=int, default=200)
    options.add_argument("--seconds", type=float, default=0.05)
    options.add_argument("--share", default="1/1", help="which part of the games to play, of how many")
    given = options.parse_args(arguments)
    share, shares = map(int, given.share.split("/"))
    total = given.games + given.won
    first, last = total * (share - 1) // shares, total * share // shares
    done = entries(given.log) if given.log.exists() else []
    with given.log.open("a") as log:
        for number in range(first + len(done), last):
            done.append(game(number, given))
            log.write(json.dumps(done[-1]) + "\n")
            log.flush()
            print(f"\r{number + 1 - first} of {last - first} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    results: dict[str, Counter[int]] = defaultdict(Counter)
    longest: Counter[str] = Counter()
    for entry in done:
        results[entry["against"]][entry["result"]] += 1
        longest[entry["against"]] = max(longest[entry["against"]], entry["plies"])
    for other, counts in results.items():
        print(
            f"against {other}: won {counts[1]}, drawn {counts[0]}, lost {counts[-1]}; longest {longest[other]} plies"
        )
