"""Sizes of paper, and how many sheets go onto a page. All lengths are millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PAPERS = {"A4": (210.0, 297.0), "A5": (148.0, 210.0), "Letter": (215.9, 279.4)}
"""Width and height of a page that stands upright."""
MARGIN = 6.0
"""Around every sheet: printers leave that much of a page white, and scissors are not exact."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A page, and the sheets in its columns and rows; `unit` is the length in which they are drawn."""

    width: float
    height: float
    columns: int
    rows: int
    unit: float

    def told(self) -> dict[str, Any]:
        """The same for the drawing."""
        return {
            "page": [self.width, self.height],
            "columns": self.columns,
            "rows": self.rows,
            "unit": self.unit,
        }


def arrange(paper: str, sheets: int, width: float, height: float) -> Arrangement:
    """The arrangement in which sheets of so many units come out largest; the page stands or lies."""
    short, long = PAPERS[paper]
    found = []
    for page_width, page_height in ((short, long), (long, short)):
        for columns in range(1, sheets + 1):
            rows, left_over = divmod(sheets, columns)
            if not left_over:
                across = (page_width / columns - 2 * MARGIN) / width
                down = (page_height / rows - 2 * MARGIN) / height
                found.append(Arrangement(page_width, page_height, columns, rows, min(across, down)))
    return max(found, key=lambda arrangement: arrangement.unit)
