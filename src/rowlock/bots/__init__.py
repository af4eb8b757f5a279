"""Who can sit in a seat without a person: a bot is told what its seat may see, and decides.

move = bot("quixo", "greedy")(state.seen_by(seat), seat, rng)
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rowlock.bots.quixo import levels as quixo_levels
from rowlock.bots.quixo import team_levels
from rowlock.bots.quixo.greedy import greedy_quixo
from rowlock.bots.qwixx.greedy import greedy_qwixx
from rowlock.bots.qwixx.levels import LEVELS as QWIXX_LEVELS
from rowlock.rules import Move, State
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4

Bot = Callable[[State, int, Random], Move]
"""What a seat plays, given the game as the seat may see it, the seat's number, and a source of chance."""


def random_move(view: State, seat: int, rng: Random) -> Move:
    """Any legal move, each as likely as the others."""
    return rng.choice(view.legal_moves(seat))


BOTS: dict[str, dict[str, Bot]] = {
    "qwixx": {**QWIXX_LEVELS, "greedy": greedy_qwixx, "random": random_move},
    "quixo": {**quixo_levels.BY_LEVEL, "greedy": greedy_quixo, "random": random_move},
    "quixo4": {**team_levels.BY_LEVEL, "greedy": greedy_quixo, "random": random_move},
}


def prepare(name: str, view: State) -> None:
    """Load what a bot needs for a position, unless it is there: the first time takes longer than many a thought."""
    if isinstance(view, Quixo) and name in quixo_levels.BY_LEVEL:
        quixo_levels.prepare(name, view)
    elif isinstance(view, Quixo4) and name in team_levels.BY_LEVEL:
        team_levels.prepare()


def bot(game: str, name: str) -> Bot:
    """The bot of that name for a game. Raises `KeyError` where there is none."""
    return BOTS[game][name]
