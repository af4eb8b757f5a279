"""Who can sit in a seat without a person, and what they think. The one door for server, terminal, arena, engine and
everybody:

move = bot("quixo", "greedy")(Question(state.seen_by(seat), seat))
worth = options(state, seat)
"""

from rowlock.bots.question import Answer, Bot, Limit, Mind, Option, Question
from rowlock.bots.registry import (
    BOTS,
    GameBots,
    Means,
    UnknownBot,
    bot,
    get_ready,
    of_game,
    options,
    random_move,
    ready_soon,
)

__all__ = [
    "BOTS",
    "Answer",
    "Bot",
    "GameBots",
    "Limit",
    "Means",
    "Mind",
    "Option",
    "Question",
    "UnknownBot",
    "bot",
    "get_ready",
    "of_game",
    "options",
    "random_move",
    "ready_soon",
]
