"""Positions that the search of master asks the network about, while it plays on from won and from hard positions.

    python -m training.quixo.asked FOLDER SEED

A search takes the best of all that it looks at, so it finds the positions that the network takes for better than they
are. Games alone seldom show those. Each process plays from FOLDER/starts.npy with FOLDER/net.npz until who started it
ends it or ends, and leaves what was asked in files asked-SEED-*.npy; when there is another network, it goes on with
that one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from rowlock.bots.quixo.net import CERTAIN, load_net
from rowlock.bots.quixo.past import Sides
from rowlock.bots.quixo.scores import SURE
from rowlock.bots.quixo.search import EVERYWHERE
from rowlock.bots.quixo.searcher import Budget, Root, Searcher
from rowlock.solve.quixo.layout import Numbers

SECONDS = 0.05
"""For a move."""
PLIES = 60
"""A game is left after so many, or when its result is certain."""
CLOSE, CLOSE_ONES, ANY_ONES = 100, 200, 100
"""Of each search some judgements are kept that are this close to its result, and some others."""
GAMES_A_FILE = 10


class Askers:
    """Processes that play, and what they were asked so far."""

    def __init__(self, folder: Path, starts: Numbers, count: int) -> None:
        self.folder, self._starts, self._count = folder, starts, count
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def net(self) -> Path:
        """Where they find the network; to be replaced, not written over."""
        return self.folder / "net.npz"

    def start(self) -> None:
        np.save(self.folder / "starts.npy", self._starts)
        one_core = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-m", __name__, self.folder, str(seed)], env=os.environ | one_core
            )
            for seed in range(self._count)
        ]

    def gathered(self) -> Numbers:
        """What was asked since the last time, each position once."""
        if any(process.poll() is not None for process in self._processes):
            raise RuntimeError("a process that searches has ended; it says why above")
        files = sorted(self.folder.glob("asked-*.npy"))
        if not files:
            raise RuntimeError("no search has asked anything yet: more --seconds are needed")
        keys = np.unique(np.concatenate([np.load(file) for file in files]))
        for file in files:
            file.unlink()
        return keys

    def stop(self) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait()


def asked(searcher: Searcher, start: int, rng: np.random.Generator) -> Iterator[Numbers]:
    """What each search of one game asks, as numbers: the cubes of the side to move, and in the lower 25 bits those of
    the other."""
    memory = searcher.memory
    judgements = memory.judge.judgements
    own, other = start >> 25, start & EVERYWHERE
    left: tuple[set[Sides], set[Sides]] = (set(), set())
    for ply in range(PLIES):
        judgements.fill(-1)
        thought = searcher.think(Root(own, other, once=left[ply % 2]), Budget(SECONDS, clock=searcher.clock))
        score = thought.scores[0]
        if abs(score) > SURE:
            return
        known = judgements[judgements != -1]
        close = np.abs(np.abs((known & 0x3FFF) - CERTAIN) - abs(score)) < CLOSE
        some = [known[close], known[~close]]
        for kind, most in enumerate((CLOSE_ONES, ANY_ONES)):
            if len(some[kind]) > most:
                some[kind] = rng.choice(some[kind], most, replace=False)
        yield np.append(np.concatenate(some) >> 14 & (1 << 50) - 1, own << 25 | other)
        push = thought.pushes[0]
        own, other = int(memory.owns[0, push]), int(memory.others[0, push])
        left[ply % 2].add((own, other))


def main() -> None:
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    rng = np.random.default_rng(seed)
    starts = np.load(folder / "starts.npy")
    net, changed, number = folder / "net.npz", 0, 0
    parent = os.getppid()
    while os.getppid() == parent:  # whoever started this still wants it
        if net.stat().st_mtime_ns != changed:
            changed = net.stat().st_mtime_ns
            searcher = Searcher(load_net(net), clock=time.thread_time)
        games = [
            keys
            for start in rng.choice(starts, GAMES_A_FILE, replace=False)
            for keys in asked(searcher, int(start), rng)
        ]
        if games:
            unfinished = folder / f"unfinished-{seed}.npy"
            np.save(unfinished, np.concatenate(games))
            unfinished.rename(folder / f"asked-{seed}-{number}.npy")
            number += 1


if __name__ == "__main__":
    main()
