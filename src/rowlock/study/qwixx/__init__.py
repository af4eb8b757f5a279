"""Qwixx looked at again: what each roll brought, and what each decision cost.

A turn is valued as if all who have not decided yet decided as the bot `master` does. What the white decisions of a turn
cost is judged with all others deciding so, because nobody knew more; then they take effect in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rowlock.bots import Limit, Means
from rowlock.rules import DICE, Record, State
from rowlock.rules.qwixx import Qwixx
from rowlock.study.review import Cause, Choice, ReviewStep, Shares, difference, nothing, only


def start_hopes(state: State, limit: Limit, means: Means) -> Shares:  # noqa: ARG001 (it needs neither)
    """What each seat may hope for at the start."""
    from rowlock.bots.qwixx.turns import Turns

    return Turns(state.seats).before(cast(Qwixx, state))


def review_steps(record: Record, limit: Limit, means: Means) -> Iterator[ReviewStep]:  # noqa: ARG001
    """The plies of a record, a turn at a time."""
    from rowlock.bots.qwixx.turns import Rolled, Turns

    turns = Turns(len(record.seats))
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
            options = {
                move: rolled.hopes({**rolled.whites, seat: move})[seat - 1] for move in now.legal_moves(seat)
            }
            whites[seat] = ply.move
            hopes = rolled.hopes(whites)
        else:
            options = {move: rolled.hopes(whites, move)[seat - 1] for move in now.legal_moves(seat)}
            hopes = rolled.hopes(whites, ply.move)
        best = max(options, key=lambda move: options[move])
        cost = options[best] - options[ply.move]
        change = difference(hopes, before)
        own = only(seats, seat, change[seat - 1] + cost)
        others = tuple(0.0 if place == seat else part for place, part in enumerate(change, 1))
        cause = Cause(nothing(seats), only(seats, seat, -cost), others, own)
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
        )
        before = hopes


START = {"qwixx": start_hopes}
REVIEW = {"qwixx": review_steps}
