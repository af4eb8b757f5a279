"""How long a decision of the Qwixx bot `master` takes, in processor time on one core.

python -m bench qwixx.decisions
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random

from rowlock.bots import Question, bot
from rowlock.rules.game import DICE
from rowlock.rules.qwixx import Qwixx


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4, help="of each number of players (4)")
    options = parser.parse_args(arguments)
    master = bot("qwixx", "master")
    for seats in (2, 3, 4, 5):
        rng = Random(seats)
        spent: list[float] = []
        for game in range(options.games):
            state = Qwixx.start(seats, game % seats + 1)
            while state.outcome is None:
                seat = state.awaiting[0]
                if seat == DICE:
                    state = state.play(DICE, rng.choice(state.legal_moves(DICE)))
                    continue
                view = state.seen_by(seat)
                began = time.process_time()
                move = master(Question(view, seat, chance=rng))
                spent.append(1000 * (time.process_time() - began))
                state = state.play(seat, move)
        spent = sorted(spent[1:])  # the first one loads the network
        middle, most = spent[len(spent) // 2], spent[int(len(spent) * 0.99)]
        print(
            f"{seats} players: {middle:.1f} ms in the middle, 99 % within {most:.1f} ms, {len(spent)} decisions"
        )
