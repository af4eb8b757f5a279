"""Thinks about Qwixx: the chance to win; with one sheet, the exact expected final score."""

from __future__ import annotations

from random import Random
from typing import cast

from rowlock.bots.qwixx.decide import chances, decided
from rowlock.bots.qwixx.net import brain
from rowlock.engine.thinker import ROLL, Answer, Question, Tell, bot_of
from rowlock.rules.qwixx import Qwixx


def think_qwixx(question: Question, rng: Random, tell: Tell) -> Answer:
    """The best decision, or that of a lower level; the value is always that of the best."""
    state = cast(Qwixx, question.state)
    if state.seats == 1:
        return _solitaire(state, tell)
    net = brain(state.seats)
    if state.phase == "roll":
        return Answer(ROLL, f"{chances([state], net)[0, question.seat - 1]:.4f}")
    move, value = decided(state, question.seat, net)
    if question.level != "master":
        move = bot_of("qwixx", question.level)(state.seen_by(question.seat), question.seat, rng)
    return Answer(move, f"{value:.4f}")


def _solitaire(state: Qwixx, tell: Tell) -> Answer:
    from rowlock.solve.qwixx.solitaire import cached

    said = -1

    def progress(share: float) -> None:
        nonlocal said
        if int(share * 10) > said:
            said = int(share * 10)
            tell(f"solving the sheet, {share:.0%} done")

    solved = cached(progress)
    if state.phase == "roll":
        return Answer(ROLL, f"{solved.value(state):.8f}")
    move, value = solved.best(state)
    return Answer(move, f"{value:.8f}")
