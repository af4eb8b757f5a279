"""What the network of Quixo looks at beside the twelve lines: crosses, each a row and a column.

A push moves a row by one square and so changes one square of each column. Whether that completes a column can be seen
in the cross of the two.
"""

from __future__ import annotations

from itertools import product

from rowlock.solve.quixo.layout import grid

CELLS = 25
IN_CROSS = 9
"""So many squares a cross has."""


def _crosses() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each cross its kind and its squares. Those that look the same in a mirror are of one kind, and their squares
    are named in the order in which the mirror shows them."""
    symmetries = [[int(goal) for goal in goals] for goals in grid(5).symmetries]
    kinds: list[tuple[int, ...]] = []
    found = []
    for rank, file in product(range(5), repeat=2):
        squares = [square for square in range(CELLS) if square // 5 == rank or square % 5 == file]
        images = [tuple(sorted(goals[square] for square in squares)) for goals in symmetries]
        kind = min(images)
        goals = symmetries[images.index(kind)]
        if kind not in kinds:
            kinds.append(kind)
        found.append((kinds.index(kind), tuple(goals.index(square) for square in kind)))
    return tuple(found)


CROSSES = _crosses()
KINDS = 1 + max(kind for kind, _ in CROSSES)
"""How many kinds of crosses there are."""
CROSS_PATTERNS = KINDS * 3**IN_CROSS
