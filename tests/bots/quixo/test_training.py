"""The positions that searches ask about, from which the network of Quixo learns."""

import shutil
import time
from pathlib import Path

import numpy as np
import pytest

from rowlock.bots.quixo.mind import NET
from rowlock.bots.quixo.net import load_net
from rowlock.bots.quixo.search import EVERYWHERE, has_line
from rowlock.bots.quixo.searcher import Searcher
from rowlock.rules.quixo import Quixo
from training.quixo.asked import GAMES_A_FILE, Askers, asked

OPEN = "quixo oxx../o..../...../....x/oo.xx x"
"""Nobody wins here at once, nor is a win near enough to be certain."""


def test_what_searches_ask_are_positions_of_their_game() -> None:
    start = Quixo.parse(OPEN)
    own, other = start.sides
    searches = asked(Searcher(load_net(NET)), own << 25 | other, np.random.default_rng(1))
    answers = {(own, other)}
    cubes = (own | other).bit_count()
    for _ in range(6):
        *positions, root = next(searches).tolist()
        assert len(positions) > 20
        for key in positions:
            mine, theirs = key >> 25, key & EVERYWHERE
            assert not mine & theirs
            assert not has_line(mine)
            assert not has_line(theirs)
            assert (mine | theirs).bit_count() >= cubes  # no cube becomes blank again
        now = Quixo(root >> 25, root & EVERYWHERE, 1)
        assert now.sides in answers  # one push after the other
        answers = {now.play(1, move).sides for move in now.legal_moves(1)}
        cubes = (now.crosses | now.noughts).bit_count()


@pytest.mark.nightly
def test_processes_of_their_own_ask(tmp_path: Path) -> None:
    own, other = Quixo.parse(OPEN).sides
    askers = Askers(tmp_path, np.full(GAMES_A_FILE, own << 25 | other), 1)
    shutil.copy(NET, askers.net)
    askers.start()
    try:
        end = time.monotonic() + 240
        while not list(tmp_path.glob("asked-*.npy")) and time.monotonic() < end:
            time.sleep(0.5)
        assert len(askers.gathered()) > 1000
    finally:
        askers.stop()
