"""Solves Quixo 5×5 on an NVIDIA card, and takes from it what Rowlock carries:

    python training/quixo_train.py --out DIR [--seconds 100]

- quixo5.rlq: the value of every position with few cubes, as many as fit,
- quixo_classes.json: wins, losses and draws in each class,
- quixo_test.npz: hard positions from near-perfect play, with the values of all moves, never trained on,
- quixo_net.npz, quixo_small_net.npz: evaluation networks, trained on exact values.

Needs CuPy and PyTorch, which Rowlock itself does not.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from quixo_positions import BOARD, Games
from torch import Tensor, nn
from torch.nn import functional

from rowlock.solve.quixo_gpu import Card
from rowlock.solve.quixo_report import Report
from rowlock.solve.quixo_table import Writer

TOTALS = (441_815_157_309, 279_746_227_956, 125_727_224_178)
TABLE_BYTES = 15_000_000
HARD_POSITIONS = 3000
"""How many drawn and how many won ones the test set has."""
GAMES, PLIES = 1 << 18, 80
SLIPS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0)


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


def hard_positions(card: Card, folder: Path) -> Any:
    """Positions from near-perfect play in which at most half of the moves keep the value; returns their names."""
    xp = card.xp
    games = Games(xp, card.probe, seed=2)
    found = []
    for ply, sight in enumerate(games.play(xp.full(1 << 15, 0.05, xp.float32), 70)):
        legal = (sight.moves > -2).sum(axis=1)
        keeping = (sight.moves == sight.values[:, None]).sum(axis=1)
        hard = (sight.values >= 0) & (2 * keeping <= legal)
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
    return xp.asarray(np.sort(names[chosen]))


def examples(card: Card, games: Games, excluded: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Positions of games of all strengths, many of them some random moves off the path, as a search meets them."""
    xp = card.xp
    slips = xp.asarray(np.resize(SLIPS, GAMES), xp.float32)
    kept: list[list[Any]] = [[], [], []]
    for sight in games.play(slips, PLIES):
        steps = xp.random.choice(4, GAMES, p=xp.asarray([0.4, 0.25, 0.2, 0.15]))
        owns, others = games.wander(sight.owns, sight.others, steps)
        names = games.names(owns, others)
        at = xp.clip(xp.searchsorted(excluded, names), 0, len(excluded) - 1)
        fine = ~games.over(owns, others) & (excluded[at] != names)
        owns, others = owns[fine], others[fine]
        for part, values in zip(kept, (owns, others, games.values(owns, others)), strict=True):
            part.append(values)
    owns, others, values = (xp.concatenate(parts) for parts in kept)
    return (
        torch.from_dlpack(owns.astype(xp.int32)),
        torch.from_dlpack(others.astype(xp.int32)),
        torch.from_dlpack(values),
    )


LINES = [[i for i in range(25) if line >> i & 1] for line in BOARD.lines]


def line_numbers(owns: Tensor, others: Tensor) -> Tensor:
    """For each of the twelve lines its pattern: base 3, own cubes 1, other cubes 2, the lowest square first."""
    patterns = []
    for number, squares in enumerate(LINES):
        pattern = torch.full_like(owns, 243 * number)
        for place, square in enumerate(squares):
            pattern += 3**place * ((owns >> square & 1) + 2 * (others >> square & 1))
        patterns.append(pattern)
    return torch.stack(patterns, dim=1)


class Net(nn.Module):
    """Sums a vector for each line's pattern, then two small layers: the chance to score, as a logit."""

    def __init__(self, width: int, second: int) -> None:
        super().__init__()
        self.lines = nn.EmbeddingBag(12 * 243, width, mode="sum")
        nn.init.normal_(self.lines.weight, std=0.1)
        self.bias = nn.Parameter(torch.full((width,), 0.1))
        self.second = nn.Linear(width, second)
        self.last = nn.Linear(second, 1)

    def forward(self, numbers: Tensor) -> Tensor:
        hidden = functional.relu(self.lines(numbers) + self.bias)
        return self.last(functional.relu(self.second(hidden)))[:, 0]

    def save(self, path: Path) -> None:
        np.savez_compressed(
            path,
            lines=self.lines.weight.detach().cpu().numpy().astype(np.float16),
            bias=self.bias.detach().cpu().numpy(),
            second=self.second.weight.detach().cpu().numpy(),
            second_bias=self.second.bias.detach().cpu().numpy(),
            last=self.last.weight.detach().cpu().numpy()[0],
            last_bias=self.last.bias.detach().cpu().numpy(),
        )


def train(net: Net, card: Card, data: tuple[Tensor, Tensor, Tensor], seconds: float, name: str) -> None:
    owns, others, values = data
    check = slice(0, 1 << 19)
    games = Games(card.xp, card.probe, seed=5)
    halves = [[torch.from_dlpack(half.astype(card.xp.int32)) for half in pair] for pair in games._halves]
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    start, step, batch = time.perf_counter(), 0, 1 << 16
    with torch.no_grad():
        check_numbers = line_numbers(owns[check], others[check])
    while (spent := (time.perf_counter() - start) / seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-5
        picked = torch.randint(check.stop, len(owns), (batch,), device="cuda")
        low, high = halves[step % 8]
        mine, theirs = (low[cubes & 8191] | high[cubes >> 13] for cubes in (owns[picked], others[picked]))
        logits = net(line_numbers(mine, theirs))
        loss = functional.binary_cross_entropy_with_logits(logits, values[picked].float() / 2 + 0.5)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        if step % 1000 == 0:
            with torch.no_grad():
                score = torch.sigmoid(net(check_numbers)) * 2 - 1
                wanted = values[check].float()
                right = (torch.round(score) == wanted).float().mean().item()
                error = ((score - wanted) ** 2).mean().item()
            print(f"{name}: step {step}, {spent:.0%}, loss {loss.item():.4f}, "
                  f"value right {right:.4f}, squared error {error:.4f}", flush=True)  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--seconds", type=float, default=100)
    options.add_argument("--batches", type=int, default=6, help="of games, about 20 million positions each")
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()

    def done(what: str) -> None:
        print(f"{time.perf_counter() - start:6.1f} s: {what}", flush=True)

    card = solve(given.out)
    done("solved")
    excluded = hard_positions(card, given.out)
    done("test set")
    parts = [examples(card, Games(card.xp, card.probe, seed=100 + i), excluded) for i in range(given.batches)]
    owns, others, values = (torch.cat(tensors) for tensors in zip(*parts, strict=True))
    order = torch.randperm(len(owns), device="cuda")
    data = owns[order], others[order], values[order]
    shares = [round((values == value).float().mean().item(), 3) for value in (-1, 0, 1)]
    done(f"{len(owns):,} positions, lost, drawn, won: {shares}")
    sample = slice(0, 200_000)
    np.savez_compressed(
        given.out / "quixo_check.npz",
        owns=data[0][sample].cpu().numpy(), others=data[1][sample].cpu().numpy(), values=data[2][sample].cpu().numpy(),
    )  # fmt: skip
    for name, width, second in (("quixo_net", 64, 32), ("quixo_small_net", 32, 16)):
        net = Net(width, second).cuda()
        train(net, card, data, given.seconds, name)
        net.save(given.out / f"{name}.npz")
        done(name)
    write_openings(card, given.out)
    done("openings")


if __name__ == "__main__":
    main()
