"""What Qwixx's solver compiles."""

from __future__ import annotations

from rowlock.solve.batch import Batch


def _sheet() -> None:
    from rowlock.solve.qwixx.sheet import solve_sheet

    solve_sheet(faces=2, threads=1)  # a small sheet


SHEET = Batch("how a Qwixx sheet is solved", 5, _sheet)

BATCHES = (SHEET,)
