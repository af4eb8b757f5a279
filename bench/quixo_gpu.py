"""Time of the 5×5 solution on an NVIDIA card, layer by layer, with its totals checked.

python bench/quixo_gpu.py [--distances] [--keep-all]
"""

from __future__ import annotations

import argparse
import time

from rowlock.solve.quixo_gpu import Card
from rowlock.solve.quixo_layout import layout
from rowlock.solve.quixo_report import Report

TOTALS = (441_815_157_309, 279_746_227_956, 125_727_224_178)

options = argparse.ArgumentParser()
options.add_argument("--distances", action="store_true")
options.add_argument("--keep-all", action="store_true")
given = options.parse_args()

start = time.perf_counter()
card = Card(5, distances=given.distances, keep_all=given.keep_all)
report = Report(layout(5))
print(f"prepared in {time.perf_counter() - start:.1f} s", flush=True)
cubes, rounds, layer_start = 25, 0, time.perf_counter()
for solved in card.solve():
    for side in (0, 1):
        report.add(solved.pair, side, solved.counts[side])
    rounds = max(rounds, solved.rounds)
    if solved.pair[0] - solved.pair[1] < 2:  # the last pair of its layer
        now = time.perf_counter()
        used = card.xp.get_default_memory_pool().total_bytes() / 1e9
        print(f"{cubes:2} cubes: {now - layer_start:6.2f} s, {rounds:3} rounds, {used:5.1f} GB", flush=True)
        cubes, rounds, layer_start = cubes - 1, 0, now
print(f"solved in {time.perf_counter() - start:.1f} s, preparation included")
print("won, lost, drawn:", report.totals(), "as published" if report.totals() == TOTALS else "WRONG")
if given.distances:
    print("longest forced win and loss:", report.longest())
    print("codes:", {code: int(n) for code, n in enumerate(report.distances) if n})
