"""Whether the review of Qwixx is fair: over many games luck and correction are zero on the mean, and all parts add up.

python -m bench qwixx.luck [--games 200] [--seats hard,easy] [--cores 1] [--layout random-ada]

Reviews simulated games and prints, for each seat, the mean of every part with its 95 % interval, and how long a review
takes. A judge that is biased would show in the correction. Of that it is told how much came before rolls, where the
network is compared with the mean over all rolls; the rest came with decisions, where master would not have decided
best. Then that first part a turn, by the chance that the network gave a seat; and how far one game's correction is from
none. On another sheet than the classic one the bots play at a table, because the simulator only knows that.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np

from rowlock.bots import BOTS, Question
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import NONE, SimulatedGames, simulate
from rowlock.rules import DICE, Ply, Record, State
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import COLOURS
from rowlock.study import Review, review

PARTS = ("start", "luck", "decisions", "others", "correction", "result")
BOUNDS = (0.0, 0.02, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9, 0.98, 1.0)
"""Of the chances by which the corrections before rolls are told."""
AT_ONCE = 100
"""Into so many shares the games are dealt."""


def record_of(games: SimulatedGames, game: int, names: Sequence[str]) -> Record:
    """One game of the simulator as a record."""
    log = games.log[game, : games.turns[game]].tolist()
    seats = len(names)
    state = Qwixx.start(seats, log[0][0] + 1)
    record = Record.new("qwixx", names, log[0][0] + 1)
    plies: list[Ply] = []
    for _, *rest in log:
        dice, whites, colour = rest[:6], rest[6 : 6 + seats], rest[6 + seats]
        roll = "".join(
            str(face) if there else "." for face, there in zip(dice, state.dice_in_play, strict=True)
        )
        moves = [(DICE, roll)]
        for seat, row in enumerate(whites, 1):
            moves.append((seat, f"{COLOURS[row]}{dice[0] + dice[1]}" if row >= 0 else PASS))
        if colour != NONE:
            row = colour >> 1
            cross = f"{COLOURS[row]}{dice[colour & 1] + dice[2 + row]}" if colour >= 0 else PASS
            moves.append((state.active, cross))
        for seat, move in moves:
            plies.append(Ply(seat, move))
            state = state.play(seat, move)
    return record.played(plies)


def played_on(layout: str, game: int, names: Sequence[str]) -> Record:
    """One game of the bots on another sheet."""
    rng, first = Random(f"{layout} {game}"), game % len(names) + 1
    record = Record.new("qwixx", names, first, layout=layout)
    state: State = record.start
    plies: list[Ply] = []
    while state.awaiting:
        seat = state.awaiting[0]
        if seat == DICE:
            move = rng.choice(state.legal_moves(DICE))
        else:
            question = Question(state.seen_by(seat), seat, chance=rng)
            move = BOTS["qwixx"][names[seat - 1]](question)
        plies.append(Ply(seat, move))
        state = state.play(seat, move)
    return record.played(plies)


Work = tuple[SimulatedGames | str, Sequence[str], range]
"""Games of the simulator or a sheet to play on, who plays, and which games."""


def look_back(work: Work) -> tuple[np.ndarray, list[np.ndarray], float]:
    """The parts of some of the games, by game and seat; of each game the rolls; and the seconds of the processor that
    it took."""
    games, names, some = work
    records = [
        played_on(games, game, names) if isinstance(games, str) else record_of(games, game, names)
        for game in some
    ]
    began = time.process_time()
    found = list(map(review, records))
    parts = [[[getattr(seat, part) for part in PARTS] for seat in one.seats] for one in found]
    return np.array(parts), [rolls_of(one) for one in found], time.process_time() - began


def rolls_of(found: Review) -> np.ndarray:
    """For each roll and seat what the network said before it, and by how much the mean over all rolls was more."""
    causes = [(step.hopes, step.cause) for step in found.steps if step.seat == DICE]
    said = [np.subtract(hopes, np.add(cause.luck, cause.correction)) for hopes, cause in causes]
    return np.stack([np.array(said), np.array([cause.correction for _, cause in causes])], axis=-1)


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seats", default="hard,easy")
    options.add_argument("--cores", type=int, default=1)
    options.add_argument("--layout", default="")
    given = options.parse_args(arguments)
    names = given.seats.split(",")
    games = given.layout or simulate(
        [player(name, len(names)) for name in names], given.games, seed=7, log=True
    )
    shares = [range(first, given.games, AT_ONCE) for first in range(min(AT_ONCE, given.games))]
    with multiprocessing.get_context("spawn").Pool(given.cores) as pool:
        found = []
        for one in pool.imap(look_back, [(games, names, share) for share in shares]):
            found.append(one)
            print(f"{len(found)} of {len(shares)} shares", end="\r", file=sys.stderr, flush=True)
    parts = np.concatenate([some for some, _, _ in found])
    rolls = [one for _, some, _ in found for one in some]
    worst = np.abs(parts[:, :, :-1].sum(axis=2) - parts[:, :, -1]).max()
    spent = sum(seconds for _, _, seconds in found) / given.games
    print(
        f"{given.games} games of {', '.join(names)}: {spent:.2f} s a review; parts add up to within {worst:.1e}"
    )
    means, margins = mean_of(parts)
    before, before_margins = mean_of(np.array([one[:, :, 1].sum(axis=0) for one in rolls]))
    for seat, name in enumerate(names):
        told = ", ".join(
            f"{part} {mean:+.4f} ± {margin:.4f}"
            for part, mean, margin in zip(PARTS, means[seat], margins[seat], strict=True)
        )
        ahead = f"{before[seat]:+.4f} ± {before_margins[seat]:.4f}"
        print(f"seat {seat + 1} {name}: {told}; of the correction before rolls {ahead}")
    said, corrected = np.concatenate(rolls).reshape(-1, 2).T
    for low, high in pairwise(BOUNDS):
        these = corrected[(said >= low) & (said < high)]
        if len(these) > 1:
            mean, margin = mean_of(these)
            print(f"said {low:.2f} to {high:.2f}: {len(these)} rolls, {mean:+.5f} ± {margin:.5f} a turn")
    far = np.sqrt((parts[:, :, PARTS.index("correction")] ** 2).mean(axis=0))
    print("correction of a game, root of the mean square: " + ", ".join(f"{one:.3f}" for one in far))


def mean_of(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Along the first axis, with its 95 % interval on either side."""
    return values.mean(axis=0), 1.96 * values.std(axis=0, ddof=1) / np.sqrt(len(values))
