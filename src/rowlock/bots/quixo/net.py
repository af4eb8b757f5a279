"""The learned judgement of Quixo positions: a small network, and its latest answers.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.bots.quixo.patterns import CROSSES, IN_CROSS
from rowlock.solve import shelf
from rowlock.solve.kernel import lean_kernel
from rowlock.solve.quixo.layout import Numbers

LINE_UNITS, CROSS_UNITS = 256, 128
"""Units of the first layer that look at lines, and those that look at crosses."""
WIDTH, SECOND, THIRD = LINE_UNITS + CROSS_UNITS, 32, 32
"""Units of the network's layers."""
STAGES = 8
"""The last layers are different ones with up to 10 cubes, up to 12 and so on."""
LARGEST = 32000
"""How large a sum of the first layer can get."""
CERTAIN = 8000
"""How far a judgement goes at most."""

BASE3 = tuple(sum(3**i for i in range(5) if row >> i & 1) for row in range(32))
"""A row of bits as a number in base 3."""
SPREAD = tuple(sum(1 << 8 * i for i in range(5) if row >> i & 1) for row in range(32))
"""A row of bits as bytes, so that all five columns can be added up at once."""
COUNTS = tuple(row.bit_count() for row in range(32))
"""How many bits a row has."""
PLACES = 32
"""Room for the crosses in whole vectors."""


def _cross_sums() -> Numbers:
    """What a row of bits adds to the number of each cross, in base 3: `[rank, row, cross]`."""
    sums = np.zeros((5, 32, PLACES), np.int16)
    for cross, (_, squares) in enumerate(CROSSES):
        for place, square in enumerate(squares):
            for row in range(32):
                if row >> square % 5 & 1:
                    sums[square // 5, row, cross] += 3**place
    return sums


CROSS_SUMS = _cross_sums()
CROSS_COUNT = len(CROSSES)
CROSS_FIRST = np.array([kind * 3**IN_CROSS for kind, _ in CROSSES], np.int64)
"""Where the patterns of each cross begin."""


class ValueNet(NamedTuple):
    """Weights: a vector for each pattern of each line and for each pattern of each kind of cross, in whole numbers, and
    three small layers for each stage, the rows of one stage behind those of the other."""

    lines: Numbers
    bias: Numbers
    crosses: Numbers
    cross_bias: Numbers
    second: Numbers
    second_bias: Numbers
    third: Numbers
    third_bias: Numbers
    last: Numbers
    last_bias: Numbers


class Judge(NamedTuple):
    """The network, what it writes while it computes, and positions that it judged lately, each with what came out."""

    net: ValueNet
    patterns: Numbers
    cross_numbers: Numbers
    sums: Numbers
    cross_sums: Numbers
    hidden: Numbers
    second: Numbers
    third: Numbers
    judgements: Numbers


def load_net(path: Path) -> ValueNet:
    """Read weights as training/quixo/train.py wrote them. All processes share them."""
    version = shelf.version_of([path, Path(__file__)])
    return ValueNet(**shelf.arrays("quixo-net", version, lambda: _rounded(path)))


def _rounded(path: Path) -> dict[str, Numbers]:
    """The weights as they are used.

    The first layer is rounded to sixteen bits, each unit with a scale of its own, so that no sum can overflow: half the
    bytes are twice as fast. Crosses come as bytes, and there are few enough for sums of sixteen bits.
    """
    with np.load(path) as file:
        weights = {name: file[name].astype(np.float32) for name in file.files if name != "crosses"}
        weights["crosses"] = file["crosses"]
    lines, bias = weights["lines"], weights["bias"]
    scale = LARGEST / (np.abs(lines.reshape(12, 243, LINE_UNITS)).max(axis=1).sum(axis=0) + np.abs(bias))
    weights["lines"], weights["bias"] = (np.round(some * scale).astype(np.int16) for some in (lines, bias))
    cross_scale = weights.pop("cross_scale")
    weights["cross_bias"] = np.round(weights["cross_bias"] * cross_scale).astype(np.int16)
    weights["second"] = (weights["second"] / np.concatenate([scale, cross_scale]) ** 2).astype(np.float32)
    weights["third"] = weights["third"].transpose(0, 2, 1)
    for name in ("second", "third"):
        weights[name] = weights[name].reshape(STAGES * SECOND, -1)
    return {name: _aligned(some) for name, some in weights.items()}


def _aligned(numbers: Numbers) -> Numbers:
    """A copy that begins with a line of the processor's cache, so that no vector lies across two."""
    room = np.zeros(numbers.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    copy = room[start : start + numbers.nbytes].view(numbers.dtype).reshape(numbers.shape)
    copy[...] = numbers
    return copy


def new_judge(net: ValueNet, table_bits: int) -> Judge:
    """A judge who remembers so many positions, as a power of two."""
    return Judge(
        net,
        patterns=np.zeros(5, np.int64),
        cross_numbers=_aligned(np.zeros(PLACES, np.int16)),
        sums=_aligned(np.zeros(LINE_UNITS, np.int16)),
        cross_sums=_aligned(np.zeros(CROSS_UNITS, np.int16)),
        hidden=_aligned(np.zeros(WIDTH, np.float32)),
        second=_aligned(np.zeros(SECOND, np.float32)),
        third=_aligned(np.zeros(THIRD, np.float32)),
        judgements=np.full(1 << table_bits, -1, np.int64),
    )


@lean_kernel
def _look_at_crosses(own: int, other: int, judge: Judge) -> None:
    """Compute the units of the first layer that look at crosses."""
    numbers, sums, hidden, weights = judge.cross_numbers, judge.cross_sums, judge.hidden, judge.net.crosses
    for place in range(PLACES):
        numbers[place] = 0
    for rank in range(5):
        mine, theirs = own >> 5 * rank & 31, other >> 5 * rank & 31
        for place in range(PLACES):
            numbers[place] += CROSS_SUMS[rank, mine, place] + 2 * CROSS_SUMS[rank, theirs, place]
    for x in range(CROSS_UNITS):
        sums[x] = judge.net.cross_bias[x]
    for cross in range(CROSS_COUNT):
        row = CROSS_FIRST[cross] + numbers[cross]
        for x in range(CROSS_UNITS):
            sums[x] += weights[row, x]
    for x in range(CROSS_UNITS):
        unit = max(np.float32(sums[x]), np.float32(0))
        hidden[LINE_UNITS + x] = unit * unit


@lean_kernel
def evaluate(own: int, other: int, judge: Judge) -> int:
    """The learned judgement: hundred times the logit of the chance to score."""
    net, sums, hidden, second, patterns = judge.net, judge.sums, judge.hidden, judge.second, judge.patterns
    third, lines = judge.third, net.lines
    _look_at_crosses(own, other, judge)
    columns, rising, falling, power, cubes = 0, 0, 0, 1, 0
    for rank in range(5):
        mine, theirs = own >> 5 * rank & 31, other >> 5 * rank & 31
        patterns[rank] = 243 * rank + BASE3[mine] + 2 * BASE3[theirs]
        columns += power * (SPREAD[mine] + 2 * SPREAD[theirs])
        rising += power * ((mine >> rank & 1) + 2 * (theirs >> rank & 1))
        falling += power * ((mine >> (4 - rank) & 1) + 2 * (theirs >> (4 - rank) & 1))
        power *= 3
        cubes += COUNTS[mine | theirs]
    stage = min(max(cubes - 9, 0) // 2, STAGES - 1)
    a, b, c = patterns[0], patterns[1], patterns[2]
    d, e = patterns[3], patterns[4]
    f, g, h = 1215 + (columns & 255), 1458 + (columns >> 8 & 255), 1701 + (columns >> 16 & 255)
    i, j, k, m = 1944 + (columns >> 24 & 255), 2187 + (columns >> 32), 2430 + rising, 2673 + falling
    for x in range(LINE_UNITS):  # one sum, so that the compiler makes vectors of it
        sums[x] = (
            net.bias[x] + lines[a, x] + lines[b, x] + lines[c, x] + lines[d, x] + lines[e, x] + lines[f, x]
            + lines[g, x] + lines[h, x] + lines[i, x] + lines[j, x] + lines[k, x] + lines[m, x]
        )  # fmt: skip
    for x in range(LINE_UNITS):
        unit = max(np.float32(sums[x]), np.float32(0))
        hidden[x] = unit * unit
    w = net.second
    for s in range(0, SECOND, 8):  # eight at a time, so that `hidden` is read less often
        at = stage * SECOND + s
        s0, s1, s2, s3 = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
        s4, s5, s6, s7 = np.float32(0), np.float32(0), np.float32(0), np.float32(0)
        for x in range(WIDTH):
            unit = hidden[x]
            s0 += unit * w[at, x]
            s1 += unit * w[at + 1, x]
            s2 += unit * w[at + 2, x]
            s3 += unit * w[at + 3, x]
            s4 += unit * w[at + 4, x]
            s5 += unit * w[at + 5, x]
            s6 += unit * w[at + 6, x]
            s7 += unit * w[at + 7, x]
        second[s], second[s + 1], second[s + 2], second[s + 3] = s0, s1, s2, s3
        second[s + 4], second[s + 5], second[s + 6], second[s + 7] = s4, s5, s6, s7
    for s in range(SECOND):
        second[s] = max(second[s] + net.second_bias[stage, s], np.float32(0))
    for t in range(THIRD):
        third[t] = net.third_bias[stage, t]
    w = net.third
    for s in range(0, SECOND, 8):
        at = stage * SECOND + s
        s0, s1, s2, s3 = second[s], second[s + 1], second[s + 2], second[s + 3]
        s4, s5, s6, s7 = second[s + 4], second[s + 5], second[s + 6], second[s + 7]
        for t in range(THIRD):
            third[t] += (
                s0 * w[at, t] + s1 * w[at + 1, t] + s2 * w[at + 2, t] + s3 * w[at + 3, t]
                + s4 * w[at + 4, t] + s5 * w[at + 5, t] + s6 * w[at + 6, t] + s7 * w[at + 7, t]
            )  # fmt: skip
    total = net.last_bias[stage]
    for t in range(THIRD):
        total += max(third[t], np.float32(0)) * net.last[stage, t]
    return int(min(max(total * 100, -CERTAIN), CERTAIN))


@lean_kernel
def slot_of(key: int, slots: int) -> int:
    """Where to look for a position among so many places, a power of two."""
    return (key * 0x9E3779B97F4A7C1 >> 40) & (slots - 1)


@lean_kernel
def judged(own: int, other: int, judge: Judge) -> int:
    """The evaluation, remembered: position and judgement in one number."""
    key = own << 25 | other
    slot = slot_of(key, len(judge.judgements))
    known = judge.judgements[slot]
    if (known ^ key << 14) >> 14 == 0:
        return int(known & 0x3FFF) - CERTAIN
    judgement = evaluate(own, other, judge)
    judge.judgements[slot] = key << 14 | judgement + CERTAIN
    return judgement
