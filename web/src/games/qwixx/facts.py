"""What the page draws of Qwixx, as the rules have it: the cells of the sheet, its points, and the dice."""

from rowlock.rules.layouts import ATTEMPTS, HOW_OFTEN, LEEWAY, MIDDLE, NAMED, RARE
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import (
    CLASSIC,
    COLOURS,
    CROSSES_TO_LOCK,
    MOST_PENALTIES,
    PENALTY_POINTS,
    Layout,
    Sheet,
)


def points() -> dict[str, list[int]]:
    """The points of a row by how many of its numbers are crossed, with its lock still open, or crossed as well."""
    cells = CLASSIC.rows[0]
    found: dict[str, dict[int, int]] = {"open": {}, "locked": {}}
    for crossed in range(1 << len(cells)):
        sheet = Sheet((crossed, *(0 for _ in CLASSIC.rows[1:])))
        kind = "locked" if sheet.locked(0) else "open"
        found[kind][crossed.bit_count()] = sheet.row_points(0)
    return {kind: [by_number.get(i, 0) for i in range(len(cells) + 1)] for kind, by_number in found.items()}


def printed() -> list[int]:
    """The table that is printed on the sheet: the points for 1, 2, … crosses, the lock included."""
    kinds = points()
    return kinds["open"][1:-1] + kinds["locked"][-2:]


def rows(layout: Layout) -> list[str]:
    """The cells' names, one text a row."""
    return [" ".join(cell.name for cell in row) for row in layout.rows]


FACTS = {
    "colours": list(COLOURS),
    "layout": rows(CLASSIC),
    "layouts": {name: rows(layout) for name, layout in NAMED.items() if layout != CLASSIC},
    "random": {"often": HOW_OFTEN, "middle": MIDDLE, "leeway": LEEWAY, "attempts": ATTEMPTS, "rare": RARE},
    "points": points(),
    "printed": printed(),
    "penalty": PENALTY_POINTS,
    "boxes": MOST_PENALTIES,
    "to_lock": CROSSES_TO_LOCK,
    "whites": len(Qwixx.start().dice_in_play) - len(COLOURS),
}

TARGETS = list(CLASSIC.named)
"""All that can be tapped."""
