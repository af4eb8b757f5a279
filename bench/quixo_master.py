"""How often the Quixo search keeps the value of hard positions, on one core and without tables.

python bench/quixo_master.py [--seconds 0.1] [--positions 300] [--net FILE] [--skip 0]

The positions (bench/data/quixo_test.npz, made by training/quixo_train.py and kept out of training) come from
near-perfect play; at most half of the legal moves keep the value. Time is counted as this thread's own, so that
other work on the machine does not matter.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np

from rowlock.bots.quixo_search import Searcher, load_net

HERE = Path(__file__).parent
options = argparse.ArgumentParser()
options.add_argument("--seconds", type=float, default=0.1)
options.add_argument("--positions", type=int, default=300, help="drawn ones, and as many won ones")
options.add_argument("--skip", type=int, default=0)
options.add_argument("--net", type=Path, default=HERE.parent / "src/rowlock/bots/quixo_net.npz")
given = options.parse_args()

data = np.load(HERE / "data/quixo_test.npz")
searcher = Searcher(load_net(given.net), clock=time.thread_time)
searcher.think(0, 0, depth=2)  # compiles
for value, name in ((0, "drawn"), (1, "won")):
    chosen = np.flatnonzero(data["values"] == value)[given.skip : given.skip + given.positions]
    kept = depth = positions = 0
    start = time.thread_time()
    for i in chosen:
        thought = searcher.think(int(data["owns"][i]), int(data["others"][i]), seconds=given.seconds)
        kept += data["moves"][i, thought.pushes[0]] == value
        depth += thought.depth
        positions += thought.positions
    spent, n = time.thread_time() - start, len(chosen)
    share = kept / n
    error = 1.96 * math.sqrt(max(share * (1 - share), 1 / n) / n)
    print(
        f"{name}: kept {kept} of {n}, {share:.2%} ± {error:.2%}; {spent / n:.3f} s a move, "
        f"depth {depth / n:.1f}, {positions / spent / 1e6:.2f} million positions/s",
        flush=True,
    )
