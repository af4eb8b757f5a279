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
from collections.abc import Callable, Sequence
from dataclasses import replace

from rowlock.bots import Limit, Question, bot
from rowlock.bots.quixo.team_mind import TeamMind
from rowlock.rules.game import repeated
from rowlock.rules.quixo4 import Quixo4

FIFTH = "master in a fifth of the time"


def bots(seconds: float) -> dict[str, Callable[[Question], str]]:
    """The players; time is counted as this thread's own."""
    mind = TeamMind(clock=time.thread_time)

    def thinker(level: str, limit: Limit) -> Callable[[Question], str]:
        return lambda question: mind.decide(level, replace(question, limit=limit)).move

    return {
        "master": thinker("master", Limit(seconds)),
        FIFTH: thinker("master", Limit(seconds / 5)),
        "hard": thinker("hard", Limit()),
        "greedy": bot("quixo4", "greedy"),
    }


def play(other: str, number: int, players: dict[str, Callable[[Question], str]]) -> int:
    """1, 0 or -1 for the master, who has seats 1 and 3."""
    rng = random.Random(number)
    states = [Quixo4.start(first=1 + number % 2)]
    while not repeated(states):
        state = states[-1]
        if state.outcome:
            return 1 if 1 in state.outcome.winners else -1
        name = "master" if state.to_move % 2 else other
        move = players[name](Question(state, state.to_move, states[:-1], rng))
        states.append(state.play(state.to_move, move))
    return 0


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--seconds", type=float, default=0.1)
    given = options.parse_args(arguments)
    players = bots(given.seconds)
    for other in ("greedy", "hard", FIFTH):
        counts = Counter(play(other, number, players) for number in range(given.games))
        print(f"against {other}: won {counts[1]}, drawn {counts[0]}, lost {counts[-1]}", flush=True)
