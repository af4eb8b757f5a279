"""Quixo on paper: a board, and counters to cut out and fold, crosses on one side and noughts on the other."""

from __future__ import annotations

from typing import Any

from rowlock.pads.paper import MARGIN, PAPERS, Arrangement
from rowlock.pads.wish import Pad, PadWish
from rowlock.rules.pictures.inks import INK, SOFT, WOOD, WOOD_EDGE

SIZE = 5
COUNTER, FIELD = 10.0, 11.0
"""How wide they are, in units. A counter unfolds to twice its width."""


def _empty(wish: PadWish) -> dict[str, Any]:
    if wish.layout:
        raise ValueError("a board has no layouts, so leave that out")
    width, height = PAPERS[wish.paper]
    unit = min((height - 2 * MARGIN) / (2 * SIZE * COUNTER), (width - 2 * MARGIN) / (SIZE * FIELD + 4))
    return wish.told(Arrangement(width, height, 1, 1, unit)) | {
        "size": SIZE,
        "counter": COUNTER,
        "field": FIELD,
        "pen": INK,
        "soft": SOFT,
        "wood": WOOD,
        "edge": WOOD_EDGE,
        "texts": {
            "cut": wish.text("pad.cut"),
            "rules": wish.text("rules.quixo") if wish.rules else None,
        },
    }


PAD = Pad(_empty, None, (1,))
