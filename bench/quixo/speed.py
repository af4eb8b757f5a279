"""Speed of the Quixo kernels on one core, compilation not counted: perft 6, and 4×4 solved with distances.

python bench/quixo/speed.py
"""

from __future__ import annotations

import time

from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.cpu import solve
from rowlock.solve.quixo.pushes import perft

perft(Quixo.start(), 2)
list(solve(3))
start = time.thread_time()
leaves = perft(Quixo.start(), 6)
spent = time.thread_time() - start
print(f"perft 6: {leaves:,} in {spent:.2f} s, {leaves / spent / 1e6:,.0f} million leaves/s")
start = time.thread_time()
rounds = sum(solved.rounds for solved in solve(4))
print(f"4×4 with distances: {time.thread_time() - start:.2f} s, {rounds} rounds")
