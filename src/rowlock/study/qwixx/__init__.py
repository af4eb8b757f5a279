"""Qwixx looked at again: what each roll brought, and what each decision cost.

A turn is valued as if all who have not decided yet decided as the bot `master` does. What a white decision costs is
judged as `master` judges it, because nobody knew more: with the others deciding as would be best for them if nobody
else did anything. Then the decisions take effect in the order of the seats. Where one comes to more or less than it
was judged, that came of what the others have decided. So the judge corrects itself before rolls only.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from rowlock.bots import Limit, Means
from rowlock.rules import DICE, Ply, Record, State
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC
from rowlock.study.analysis import Judge
from rowlock.study.qwixx.odds import odds
from rowlock.study.review import WORTH_A_WORD, Cause, Choice, ReviewStep, Shares, difference, nothing, only


def start_hopes(state: State, limit: Limit, means: Means) -> Shares:  # noqa: ARG001 (it needs neither)
    """What each seat may hope for at the start."""
    from rowlock.bots.qwixx.turns import Turns

    now = cast(Qwixx, state)
    if now.seats == 1:
        raise ValueError("a game for one is played for points: rowlock.study.day.account reviews it")
    return Turns(now.seats, now.layout).before(now)


def review_steps(record: Record, limit: Limit, means: Means) -> Iterator[ReviewStep]:  # noqa: ARG001
    """The plies of a record, a turn at a time."""
    from rowlock.bots.qwixx.turns import Rolled, Turns

    turns = Turns(len(record.seats), cast(Qwixx, record.start).layout)
    rolled: Rolled | None = None
    whites: dict[int, str] = {}
    before: Shares = ()
    states = list(record.states())
    seats = len(record.seats)
    for number, (ply, state, after) in enumerate(zip(record.plies, states, states[1:], strict=False), 1):
        now = cast(Qwixx, state)
        if ply.seat == DICE:
            said, mean = turns.before(now), turns.mean(now)
            rolled = turns.rolled(cast(Qwixx, after))
            whites = dict(rolled.whites)
            before = rolled.hopes(whites)
            cause = Cause(difference(before, mean), nothing(seats), nothing(seats), difference(mean, said))
            yield ReviewStep(number, DICE, ply.move, before, cause)
            continue
        if rolled is None:  # the record begins in the middle of a turn
            continue
        seat = ply.seat
        if now.phase == "white":
            options = {move: rolled.white(seat, move) for move in now.legal_moves(seat)}
            whites[seat] = ply.move
            hopes = rolled.hopes(whites)
        else:
            options = {move: rolled.hopes(whites, move)[seat - 1] for move in now.legal_moves(seat)}
            hopes = rolled.hopes(whites, ply.move)
        best = max(options, key=lambda move: options[move])
        cost = options[best] - options[ply.move]
        decided = only(seats, seat, -cost)
        others = difference(difference(hopes, before), decided)
        cause = Cause(nothing(seats), decided, others, nothing(seats))
        free = len(options) > 1
        yield ReviewStep(
            number,
            seat,
            ply.move,
            hopes,
            cause,
            cost if free else None,
            best if free else None,
            options[best] - min(options.values()) if free else None,
            options=tuple(Choice(*one) for one in sorted(options.items(), key=lambda one: -one[1]))
            if free
            else (),
            line=(Ply(seat, best),) if cost >= WORTH_A_WORD else (),
        )
        before = hopes


def judge(state: State) -> Judge:
    """With others the network of `master`, which has learned the classic sheet; alone the solved sheet, if there is
    one."""
    from rowlock.solve.qwixx.layout import is_solved

    layout = cast(Qwixx, state).layout
    if state.seats == 1:
        return "table" if is_solved(layout) else "likeness"
    return "network" if layout == CLASSIC else "likeness"


JUDGE = {"qwixx": judge}
ODDS = {"qwixx": odds}
START = {"qwixx": start_hopes}
REVIEW = {"qwixx": review_steps}
SCALES = {"qwixx": Path(__file__).parent / "data" / "scale.json"}
