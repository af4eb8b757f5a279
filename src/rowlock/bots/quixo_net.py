"""The learned judgement of Quixo positions: a small network, and its latest answers.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.solve.kernel import fused_kernel, kernel
from rowlock.solve.quixo_layout import Numbers

WIDTH, SECOND = 256, 32
"""Units of the network's layers."""

BASE3 = tuple(sum(3**i for i in range(5) if row >> i & 1) for row in range(32))
"""A row of bits as a number in base 3."""
SPREAD = tuple(sum(1 << 8 * i for i in range(5) if row >> i & 1) for row in range(32))
"""A row of bits as bytes, so that all five columns can be added up at once."""


class Net(NamedTuple):
    """Weights: a vector for each pattern of each line, and two small layers."""

    lines: Numbers
    bias: Numbers
    second: Numbers
    second_bias: Numbers
    last: Numbers
    last_bias: Numbers


class Judge(NamedTuple):
    """The network, what it writes while it computes, and positions that it judged lately with what came out."""

    net: Net
    patterns: Numbers
    hidden: Numbers
    second: Numbers
    keys: Numbers
    judgements: Numbers


def load_net(path: Path) -> Net:
    """Read weights as training/quixo_train.py wrote them."""
    with np.load(path) as file:
        weights = {name: np.ascontiguousarray(file[name], np.float32) for name in file.files}
    weights["second"] = np.ascontiguousarray(weights["second"].T)
    return Net(**weights)


def new_judge(net: Net, table_bits: int) -> Judge:
    """A judge who remembers so many positions, as a power of two."""
    return Judge(
        net,
        patterns=np.zeros(5, np.int64),
        hidden=np.zeros(WIDTH, np.float32),
        second=np.zeros(SECOND, np.float32),
        keys=np.full(1 << table_bits, -1, np.int64),
        judgements=np.zeros(1 << table_bits, np.int32),
    )


@fused_kernel
def evaluate(own: int, other: int, judge: Judge) -> int:
    """The learned judgement: hundred times the logit of the chance to score."""
    net, hidden, second, patterns = judge.net, judge.hidden, judge.second, judge.patterns
    lines = net.lines
    columns, rising, falling, power = 0, 0, 0, 1
    for rank in range(5):
        mine, theirs = own >> 5 * rank & 31, other >> 5 * rank & 31
        patterns[rank] = 243 * rank + BASE3[mine] + 2 * BASE3[theirs]
        columns += power * (SPREAD[mine] + 2 * SPREAD[theirs])
        rising += power * ((mine >> rank & 1) + 2 * (theirs >> rank & 1))
        falling += power * ((mine >> (4 - rank) & 1) + 2 * (theirs >> (4 - rank) & 1))
        power *= 3
    a, b, c = patterns[0], patterns[1], patterns[2]
    d, e = patterns[3], patterns[4]
    f, g, h = 1215 + (columns & 255), 1458 + (columns >> 8 & 255), 1701 + (columns >> 16 & 255)
    i, j, k, m = 1944 + (columns >> 24 & 255), 2187 + (columns >> 32), 2430 + rising, 2673 + falling
    for x in range(WIDTH):  # one sum, so that the compiler makes vectors of it
        hidden[x] = max(
            net.bias[x] + lines[a, x] + lines[b, x] + lines[c, x] + lines[d, x] + lines[e, x] + lines[f, x]
            + lines[g, x] + lines[h, x] + lines[i, x] + lines[j, x] + lines[k, x] + lines[m, x],
            np.float32(0),
        )  # fmt: skip
    for s in range(SECOND):
        second[s] = net.second_bias[s]
    w = net.second
    for x in range(0, WIDTH, 8):  # eight at a time, so that `second` is read and written less often
        h0, h1, h2, h3 = hidden[x], hidden[x + 1], hidden[x + 2], hidden[x + 3]
        h4, h5, h6, h7 = hidden[x + 4], hidden[x + 5], hidden[x + 6], hidden[x + 7]
        for s in range(SECOND):
            second[s] += (
                h0 * w[x, s] + h1 * w[x + 1, s] + h2 * w[x + 2, s] + h3 * w[x + 3, s]
                + h4 * w[x + 4, s] + h5 * w[x + 5, s] + h6 * w[x + 6, s] + h7 * w[x + 7, s]
            )  # fmt: skip
    total = net.last_bias[0]
    for s in range(SECOND):
        total += max(second[s], np.float32(0)) * net.last[s]
    return int(min(max(total * 100, -20000), 20000))


@kernel
def judged(own: int, other: int, judge: Judge) -> int:
    """The evaluation, remembered."""
    key = own << 25 | other
    slot = (key * 0x9E3779B97F4A7C1 >> 20) & (len(judge.keys) - 1)
    if judge.keys[slot] == key:
        return int(judge.judgements[slot])
    judgement = evaluate(own, other, judge)
    judge.keys[slot], judge.judgements[slot] = key, judgement
    return judgement
