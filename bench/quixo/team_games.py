"""Games of the Quixo master in teams: against greedy, against hard, and against itself with a fifth of the time.

python -m bench quixo.team_games [--games 20] [--seconds 0.1]

Both seats of a team play alike, and the teams begin in turn. Time is counted as this thread's own; a position reached
three times is a draw.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence

from rowlock.bots.quixo import team_levels
from rowlock.bots.quixo.greedy import greedy_quixo
from rowlock.bots.quixo.levels import NET
from rowlock.bots.quixo.net import load_net
from rowlock.bots.quixo.teams import TeamSearcher
from rowlock.rules.game import repeated
from rowlock.rules.quixo4 import Quixo4

FIFTH = "master in a fifth of the time"


def move_of(name: str, state: Quixo4, seconds: float, rng: random.Random) -> str:
    seat = state.to_move
    if name == "greedy":
        return greedy_quixo(state, seat, rng)
    if name == "hard":
        return team_levels.decide(name, state, seat, rng)
    return team_levels.timed("master", state, seat, rng, seconds / 5 if name == FIFTH else seconds)


def play(other: str, number: int, seconds: float) -> int:
    """1, 0 or -1 for the master, who has seats 1 and 3."""
    rng = random.Random(number)
    states = [Quixo4.start(first=1 + number % 2)]
    while not repeated(states):
        state = states[-1]
        if state.outcome:
            return 1 if 1 in state.outcome.winners else -1
        name = "master" if state.to_move % 2 else other
        states.append(state.play(state.to_move, move_of(name, state, seconds, rng)))
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--seconds", type=float, default=0.1)
    given = options.parse_args(arguments)
    team_levels._thread._searcher = TeamSearcher(load_net(NET), clock=time.thread_time)
    for other in ("greedy", "hard", FIFTH):
        counts = Counter(play(other, number, given.seconds) for number in range(given.games))
        print(f"against {other}: won {counts[1]}, drawn {counts[0]}, lost {counts[-1]}", flush=True)
