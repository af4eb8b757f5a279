"""Solves Quixo 5×5 on an NVIDIA card, and takes from it what Rowlock carries:

    python -m training.quixo.train --out DIR [--seconds 1000] [--processes 15] [--test FILE ...]

- quixo5.rlq: the value of every position with few cubes, as many as fit,
- quixo_classes.json: wins, losses and draws in each class,
- test.npz: hard positions from near-perfect play, with the values of all moves, never trained on; with --test
  those of the first FILE stay the test set, and those of the others are not trained on either,
- net.npz: an evaluation network, trained on exact values.

The network learns the value of positions from games of all strengths, and in hard positions of near-perfect play, won
ones above all, which moves keep the value. After some time it learns from games in its own style too, and a quarter of
the hard positions are then those in which it is wrong or in doubt. Meanwhile other processes play with what it has
learnt so far, and half of what it learns from then on is what their searches asked it (see asked.py). Last it
also learns how near the end is in won and lost positions, so that it prefers wins that come soon. Needs CuPy and
PyTorch, which Rowlock itself does not, and a large card: it was run on an H200.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from rowlock.solve.quixo.gpu import Card
from rowlock.solve.quixo.report import Report
from rowlock.solve.quixo.table import Writer
from training.quixo.asked import Askers
from training.quixo.brain import DEVICE, BoardTensors, Net, blended, choice_losses, keeping, kept, value_right
from training.quixo.lessons import Lessons, School, is_hard, judge_of, nearness_of, starts
from training.quixo.positions import CardGames

TOTALS = (441_815_157_309, 279_746_227_956, 125_727_224_178)
TABLE_BYTES = 15_000_000
HARD_POSITIONS = 3000
"""How many drawn and how many won ones the test set has."""
CHOICE_WEIGHT = 0.5
RATE = 2e-3
SPANS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 1.0))
"""The parts of the time. From the second on there are games in its own style, from the third on what searches asked in
the part before, and in the last one distances."""
CHECKED = 1 << 19
"""So many positions of games are kept to check with."""
BATCH, CHOICES = 1 << 16, 1 << 11
"""Positions, and hard positions with all their moves, in one step of training."""


def solve(folder: Path) -> Card:
    card = Card(5, keep_all=True)
    report = Report(card.layout)
    for solved in card.solve():
        for side in (0, 1):
            report.add(solved.pair, side, solved.counts[side])
    if report.totals() != TOTALS:
        raise ArithmeticError(f"won, lost, drawn: {report.totals()}, not {TOTALS}")
    classes = [[*pair, *counts] for pair, counts in sorted(report.classes.items())]
    (folder / "quixo_classes.json").write_text(json.dumps(classes))
    return card


def write_openings(card: Card, folder: Path) -> None:
    """All positions with up to N cubes, N as large as the file may be."""
    best, cubes = folder / "quixo5.rlq", 7
    while True:
        trial = folder / "trial.rlq"
        with Writer(trial, 5, distances=False, cubes=cubes) as writer:
            for count in range(cubes + 1):
                writer.add_rows(count, card.orbits.sets[count].get())
            for pair in (pair for n in range(cubes + 1) for pair in card.layout.layer(n)):
                for side, words in enumerate(card.tables[pair]):
                    both = (
                        words & (words >> 1) & 0x55555555
                    )  # 3 is a draw like 0; columns beyond the last are zeros
                    values = (words & ~(both * 3)).reshape(-1, card.stride(pair) // 16)
                    _clear_tail(values, card.layout.columns(pair))
                    writer.add_values(pair, side, values.get().tobytes(), compressed=True)
        print(f"up to {cubes} cubes: {trial.stat().st_size:,} bytes", flush=True)
        if trial.stat().st_size > TABLE_BYTES:
            trial.unlink()
            return
        trial.replace(best)
        cubes += 1


def _clear_tail(values: Any, columns: int) -> None:
    for word in range(values.shape[1]):
        keep = min(max(columns - 16 * word, 0), 16)
        if keep < 16:
            values[:, word] &= (1 << 2 * keep) - 1


def hard_positions(card: Card, folder: Path) -> None:
    """Positions from near-perfect play in which at most half of the moves keep the value."""
    xp = card.xp
    games = CardGames(xp, card.probe, seed=2)
    found = []
    for ply, sight in enumerate(games.play(xp.full(1 << 15, 0.05, xp.float32), 70)):
        hard = is_hard(sight.moves, sight.values)
        if ply >= 6:
            names = games.names(sight.owns, sight.others)
            found.append(
                [part[hard].get() for part in (names, sight.owns, sight.others, sight.values, sight.moves)]
            )
    names, owns, others, values, moves = (np.concatenate(parts) for parts in zip(*found, strict=True))
    _, first = np.unique(names, return_index=True)
    order = np.random.default_rng(3).permutation(first)
    chosen = np.concatenate([order[values[order] == value][:HARD_POSITIONS] for value in (0, 1)])
    random_keeps = [
        float(np.mean([(m == v).sum() / (m > -2).sum() for m, v in zip(moves[c], values[c], strict=True)]))
        for c in (chosen[values[chosen] == 0], chosen[values[chosen] == 1])
    ]
    print(len(first), "hard positions; a random move keeps draws and wins in", random_keeps, flush=True)
    np.savez_compressed(
        folder / "test.npz",
        owns=owns[chosen],
        others=others[chosen],
        values=values[chosen],
        moves=moves[chosen],
    )


Span = tuple[float, float]


def train(net: Net, games: CardGames, lessons: Lessons, test: Any, seconds: float, span: Span) -> None:
    """Learn from one part of the time to another."""
    (owns, others, values), hard, nearness = lessons.positions, lessons.hard, lessons.nearness
    board = BoardTensors()
    check = slice(0, CHECKED)
    halves = [[torch.from_dlpack(half.astype(games.xp.int32)) for half in pair] for pair in games.halves]
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE, fused=True)
    start, step = time.perf_counter(), 0
    while (spent := span[0] + (time.perf_counter() - start) / seconds) < span[1]:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * math.cos(math.pi * spent)) * min(1, (step + 1) / 200) + 1e-5
        low, high = halves[step % 8]
        picked = torch.randint(check.stop, lessons.of_games, (BATCH,), device=DEVICE)
        if lessons.of_games < len(owns):
            picked[: BATCH // 2].random_(lessons.of_games, len(owns))
        mine, theirs = (low[cubes & 8191] | high[cubes >> 13] for cubes in (owns[picked], others[picked]))
        chosen = torch.randint(len(hard[0]), (CHOICES,), device=DEVICE)
        for quarter, kind in zip(chosen.split(CHOICES // 4), lessons.kinds, strict=False):
            quarter.copy_(kind[torch.randint(len(kind), quarter.shape, device=DEVICE)])
        next_own, next_other = board.after(hard[0][chosen], hard[1][chosen])
        turned = [low[cubes & 8191] | high[cubes >> 13] for cubes in (next_own.ravel(), next_other.ravel())]
        seen = zip(board.seen(mine, theirs), board.seen(*turned), strict=True)
        logits, near = net(*map(torch.cat, seen)).unbind(1)
        value_loss = _cross_entropy(logits[:BATCH], values[picked])
        liking = logits if nearness is None else blended(logits, near)
        keeps, live = keeping(hard[2][chosen], board.over(next_own, next_other))
        choice_loss = choice_losses(liking[BATCH:].reshape(keeps.shape), keeps, live)[keeps.any(1)].mean()
        loss = value_loss + CHOICE_WEIGHT * choice_loss
        if nearness is not None:
            loss = loss + _cross_entropy(near[:BATCH], nearness[picked])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        if step % 4000 == 0:
            right = value_right(net, *(column[check] for column in lessons.positions))
            print(f"step {step}, {spent:.0%}, losses {value_loss.item():.4f} {choice_loss.item():.4f}, "
                  f"value right {right:.4f}, kept without search {kept(net, test)}", flush=True)  # fmt: skip


def _cross_entropy(logits: Tensor, values: Tensor) -> Tensor:
    """How badly the logits fit values from -1 to 1."""
    return functional.binary_cross_entropy_with_logits(logits, values.float() / 2 + 0.5)


def learn(
    school: School,
    askers: Callable[[Any], Askers],
    test: Any,
    batches: int,
    seconds: float,
    forget: Callable[[], None],
) -> None:
    """First from games in which any move that keeps the value is played, then also from some in the network's own style
    and from what searches asked. When all are there, the solution that told their values is forgotten."""
    net, done = school.net, school.done
    school.play(batches, 100, None)
    for number, span in enumerate(SPANS):
        if number == 1:
            searching = askers(starts(school.played[0][1]))
            net.save(searching.net)
            searching.start()
            school.play(batches // 3, 200, judge_of(net, school.xp))
        elif number > 1:
            _replace(net, searching.net)
            school.ask(searching.gathered())
        lessons = school.lessons(doubts=number > 1)
        if span == SPANS[-1]:
            searching.stop()
            forget()
            nearness = nearness_of(*lessons.positions[:2])
            lessons = dataclasses.replace(lessons, nearness=nearness)
            done("solved with distances")
        train(net, school.games(0), lessons, test, seconds, span)
        done(f"learnt until {span[1]:.0%}")


def _replace(net: Net, path: Path) -> None:
    """So that who reads it meanwhile reads the old one or the new one."""
    fresh = path.with_name("fresh.npz")
    net.save(fresh)
    fresh.replace(path)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=1000)
    options.add_argument("--batches", type=int, default=6, help="of games, about 20 million positions each")
    options.add_argument("--processes", type=int, default=(os.cpu_count() or 2) - 1, help="that search")
    options.add_argument("--test", type=Path, nargs="+", help="sets of positions that are there already")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.backends.cuda.matmul.allow_tf32 = True
    start = time.perf_counter()

    def done(what: str) -> None:
        print(f"{time.perf_counter() - start:6.1f} s: {what}", flush=True)

    card = solve(given.out)
    xp = card.xp
    done("solved")
    if not given.test:
        hard_positions(card, given.out)
    sets = [dict(np.load(file)) for file in given.test or [given.out / "test.npz"]]

    def games(seed: int) -> CardGames:
        return CardGames(xp, card.probe, seed)

    def forget() -> None:
        card.tables.clear()
        xp.get_default_memory_pool().free_all_blocks()
        torch.cuda.empty_cache()

    tested = (
        xp.concatenate([xp.asarray(some[name], xp.uint32) for some in sets]) for name in ("owns", "others")
    )
    excluded = xp.unique(games(0).names(*tested))
    done(f"{len(excluded):,} positions to test with")
    if not given.test:
        write_openings(card, given.out)
        done("openings")
    (given.out / "asked").mkdir(exist_ok=True)

    def askers(hard: Any) -> Askers:
        return Askers(given.out / "asked", hard, given.processes)

    net = Net().to(DEVICE)
    learn(School(net, games, excluded, done), askers, sets[0], given.batches, given.seconds, forget)
    net.save(given.out / "net.npz")
    done("trained")


if __name__ == "__main__":
    main()
