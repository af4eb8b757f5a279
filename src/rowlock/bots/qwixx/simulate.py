"""Whole games of Qwixx between built-in players, very fast.

Every game draws its own chance from the seed and the game's number, so the results are the same however the games
are spread over cores. Game g is begun by seat g modulo the number of seats, so that everyone begins equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.kernel import (
    Ints,
    Sheets,
    below,
    colour_action,
    draw,
    habit_choice,
    random_choice,
    sheet_choice,
    white_action,
)
from rowlock.bots.qwixx.net import ChanceNet
from rowlock.bots.qwixx.net_kernel import Moment, Papers, net_choice, room_for
from rowlock.solve.kernel import kernel

RANDOM, HABIT, SHEET, NET = range(4)
KIND, BEARABLE, DREAD, WHICH_NET, HIDDEN, WIDTH, ALONE = range(7)
"""The columns in which the kernel finds what it needs of a player."""
HABIT_COLUMNS = 7
NONE = -2
"""In place of a coloured decision that was not asked for: the game ended before."""
LONGEST = 250
"""More turns than any game has: each costs a cross or a penalty box of the active seat."""


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A built-in player: its kind, its habits, and what it knows."""

    kind: int
    bearable: int = 1
    """How many numbers it skips for a cross that it need not make."""
    dread: int = 6
    """How many skipped numbers it thinks worse than a penalty."""
    overlook: float = 0.0
    """The chance to overlook a cross."""
    net: ChanceNet | None = None
    alone: bool = False
    """Does it decide as if the others did nothing in the same turn?"""
    sheets: NDArray[np.float64] | None = None
    """What a sheet is worth after a turn, as `SheetValues.settled`."""


@dataclass(frozen=True, slots=True)
class SimulatedGames:
    """The final scores `[game, seat]` and, where asked for, each turn's dice and decisions."""

    scores: NDArray[np.int16]
    turns: NDArray[np.int16]
    log: NDArray[np.int8] = field(repr=False)
    """`[game, turn]`: active seat, six dice, each seat's white decision, the coloured decision or -2 for none."""


def simulate(
    players: Sequence[SimulatedPlayer], games: int, seed: int, first_game: int = 0, log: bool = False
) -> SimulatedGames:
    """Play games number `first_game` and on; the seats are players 1, 2, … in this order."""
    seats = len(players)
    nets: list[ChanceNet] = []
    for player in players:
        if player.net is not None and player.net not in nets:
            nets.append(player.net)
    known = np.zeros((max(1, len(nets)), max((len(net.flat) for net in nets), default=1)), np.float32)
    for place, net in enumerate(nets):
        known[place, : len(net.flat)] = net.flat
    habits = []
    for player in players:
        habit = [0] * HABIT_COLUMNS
        habit[KIND], habit[BEARABLE], habit[DREAD] = player.kind, player.bearable, player.dread
        habit[ALONE] = int(player.alone)
        if player.net is not None:
            habit[WHICH_NET] = nets.index(player.net)
            habit[HIDDEN], habit[WIDTH] = player.net.hidden, player.net.width
        habits.append(habit)
    tables = [player.sheets for player in players if player.sheets is not None]
    result = SimulatedGames(
        np.zeros((games, seats), np.int16),
        np.zeros(games, np.int16),
        np.zeros((games if log else 0, LONGEST, 8 + seats), np.int8),
    )
    play_games(
        np.array(habits, np.int64),
        np.array([player.overlook for player in players]),
        known,
        tables[0] if tables else np.zeros((1, 1, 1, 4)),
        np.uint64(seed),
        first_game,
        result.scores,
        result.turns,
        result.log,
    )
    return result


@kernel
def play_games(
    habits: Ints,
    overlook: NDArray[np.float64],
    nets: NDArray[np.float32],
    sheets: Sheets,
    seed: np.uint64,
    first_game: int,
    final: NDArray[np.int16],
    turns: NDArray[np.int16],
    log: NDArray[np.int8],
) -> None:
    """Fill in the final scores of games one after the other."""
    players = habits.shape[0]
    chance = np.empty(1, np.uint64)
    rows = np.empty((players, 4), np.int64)
    scores, penalties = np.empty(players, np.int64), np.empty(players, np.int64)
    papers = Papers(rows, scores, penalties)
    rooms = [
        room_for(nets[habits[seat, WHICH_NET]], habits[seat, HIDDEN], habits[seat, WIDTH])
        for seat in range(players)
    ]
    choices = np.empty(players + 1, np.int64)
    dice = np.empty(6, np.int64)
    for g in range(final.shape[0]):
        chance[0] = seed
        chance[0] = draw(chance) ^ (np.uint64(first_game + g) * np.uint64(0xD1342543DE82EF95))
        rows[:] = 0
        scores[:] = 0
        penalties[:] = 0
        active = (first_game + g) % players
        turn, over = 0, False
        while not over:
            roll = below(chance, 46656)
            for die in range(6):
                dice[die] = 1 + roll % 6
                roll //= 6
            choices[players] = NONE
            for step in range(players + 1):  # the white decisions of all seats, then the coloured one
                revealed = step == players
                seat = active if revealed else step
                idle = revealed and choices[active] < 0
                if revealed and white_action(rows, scores, choices, dice[0] + dice[1]):
                    over = True
                    break
                kind = habits[seat, KIND]
                if kind == RANDOM:
                    choice = random_choice(rows, seat, dice, revealed, chance)
                elif kind == HABIT:
                    looms = idle or (seat == active and not revealed)
                    choice = habit_choice(
                        rows, seat, dice, revealed, looms, habits[seat, BEARABLE], habits[seat, DREAD], overlook[seat],
                        chance,
                    )  # fmt: skip
                elif kind == SHEET:
                    choice = sheet_choice(rows, penalties, seat, active, dice, revealed, idle, sheets)
                else:
                    moment = Moment(papers, seat, active, dice, revealed, idle)
                    choice = net_choice(moment, overlook[seat], rooms[seat], habits[seat, ALONE] == 1, chance)
                choices[step] = choice
            if not over:
                idle = choices[active] < 0
                over = colour_action(rows, scores, penalties, active, int(choices[players]), dice, idle)
            if log.shape[0]:
                log[g, turn, 0] = active
                log[g, turn, 1:7] = dice
                log[g, turn, 7:] = choices
            turn += 1
            active = (active + 1) % players
        final[g] = scores
        turns[g] = turn
