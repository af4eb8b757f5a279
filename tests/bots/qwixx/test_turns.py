"""What a turn is worth: the same as what the bots at the table do, roll by roll and on the mean over all rolls."""

from itertools import product
from random import Random

import pytest

from rowlock.bots.qwixx.decide import chances, decisions
from rowlock.bots.qwixx.turns import Turns
from rowlock.rules.game import DICE
from rowlock.rules.qwixx import PASS, Qwixx

SAME = 1e-5
"""Sums in another order may differ by so much."""

POSITIONS = [
    "qwixx -/-/-/-/0 -/-/-/-/0 1 roll -",
    "qwixx 2,3,6,8/3,5,8/11,10,5/12,10,9,8/1 4,5,6/2,3/12,9/10/0 2 roll -",
    "qwixx 2,3,4,5,6/9/12,11,10,9,8/-/3 3,4,5,6,7/2/11,9,8,7,6/12/2 -/5,6/-/9/0 3 roll -",
    "qwixx 2,3,4,5,6,12/7/-/-/0 -/3,4,5,6,7/12,9/10/1 1 roll -",
    "qwixx 5/4/-/10/0 3/-/10/-/1 -/5,6/-/9/0 6/-/-/11/0 2 roll -",
    "qwixx mixed-colours 2,3,4,5,6/9/12,11,10/-/3 3,4,5,6,7/2/11,9,8,7,4,3/12/2 2 roll -",
    "qwixx mixed-colours 3,4,6,7,8,12/9/12,11,10,9,8/-/0 4,5/3,4,5,6,7/11/12/2 1 roll -",
    "qwixx random-ada -/5/9/-/1 4/-/-/9/0 -/11/12/-/0 3 roll -",
]


def by_the_bots(state: Qwixx, turns: Turns) -> tuple[float, ...]:
    """What comes of the turn, played through the rules with `decide`."""
    whites = []
    for seat in range(1, state.seats + 1):
        worth = decisions(state, seat, turns.net)
        whites.append(max(worth, key=lambda move: worth[move][0]))
    after = state
    for seat, move in enumerate(whites, 1):
        after = after.play(seat, move)
    if after.phase != "over":
        worth = decisions(after, after.active, turns.net)
        after = after.play(after.active, max(worth, key=lambda move: worth[move][0]))
    return tuple(chances([after], turns.net)[0].tolist())


@pytest.mark.parametrize("text", POSITIONS)
def test_after_a_roll_all_decide_as_the_bots_do(text: str) -> None:
    start = Qwixx.parse(text)
    turns, rng = Turns(start.seats, start.layout), Random(text)
    for _ in range(25):
        state = start.play(DICE, rng.choice(start.legal_moves(DICE)))
        hopes = by_the_bots(state, turns)
        rolled = turns.rolled(state)
        assert rolled.hopes(rolled.whites) == pytest.approx(hopes, abs=SAME)
        assert sum(rolled.hopes(rolled.whites)) == pytest.approx(1)


@pytest.mark.parametrize(
    "text",
    [
        "qwixx 2,3,4,5,6/4,5,7,8,9,12/12,9,8/11,9,8/0 2,4,5,6,8/3,4,8/12/12,9,8/0 1 white 614.45",
        "qwixx 5,6,7,8/2,3/11,10,9/10/0 6,7,8/4/11,10,9,7,6,2/-/0 2 white 1225.6",
        "qwixx 5,6,7,8,9,12/2,3/11,10,9/10/0 6,7,8/4/11,10,9,7,6/-/0 2 white 11.236",
        "qwixx 5,6,7,8,9/2,3/11,10,9/10/0 6,7,8/4/11,10,9/12,11,10,9,8,2/0 1 white 31423.",
        "qwixx mixed-colours 3,4,6,7,8,12/9/12,11,10,9,8/-/0 4,5/3,4,5,6,7/11/12/2 1 white 31.423",
        "qwixx mixed-colours 2,3,4,5,6/9/12,11,10/-/3 3,4,5,6,7/2/11,9,8,7,4,3/12/2 2 white 661234",
    ],
)
def test_a_die_that_has_left_adds_to_nothing(text: str) -> None:
    """1 and a die that isn't there are no sum: nobody wins by such a cross."""
    state = Qwixx.parse(text)
    turns = Turns(2, state.layout)
    rolled = turns.rolled(state)
    for move in state.legal_moves(state.active):
        whites = {**dict.fromkeys((1, 2), PASS), state.active: move}
        after = state
        for seat in (1, 2):
            after = after.play(seat, whites[seat])
        assert after.outcome or rolled.colour(whites) in after.legal_moves(state.active)
    assert rolled.hopes(rolled.whites) == pytest.approx(by_the_bots(state, turns), abs=SAME)


@pytest.mark.parametrize("text", POSITIONS[1:4] + POSITIONS[5:7])
def test_the_mean_is_that_of_all_rolls_one_by_one(text: str) -> None:
    """Within what chance allows; exactly in the nightly tests."""
    start = Qwixx.parse(text)
    turns = Turns(start.seats, start.layout)
    rng, some = Random(1), 400
    rolls = [rng.choice(start.legal_moves(DICE)) for _ in range(some)]
    values = []
    for roll in rolls:
        rolled = turns.rolled(start.play(DICE, roll))
        values.append(rolled.hopes(rolled.whites)[0])
    mean = sum(values) / some
    error = (sum((value - mean) ** 2 for value in values) / some / (some - 1)) ** 0.5
    assert abs(mean - turns.mean(start)[0]) < 4 * error


@pytest.mark.nightly
def test_the_mean_exactly() -> None:
    start = Qwixx.parse(POSITIONS[3])
    turns = Turns(2)
    total, count = 0.0, 0
    for faces in product("123456", repeat=5):
        roll = "".join(faces[:2]) + "." + "".join(faces[2:])
        rolled = turns.rolled(start.play(DICE, roll))
        total, count = total + rolled.hopes(rolled.whites)[0], count + 1
    assert turns.mean(start)[0] == pytest.approx(total / count, abs=1e-9)


@pytest.mark.parametrize("layout", ["", "mixed-colours ", "random-ada "])
def test_any_decisions_have_their_worth(layout: str) -> None:
    empty = "-/-/-/-/0"
    text = f"qwixx {layout}{empty} {empty} 2 roll -" if layout else POSITIONS[1]
    state = Qwixx.parse(text).play(DICE, "343526")
    turns = Turns(2, state.layout)
    rolled = turns.rolled(state)
    for first, second in product(state.legal_moves(1), state.legal_moves(2)):
        after = state.play(1, first).play(2, second)
        for colour in after.legal_moves(2):
            said = chances([after.play(2, colour)], turns.net)[0].tolist()
            assert rolled.hopes({1: first, 2: second}, colour) == pytest.approx(said, abs=SAME)
    assert rolled.colour({1: PASS, 2: PASS}) in state.play(1, PASS).play(2, PASS).legal_moves(2)
