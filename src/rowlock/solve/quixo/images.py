"""The images of sets of squares under a rearrangement, of which the eight mirror images of a board are the ones that
matter: `goals[square]` is where a square goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def image(cubes: int, goals: Sequence[int]) -> int:
    """Where a set of squares goes."""
    moved = 0
    while cubes:
        lowest = cubes & -cubes
        moved |= 1 << goals[lowest.bit_length() - 1]
        cubes ^= lowest
    return moved


def all_images(goals: Any) -> Any:
    """For every set of the squares, as a number, where it goes."""
    images = np.zeros(1, np.uint32)
    for goal in goals:
        images = np.concatenate([images, images | np.uint32(1 << int(goal))])
    return images
