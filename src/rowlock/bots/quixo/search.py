"""The search behind the Quixo bots: alpha-beta on bit sets, with a learned evaluation. `searcher` drives it.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.bots.quixo.net import Judge, ValueNet, judged, new_judge, slot_of
from rowlock.bots.quixo.scores import BACK, DEEPEST, FAR, SURE, WIN_SCORE
from rowlock.rules.board import board
from rowlock.solve.kernel import lean_kernel
from rowlock.solve.quixo.codes import LOST, LOST_IN_TWO_BITS, WON
from rowlock.solve.quixo.endings import Endings, built_in_endings, value_with_blanks
from rowlock.solve.quixo.layout import Numbers
from rowlock.solve.quixo.pushes import Masks, slid

NOWHERE = -1
"""The key of no position."""

UNKNOWN = 1 << 20
"""Instead of an evaluation that was not made."""
SHALLOW, AHEAD = 4, 45
"""With so few plies left, a position that looks this much better than it need be, and as much again for each ply, is
taken to be good enough."""
PASSED = 4
"""So many plies less are looked at after a pass: who has enough even when the opponent moves twice, has enough."""
DECIDED = 1000
"""Beyond this a game seems decided. Then neither is done: it would hide the shortest way to the end."""

_MASKS = Masks.of(board(5))
TAKEN, PLACED, SLIDING, RESTING, LEFT, RIGHT = (
    np.array(masks, np.int64)
    for masks in (_MASKS.taken, _MASKS.placed, _MASKS.sliding, _MASKS.resting, _MASKS.left, _MASKS.right)
)
RISING, FALLING = (
    sum(1 << square for square in range(start, 25 - start, step)) for start, step in ((0, 6), (4, 4))
)
FILE_A, RANK_1 = 0x108421, 0x1F
PUSHES = len(TAKEN)
EVERYWHERE = (1 << 25) - 1


LOOKED_AT, ALLOWED, STOPPED, SEARCH_NUMBER, FORGETFUL, KNOWN_BELOW, RELUCTANT = range(7)
"""The counters of a memory: positions looked at, how many there may be, 1 once the search has to stop; the number of
this search, 1 if scores of earlier ones are worth nothing now; below how many blank cubes `endings` tell the result;
and how reluctant to draw the side is that thinks."""
COUNTERS = 7


class Memory(NamedTuple):
    """What a search writes: children by ply, the path, the table of known positions, counters."""

    owns: Numbers
    others: Numbers
    order: Numbers
    promises: Numbers
    """How good each push of each ply looks; the next ones to be tried are chosen by it."""
    stands: Numbers
    """The evaluations of the positions that the pushes lead to."""
    path: Numbers
    history: Numbers
    table: Numbers
    """Known positions, each in two numbers side by side: the position, and what is known of it."""
    counters: Numbers
    twice: Numbers
    """Positions that are a draw because they would come for the third time: in row 0 those with the side to move that
    thinks, in row 1 those with the other; filled up with -1."""
    endings: Endings
    """What positions with at most two blank cubes are worth."""
    judge: Judge


def new_memory(net: ValueNet, table_bits: int = 20) -> Memory:
    """Room for a search."""
    shape = DEEPEST + 2, PUSHES
    entries = 1 << table_bits
    return Memory(
        owns=np.zeros(shape, np.int64),
        others=np.zeros(shape, np.int64),
        order=np.zeros(shape, np.int64),
        promises=np.zeros(shape, np.int64),
        stands=np.zeros(shape, np.int64),
        path=np.zeros(DEEPEST + 2, np.int64),
        history=np.zeros(PUSHES, np.int64),
        table=np.full((entries, 2), NOWHERE, np.int64),
        counters=np.zeros(COUNTERS, np.int64),
        twice=np.full((2, 1), NOWHERE, np.int64),
        endings=built_in_endings(),
        judge=new_judge(net, table_bits),
    )


@lean_kernel
def has_line(cubes: int) -> bool:
    """Five in a row, in a column or in a diagonal."""
    rows = cubes & cubes >> 1
    rows &= rows >> 2 & cubes >> 4
    columns = cubes & cubes >> 5
    columns &= columns >> 10 & cubes >> 20
    return bool(
        rows & FILE_A | columns & RANK_1
        or cubes & RISING == RISING
        or cubes & FALLING == FALLING
    )  # fmt: skip


@lean_kernel
def _four_in_five(a: int, b: int, c: int, d: int, e: int) -> int:
    """The bits that at least four of five numbers have."""
    return a & b & c & d | e & (a & b & (c | d) | (a | b) & c & d)


@lean_kernel
def _four_in_a_line(own: int) -> bool:
    """No push wins without: it changes only one square of the line that it completes."""
    rows = _four_in_five(own, own >> 1, own >> 2, own >> 3, own >> 4)
    columns = _four_in_five(own, own >> 5, own >> 10, own >> 15, own >> 20)
    rising, falling = RISING & ~own, FALLING & ~own  # of a diagonal, what is missing
    return bool(rows & FILE_A | columns & RANK_1 or rising & rising - 1 == 0 or falling & falling - 1 == 0)


@lean_kernel
def can_win(own: int, other: int) -> bool:
    """Is there a push that wins at once?"""
    if not _four_in_a_line(own):
        return False
    for k in range(PUSHES):
        if other & TAKEN[k]:
            continue
        own_now = slid(own, RESTING[k], SLIDING[k], LEFT[k], RIGHT[k]) | PLACED[k]
        if has_line(own_now):
            other_now = slid(other, RESTING[k], SLIDING[k], LEFT[k], RIGHT[k])
            if not has_line(other_now):
                return True
    return False


@lean_kernel
def expand(own: int, other: int, ply: int, memory: Memory) -> int:
    """Write the children of a position at `ply`: sides swapped, in `order` the pushes that don't lose at once.

    Returns how many those are, or -1 if a push wins; that one is then order[ply, 0].
    """
    may_win = _four_in_a_line(own)
    may_lose = _four_in_a_line(other)
    count = 0
    for k in range(PUSHES):
        if other & TAKEN[k]:
            continue
        own_now = slid(own, RESTING[k], SLIDING[k], LEFT[k], RIGHT[k]) | PLACED[k]
        other_now = slid(other, RESTING[k], SLIDING[k], LEFT[k], RIGHT[k])
        if may_lose and has_line(other_now):
            continue
        if may_win and has_line(own_now):
            memory.order[ply, 0] = k
            return -1
        memory.owns[ply, k], memory.others[ply, k] = other_now, own_now
        memory.order[ply, count] = k
        count += 1
    return count


@lean_kernel
def draw_for(ply: int, less: int) -> int:
    """The score of a draw for the side to move; it is worth so much less to the one that thinks, which moves at even
    plies."""
    return int(less if ply % 2 else -less)


@lean_kernel
def is_known(own: int, other: int, memory: Memory) -> bool:
    """Do the endings tell what the position is worth?"""
    blank = EVERYWHERE & ~(own | other)
    second = blank & blank - 1
    return second & second - 1 == 0 and (blank != 0) + (second != 0) < memory.counters[KNOWN_BELOW]


@lean_kernel
def known_score(own: int, other: int, ply: int, memory: Memory) -> int:
    """The score of a position that the endings tell."""
    blank = EVERYWHERE & ~(own | other)
    if blank:
        known = memory.endings.two if blank & blank - 1 else memory.endings.one
        value = value_with_blanks(own, blank, known, memory.endings)
        if value:
            return ply + FAR - WIN_SCORE if value == LOST_IN_TWO_BITS else WIN_SCORE - FAR - ply
    else:
        code = int(memory.endings.full[own])
        if code:
            return code - LOST + ply - WIN_SCORE if code >= LOST else WIN_SCORE - ply - (code - WON)
    return draw_for(ply, memory.counters[RELUCTANT] // 2)


@lean_kernel
def _rate(ply: int, first: int, count: int, depth: int, memory: Memory) -> None:
    """How promising each push is: by the evaluation or, next to the leaves, by the history of cut-offs."""
    for i in range(first, count):
        k = memory.order[ply, i]
        if is_known(memory.owns[ply, k], memory.others[ply, k], memory):
            memory.stands[ply, k] = UNKNOWN
            memory.promises[ply, k] = -known_score(
                memory.owns[ply, k], memory.others[ply, k], ply + 1, memory
            )
        elif depth >= 2:
            stand = judged(memory.owns[ply, k], memory.others[ply, k], memory.judge)
            memory.stands[ply, k], memory.promises[ply, k] = stand, -stand
        else:
            memory.stands[ply, k], memory.promises[ply, k] = UNKNOWN, memory.history[k]


@lean_kernel
def _next(ply: int, i: int, count: int, memory: Memory) -> int:
    """The most promising of the pushes that are left. Often the first ones decide, so they aren't all sorted."""
    best, promise = i, memory.promises[ply, memory.order[ply, i]]
    for j in range(i + 1, count):
        other = memory.promises[ply, memory.order[ply, j]]
        if other > promise:
            best, promise = j, other
    k = memory.order[ply, best]
    memory.order[ply, best] = memory.order[ply, i]
    memory.order[ply, i] = k
    return int(k)


@lean_kernel
def is_third(key: int, ply: int, memory: Memory) -> bool:
    """Would the position come for the third time?"""
    for i in range(memory.twice.shape[1]):  # noqa: SIM110 (numba knows no `any`)
        if memory.twice[ply % 2, i] == key:
            return True
    return False


@lean_kernel
def is_repeated(key: int, ply: int, memory: Memory) -> bool:
    """Has the position been on the path, or would it come for the third time?"""
    for back in range(ply - 2, -1, -2):
        if memory.path[back] == key:
            return True
    return is_third(key, ply, memory)


@lean_kernel
def _leaf(own: int, other: int, ply: int, stand: int, memory: Memory) -> int:
    """The score of a position at which the search does not look further."""
    memory.counters[LOOKED_AT] += 1
    if is_repeated(own << 25 | other, ply, memory):
        return draw_for(ply, memory.counters[RELUCTANT])
    if is_known(own, other, memory):
        return known_score(own, other, ply, memory)
    if can_win(own, other):
        return WIN_SCORE - ply - 1
    return judged(own, other, memory.judge) if stand == UNKNOWN else stand


@lean_kernel
def _search(
    own: int, other: int, depth: int, alpha: int, beta: int, ply: int, stand: int, memory: Memory
) -> int:
    """The score of a position that is not over, for the side to move; outside alpha to beta only a bound. `stand` is
    the position's evaluation, if it was made."""
    if depth <= 0:
        return _leaf(own, other, ply, stand, memory)
    counters = memory.counters
    counters[LOOKED_AT] += 1
    if counters[LOOKED_AT] > counters[ALLOWED]:
        counters[STOPPED] = 1
    key = own << 25 | other
    if is_repeated(key, ply, memory):
        return draw_for(ply, memory.counters[RELUCTANT])
    if is_known(own, other, memory):
        return known_score(own, other, ply, memory)
    memory.path[ply] = key
    slot = slot_of(key, len(memory.table))
    known = -1
    if memory.table[slot, 0] == key:
        facts = memory.table[slot, 1]
        known, bound, known_depth = facts & 63, facts >> 6 & 3, facts >> 8 & 63
        score, current = facts >> 32, facts >> 16 & 0xFFFF == counters[SEARCH_NUMBER]
        proven = (score > SURE and bound != 2) or (score < -SURE and bound != 1)
        # Repetitions known from earlier searches were those of what the game has left behind.
        if (current or (abs(score) != abs(counters[RELUCTANT]) and counters[FORGETFUL] == 0)) and (
            proven or known_depth >= depth
        ):
            if score > SURE:
                score -= ply
            elif score < -SURE:
                score += ply
            if bound == 0 or (bound == 1 and score >= beta) or (bound == 2 and score <= alpha):
                return int(score)
    if beta <= stand != UNKNOWN and alpha == beta - 1 and abs(beta) < DECIDED:
        if depth <= SHALLOW and stand >= beta + AHEAD * (depth + 1):
            return stand
        if depth >= PASSED and memory.path[ply - 1] != other << 25 | own:  # not after a pass
            less = depth - PASSED
            passed = judged(other, own, memory.judge)
            score = -_search(other, own, less, -beta, -alpha, ply + 1, passed, memory)
            if counters[STOPPED]:
                return 0
            if score >= beta:
                return beta if score > SURE else score  # what is won only with a pass is not proven
    count = expand(own, other, ply, memory)
    if count < 0:
        return WIN_SCORE - ply - 1
    if count == 0:
        return -WIN_SCORE + ply + 1
    first = 0
    if known >= 0:  # often it decides, and the others need no evaluation
        first = 1
        at = 0
        while memory.order[ply, at] != known:
            at += 1
        memory.order[ply, at], memory.order[ply, 0] = memory.order[ply, 0], known
        memory.stands[ply, known] = UNKNOWN
        if depth >= 2:
            memory.stands[ply, known] = judged(
                memory.owns[ply, known], memory.others[ply, known], memory.judge
            )
    best, best_push, floor = -WIN_SCORE, memory.order[ply, 0], alpha
    for i in range(count):
        if i == first:
            _rate(ply, first, count, depth, memory)
        k = _next(ply, i, count, memory) if i >= first else known
        next_own, next_other, next_stand = memory.owns[ply, k], memory.others[ply, k], memory.stands[ply, k]
        # Late pushes are looked at less deeply, unless they surprise. By two plies, so that the same side moves last.
        less = 2 if depth >= 3 and i >= 6 else 0
        if depth - less <= 1:
            score = -_leaf(next_own, next_other, ply + 1, next_stand, memory)
            # Who moves last chooses among errors too. What the position looked like before tempers that.
            drawn = abs(score) == abs(counters[RELUCTANT]) or abs(score) == abs(counters[RELUCTANT] // 2)
            if not drawn and abs(score) < DECIDED and stand != UNKNOWN:
                score = (score + stand) // 2
            again = score > floor and less > 0
        elif i > 0:
            score = -_search(
                next_own, next_other, depth - 1 - less, -floor - 1, -floor, ply + 1, next_stand, memory
            )
            again = score > floor and (less > 0 or score < beta)
        else:
            score, again = 0, True
        if again:
            score = -_search(next_own, next_other, depth - 1, -beta, -floor, ply + 1, next_stand, memory)
        if counters[STOPPED]:
            return 0
        if score > best:
            best, best_push = score, k
            floor = max(floor, score)
            if score >= beta:
                memory.history[k] += depth * depth
                break
    stored = best + ply if best > SURE else best - ply if best < -SURE else best
    bound = 1 if best >= beta else 2 if best <= alpha else 0
    memory.table[slot, 0] = key
    memory.table[slot, 1] = stored << 32 | counters[SEARCH_NUMBER] << 16 | depth << 8 | bound << 6 | best_push
    return best


@lean_kernel
def look_at_root(
    pushes: Numbers,
    scores: Numbers,
    once: Numbers,
    depth: int,
    margin: int,
    key: int,
    lowest: int,
    ply: int,
    unknown: int,
    memory: Memory,
) -> int:
    """Search the pushes of the root, best first. Writes their scores (exact for those within `margin` of the best,
    else a bound) and returns how many were finished before the search had to stop. A push back to where the game has
    been `once` makes no progress: it is worth half of that, and half of a repetition, if not even less. `lowest`, `ply`
    and `unknown` are -WIN_SCORE, 1 and UNKNOWN: numba's cache breaks a recursive function that is called with
    constants."""
    best, reluctance = lowest, memory.counters[RELUCTANT]
    memory.path[0] = key
    for i in range(len(pushes)):
        k = pushes[i]
        own, other = memory.owns[0, k], memory.others[0, k]
        floor = max(best - margin, lowest)
        score = 0
        exact = i == 0 or margin > 0
        if not exact:
            score = -_search(own, other, depth - 1, -floor - 1, -floor, ply, unknown, memory)
            exact = score > floor
        if exact:
            score = -_search(own, other, depth - 1, lowest, -floor, ply, unknown, memory)
        if memory.counters[STOPPED]:
            return i
        if once[i]:
            score -= max((score + reluctance) // 2, reluctance // BACK)
        scores[i] = score
        best = max(best, score)
    return len(pushes)
