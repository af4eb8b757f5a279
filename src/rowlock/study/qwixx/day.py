"""Every day one game of Qwixx alone, against perfect play: the solved sheet, which knows no roll before it falls."""

from __future__ import annotations

import json
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import cast

from rowlock.rules import DICE, Ply, Record
from rowlock.rules.qwixx import Qwixx
from rowlock.study.analysis import judge_of
from rowlock.study.day import Account, DayGame, Decision, Told
from rowlock.table import days, dice

DATA = Path(__file__).parent / "data" / "days.json"


@cache
def scores() -> tuple[int, ...]:
    """The points of perfect play, from the first day on; made by `python -m training.qwixx.days`."""
    return tuple(json.loads(DATA.read_text(encoding="utf-8")))


def kept(when: date) -> int | None:
    """The points of perfect play on a day, if they lie in the package."""
    place = days.place(when)
    return scores()[place] if place < len(scores()) else None


def perfect(when: date) -> Record:
    """The game of perfect play."""
    from rowlock.solve.qwixx.solitaire import cached

    solved, roll = cached(), partial(dice.roll_for_all, days.link(when), dice.first_entropy(str(when)))
    state, plies, rolls = Qwixx.start(1), list[Ply](), 0
    while not state.outcome:
        if state.phase == "roll":
            rolls += 1
            ply = Ply(DICE, roll(rolls, state.legal_moves(DICE)))
        else:
            ply = Ply(1, solved.best(state)[0])
        plies.append(ply)
        state = state.play(ply.seat, ply.move)
    record = Record.new("qwixx", ["-"]).tagged("DiceDay", str(when)).with_plies(plies)
    return record.ended(state.outcome)


def account(record: Record, told: Told) -> Account:
    """How a game of one sheet went: what the rolls brought, and what each decision cost."""
    from rowlock.bots.qwixx.alone import alone_on

    state = cast(Qwixx, record.start)
    known = alone_on(state.layout, told)
    start = value = known.value(state)
    luck, correction, choices = 0.0, 0.0, list[Decision]()
    for number, ply in enumerate(record.plies, 1):
        after = state.play(ply.seat, ply.move)
        now = known.value(after)
        if ply.seat == DICE:
            mean = known.mean(state)
            luck, correction = luck + now - mean, correction + mean - value
        elif len(state.legal_moves(1)) > 1:
            choices.append(Decision(number, ply.move, known.best(state)[0], value - now))
        state, value = after, now
    cost = sum(choice.cost for choice in choices)
    judge = judge_of(record.game, record.start)
    return Account(start, luck, -cost, correction, state.scores[0], tuple(choices), judge)


DAY_GAME = DayGame("qwixx", kept, perfect, account)
