"""What the page draws of Qwixx, as the rules have it: the cells of the sheet, its points, and the dice."""

from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, COLOURS, MOST_PENALTIES, PENALTY_POINTS, Sheet


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


FACTS = {
    "colours": list(COLOURS),
    "rows": [
        {"colour": CLASSIC.lock_colour(i), "numbers": [cell.number for cell in row]}
        for i, row in enumerate(CLASSIC.rows)
    ],
    "points": points(),
    "printed": printed(),
    "penalty": PENALTY_POINTS,
    "boxes": MOST_PENALTIES,
    "whites": len(Qwixx.start().dice_in_play) - len(COLOURS),
}

TARGETS = list(CLASSIC.named)
"""All that can be tapped."""
