"""Who can play noughts and crosses: one who knows every position to its end, and one who plays anything."""

from __future__ import annotations

from functools import cache
from typing import cast

from noughts.rules import Noughts
from rowlock.bots import Answer, GameBots, Means, Option, Question, random_move
from rowlock.bots.question import Value
from rowlock.bots.registry import LevelBot

WORTH: dict[Value, int] = {"win": 1, "draw": 0, "loss": -1}


@cache
def worth(state: Noughts) -> tuple[Value, int]:
    """What a position is worth to the side to move, and in how many plies the end comes."""
    if state.outcome:
        return ("draw" if len(state.outcome.winners) == 2 else "loss"), 0  # whoever moved last has won
    best = _options(state)[0]
    assert best.value is not None
    assert best.plies is not None
    return best.value, best.plies


def _options(state: Noughts) -> list[Option]:
    """Every move, best first: won soon, lost late."""
    options = []
    for move in state.legal_moves(state.active):
        value, plies = worth(state.play(state.active, move))
        mine: Value = "loss" if value == "win" else "win" if value == "loss" else "draw"
        options.append(Option(move, exact=True, value=mine, plies=plies + 1))

    def rank(option: Option) -> tuple[int, int]:
        assert option.value is not None
        assert option.plies is not None
        value = WORTH[option.value]
        return -value, option.plies if value > 0 else -option.plies

    return sorted(options, key=rank)


class Mind:
    """Looks at everything."""

    def __init__(self, means: Means) -> None:
        pass

    def options(self, question: Question) -> Answer:
        question.check()
        options = tuple(_options(cast(Noughts, question.view)))
        return Answer(options[0].move, options)

    def decide(self, level: str, question: Question) -> Answer:  # noqa: ARG002 (all that think play alike)
        return self.options(question)


BOTS_OF = {
    "noughts": GameBots(
        {
            "easy": random_move,
            **{level: LevelBot(level, Mind) for level in ("medium", "hard", "master")},
            "random": random_move,
        },
        mind=Mind,
        at_once=True,
    )
}
