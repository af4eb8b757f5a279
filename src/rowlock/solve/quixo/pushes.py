"""Quixo on bit sets, compiled: pushes, lines and perft.

A position is two sets of cubes, `own` for the side to move and `other` for its opponent, numbered as in
`rowlock.rules.board`. Importing this module imports numba, so import it where it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rowlock.rules.board import Board, board
from rowlock.solve.kernel import kernel, lean_kernel


@kernel
def count_bits(cubes: int) -> int:
    """How many cubes a set holds (sets of up to 32 squares)."""
    cubes = cubes - ((cubes >> 1) & 0x55555555)
    cubes = (cubes & 0x33333333) + ((cubes >> 2) & 0x33333333)
    return (((cubes + (cubes >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@lean_kernel
def slid(cubes: int, resting: int, sliding: int, left: int, right: int) -> int:
    """A set of cubes after a push, without the cube that was taken; of `left` and `right` one is 0."""
    return cubes & resting | (cubes & sliding) << left >> right


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
        own_now = slid(own, resting[k], sliding[k], left[k], right[k]) | placed[k]
        return own_now, slid(other, resting[k], sliding[k], left[k], right[k])

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
