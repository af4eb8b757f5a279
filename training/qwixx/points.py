"""Teaches the networks of Qwixx to tell the expected points, too: one more output, from the same two layers.

    python -m training.qwixx.points [--games 12000] [--out FILE]

Masters play; before every roll both layers of their network are written down, and what each seat still gained. A
linear function of the layers is fitted to that, for each number of players. Prints how well it tells the points of
games that it did not learn from.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.kernel import colour_action, white_action
from rowlock.bots.qwixx.net import POINTS, built_in_net
from rowlock.bots.qwixx.net_kernel import Papers, Workroom, all_chances, exchange, room_for, sum_sheets
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import NONE, simulate
from rowlock.solve.kernel import kernel

Floats = NDArray[np.float64]
RIDGE = 1e-3


@kernel
def _written_down(
    log: NDArray[np.int8],
    turns: NDArray[np.int16],
    final: NDArray[np.int16],
    room: Workroom,
    layers: Floats,
    gains: Floats,
) -> int:
    """Both layers before each roll, and what each seat gains from there, in the order of their turns."""
    games, players = final.shape
    papers = Papers(
        np.empty((players, 4), np.int64), np.empty(players, np.int64), np.empty(players, np.int64)
    )
    choices, dice, chances, count = np.empty(players, np.int64), np.empty(6, np.int64), np.empty(players), 0
    for game in range(games):
        papers.rows[:] = 0
        papers.scores[:] = 0
        papers.penalties[:] = 0
        for turn in range(turns[game]):
            active = int(log[game, turn, 0])
            sum_sheets(papers, active, room)
            exchange(0, 0, room)
            all_chances(papers.scores, active, room, chances)
            layers[count, : len(room.units)] = room.units
            layers[count, len(room.units) :] = room.second
            for slot in range(players):
                seat = (active + slot) % players
                gains[count, slot] = final[game, seat] - papers.scores[seat]
            count += 1
            dice[:] = log[game, turn, 1:7]
            choices[:] = log[game, turn, 7 : 7 + players]
            colour = int(log[game, turn, 7 + players])
            if not white_action(papers.rows, papers.scores, choices, dice[0] + dice[1]) and colour != NONE:
                idle = choices[active] < 0
                colour_action(papers.rows, papers.scores, papers.penalties, active, colour, dice, idle)
    return count


def lessons(players: int, games: int, seed: int) -> tuple[Floats, Floats]:
    """What was written down of so many games."""
    net = built_in_net(players)
    masters = [player("master", players)] * players
    played = simulate(masters, games, seed, log=True)
    most = int(played.turns.sum())
    layers, gains = np.empty((most, net.hidden + net.width)), np.empty((most, players))
    room = room_for(net.flat, net.hidden, net.width)
    count = _written_down(played.log, played.turns, played.scores, room, layers, gains)
    return np.column_stack([layers[:count], np.ones(count)]), gains[:count]


def fitted(layers: Floats, gains: Floats) -> Floats:
    """The weights, `[seat, unit]`, the last of them a constant."""
    squares = layers.T @ layers
    squares[np.diag_indices_from(squares)] += RIDGE * len(layers)
    return np.asarray(np.linalg.solve(squares, layers.T @ gains).T)


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=12_000)
    options.add_argument("--out", type=Path, default=POINTS)
    given = options.parse_args(arguments)
    found: dict[str, Any] = {}
    for players in (2, 3, 4, 5):
        weights = fitted(*lessons(players, given.games, 1))
        layers, gains = lessons(players, max(given.games // 10, 20), 2)
        left = gains - layers @ weights.T
        share = 1 - left.var() / gains.var()
        print(
            f"{players} players: off by {left.std():.2f} points, on the mean by {left.mean():+.3f}; "
            f"{share:.1%} of the variance explained",
            flush=True,
        )
        found[str(players)] = weights.astype(np.float32)
    np.savez(given.out, **found)


if __name__ == "__main__":
    main()
