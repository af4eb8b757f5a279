"""Thinks about Quixo, alone or in teams; the value is told where it is certain."""

from __future__ import annotations

from random import Random
from typing import cast

from rowlock.bots.quixo import levels as quixo_levels
from rowlock.bots.quixo import team_levels
from rowlock.engine.thinker import Answer, Question, Tell, just_decide
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4

VALUES = {1: "win", 0: "draw", -1: "loss"}


def think_quixo(question: Question, rng: Random, tell: Tell) -> Answer:  # noqa: ARG001 (it says nothing)
    """The level's move, and the position's value from the tables or from a search that saw the end."""
    state = cast(Quixo, question.state)
    if question.level not in quixo_levels.LEVELS:
        return just_decide(question, "quixo", rng)
    found = quixo_levels.decision(question.level, state, question.seat, rng, seconds=_seconds(question))
    known = quixo_levels.verdict(state)
    value = known.value if known else found.value
    return Answer(found.move, None if value is None else VALUES[value])


def think_quixo4(question: Question, rng: Random, tell: Tell) -> Answer:  # noqa: ARG001 (it says nothing)
    """The level's move."""
    state = cast(Quixo4, question.state)
    if question.level not in quixo_levels.LEVELS:
        return just_decide(question, "quixo4", rng)
    return Answer(team_levels.timed(question.level, state, question.seat, rng, _seconds(question)))


def _seconds(question: Question) -> float | None:
    return None if question.movetime is None else question.movetime / 1000
