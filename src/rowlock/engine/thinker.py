"""What a game brings along to think for the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from rowlock.bots import BOTS, Bot
from rowlock.rules import DICE, Move, State

ROLL = "roll"
"""The answer before a roll, where there is nothing to decide."""
Tell = Callable[[str], None]
"""Takes what is worth saying meanwhile, one line each."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position, the seat that asks, at which level and with how many milliseconds to think."""

    state: State
    seat: int
    level: str
    movetime: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The move, and its value as text where it is known."""

    move: Move
    value: str | None = None


Thinker = Callable[[Question, Random, Tell], Answer]


class CannotThink(ValueError):
    """The question has no answer: says why, in one line."""


def bot_of(game: str, level: str) -> Bot:
    """The bot of a level."""
    try:
        return BOTS[game][level]
    except KeyError:
        levels = ", ".join(BOTS.get(game, {}))
        raise CannotThink(f"{game} has no level {level!r}, only {levels}") from None


def just_decide(question: Question, game: str, rng: Random) -> Answer:
    """The decision of the level's bot, with no value."""
    if question.state.awaiting == (DICE,):
        return Answer(ROLL)
    view = question.state.seen_by(question.seat)
    return Answer(bot_of(game, question.level)(view, question.seat, rng))
