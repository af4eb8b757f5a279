"""Whether the review of Qwixx is fair: over many games luck and correction are zero on the mean, and all parts add up.

python -m bench qwixx.luck [--games 200] [--seats hard,easy] [--cores 1] [--layout random-ada] \
    [--keep FOLDER]

Reviews simulated games and prints, for each seat, the mean of every part with its 95 % interval, and how long a review
takes. A judge that is biased would show in the correction, which comes before rolls, where the network is compared with
the mean over all rolls: it is told a turn, by the chance that the network gave a seat, and how far one game's is from
none. On another sheet than the classic one, and alone, the bots play at a table, because the simulator knows neither.

With --keep, the games are kept in shares of a hundred as they come, and the next call, of the same revision, takes
those that are there.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from rowlock.bots import BOTS, Question
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import NONE, SimulatedGames, simulate
from rowlock.rules import DICE, Ply, Record, State
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import COLOURS
from rowlock.study import Review, review
from rowlock.study.day import Account, account

PARTS = ("start", "luck", "decisions", "others", "correction", "result")
BOUNDS = (0.0, 0.02, 0.1, 0.25, 0.4, 0.6, 0.75, 0.9, 0.98, 1.0)
"""Of the chances by which the corrections before rolls are told."""
SHARE = 100
"""So many games are looked at and kept together."""


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


class Work(NamedTuple):
    """Some games, by their numbers, of players with these names, on another sheet if one is said."""

    layout: str
    names: tuple[str, ...]
    games: range


class Found(NamedTuple):
    """What the reviews of some games say."""

    parts: np.ndarray
    """`[game, seat, part]`"""
    rolls: np.ndarray
    """`[roll, seat, 2]`: what the network said before a roll, and by how much the mean over all rolls was more"""
    seconds: np.ndarray
    """`[1]`: of the processor"""


def look_back(work: Work) -> Found:
    """Play some games and review them."""
    if work.layout or len(work.names) == 1:
        records = [played_on(work.layout, game, work.names) for game in work.games]
    else:
        players = [player(name, len(work.names)) for name in work.names]
        games = simulate(players, len(work.games), seed=7, first_game=work.games.start, log=True)
        records = [record_of(games, game, work.names) for game in range(len(work.games))]
    began = time.process_time()
    if len(work.names) == 1:
        accounts = [account(record) for record in records]
        return Found(
            np.array([[parts_of(one)] for one in accounts]),
            np.empty((0, 1, 2)),
            np.array([time.process_time() - began]),
        )
    found = list(map(review, records))
    spent = time.process_time() - began
    return Found(
        np.array([[[getattr(seat, part) for part in PARTS] for seat in one.seats] for one in found]),
        np.concatenate([rolls_of(one) for one in found]),
        np.array([spent]),
    )


def parts_of(found: Account) -> tuple[float, ...]:
    """Of a game of one, in points; nobody else decides anything."""
    return found.start, found.luck, found.decisions, 0.0, found.correction, found.result


def kept(work: Work, folder: Path | None) -> Path | None:
    """Where the share is kept, if it is."""
    name = f"{'-'.join([work.layout or 'classic', *work.names])}.{work.games.start}-{work.games.stop}.npz"
    return folder / name if folder else None


def all_of(works: Sequence[Work], cores: int, folder: Path | None) -> Iterator[Found]:
    """What all shares say: those that are kept, then the others as they come."""
    missing = []
    for work in works:
        path = kept(work, folder)
        if path and path.exists():
            with np.load(path) as arrays:
                yield Found(**arrays)
        else:
            missing.append(work)
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        for number, (work, found) in enumerate(zip(missing, pool.imap(look_back, missing), strict=True), 1):
            print(f"{number} of {len(missing)} shares", end="\r", file=sys.stderr, flush=True)
            if path := kept(work, folder):
                np.savez_compressed(path, **found._asdict())
            yield found


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
    options.add_argument("--keep", type=Path)
    given = options.parse_args(arguments)
    names = tuple(given.seats.split(","))
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    starts = range(0, given.games, SHARE)
    works = [Work(given.layout, names, range(first, min(first + SHARE, given.games))) for first in starts]
    found = list(all_of(works, given.cores, given.keep))
    parts = np.concatenate([some.parts for some in found])
    worst = np.abs(parts[:, :, :-1].sum(axis=2) - parts[:, :, -1]).max()
    spent = sum(float(some.seconds[0]) for some in found) / given.games
    print(
        f"{given.games} games of {', '.join(names)}: {spent:.2f} s a review; parts add up to within {worst:.1e}"
    )
    means, margins = mean_of(parts)
    for seat, name in enumerate(names):
        told = ", ".join(
            f"{part} {mean:+.4f} ± {margin:.4f}"
            for part, mean, margin in zip(PARTS, means[seat], margins[seat], strict=True)
        )
        print(f"seat {seat + 1} {name}: {told}")
    said, corrected = np.concatenate([some.rolls for some in found]).reshape(-1, 2).T
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
