"""The simulator and the rules play the same games."""

import numpy as np
import pytest
from hypothesis import settings

from rowlock.bots import Question, bot
from rowlock.bots.qwixx.simulate import HABIT, NONE, RANDOM, SimulatedGames, SimulatedPlayer, simulate
from rowlock.rules.game import DICE
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import COLOURS

MANY = settings().max_examples // 5
"""60 games in `make test`, 2,000 in `make nightly`; `python -m bench qwixx.side_by_side` plays any number."""
RANDOM_PLAYER, GREEDY = SimulatedPlayer(RANDOM), SimulatedPlayer(HABIT)


def cross(row: int, number: int) -> str:
    return f"{COLOURS[row]}{number}" if row >= 0 else PASS


def coloured(choice: int, dice: tuple[int, ...]) -> str:
    return cross(choice >> 1, dice[choice & 1] + dice[2 + (choice >> 1)]) if choice >= 0 else PASS


def replay(games: SimulatedGames, game: int, seats: int, greedy: tuple[int, ...] = ()) -> Qwixx:
    """One game of the simulator through the rules; these seats must have decided as the greedy bot does."""
    log = games.log[game, : games.turns[game]].tolist()
    state = Qwixx.start(seats, log[0][0] + 1)
    for active, *rest in log:
        dice, whites, colour = tuple(rest[:6]), rest[6 : 6 + seats], rest[6 + seats]
        assert state.active == active + 1
        there = state.dice_in_play
        state = state.play(
            DICE, "".join(str(face) if on else "." for face, on in zip(dice, there, strict=True))
        )
        before = state
        for seat, row in enumerate(whites, 1):
            move = cross(row, dice[0] + dice[1])
            if seat in greedy:
                assert move == bot("qwixx", "greedy")(Question(before, seat))
            state = state.play(seat, move)
        if colour == NONE:
            assert state.phase == "over"
        else:
            move = coloured(colour, dice)
            if active + 1 in greedy:
                assert move == bot("qwixx", "greedy")(Question(state, active + 1))
            state = state.play(active + 1, move)
    return state


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_random_games_are_games_of_the_rules(seats: int) -> None:
    games = simulate([RANDOM_PLAYER] * seats, MANY, seed=seats, log=True)
    for game in range(MANY):
        state = replay(games, game, seats)
        assert state.phase == "over"
        assert state.scores == tuple(games.scores[game])


@pytest.mark.parametrize("seats", [2, 5])
def test_the_greedy_bot_decides_as_with_the_rules(seats: int) -> None:
    players = [GREEDY] * (seats - 1) + [RANDOM_PLAYER]
    games = simulate(players, 40, seed=seats, log=True)
    for game in range(40):
        state = replay(games, game, seats, greedy=tuple(range(1, seats)))
        assert state.scores == tuple(games.scores[game])


def test_the_same_games_however_they_are_spread() -> None:
    whole = simulate([RANDOM_PLAYER, GREEDY, GREEDY], 30, seed=7)
    parts = [simulate([RANDOM_PLAYER, GREEDY, GREEDY], 10, seed=7, first_game=first) for first in (0, 10, 20)]
    assert (whole.scores == np.concatenate([part.scores for part in parts])).all()
    other = simulate([RANDOM_PLAYER, GREEDY, GREEDY], 30, seed=8)
    assert (whole.scores != other.scores).any()


def test_dice_are_fair() -> None:
    games = simulate([RANDOM_PLAYER, RANDOM_PLAYER], 4000, seed=3, log=True)
    played = np.arange(games.log.shape[1]) < games.turns[:, None]
    dice = games.log[..., 1:7][played]
    for die in range(6):
        counts = np.bincount(dice[:, die], minlength=7)[1:]
        expected = len(dice) / 6
        chi_squared = ((counts - expected) ** 2 / expected).sum()
        assert chi_squared < 20.5, "less likely than 1 in 1,000"


def test_whoever_overlooks_everything_only_collects_penalties() -> None:
    blind = SimulatedPlayer(HABIT, overlook=1.0)
    games = simulate([blind, GREEDY], 20, seed=1)
    assert (games.scores[:, 0] <= 0).all()
    assert (games.scores[:, 1] > 0).all()
