"""Other sheets as the networks see them, who know the classic one.

What a row can still bring depends on its last cross, on how many it has, and on which numbers come behind. So a row is
shown to them as classic rows with as many crosses that would bring about as much by themselves: with one cross a turn
at most, and an end that may come with every turn. Mostly it lies between two of them, and is shown as a blend: to a
network that is easy, because the first thing it does with what it is told is to add it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.features import BLOCK
from rowlock.bots.qwixx.net import ChanceNet, built_in_net
from rowlock.rules.dice import FACES
from rowlock.rules.sheet import CLASSIC, Layout
from rowlock.solve.qwixx.rows import row_code, row_codes

END = 0.05
"""The chance that a turn is the last one."""
ROUNDS = 80
"""After so many, the value of a row moves no more."""
FURTHEST = 0.5
"""A row that brings more or less than any classic one lies beyond the last of them by at most so much of a step."""


@dataclass(frozen=True, slots=True)
class Blend:
    """For each code of a row: two codes of a classic one, and the share of the second."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    share: NDArray[np.float64]


@lru_cache(maxsize=64)
def blends_on(layout: Layout) -> tuple[Blend, ...]:
    """For each row of a layout."""
    classic = _values([cell.number for cell in CLASSIC.rows[0]])
    return tuple(_blend(_values([cell.number for cell in row]), classic) for row in layout.rows)


@lru_cache(maxsize=16)
def net_on(layout: Layout, players: int) -> ChanceNet:
    """The network of `master` for a sheet, which is told the codes of its own rows."""
    net = built_in_net(players)
    if layout == CLASSIC:
        return net
    first, codes = net.first.copy(), len(row_codes())
    for seat in range(players):
        for row, blend in enumerate(blends_on(layout)):
            at = seat * BLOCK + row * codes
            known = net.first[at : at + codes]
            share = blend.share[:, None]
            first[at : at + codes] = (1 - share) * known[blend.first] + share * known[blend.second]
    return net.beginning_with(first)


def _blend(values: NDArray[np.float64], classic: NDArray[np.float64]) -> Blend:
    first = np.arange(len(row_codes()))
    second, share = first.copy(), np.zeros(len(first))
    for last in range(row_codes().places - 1):
        for crosses in range(1, last + 2):
            code = row_code(last, crosses)
            # Of classic rows with as many crosses, one whose last cross is further to the right brings less.
            others = [row_code(other, crosses) for other in range(crosses - 1, row_codes().places - 1)]
            if len(others) == 1:
                first[code] = second[code] = others[0]
                continue
            above = sum(classic[other] >= values[code] for other in others[1:-1])
            first[code], second[code] = others[above], others[above + 1]
            step = classic[first[code]] - classic[second[code]]
            if step > 0:
                share[code] = np.clip((classic[first[code]] - values[code]) / step, -FURTHEST, 1 + FURTHEST)
    return Blend(first, second, share)


def _values(numbers: Sequence[int]) -> NDArray[np.float64]:
    """What a row by itself may still bring, by its code, where own and others' turns take turns."""
    codes, place = row_codes(), {number: at for at, number in enumerate(numbers)}
    own = [(one + other, one + colour, other + colour) for one, other, colour in product(FACES, repeat=3)]
    others = [(one + other,) * 3 for one, other, _ in product(FACES, repeat=3)]
    offered = np.array([[place[number] for number in numbers] for numbers in own + others])
    values = np.zeros(len(codes))
    for code in range(len(codes) - 2, -1, -1):  # every cross leads to a higher code
        after = codes.after[code]
        crossed = np.where(after >= 0, codes.gain[code] + values[after], -np.inf)
        best = crossed[offered].max(axis=1)
        value = 0.0
        for _ in range(ROUNDS):
            value = (1 - END) * float(np.maximum(best, value).mean())
        values[code] = value
    return values
