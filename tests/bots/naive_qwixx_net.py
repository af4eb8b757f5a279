"""How a player with a value network decides, written out with the states of the rules: slow and plain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rowlock.bots.qwixx_brain import Brain
from rowlock.bots.qwixx_net import chances
from rowlock.rules.game import Move
from rowlock.rules.qwixx import PASS, Qwixx

Ending = tuple[Move, Move, Qwixx]
"""A white and a coloured decision of one seat, and the game after the turn."""


def decided(state: Qwixx, seat: int, brain: Brain) -> dict[Move, float]:
    """The chance to win with each decision of a seat that owes one, the others deciding as if alone."""
    if state.phase != "white":
        return _values(
            [(move, PASS, state.play(seat, move)) for move in state.legal_moves(seat)], seat, brain
        )
    undecided = replace(state, decided=(None,) * state.seats)
    others = [other for other in range(1, state.seats + 1) if other not in (seat, state.active)]
    nobody = dict.fromkeys(range(1, state.seats + 1), PASS)
    expected = {
        **nobody,
        **{other: _best(_answers(undecided, other, nobody, None), other, brain)[0] for other in others},
    }
    if seat == state.active:
        return _values(_plans(undecided, expected), seat, brain)
    white, colour, _ = _best(_plans(undecided, nobody), state.active, brain)
    return _values(_answers(undecided, seat, {**expected, state.active: white}, colour), seat, brain)


def _values(endings: Sequence[Ending], seat: int, brain: Brain) -> dict[Move, float]:
    found: dict[Move, float] = {}
    for (move, _, _), value in zip(
        endings, chances([state for _, _, state in endings], brain)[:, seat - 1], strict=True
    ):
        found[move] = max(found.get(move, -1.0), float(value))
    return found


def _best(endings: Sequence[Ending], seat: int, brain: Brain) -> Ending:
    values = chances([state for _, _, state in endings], brain)[:, seat - 1]
    return endings[int(values.argmax())]


def _revealed(state: Qwixx, whites: dict[int, Move]) -> Qwixx:
    for seat, move in whites.items():
        state = state.play(seat, move)
    return state


def _plans(state: Qwixx, expected: dict[int, Move]) -> list[Ending]:
    """All that the active seat can do in both actions."""
    endings: list[Ending] = []
    for white in (PASS, *state.legal_moves(state.active)[:-1]):
        after = _revealed(state, {**expected, state.active: white})
        if after.phase == "over":
            endings.append((white, PASS, after))
        else:
            moves = (PASS, *after.legal_moves(state.active)[:-1])
            endings += [(white, move, after.play(state.active, move)) for move in moves]
    return endings


def _answers(state: Qwixx, seat: int, expected: dict[int, Move], colour: Move | None) -> list[Ending]:
    """All that a passive seat can do about the white sum; without a plan the active seat just does nothing."""
    endings: list[Ending] = []
    for white in (PASS, *state.legal_moves(seat)[:-1]):
        after = _revealed(state, {**expected, seat: white})
        if after.phase != "over":
            if colour is None:
                after = replace(after, phase="colour+")
            then = colour if colour in after.legal_moves(state.active) else None
            after = after.play(state.active, then or PASS)
        endings.append((white, PASS, after))
    return endings
