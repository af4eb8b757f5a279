"""How often the Quixo master keeps the value of hard positions, on one core and without the table of openings.

python -m bench quixo.master [--seconds 0.1] [--positions 1000] [--skip 0] [--log FILE] [--net FILE]

The positions (bench/quixo/data/test.npz, made by training/quixo/train.py and kept out of training) come from
near-perfect play; at most half of the legal moves keep the value. Time is counted as this thread's own, so that
other work on the machine does not matter. With --log each position is a line of FILE, and a run that was stopped goes
on behind those that are there.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rowlock.bots.quixo.master import Master
from rowlock.bots.quixo.mind import NET
from rowlock.bots.quixo.net import load_net
from rowlock.bots.quixo.searcher import Budget, Root

HERE = Path(__file__).parent


def wilson(kept: int, of: int) -> tuple[float, float]:
    """The share's 95 % interval."""
    share, z = kept / of, 1.96
    middle, width = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - width) / (1 + z * z / of), (middle + width) / (1 + z * z / of)


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=0.1)
    options.add_argument("--positions", type=int, default=1000, help="drawn ones, and as many won ones")
    options.add_argument("--skip", type=int, default=0)
    options.add_argument("--log", type=Path)
    options.add_argument("--net", type=Path, default=NET)
    given = options.parse_args(arguments)
    data = np.load(HERE / "data/test.npz")
    kinds = [np.flatnonzero(data["values"] == v)[given.skip :][: given.positions] for v in (0, 1)]
    places = [
        int(i) for pair in zip(*kinds, strict=True) for i in pair
    ]  # in turn, so that a part tells something too
    there = given.log and given.log.exists()
    done = [json.loads(line) for line in given.log.read_text().splitlines()] if there else []
    master = Master(load_net(given.net), clock=time.thread_time)
    _ = master.grower  # loads it, so that the first position is not charged for that
    for number, i in enumerate(places[len(done) :], len(done) + 1):
        start = time.thread_time()
        root = Root(int(data["owns"][i]), int(data["others"][i]))
        thought = master.think(root, Budget(given.seconds, clock=time.thread_time))
        value = int(data["values"][i])
        kept = bool(data["moves"][i, thought.pushes[0]] == value)
        spent = time.thread_time() - start
        done.append(
            {"place": i, "value": value, "kept": kept, "depth": thought.depth, "seconds": round(spent, 4)}
        )
        if given.log:
            with given.log.open("a") as log:
                log.write(json.dumps(done[-1]) + "\n")
        print(f"\r{number} of {len(places)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    for value, name in ((0, "drawn"), (1, "won")):
        found = [entry for entry in done if entry["value"] == value]
        keeps, n = sum(entry["kept"] for entry in found), len(found)
        low, high = wilson(keeps, n)
        depth, seconds = (sum(entry[fact] for entry in found) / n for fact in ("depth", "seconds"))
        print(f"{name}: kept {keeps} of {n}, {keeps / n:.1%} ({low:.1%} to {high:.1%}); "
              f"{seconds:.3f} s a move, depth {depth:.1f}")  # fmt: skip
