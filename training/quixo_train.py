"""Solves Quixo 5×5 on an NVIDIA card, and takes from it what Rowlock carries:

    python training/quixo_train.py --out DIR [--seconds 1100] [--processes 15] [--test FILE ...]

- quixo5.rlq: the value of every position with few cubes, as many as fit,
- quixo_classes.json: wins, losses and draws in each class,
- quixo_test.npz: hard positions from near-perfect play, with the values of all moves, never trained on; with --test
  those of the first FILE stay the test set, and those of the others are not trained on either,
- quixo_net.npz: an evaluation network, trained on exact values.

The network learns the value of positions from games of all strengths, and in hard positions of near-perfect play, won
ones above all, which moves keep the value. After some time it learns from games in its own style too, and a quarter of
the hard positions are then those in which it is wrong or in doubt. Meanwhile other processes play with what it has
learnt so far, and half of what it learns from then on is what their searches asked it (see quixo_asked.py). Last it
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from quixo_asked import Askers
from quixo_brain import DEVICE, Board, Net, blended
from quixo_positions import Games
from torch import Tensor
from torch.nn import functional

from rowlock.solve.quixo_gpu import LOST, Card
from rowlock.solve.quixo_layout import bit_counts
from rowlock.solve.quixo_report import Report
from rowlock.solve.quixo_table import Writer

TOTALS = (441_815_157_309, 279_746_227_956, 125_727_224_178)
TABLE_BYTES = 15_000_000
HARD_POSITIONS = 3000
"""How many drawn and how many won ones the test set has."""
GAMES, PLIES = 1 << 18, 80
SLIPS = (0.0, 0.02, 0.03, 0.05, 0.05, 0.1, 0.2, 0.5)
NEAR_PERFECT = 0.1
CHOICE_WEIGHT = 0.5
WINS_AT_ONCE = 0.1
"""How many of the positions with a win in one are kept: the search sees those itself."""
DOUBT = 0.2
"""How much a network that likes the right moves may lose in a hard position."""
FADING = 30
"""A win in so many plies is worth an e-th part of one at once, where nearness counts."""
RATE = 2e-3
SPANS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 1.0))
"""The parts of the time. From the second on there are games in its own style, from the third on what searches asked in
the part before, and in the last one distances."""
STARTS = 200_000
"""Of so many hard positions the processes that search choose theirs."""
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
    games = Games(xp, card.probe, seed=2)
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
        folder / "quixo_test.npz",
        owns=owns[chosen],
        others=others[chosen],
        values=values[chosen],
        moves=moves[chosen],
    )


def is_hard(moves: Any, values: Any) -> Any:
    """Not lost, and at most half of the legal moves keep the value."""
    legal, keeping = (moves > -2).sum(axis=1), (moves == values[:, None]).sum(axis=1)
    return (values >= 0) & (2 * keeping <= legal)


Examples = tuple[Tensor, Tensor, Tensor]


def examples(
    games: Games, excluded: Any, judge: Callable[[Any, Any], Any] | None
) -> tuple[Examples, Examples]:
    """Positions of games of all strengths with their values, many of them some random moves off the path, as a search
    meets them; and hard positions of near-perfect play with the values of all moves."""
    xp = games.xp
    slips = xp.asarray(np.resize(SLIPS, GAMES), xp.float32)
    kept: list[list[Any]] = [[], [], []]
    hard: list[list[Any]] = [[], [], []]

    for sight in games.play(slips, PLIES, judge):
        steps = xp.random.choice(4, GAMES, p=xp.asarray([0.4, 0.25, 0.2, 0.15]))
        owns, others = games.wander(sight.owns, sight.others, steps)
        fine = allowed(games, excluded, owns, others) & (
            ~games.can_win(owns, others) | (xp.random.random(GAMES) < WINS_AT_ONCE)
        )
        owns, others = owns[fine], others[fine]
        for part, values in zip(kept, (owns, others, games.values(owns, others)), strict=True):
            part.append(values)
        chosen = (
            is_hard(sight.moves, sight.values)
            & (slips <= NEAR_PERFECT)
            & allowed(games, excluded, sight.owns, sight.others)
        )
        for part, values in zip(hard, (sight.owns, sight.others, sight.moves), strict=True):
            part.append(values[chosen])
    return tensors(xp, kept), tensors(xp, hard)


def allowed(games: Games, excluded: Any, owns: Any, others: Any) -> Any:
    """Which positions may be learnt from?"""
    xp, names = games.xp, games.names(owns, others)
    at = xp.clip(xp.searchsorted(excluded, names), 0, len(excluded) - 1)
    return ~games.over(owns, others) & (excluded[at] != names)


def tensors(xp: Any, parts: list[list[Any]]) -> Examples:
    owns, others, values = (xp.concatenate(part) for part in parts)
    return (
        torch.from_dlpack(owns.astype(xp.int32)),
        torch.from_dlpack(others.astype(xp.int32)),
        torch.from_dlpack(values),
    )


def judge_of(net: Net, xp: Any) -> Callable[[Any, Any], Any]:
    """What the network thinks of positions."""
    board = Board()

    @torch.no_grad()
    def judge(owns: Any, others: Any) -> Any:
        mine, theirs = (torch.from_dlpack(cubes.view(xp.int32)) for cubes in (owns, others))
        parts = zip(mine.split(1 << 20), theirs.split(1 << 20), strict=True)
        return xp.from_dlpack(torch.cat([net(*board.seen(*part))[:, 0] for part in parts]))

    return judge


Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lessons:
    """What there is to learn from: positions with their values, those of games first, and hard positions with the
    values of all moves."""

    positions: Examples
    of_games: int
    """How many of the positions come from games; searches asked about the others."""
    hard: Examples
    kinds: list[Tensor]
    """The places of hard positions that are chosen more often: each kind makes a quarter of them."""
    nearness: Tensor | None


def train(net: Net, games: Games, lessons: Lessons, test: Any, seconds: float, span: Span) -> None:
    """Learn from one part of the time to another."""
    (owns, others, values), hard, nearness = lessons.positions, lessons.hard, lessons.nearness
    board = Board()
    check = slice(0, CHECKED)
    halves = [[torch.from_dlpack(half.astype(games.xp.int32)) for half in pair] for pair in games.halves]
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE)
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
        keeps, live = _keeping(hard[2][chosen], board.over(next_own, next_other))
        choice_loss = _choice_losses(liking[BATCH:].reshape(keeps.shape), keeps, live)[keeps.any(1)].mean()
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


@torch.no_grad()
def in_doubt(net: Net, hard: Examples) -> Tensor:
    """The hard positions in which the network prefers a wrong move, or nearly does."""
    board, found = Board(), []
    for first in range(0, len(hard[0]), 1 << 14):
        owns, others, moves = (column[first : first + (1 << 14)] for column in hard)
        next_own, next_other = board.after(owns, others)
        keeps, live = _keeping(moves, board.over(next_own, next_other))
        logits = net(*board.seen(next_own.ravel(), next_other.ravel()))[:, 0].reshape(moves.shape)
        losses = _choice_losses(logits, keeps, live)
        found.append(first + torch.nonzero(keeps.any(1) & (losses > DOUBT))[:, 0])
    return torch.cat(found)


def _choice_losses(logits: Tensor, keeps: Tensor, live: Tensor) -> Tensor:
    """How unlikely a player by the network is to keep the value; the logits speak for the next side to move."""
    none = torch.finfo(logits.dtype).min
    of_live, of_keeping = ((-logits).masked_fill(~some, none).logsumexp(1) for some in (live, keeps))
    return of_live - of_keeping


def _keeping(moves: Tensor, over: Tensor) -> tuple[Tensor, Tensor]:
    """Which pushes keep the value, and which may be made; a push that ends the game needs no judgement."""
    live = (moves > -2) & ~over
    return live & (moves == moves.max(dim=1, keepdim=True).values), live


@torch.no_grad()
def value_right(net: Net, owns: Tensor, others: Tensor, values: Tensor) -> float:
    """How often the network names the value."""
    board, right = Board(), 0.0
    for part in range(0, len(owns), BATCH):
        some = slice(part, part + BATCH)
        score = torch.sigmoid(net(*board.seen(owns[some], others[some]))[:, 0]) * 2 - 1
        right += (torch.round(score) == values[some]).sum().item()
    return right / len(owns)


@torch.no_grad()
def kept(net: Net, test: Any) -> str:
    """How often the network keeps the value of test positions without any search: of drawn ones, and of won ones."""
    board, shares = Board(), []
    for value in (0, 1):
        of = np.flatnonzero(test["values"] == value)
        own, other = (
            torch.from_numpy(test[name][of].astype(np.int32)).to(DEVICE) for name in ("owns", "others")
        )
        moves = torch.from_numpy(test["moves"][of]).to(DEVICE)
        next_own, next_other = board.after(own, other)
        keeps, live = _keeping(moves, board.over(next_own, next_other))
        logits = net(*board.seen(next_own.ravel(), next_other.ravel()))[:, 0].reshape(moves.shape)
        best = (-logits).masked_fill(~live, -1e9).argmax(1, keepdim=True)
        shares.append(keeps.gather(1, best)[keeps.any(1)].float().mean().item())
    return f"{shares[0]:.4f} {shares[1]:.4f}"


def nearness_of(owns: Tensor, others: Tensor) -> Tensor:
    """1 for positions won at once, -1 for lost ones, less the more plies it takes, 0 for draws. Solves the board once
    more, this time with distances, and asks for the positions of each class while it is there."""
    card = Card(5, distances=True)
    xp = card.xp
    mine, theirs = (xp.from_dlpack(cubes).view(xp.uint32) for cubes in (owns, others))
    classes = card.layout.cells + 1
    counts = bit_counts(card.layout.cells, xp).astype(xp.int16)
    names = classes * counts[mine] + counts[theirs]
    order = xp.argsort(names)
    ends = xp.searchsorted(names[order], xp.arange(classes * classes + 1)).tolist()
    near = xp.zeros(len(mine), xp.float16)
    for solved in card.solve():
        for own, other in {solved.pair, solved.pair[::-1]}:
            some = order[ends[own * classes + other] : ends[own * classes + other + 1]]
            if len(some):
                codes = card.codes_of(mine[some], theirs[some]).astype(xp.int32)
                won, lost = xp.exp((1 - codes) / FADING), -xp.exp((LOST - codes) / FADING)
                near[some] = xp.where(codes == 0, 0, xp.where(codes < LOST, won, lost))
    return torch.from_dlpack(near)


class School:
    """All that the network learns from."""

    def __init__(
        self, net: Net, games: Callable[[int], Games], excluded: Any, done: Callable[[str], None]
    ) -> None:
        self.net, self.games, self.excluded, self.done = net, games, excluded, done
        self.xp = games(0).xp
        self.played: list[tuple[Examples, Examples]] = []
        self.asked: list[tuple[Examples, Examples]] = []

    def play(self, batches: int, seed: int, judge: Callable[[Any, Any], Any] | None) -> None:
        """More games."""
        self.played += [examples(self.games(seed + i), self.excluded, judge) for i in range(batches)]

    def ask(self, keys: Any) -> None:
        """What searches asked, each position as one number."""
        games, xp = self.games(0), self.xp
        kept: list[list[Any]] = [[], [], []]
        hard: list[list[Any]] = [[], [], []]
        for part in range(0, len(keys), 1 << 19):
            some = xp.asarray(keys[part : part + (1 << 19)])
            owns, others = ((cubes & (1 << 25) - 1).astype(xp.uint32) for cubes in (some >> 25, some))
            fine = allowed(games, self.excluded, owns, others)
            sight, _, _ = games.look(owns[fine], others[fine])
            for column, values in zip(kept, (sight.owns, sight.others, sight.values), strict=True):
                column.append(values)
            chosen = is_hard(sight.moves, sight.values)
            for column, values in zip(hard, (sight.owns, sight.others, sight.moves), strict=True):
                column.append(values[chosen])
        positions = tensors(xp, kept)
        self.asked.append((positions, tensors(xp, hard)))
        right = value_right(self.net, *positions)
        self.done(f"searches asked about {len(keys):,} positions; value right {right:.4f} before learning")

    def lessons(self, doubts: bool) -> Lessons:
        """All so far, in any order."""
        (games, hard), asked = _joined(self.played), _joined(self.asked) if self.asked else None
        order = torch.randperm(len(games[0]), device=DEVICE)
        positions = games[0][order], games[1][order], games[2][order]
        kinds = [torch.nonzero(hard[2].amax(1) == 1)[:, 0]]
        if asked:
            positions, hard = _joined([(positions, hard), asked])
            kinds.append(torch.arange(len(hard[0]) - len(asked[1][0]), len(hard[0]), device=DEVICE))
        if doubts:
            kinds.append(in_doubt(self.net, hard))
        for name, values in (("played", games[2]), *((("asked", asked[0][2]),) if asked else ())):
            shares = [round((values == value).float().mean().item(), 3) for value in (-1, 0, 1)]
            self.done(f"{len(values):,} positions {name}, lost, drawn, won: {shares}")
        self.done(f"{len(hard[0]):,} hard ones, often chosen: {[len(kind) for kind in kinds]}")
        return Lessons(positions, len(games[0]), hard, kinds, None)


def _joined(parts: list[tuple[Examples, Examples]]) -> tuple[Examples, Examples]:
    positions, hard = (
        tuple(torch.cat(columns) for columns in zip(*kind, strict=True)) for kind in zip(*parts, strict=True)
    )
    return (positions[0], positions[1], positions[2]), (hard[0], hard[1], hard[2])


def starts(hard: Examples) -> Any:
    """Hard positions to play on from, most of them won, as numbers."""
    owns, others, moves = hard
    won = moves.amax(1) == 1
    some = [
        torch.nonzero(of)[:, 0][torch.randperm(int(of.sum()), device=DEVICE)[:many]]
        for of, many in ((won, STARTS * 3 // 4), (~won, STARTS // 4))
    ]
    at = torch.cat(some)
    return (owns[at].long() << 25 | others[at].long()).cpu().numpy()


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
    options.add_argument("--seconds", type=float, default=1100)
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
    sets = [dict(np.load(file)) for file in given.test or [given.out / "quixo_test.npz"]]

    def games(seed: int) -> Games:
        return Games(xp, card.probe, seed)

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
    net.save(given.out / "quixo_net.npz")
    done("trained")


if __name__ == "__main__":
    main()
