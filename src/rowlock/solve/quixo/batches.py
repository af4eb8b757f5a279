"""What Quixo's solvers compile."""

from __future__ import annotations

from rowlock.rules.board import SIZES
from rowlock.solve.batch import Batch


def _count() -> None:
    from rowlock.solve.quixo.pushes import kernels

    for size in SIZES:
        fast = kernels(size)
        fast.has_line(0)
        fast.after(0, 0, 0)
        fast.perft(0, 0, 1)


def _solve() -> None:
    from rowlock.solve.quixo.cpu import solve
    from rowlock.solve.quixo.endings import no_endings, solve_with_blanks, take_full_boards
    from rowlock.solve.quixo.table import DATA, TableFile

    for _ in solve(3):
        pass
    small = TableFile(DATA / "quixo3.rlq")
    endings = no_endings(small.layout)
    take_full_boards(small, endings)
    for _ in solve_with_blanks(small.layout, endings.one, endings):
        pass


COUNT = Batch("how Quixo's moves are counted", 3, _count)
SOLVE = Batch("how Quixo is solved", 6, _solve)

BATCHES = SOLVE, COUNT
