"""Games of the Quixo master: from the start against others, and from won positions against itself.

python bench/quixo_games.py [--games 100] [--won 20] [--seconds 0.05] [--seed 1]

From the start it meets each of the others in turn; what matters is that it never loses. The won positions are those of
bench/data/quixo_test.npz; master plays both sides, and should win them all.
Time is counted as this thread's own. A position reached three times is a draw.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path

import numpy as np

from rowlock.bots import quixo_levels
from rowlock.bots.quixo import greedy_quixo
from rowlock.bots.quixo_search import Searcher, load_net
from rowlock.rules.game import repeated
from rowlock.rules.quixo import Quixo

options = argparse.ArgumentParser()
options.add_argument("--games", type=int, default=100)
options.add_argument("--won", type=int, default=20)
options.add_argument("--seconds", type=float, default=0.05)
options.add_argument("--seed", type=int, default=1)
given = options.parse_args()
rng = random.Random(given.seed)
quixo_levels._thread._searcher = Searcher(load_net(quixo_levels.NET), clock=time.thread_time)


def move_of(name: str, state: Quixo) -> str:
    seat = state.to_move
    if name == "master":
        return quixo_levels.decision("master", state, seat, rng, seconds=given.seconds).move
    if name == "greedy":
        return greedy_quixo(state, seat, rng)
    if name == "random":
        return rng.choice(state.legal_moves(seat))
    return quixo_levels.decide(name, state, seat, rng)


def play(start: Quixo, names: tuple[str, str]) -> tuple[int, int]:
    """1, 0 or -1 for seat 1, and the plies; a game of 300 plies is left undecided."""
    states = [start]
    while len(states) <= 300:
        state = states[-1]
        if state.outcome:
            return (1 if 1 in state.outcome.winners else -1), len(states) - 1
        if repeated(states):
            return 0, len(states) - 1
        states.append(state.play(state.to_move, move_of(names[state.to_move - 1], state)))
    return 0, 300


OTHERS = ("random", "greedy", "easy", "medium", "hard")
results: dict[str, Counter[int]] = {name: Counter() for name in OTHERS}
for game in range(given.games):
    other = OTHERS[game % len(OTHERS)]
    master = 1 + game // len(OTHERS) % 2
    names = ("master", other) if master == 1 else (other, "master")
    result, _ = play(Quixo.start(), names)
    results[other][result if master == 1 else -result] += 1
for other, counts in results.items():
    print(f"master against {other}: won {counts[1]}, drawn {counts[0]}, lost {counts[-1]}", flush=True)

data = np.load(Path(__file__).parent / "data/quixo_test.npz")
won = np.flatnonzero(data["values"] == 1)
ends: Counter[int] = Counter()
plies = []
for i in won[given.seed * given.won % 2000 :][: given.won]:
    result, length = play(Quixo(int(data["owns"][i]), int(data["others"][i]), 1), ("master", "master"))
    ends[result] += 1
    plies.append(length)
if plies:
    print(f"won positions: won {ends[1]}, drawn {ends[0]}, lost {ends[-1]}; longest {max(plies)} plies")
