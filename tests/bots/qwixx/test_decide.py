"""The players with a network: the simulator's kernels and the bots at the table decide alike."""

from importlib import resources
from random import Random

import numpy as np
import pytest

from rowlock.bots import BOTS, Question, options
from rowlock.bots.qwixx.decide import chances, decisions, overlooks, points
from rowlock.bots.qwixx.net import ChanceNet, built_in_net
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import NONE, simulate
from rowlock.rules import parse_position
from rowlock.rules.game import DICE
from rowlock.rules.qwixx import PASS, Qwixx
from tests.bots.qwixx.test_simulate import coloured, cross

SAME = 1e-5
"""Sums in another order may differ by so much."""


def decided(
    state: Qwixx, seat: int, net: ChanceNet, overlooked: frozenset[str] = frozenset()
) -> tuple[str, float]:
    """The best decision, and the chance to win with it."""
    worth = decisions(state, seat, net, overlooked)
    best = max(worth, key=lambda move: worth[move][0])
    return best, worth[best][0]


def assert_as_good(state: Qwixx, seat: int, move: str) -> None:
    """The simulator's move is the bot's move, or another one that leads to the same chance."""
    net = built_in_net(state.seats)
    best, value = decided(state, seat, net)
    if move != best:
        others = frozenset(state.legal_moves(seat)) - {move, PASS}
        assert decided(state, seat, net, others)[1] == pytest.approx(value, abs=SAME)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_simulator_and_bot_decide_alike(seats: int) -> None:
    games = simulate([player("master", seats)] * seats, 2, seed=seats, log=True)
    for game in range(2):
        log = games.log[game, : games.turns[game]].tolist()
        state = Qwixx.start(seats, log[0][0] + 1)
        for active, *rest in log:
            dice, whites, colour = tuple(rest[:6]), rest[6 : 6 + seats], rest[6 + seats]
            there = zip(dice, state.dice_in_play, strict=True)
            state = state.play(DICE, "".join(str(face) if on else "." for face, on in there))
            before = state
            for seat, row in enumerate(whites, 1):
                move = cross(row, dice[0] + dice[1])
                assert_as_good(before, seat, move)
                state = state.play(seat, move)
            if colour != NONE:
                move = coloured(colour, dice)
                assert_as_good(state, active + 1, move)
                state = state.play(active + 1, move)
        assert state.scores == tuple(games.scores[game])


def test_chances_add_up_and_follow_the_seats() -> None:
    ahead = "2,3,4,5,6,7,8,9/2,3,4,5,6,7/-/-/0"
    behind = "-/2,7/-/5/2"
    one = Qwixx.parse(f"qwixx {ahead} {behind} 1 roll -")
    other = Qwixx.parse(f"qwixx {behind} {ahead} 2 roll -")
    (first,), (second,) = chances([one], built_in_net(2)), chances([other], built_in_net(2))
    assert first.sum() == pytest.approx(1)
    assert first[0] > 0.9
    assert first == pytest.approx(second[::-1])


def test_a_finished_game_is_won_by_its_winners() -> None:
    row = "2,3,4,5,6,12"
    over = Qwixx.parse(f"qwixx {row}/{row}/-/-/0 -/-/-/-/0 {row}/{row}/-/-/0 1 over -")
    assert chances([over], built_in_net(3)).tolist() == [[0.5, 0.0, 0.5]]


def test_master_takes_the_lock_that_wins() -> None:
    five = "2,3,4,5,6"
    state = Qwixx.parse(
        f"qwixx {five}/2,3,4,5,6,12/-/-/0 -/-/12,11/-/0 1 white 66.144".replace("66.144", "661.44")
    )
    assert decided(state, 1, built_in_net(2)) == ("r12", 1.0)


def test_a_hidden_decision_changes_nothing() -> None:
    state = Qwixx.start(3).play(DICE, "343526")
    sealed = state.play(2, "r7").seen_by(1)
    assert decided(sealed, 1, built_in_net(3)) == decided(state, 1, built_in_net(3))


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "master"])
def test_levels_play_whole_games(level: str) -> None:
    rng = Random(level)
    state = Qwixx.start(2)
    while state.outcome is None:
        seat = state.awaiting[0]
        if seat == DICE:
            state = state.play(DICE, rng.choice(state.legal_moves(DICE)))
        else:
            state = state.play(seat, BOTS["qwixx"][level](Question(state.seen_by(seat), seat, chance=rng)))
    assert max(state.scores) > 0


def test_what_is_overlooked() -> None:
    state = Qwixx.start(2).play(DICE, "343526")
    everything = overlooks(state, 1, 1.0, Random(1))
    assert {"r7", "y7", "g7", "b7", "r6", "b10"} <= everything
    assert PASS not in everything
    assert overlooks(state, 2, 1.0, Random(1)) == {"r7", "y7", "g7", "b7"}
    assert decided(state, 2, built_in_net(2), everything)[0] == PASS
    assert overlooks(state, 1, 0.0, Random(1)) == frozenset()


def test_weights_are_small() -> None:
    data = resources.files("rowlock.bots.qwixx") / "data"
    sizes = [len(file.read_bytes()) for file in data.iterdir() if file.name.endswith(".npz")]
    assert len(sizes) == 7
    assert sum(sizes) <= 5_000_000
    assert all(np.isfinite(built_in_net(seats).flat).all() for seats in (2, 3, 4, 5))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_expected_points_are_those_of_games(seats: int) -> None:
    """At the start, on the mean over the seats; a finished game has what it has."""
    scores = simulate([player("master", seats)] * seats, 400, seed=11).scores
    expected = points([Qwixx.start(seats)], built_in_net(seats))[0]
    error = scores.mean(axis=1).std() / 20
    assert abs(expected.mean() - scores.mean()) < 4 * error
    over = Qwixx.parse("qwixx 2,3,4/-/-/-/4" + " -/5/-/-/0" * (seats - 1) + " 1 over -")
    assert points([over], built_in_net(seats))[0].tolist() == [-14, *[1] * (seats - 1)]


def test_no_chance_at_all_comes_last() -> None:
    """The other one ends the game: whoever passes has lost for certain, and many points don't change that."""
    state = parse_position(
        "qwixx 5,6,8,9,10/5,6,7,8,10,11/10,9,8,7,6,5,2/12,9,8,6,4/3"
        " 5,6,8,9,10/5,6,7,8,9,11/12,9,8,7,5/10,9,8,7,6,4,3/3 1 white 5642.3"
    )
    chances = [option.chance for option in options(state, 2)]
    assert chances == sorted(chances, key=lambda chance: -1.0 if chance is None else chance, reverse=True)
    assert 0.0 in chances
