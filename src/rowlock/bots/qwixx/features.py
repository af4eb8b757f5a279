"""What the value networks of Qwixx are told: facts about each sheet, each with a number of its own.

The seats stand in the order of their turns, the one that rolls next first. Each has a block of facts, of which six
hold at a time: the code of each row, the penalties, and how far the score is ahead of the best other score.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.rules.sheet import MOST_PENALTIES
from rowlock.solve.qwixx.rows import ROWS, row_code, row_codes

DIFFERENCE = 50
"""A score further ahead or behind than this counts as this."""
PENALTIES_AT = ROWS * len(row_codes())
SCORE_AT = PENALTIES_AT + MOST_PENALTIES
BLOCK = SCORE_AT + 2 * DIFFERENCE + 1


def numbers(players: int) -> NDArray[np.float64]:
    """Each fact in plain numbers, so that a network can tell what is alike: `[fact, number]`.

    For each seat the place of the last cross and the count of crosses in each row, the penalties and the lead; and
    which rows are closed, once for all: 24 numbers for two players.
    """
    facts = np.zeros((players * BLOCK, players * 10 + ROWS))
    codes = row_codes()
    for seat in range(players):
        block, own = seat * BLOCK, seat * 10
        for row in range(ROWS):
            at = block + row * len(codes)
            for last in range(codes.places - 1):
                for crosses in range(1, last + 2):
                    code = row_code(last, crosses)
                    facts[at + code, own + row] = (last + 1) / codes.places
                    facts[at + code, own + ROWS + row] = crosses / codes.places
            if seat == 0:
                facts[at + codes.closed, players * 10 + row] = 1
        for penalties in range(MOST_PENALTIES):
            facts[block + PENALTIES_AT + penalties, own + 8] = penalties / MOST_PENALTIES
        for lead in range(-DIFFERENCE, DIFFERENCE + 1):
            facts[block + SCORE_AT + DIFFERENCE + lead, own + 9] = lead / DIFFERENCE
    return facts
