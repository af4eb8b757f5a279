"""Mirror images of Quixo boards, without numpy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rowlock.rules.board import Cubes


def images(size: int, *cubes: Cubes) -> Iterator[tuple[Cubes, ...]]:
    """Some sets of cubes in all eight mirror images of the board."""
    for goals in _symmetries(size):
        yield tuple(_image(some, goals) for some in cubes)


@cache
def _symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    """The eight ways to lay a board on itself: `[square]` is where a square goes."""
    last = size - 1
    squares = [divmod(square, size) for square in range(size**2)]
    turns = [squares]
    for _ in range(3):
        turns.append([(file, last - rank) for rank, file in turns[-1]])
    ways = [*turns, *([(file, rank) for rank, file in turn] for turn in turns)]
    return tuple(tuple(rank * size + file for rank, file in way) for way in ways)


def _image(cubes: Cubes, goals: tuple[int, ...]) -> Cubes:
    return sum(1 << goal for square, goal in enumerate(goals) if cubes >> square & 1)
