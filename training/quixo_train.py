"""Solves Quixo 5×5 on an NVIDIA card, and takes from it what Rowlock carries:

    python training/quixo_train.py --out DIR [--seconds 200] [--test FILE]

- quixo5.rlq: the value of every position with few cubes, as many as fit,
- quixo_classes.json: wins, losses and draws in each class,
- quixo_test.npz: hard positions from near-perfect play, with the values of all moves, never trained on; with --test
  those of FILE stay the test set,
- quixo_net.npz: an evaluation network, trained on exact values.

The network learns the value of positions from games of all strengths, and in hard positions of near-perfect play, won
ones above all, which moves keep the value. After some time it learns from games in its own style too, and a quarter of
the hard positions are then those in which it is wrong or in doubt. From then on it also learns how near the end is in
won and lost positions, so that it prefers wins that come soon. Needs CuPy and PyTorch, which Rowlock itself does not,
and a large card: it was run on an H200.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
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
ALONE = 0.4
"""The part of the time before there are games in its own style."""
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

    def allowed(owns: Any, others: Any) -> Any:
        names = games.names(owns, others)
        at = xp.clip(xp.searchsorted(excluded, names), 0, len(excluded) - 1)
        return ~games.over(owns, others) & (excluded[at] != names)

    for sight in games.play(slips, PLIES, judge):
        steps = xp.random.choice(4, GAMES, p=xp.asarray([0.4, 0.25, 0.2, 0.15]))
        owns, others = games.wander(sight.owns, sight.others, steps)
        fine = allowed(owns, others) & (
            ~games.can_win(owns, others) | (xp.random.random(GAMES) < WINS_AT_ONCE)
        )
        owns, others = owns[fine], others[fine]
        for part, values in zip(kept, (owns, others, games.values(owns, others)), strict=True):
            part.append(values)
        chosen = (
            is_hard(sight.moves, sight.values) & (slips <= NEAR_PERFECT) & allowed(sight.owns, sight.others)
        )
        for part, values in zip(hard, (sight.owns, sight.others, sight.moves), strict=True):
            part.append(values[chosen])
    return tensors(xp, kept), tensors(xp, hard)


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


def train(
    net: Net,
    games: Games,
    positions: Examples,
    hard: Examples,
    nearness: Tensor | None,
    doubtful: Tensor | None,
    test: Any,
    seconds: float,
    span: Span,
) -> None:
    """Learn from one part of the time to another."""
    owns, others, values = positions
    board = Board()
    check = slice(0, 1 << 19)
    halves = [[torch.from_dlpack(half.astype(games.xp.int32)) for half in pair] for pair in games.halves]
    won = torch.nonzero(hard[2].amax(1) == 1)[:, 0]
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE)
    start, step = time.perf_counter(), 0
    while (spent := span[0] + (time.perf_counter() - start) / seconds) < span[1]:
        for group in optimizer.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * math.cos(math.pi * spent)) * min(1, (step + 1) / 200) + 1e-5
        low, high = halves[step % 8]
        picked = torch.randint(check.stop, len(owns), (BATCH,), device=DEVICE)
        mine, theirs = (low[cubes & 8191] | high[cubes >> 13] for cubes in (owns[picked], others[picked]))
        chosen = torch.randint(len(hard[0]), (CHOICES,), device=DEVICE)
        for quarter, kind in enumerate((won, doubtful)):
            if kind is not None:
                some = torch.randint(len(kind), (CHOICES // 4,), device=DEVICE)
                chosen[quarter * len(some) : (quarter + 1) * len(some)] = kind[some]
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
            print(f"step {step}, {spent:.0%}, losses {value_loss.item():.4f} {choice_loss.item():.4f}, "
                  f"{_report(net, board, owns[check], others[check], values[check], test)}", flush=True)  # fmt: skip


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
def _report(net: Net, board: Board, owns: Tensor, others: Tensor, values: Tensor, test: Any) -> str:
    """How often the network names the value, and keeps that of the test positions without any search."""
    right = []
    for part in range(0, len(owns), BATCH):
        some = slice(part, part + BATCH)
        score = torch.sigmoid(net(*board.seen(owns[some], others[some]))[:, 0]) * 2 - 1
        right.append((torch.round(score) == values[some]).float().mean().item())
    kept = []
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
        kept.append(keeps.gather(1, best)[keeps.any(1)].float().mean().item())
    return f"value right {sum(right) / len(right):.4f}, kept without search {kept[0]:.4f} {kept[1]:.4f}"


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


def learn(
    net: Net,
    games: Callable[[int], Games],
    excluded: Any,
    test: Any,
    batches: int,
    seconds: float,
    done: Callable[[str], None],
    forget: Callable[[], None],
) -> None:
    """First from games in which any move that keeps the value is played, then also from some in its own style. When all
    are played, the solution that they were played with is forgotten."""
    xp = games(0).xp
    parts = [examples(games(100 + i), excluded, None) for i in range(batches)]
    for span in ((0.0, ALONE), (ALONE, 1.0)):
        nearness = doubtful = None
        if span[0]:
            parts += [examples(games(200 + i), excluded, judge_of(net, xp)) for i in range(batches // 3)]
        positions, hard = (
            tuple(torch.cat(columns) for columns in zip(*kind, strict=True))
            for kind in zip(*parts, strict=True)
        )
        order = torch.randperm(len(positions[0]), device=DEVICE)
        owns, others, values = (column[order] for column in positions)
        shares = [round((values == value).float().mean().item(), 3) for value in (-1, 0, 1)]
        done(f"{len(owns):,} positions, lost, drawn, won: {shares}; {len(hard[0]):,} hard ones")
        examined = hard[0], hard[1], hard[2]
        if span[0]:
            doubtful = in_doubt(net, examined)
            done(f"in doubt in {len(doubtful):,}")
            forget()
            nearness = nearness_of(owns, others)
            done("solved with distances")
        train(net, games(0), (owns, others, values), examined, nearness, doubtful, test, seconds, span)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=200)
    options.add_argument("--batches", type=int, default=6, help="of games, about 20 million positions each")
    options.add_argument("--test", type=Path, help="a test set that is there already")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.backends.cuda.matmul.allow_tf32 = True
    start = time.perf_counter()

    def done(what: str) -> None:
        print(f"{time.perf_counter() - start:6.1f} s: {what}", flush=True)

    card = solve(given.out)
    done("solved")
    if not given.test:
        hard_positions(card, given.out)
    test = dict(np.load(given.test or given.out / "quixo_test.npz"))

    def games(seed: int) -> Games:
        return Games(card.xp, card.probe, seed)

    def forget() -> None:
        card.tables.clear()
        card.xp.get_default_memory_pool().free_all_blocks()

    excluded = card.xp.sort(
        games(0).names(*(card.xp.asarray(test[name], card.xp.uint32) for name in ("owns", "others")))
    )
    done("test set")
    if not given.test:
        write_openings(card, given.out)
        done("openings")
    net = Net().to(DEVICE)
    learn(net, games, excluded, test, given.batches, given.seconds, done, forget)
    net.save(given.out / "quixo_net.npz")
    done("trained")


if __name__ == "__main__":
    main()
