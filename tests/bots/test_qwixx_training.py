"""The self-play of the training, compiled for one core, plays the same games as the simulator."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

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


def arrays(net: Brain) -> list[NDArray[Any]]:
    second = np.ascontiguousarray(net.second.T)
    return [net.first, net.bias, second, net.second_bias, net.third, net.third_bias]


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
@pytest.mark.parametrize("seats, rivals", [(2, ()), (4, (1, 2))])
def test_the_same_games(seats: int, rivals: tuple[int, ...], tmp_path: Path) -> None:
    own, rival = brain(seats), brain(seats, plain=True)
    sizes = {
        "PLAYERS": seats, "HIDDEN": own.hidden, "WIDTH": own.width, "BLOCK": BLOCK, "PENALTIES_AT": PENALTIES_AT,
        "SCORE_AT": SCORE_AT, "DIFFERENCE": DIFFERENCE, "LONGEST": LONGEST, "ALONE": 0,
    }  # fmt: skip
    library = tmp_path / "play.so"
    defined = [f"-D{name}={value}" for name, value in sizes.items()]
    command = [
        "g++",
        "-O2",
        "-std=c++17",
        "-shared",
        "-fPIC",
        "-x",
        "c++",
        *defined,
        str(SOURCE),
        "-o",
        str(library),
    ]
    subprocess.run(command, check=True)

    players = [Player(NET, brain=own), Player(NET, brain=rival, alone=True)]
    simulated = simulate([players[seat in rivals] for seat in range(seats)], GAMES, seed=3)
    # There, seats count from the one that begins.
    masks = np.array([sum(1 << (seat - game) % seats for seat in rivals) for game in range(GAMES)], np.uint8)
    log = np.zeros((GAMES, LONGEST, 6 * seats), np.uint16)
    turns, scores = np.zeros(GAMES, np.int16), np.zeros((GAMES, seats), np.int16)
    codes = row_codes()
    rules: list[NDArray[Any]] = [codes.after.astype(np.int8), codes.gain.astype(np.uint8)]

    def places(given: list[NDArray[Any]]) -> list[ctypes.c_void_p]:
        return [ctypes.c_void_p(array.ctypes.data) for array in given]

    given: list[NDArray[Any]] = [*arrays(own), *arrays(rival), *rules]  # has to last as long as the call
    made: list[NDArray[Any]] = [masks, log, turns, scores]
    ctypes.CDLL(str(library)).play(*places(given), ctypes.c_uint64(3), GAMES, *places(made))
    by_beginner = np.stack([np.roll(row, -(game % seats)) for game, row in enumerate(simulated.scores)])
    same = (by_beginner == scores).all(axis=1) & (simulated.turns == turns)
    # Sums in another order may turn a decision between equals.
    assert same.mean() >= 0.9
