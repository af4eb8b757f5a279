"""Finds how the others hurry in a game of Qwixx: the `Pace` for the sheet of one seat among several.

    python training/qwixx_pace.py --players 2

Solves the sheet for a first pace, lets such players play each other, counts how often the others ended the game or
closed a row in a turn, by how far the own sheet had come, fits a logistic curve to both, and starts again.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx_simulator import SHEET, Games, Player, simulate
from rowlock.solve.qwixx_rows import row_codes
from rowlock.solve.qwixx_sheet import Pace, solve_sheet

CODES = row_codes()


def events(games: Games, players: int) -> NDArray[np.int64]:
    """For each seat and turn: how far the sheet had come, and whether others ended the game or closed a row."""
    found = []
    for game in range(len(games.turns)):
        rows = [[0] * 4 for _ in range(players)]
        for turn in range(games.turns[game]):
            active, *dice = (int(number) for number in games.log[game, turn, :7])
            *whites, colour = (int(number) for number in games.log[game, turn, 7:])
            before = [sum(int(CODES.level[code]) for code in sheet) for sheet in rows]
            locked: dict[int, set[int]] = {}
            crosses = [(seat, row, dice[0] + dice[1]) for seat, row in enumerate(whites) if row >= 0]
            if colour >= 0:
                crosses.append((active, colour >> 1, dice[colour & 1] + dice[2 + (colour >> 1)]))
            for seat, row, number in crosses:
                rows[seat][row] = int(CODES.after[rows[seat][row], number - 2 if row < 2 else 12 - number])
                if rows[seat][row] == CODES.closed:
                    locked.setdefault(row, set()).add(seat)
            for row in locked:
                for sheet in rows:
                    sheet[row] = CODES.closed
            last = turn == games.turns[game] - 1
            for seat in range(players):
                own = any(seat in seats for seats in locked.values())
                fined_out = last and not locked and seat == active
                ended = last and not own and not fined_out
                found.append((before[seat], ended, not last and bool(locked) and not own))
    return np.array(found, np.int64)


def logistic(level: NDArray[np.int64], happened: NDArray[np.int64]) -> tuple[float, float]:
    """The curve 1 / (1 + exp(-(a + b * level))) that fits best."""
    x = np.stack([np.ones(len(level)), level / 10], axis=1)
    weights = np.array([-5.0, 1.0])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (happened - chance)
        bend = (x * (chance * (1 - chance))[:, None]).T @ x
        weights = weights + np.linalg.solve(bend + 1e-6 * np.eye(2), slope)
    return float(weights[0]), float(weights[1] / 10)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--start", type=float, nargs=4, default=(-6.5, 0.15, -6.5, 0.12))
    parser.add_argument("--keep", help="write the last table to this file")
    options = parser.parse_args()
    curve = tuple(options.start)
    for number in range(options.rounds):
        values = solve_sheet(options.players, Pace.curved(*curve), threads=1)
        sheet = Player(SHEET, sheets=values.settled)
        games = simulate([sheet] * options.players, options.games, seed=number, log=True)
        print(f"{curve}: mean score {games.scores.mean():.2f}, {games.turns.mean():.1f} turns", flush=True)
        if options.keep:
            np.save(options.keep, values.settled)
        found = events(games, options.players)
        curve = (*logistic(found[:, 0], found[:, 1]), *logistic(found[:, 0], found[:, 2]))
    print(f"next would be {curve}")


if __name__ == "__main__":
    main()
