"""A value network for Qwixx: the chance of each seat to win, before a roll.

Six facts hold about each seat's sheet (see `rowlock.bots.qwixx.features`). Each has a learned vector; their sum
goes through two layers with rectifiers, and a softmax gives the chances, in the order of the seats' turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

POINTS = Path(__file__).parent / "data" / "points.npz"
"""What `training/qwixx/points.py` saves: for each number of players the weights of the expected points."""


@dataclass(frozen=True, slots=True, eq=False)
class ChanceNet:
    """The weights, and the same as one flat array for the kernels."""

    first: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    third: Floats
    third_bias: Floats
    flat: Floats

    @staticmethod
    def of(arrays: dict[str, NDArray[np.floating]]) -> ChanceNet:
        """From the arrays that `training/qwixx/train.py` saves."""
        single = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
        order = ("first", "bias", "second_bias", "second", "third_bias", "third")
        return ChanceNet(**single, flat=np.concatenate([single[name].ravel() for name in order]))

    def beginning_with(self, first: Floats) -> ChanceNet:
        """The same with another first layer."""
        names = ("bias", "second", "second_bias", "third", "third_bias")
        return ChanceNet.of({"first": first, **{name: getattr(self, name) for name in names}})

    @property
    def hidden(self) -> int:
        """How long the vectors of the facts are."""
        return len(self.bias)

    @property
    def width(self) -> int:
        """How many numbers the second layer has."""
        return len(self.second_bias)

    def chances(self, facts: NDArray[np.int64]) -> NDArray[np.float64]:
        """`[position, seat]`: the chances to win, from the facts that hold in each position, `[position, fact]`."""
        _, second = self._layers(facts)
        logits = (second @ self.third.T + self.third_bias).astype(np.float64)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    def gains(self, facts: NDArray[np.int64]) -> NDArray[np.float64]:
        """`[position, seat]`: the points that each seat may still expect, if all play as `master` does."""
        layers = self._layers(facts)
        weights = points_of(len(self.third_bias))
        return np.asarray(np.column_stack(layers).astype(np.float64) @ weights[:, :-1].T + weights[:, -1])

    def _layers(self, facts: NDArray[np.int64]) -> tuple[Floats, Floats]:
        summed = np.maximum(self.first[facts].sum(axis=1) + self.bias, 0)
        return summed, np.maximum(summed @ self.second.T + self.second_bias, 0)


def read_net(path: Path) -> ChanceNet:
    """A network from a file."""
    with np.load(path) as arrays:
        return ChanceNet.of({name: arrays[name] for name in arrays.files})


@cache
def points_of(players: int) -> NDArray[np.float64]:
    """`[seat, unit]`: how the points still to come follow from both layers; the last column is a constant."""
    with np.load(POINTS) as arrays:
        return np.asarray(arrays[str(players)], np.float64)


@cache
def built_in_net(players: int, kind: Literal["master", "plain"] = "master") -> ChanceNet:
    """A network for so many players that comes with Rowlock; the plain kind is there only to measure against."""
    name = f"{players}.npz" if kind == "master" else f"{kind}-{players}.npz"
    with resources.as_file(resources.files("rowlock.bots.qwixx") / "data" / name) as path:
        return read_net(path)
