"""What Qwixx's solver compiles."""

from __future__ import annotations

from rowlock.solve.batch import Batch


def _sheet() -> None:
    from rowlock.rules.sheet import Layout
    from rowlock.solve.qwixx.layout import solve_layout
    from rowlock.solve.qwixx.sheet import solve_sheet

    solve_sheet(faces=2, threads=1)  # a small sheet
    solve_layout(Layout.of("r2 y3 g4", "y2 g3 b4", "g2 b3 r4", "b2 r3 y4"), faces=2, threads=1)


SHEET = Batch("how a Qwixx sheet is solved", 10, _sheet)

BATCHES = (SHEET,)
