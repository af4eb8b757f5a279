"""The self-play of the training, compiled for one core, plays the same games as the simulator."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from rowlock.bots.qwixx_brain import Brain, brain
from rowlock.bots.qwixx_features import BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT
from rowlock.bots.qwixx_simulator import NET, Player, simulate
from rowlock.solve.qwixx_rows import row_codes

SOURCE = Path(__file__).parents[2] / "training" / "qwixx_play.cu"
LONGEST = 96
GAMES = 30

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")


class Played(NamedTuple):
    """What the player writes: facts and hopes `[game, turn]`, turns, and scores, the seat that began first."""

    facts: NDArray[np.uint16]
    hopes: NDArray[np.float32]
    turns: NDArray[np.int16]
    scores: NDArray[np.int16]


Play = Callable[[int, tuple[int, ...], int], Played]
"""So many games, with rivals in some seats, looking at so many rolls in every position."""


def arrays(net: Brain) -> list[NDArray[Any]]:
    return [net.first, net.bias, net.second, net.second_bias, net.third, net.third_bias]


@pytest.fixture(scope="module", params=[2, 4])
def play(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Plays games of so many seats with the networks that come with Rowlock."""
    seats: int = request.param
    own, rival = brain(seats), brain(seats, "plain")
    sizes = {
        "PLAYERS": seats, "HIDDEN": own.hidden, "WIDTH": own.width, "BLOCK": BLOCK, "PENALTIES_AT": PENALTIES_AT,
        "SCORE_AT": SCORE_AT, "DIFFERENCE": DIFFERENCE, "LONGEST": LONGEST, "ALONE": 0,
    }  # fmt: skip
    library = tmp_path_factory.mktemp("play") / "play.so"
    defined = [f"-D{name}={value}" for name, value in sizes.items()]
    options = ["-O3", "-std=c++17", "-shared", "-fPIC", "-x", "c++", *defined]
    subprocess.run(["g++", *options, str(SOURCE), "-o", str(library)], check=True)
    codes = row_codes()
    known: list[NDArray[Any]] = [
        *arrays(own), *arrays(rival), codes.after.astype(np.int8), codes.gain.astype(np.uint8)
    ]  # fmt: skip

    def places(given: list[NDArray[Any]]) -> list[ctypes.c_void_p]:
        return [ctypes.c_void_p(array.ctypes.data) for array in given]

    def play(games: int, rivals: tuple[int, ...], looks: int) -> Played:
        # There, seats count from the one that begins.
        masks = np.array(
            [sum(1 << (seat - game) % seats for seat in rivals) for game in range(games)], np.uint8
        )
        played = Played(
            np.zeros((games, LONGEST, 6 * seats), np.uint16),
            np.zeros((games, LONGEST, seats), np.float32),
            np.zeros(games, np.int16),
            np.zeros((games, seats), np.int16),
        )
        ctypes.CDLL(str(library)).play(
            *places(known),
            ctypes.c_uint64(3),
            games,
            *places([masks]),
            looks,
            ctypes.c_float(0),
            *places([*played]),
        )
        return played

    return play


@pytest.mark.parametrize("rivals", [(), (1,)])
def test_the_same_games(play: Play, rivals: tuple[int, ...]) -> None:
    played = play(GAMES, rivals, 0)
    seats = played.scores.shape[1]
    players = [Player(NET, brain=brain(seats)), Player(NET, brain=brain(seats, "plain"), alone=True)]
    simulated = simulate([players[seat in rivals] for seat in range(seats)], GAMES, seed=3)
    by_beginner = np.stack([np.roll(row, -(game % seats)) for game, row in enumerate(simulated.scores)])
    same = (by_beginner == played.scores).all(axis=1) & (simulated.turns == played.turns)
    # Sums in another order may turn a decision between equals.
    assert same.mean() >= 0.9


def test_hopes_are_what_the_network_says_before_the_turn(play: Play) -> None:
    played = play(3, (), 36)
    there = np.arange(LONGEST) < played.turns[:, None]
    said = brain(played.scores.shape[1]).chances(played.facts[there].astype(np.int64))
    hopes = played.hopes[there]
    assert hopes.sum(axis=1) == pytest.approx(1, abs=1e-4)
    # A good network is right on average, and 36 rolls leave little to luck.
    assert np.abs(hopes - said).mean() < 0.02
    assert np.abs((hopes - said).mean(axis=0)).max() < 0.005
