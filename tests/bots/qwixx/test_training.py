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

from rowlock.bots.qwixx.features import BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT
from rowlock.bots.qwixx.kernel import Sheets
from rowlock.bots.qwixx.net import ChanceNet, built_in_net
from rowlock.bots.qwixx.simulate import NET, SHEET, SimulatedPlayer, simulate
from rowlock.solve.qwixx.rows import row_codes
from rowlock.solve.qwixx.sheet import numbered_pairs

SOURCE = Path(__file__).parents[3] / "training" / "qwixx" / "play.cu"
LONGEST = 96
GAMES = 30
SHEETS = 128
"""Among the bits that give the seats of rivals: they are solved sheets."""

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")


class Played(NamedTuple):
    """What the player writes: facts and hopes `[game, turn]`, turns, and scores, the seat that began first."""

    facts: NDArray[np.uint16]
    hopes: NDArray[np.float32]
    turns: NDArray[np.int16]
    scores: NDArray[np.int16]


Play = Callable[[int, tuple[int, ...], int, Sheets | None], Played]
"""So many games, with rivals in some seats, looking at so many rolls in every position. Rivals may have sheets."""


def arrays(net: ChanceNet) -> list[NDArray[Any]]:
    return [net.first, net.bias, net.second, net.second_bias, net.third, net.third_bias]


@pytest.fixture(scope="module", params=[2, 4])
def play(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Plays games of so many seats with the networks that come with Rowlock."""
    seats: int = request.param
    own, rival = built_in_net(seats), built_in_net(seats, "plain")
    sizes = {
        "PLAYERS": seats, "HIDDEN": own.hidden, "WIDTH": own.width, "BLOCK": BLOCK, "PENALTIES_AT": PENALTIES_AT,
        "SCORE_AT": SCORE_AT, "DIFFERENCE": DIFFERENCE, "LONGEST": LONGEST, "ALONE": 0,
        "RIVAL_HIDDEN": rival.hidden, "RIVAL_WIDTH": rival.width, "RIVAL_ALONE": 1,
    }  # fmt: skip
    library = tmp_path_factory.mktemp("play") / "play.so"
    defined = [f"-D{name}={value}" for name, value in sizes.items()]
    options = ["-O3", "-std=c++17", "-shared", "-fPIC", "-x", "c++", *defined]
    subprocess.run(["g++", *options, str(SOURCE), "-o", str(library)], check=True)
    codes = row_codes()
    rules: list[NDArray[Any]] = [
        numbered_pairs(len(codes))[0], codes.after.astype(np.int8), codes.gain.astype(np.uint8)
    ]  # fmt: skip

    def places(given: list[NDArray[Any]]) -> list[ctypes.c_void_p]:
        return [ctypes.c_void_p(array.ctypes.data) for array in given]

    def play(games: int, rivals: tuple[int, ...], looks: int, sheets: Sheets | None) -> Played:
        # There, seats count from the one that begins.
        masks = np.array(
            [sum(1 << (seat - game) % seats for seat in rivals) for game in range(games)], np.uint8
        )
        settled = np.zeros(1, np.float32)
        if sheets is not None:
            masks |= SHEETS
            settled = sheets.astype(np.float32)
        played = Played(
            np.zeros((games, LONGEST, 6 * seats), np.uint16),
            np.zeros((games, LONGEST, seats), np.float32),
            np.zeros(games, np.int16),
            np.zeros((games, seats), np.int16),
        )
        ctypes.CDLL(str(library)).play(
            *places([*arrays(own), *arrays(rival), settled, *rules]),
            ctypes.c_uint64(3),
            games,
            *places([masks]),
            looks,
            ctypes.c_float(0),
            *places([*played]),
        )
        return played

    return play


def same_games(play: Play, rivals: tuple[int, ...], rival: Callable[[int], SimulatedPlayer]) -> float:
    """The share of games that are the same in the simulator."""
    seats = play(0, (), 0, None).scores.shape[1]
    other = rival(seats)
    played = play(GAMES, rivals, 0, other.sheets)
    own = SimulatedPlayer(NET, net=built_in_net(seats))
    simulated = simulate([other if seat in rivals else own for seat in range(seats)], GAMES, seed=3)
    by_beginner = np.stack([np.roll(row, -(game % seats)) for game, row in enumerate(simulated.scores)])
    return float(((by_beginner == played.scores).all(axis=1) & (simulated.turns == played.turns)).mean())


@pytest.mark.parametrize("rivals", [(), (1,)])
def test_the_same_games(play: Play, rivals: tuple[int, ...]) -> None:
    same = same_games(
        play, rivals, lambda seats: SimulatedPlayer(NET, net=built_in_net(seats, "plain"), alone=True)
    )
    # Sums in another order may turn a decision between equals.
    assert same >= 0.9


def sheet(seats: int) -> SimulatedPlayer:
    """Any values will do, to see that both decide by them: here rows that are far on are worth little."""
    pairs = numbered_pairs(len(row_codes()))[1]
    level = row_codes().level[pairs].sum(axis=1)
    chance = np.random.default_rng(1).random((len(pairs), len(pairs)))
    worth = 1.5 * (44 - level[:, None] - level) + chance
    turns, penalties = np.arange(seats)[:, None, None, None], np.arange(4)
    return SimulatedPlayer(SHEET, sheets=worth[:, :, None] * (1 - 0.1 * penalties) - turns)


def test_the_same_games_of_sheets(play: Play) -> None:
    seats = play(0, (), 0, None).scores.shape[1]
    assert same_games(play, tuple(range(seats)), sheet) == 1


def test_the_same_games_against_sheets(play: Play) -> None:
    # The network is soon far ahead of this one, and then many decisions are between equals.
    assert same_games(play, (1,), sheet) >= 0.7


def test_hopes_are_what_the_network_says_before_the_turn(play: Play) -> None:
    played = play(3, (), 36, None)
    there = np.arange(LONGEST) < played.turns[:, None]
    said = built_in_net(played.scores.shape[1]).chances(played.facts[there].astype(np.int64))
    hopes = played.hopes[there]
    assert hopes.sum(axis=1) == pytest.approx(1, abs=1e-4)
    # A good network is right on average, and 36 rolls leave little to luck.
    assert np.abs(hopes - said).mean() < 0.02
    assert np.abs((hopes - said).mean(axis=0)).max() < 0.005
