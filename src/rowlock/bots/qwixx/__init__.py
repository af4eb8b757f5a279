"""Qwixx: who can play it, and how they decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rowlock.bots.qwixx.levels import HABITS, OVERLOOK, by_habit
from rowlock.bots.qwixx.mind import QwixxMind
from rowlock.bots.registry import GameBots, LevelBot, random_move
from rowlock.rules.levels import LEVELS

if TYPE_CHECKING:
    from rowlock.bots.simulation import Simulation


def _simulation() -> Simulation:
    from rowlock.bots.qwixx import batches, players
    from rowlock.bots.simulation import Simulation

    return Simulation(players.NAMES, players.seat_counts, players.play, (batches.PLAY,))


BOTS_OF = {
    "qwixx": GameBots(
        {
            **{
                level: LevelBot(level, QwixxMind.given) if level in OVERLOOK else by_habit(HABITS[level])
                for level in LEVELS
            },
            "greedy": by_habit(HABITS["greedy"]),
            "random": random_move,
        },
        mind=QwixxMind.given,
        at_once=True,
        simulation=_simulation,
    )
}
