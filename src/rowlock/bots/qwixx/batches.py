"""What the fast simulation of Qwixx and the look back at a game compile. Bots at a table need nothing compiled."""

from __future__ import annotations

from typing import cast

from rowlock.rules.game import DICE
from rowlock.rules.games import GAMES
from rowlock.rules.qwixx import Qwixx
from rowlock.solve.batch import Batch


def _games() -> None:
    from rowlock.bots.qwixx.simulate import RANDOM, SimulatedPlayer, simulate

    simulate([SimulatedPlayer(RANDOM)] * 2, games=1, seed=1)


def _turns() -> None:
    from rowlock.bots.qwixx.turns import Turns

    start = cast(Qwixx, GAMES["qwixx"].start(2))
    turns = Turns(start.seats)
    turns.mean(start)
    rolled = turns.rolled(start.play(DICE, "111111"))
    rolled.hopes(rolled.whites)


PLAY = Batch("how whole games of Qwixx are played", 20, _games)
TURNS = Batch("how a turn of Qwixx is valued", 20, _turns)

BATCHES = PLAY, TURNS
