"""What a sheet is worth to one player where it isn't solved: the mean over all rolls, against tables and the rules."""

from itertools import combinations_with_replacement, product
from random import Random

import pytest

from rowlock.bots.qwixx.alone import Alone, alone_on
from rowlock.rules import DICE
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, Sheet
from rowlock.solve.qwixx.solitaire import cached


def test_the_mean_of_what_is_exact_is_what_it_says() -> None:
    """The solved sheet obeys the equation from which it was made; here it is only asked what follows."""
    asked = Alone(CLASSIC, cached().to_come, exact=False)
    rng = Random(1)
    for _ in range(15):
        state = Qwixx.start(1)
        for _ in range(rng.randint(0, 60)):
            if state.awaiting:
                state = state.play(state.awaiting[0], rng.choice(state.legal_moves(state.awaiting[0])))
        if state.phase == "roll":
            assert asked.mean(state) == pytest.approx(cached().value(state), abs=1e-9)


@pytest.mark.parametrize(
    "name, rows",
    [
        ("random-not-solved-either", (0b10000011111, 0b1101010, 0b1100101, 0b11)),
        ("random-never-solved", (0b11, 0b10000011111, 0b1011111, 0b111)),
    ],
)
def test_the_mean_by_the_rules(name: str, rows: tuple[int, ...]) -> None:
    """One row is locked, so one die less is rolled."""
    known = alone_on(layout_of(name))
    assert not known.exact
    state = Qwixx((Sheet(rows, 2),), 1, layout=known.layout)
    mean, weight = 0.0, 0
    for whites in combinations_with_replacement("123456", 2):
        for faces in product(*("123456" if there else "." for there in state.dice_in_play[2:])):
            share = 1 if whites[0] == whites[1] else 2
            mean += share * known.value(state.play(DICE, "".join((*whites, *faces))))
            weight += share
    assert weight == 6**5
    assert known.mean(state) == pytest.approx(mean / weight, abs=1e-9)
