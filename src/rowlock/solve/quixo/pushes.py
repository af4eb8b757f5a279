"""Quixo on bit sets, compiled: pushes, lines and perft.

A position is two sets of cubes, `own` for the side to move and `other` for its opponent, numbered as in
`rowlock.rules.board`. Importing this module imports numba, so import it where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from rowlock.rules.board import Board, board
from rowlock.rules.game import Move
from rowlock.rules.quixo import Quixo
from rowlock.solve.interrupts import later_interrupts
from rowlock.solve.kernel import kernel

WIN, DRAW, LOSS = 1, 0, -1


@kernel
def count_bits(cubes: int) -> int:
    """How many cubes a set holds (sets of up to 32 squares)."""
    cubes = cubes - ((cubes >> 1) & 0x55555555)
    cubes = (cubes & 0x33333333) + ((cubes >> 2) & 0x33333333)
    return (((cubes + (cubes >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@dataclass(frozen=True, slots=True)
class Masks:
    """The pushes and lines of a board as constants for the compiler, which unrolls what it knows."""

    taken: tuple[int, ...]
    placed: tuple[int, ...]
    sliding: tuple[int, ...]
    resting: tuple[int, ...]
    left: tuple[int, ...]
    """How far the sliding cubes go up in bit number; 0 where they go down."""
    right: tuple[int, ...]
    lines: tuple[int, ...]
    border: int
    corners: int

    @staticmethod
    def of(geometry: Board) -> Masks:
        pushes = geometry.pushes
        everything = (1 << geometry.size**2) - 1
        ends = (0, geometry.size - 1)
        return Masks(
            taken=tuple(push.taken for push in pushes),
            placed=tuple(push.placed for push in pushes),
            sliding=tuple(push.sliding for push in pushes),
            resting=tuple(everything & ~(push.sliding | push.taken) for push in pushes),
            left=tuple(max(push.step, 0) for push in pushes),
            right=tuple(max(-push.step, 0) for push in pushes),
            lines=geometry.lines,
            border=geometry.border,
            corners=sum(1 << rank * geometry.size + file for rank in ends for file in ends),
        )


@dataclass(frozen=True, slots=True)
class Kernels:
    """The compiled functions for one board size."""

    has_line: Callable[[int], bool]
    after: Callable[[int, int, int], tuple[int, int]]
    """`after(own, other, k)`: own (with the cube put back) and other after push number k; not yet swapped."""
    perft: Callable[[int, int, int], int]


@cache
def kernels(size: int) -> Kernels:
    """Compile (or load from disk) the kernels of a board size."""
    masks = Masks.of(board(size))
    taken, placed, sliding, resting = masks.taken, masks.placed, masks.sliding, masks.resting
    left, right, lines = masks.left, masks.right, masks.lines
    border, corners = masks.border, masks.corners

    @kernel
    def has_line(cubes: int) -> bool:
        if count_bits(cubes) < size:
            return False
        for line in lines:  # noqa: SIM110 (numba knows no `any`)
            if cubes & line == line:
                return True
        return False

    @kernel
    def after(own: int, other: int, k: int) -> tuple[int, int]:
        own_now = own & resting[k] | (own & sliding[k]) << left[k] >> right[k] | placed[k]
        other_now = other & resting[k] | (other & sliding[k]) << left[k] >> right[k]
        return own_now, other_now

    @kernel
    def perft(own: int, other: int, depth: int) -> int:
        if has_line(own) or has_line(other):
            return 0
        if depth == 1:  # a corner cube has two places to go back, any other border cube three
            return 3 * count_bits(border & ~other) - count_bits(corners & ~other)
        total = 0
        for k in range(len(taken)):
            if not other & taken[k]:
                own_now, other_now = after(own, other, k)
                total += perft(other_now, own_now, depth - 1)
        return total

    return Kernels(has_line, after, perft)


PART = 5
"""So many moves are counted in one go, which takes a moment; between the goes a count can be stopped."""


def perft(state: Quixo, depth: int) -> int:
    """How many sequences of `depth` moves lead on from a position; the last move is counted, not made."""
    return sum(_parts(*_sets(state), depth, state.size)) if depth else 1


def divide(state: Quixo, depth: int) -> Iterator[tuple[Move, int]]:
    """The first moves, each with how many sequences of `depth` moves begin with it: a great number comes in parts."""
    _compile(state.size)
    for move in state.legal_moves(state.to_move) if state.awaiting else ():
        after = state.play(state.to_move, move)
        for count in _parts(*_sets(after), depth - 1, state.size) if depth > 1 else (1,):
            yield move, count


def _compile(size: int) -> None:
    """Takes some seconds the first time."""
    with later_interrupts():
        fast = kernels(size)
        fast.has_line(0)
        fast.after(0, 0, 0)
        fast.perft(0, 0, 1)


def _sets(state: Quixo) -> tuple[int, int]:
    cubes = state.crosses, state.noughts
    return cubes if state.to_move == 1 else (cubes[1], cubes[0])


def _parts(own: int, other: int, depth: int, size: int) -> Iterator[int]:
    fast = kernels(size)
    if depth <= PART:
        yield fast.perft(own, other, depth)
    elif not fast.has_line(own) and not fast.has_line(other):
        for k, push in enumerate(board(size).pushes):
            if not other & push.taken:
                own_now, other_now = fast.after(own, other, k)
                yield from _parts(other_now, own_now, depth - 1, size)
