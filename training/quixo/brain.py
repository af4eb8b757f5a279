"""The evaluation network of Quixo while it learns, and how good it is. `rowlock.bots.quixo.net` computes the same, the
first layer in whole numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from rowlock.bots.quixo.patterns import CROSS_PATTERNS, CROSSES, IN_CROSS
from training.quixo.positions import BOARD

LINE_UNITS, CROSS_UNITS, SECOND, THIRD, STAGES = 256, 128, 32, 32, 8
HASTE = 0.5
"""How much nearness counts in the end, beside the bare value."""
FARTHEST = 8
"""Weights of crosses are saved as bytes; the few that lie further out than so many deviations are cut back."""
DEVICE = "cuda"
LINE_PATTERNS = 12 * 243
LOW = 13
"""Sets of cubes are looked up in two halves, the lower of so many squares."""


class BoardTensors:
    """Patterns, symmetries and pushes for many positions at once."""

    def __init__(self) -> None:
        lines = [[i for i in range(25) if line >> i & 1] for line in BOARD.lines]
        groups = [*lines, *(squares for _, squares in CROSSES)]
        weights = torch.zeros(25, len(groups) + 1, dtype=torch.int32)
        weights[:, -1] = 1  # the last column counts
        for number, squares in enumerate(groups):
            for place, square in enumerate(squares):
                weights[square, number] = 3**place
        self._low, self._high = (_sums(part).to(DEVICE) for part in (weights[:LOW], weights[LOW:]))
        first = [243 * i for i in range(12)] + [3**IN_CROSS * kind for kind, _ in CROSSES]
        self._first = torch.tensor(first, dtype=torch.int32, device=DEVICE)
        columns = zip(
            *((p.taken, p.placed, p.sliding, max(p.step, 0), max(-p.step, 0)) for p in BOARD.pushes),
            strict=True,
        )
        self._pushes = [torch.tensor(column, dtype=torch.int32, device=DEVICE) for column in columns]

    def seen(self, owns: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
        """For each of the twelve lines and then each cross its pattern (base 3, own cubes 1, other cubes 2, the first
        square counts least), and the stage: up to 10 cubes, up to 12 and so on."""
        mine, theirs = (self._low[c & 8191] + self._high[c >> LOW] for c in (owns, others))
        stages = (mine[:, -1] + theirs[:, -1] - 9).div(2, rounding_mode="floor").clamp(0, STAGES - 1)
        return mine[:, :-1] + 2 * theirs[:, :-1] + self._first, stages

    def after(self, owns: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
        """All pushes, legal or not, seen from the next side to move."""
        taken, placed, sliding, left, right = self._pushes
        own, other = owns[:, None], others[:, None]
        resting = ~(sliding | taken)
        own_now = own & resting | (own & sliding) << left >> right | placed
        return other & resting | (other & sliding) << left >> right, own_now

    def over(self, owns: Tensor, others: Tensor) -> Tensor:
        done = torch.zeros_like(owns, dtype=torch.bool)
        for line in BOARD.lines:
            done |= ((owns & line) == line) | ((others & line) == line)
        return done


def _sums(weights: Tensor) -> Tensor:
    """For each subset of some squares the sum of their rows."""
    sums = torch.zeros(1, weights.shape[1], dtype=torch.int32)
    for row in weights:
        sums = torch.cat([sums, sums + row])
    return sums


class _LineSum(torch.autograd.Function):
    """The sum of the rows that the patterns name. The gradient is a product of matrices, far faster than row by row."""

    @staticmethod
    def forward(ctx: Any, lines: Tensor, numbers: Tensor) -> Tensor:
        ctx.save_for_backward(numbers)
        return functional.embedding_bag(numbers, lines, mode="sum")

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        (numbers,) = ctx.saved_tensors
        chosen = torch.zeros(len(numbers), LINE_PATTERNS, device=numbers.device, dtype=torch.bfloat16)
        chosen.scatter_(1, numbers.long(), 1.0)
        return (chosen.T @ gradient.bfloat16()).float(), None


class _CrossSum(torch.autograd.Function):
    """The same for so many patterns that the matrix would be too large."""

    @staticmethod
    def forward(ctx: Any, crosses: Tensor, numbers: Tensor) -> Tensor:
        ctx.save_for_backward(numbers)
        ctx.shape = crosses.shape
        return functional.embedding_bag(numbers, crosses, mode="sum")

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        (numbers,) = ctx.saved_tensors
        total = torch.zeros(ctx.shape, device=numbers.device)
        for cross in numbers.unbind(1):
            total.index_add_(0, cross, gradient)
        return total, None


class Net(nn.Module):
    """Sums a vector for each line's pattern and one for each cross's, squares what is above zero (so that each pair
    counts), then three small layers, of which each stage of the game has its own: the chance to score, as a logit."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = nn.Parameter(torch.randn(LINE_PATTERNS, LINE_UNITS) * 0.1)
        self.bias = nn.Parameter(torch.full((LINE_UNITS,), 0.1))
        self.crosses = nn.Parameter(torch.randn(CROSS_PATTERNS, CROSS_UNITS) * 0.05)
        self.cross_bias = nn.Parameter(torch.full((CROSS_UNITS,), 0.1))
        self.second = _staged(LINE_UNITS + CROSS_UNITS, SECOND)
        self.third, self.last = _staged(SECOND, THIRD), _staged(THIRD, 2)

    def forward(self, numbers: Tensor, stages: Tensor) -> Tensor:
        """`[position, 2]`: by the bare value, and by how near the end is."""
        lines, crosses = numbers[:, :12].contiguous(), numbers[:, 12:].contiguous()
        sums = (
            cast(Tensor, _LineSum.apply(self.lines, lines)) + self.bias,
            cast(Tensor, _CrossSum.apply(self.crosses, crosses)) + self.cross_bias,
        )
        units = functional.relu(torch.cat(sums, 1)).square()
        units = functional.relu(_at(stages, self.second(units)))
        units = functional.relu(_at(stages, self.third(units)))
        return _at(stages, self.last(units))

    def save(self, path: Path) -> None:
        second, third, last = (
            [part.detach().cpu().numpy().reshape(STAGES, -1, *part.shape[1:]) for part in layer.parameters()]
            for layer in (self.second, self.third, self.last)
        )
        crosses, cross_bias = (part.detach().cpu().numpy() for part in (self.crosses, self.cross_bias))
        scale = 127 / np.clip(FARTHEST * crosses.std(axis=0), 1e-6, np.abs(crosses).max(axis=0) + 1e-6)
        np.savez_compressed(
            path,
            lines=self.lines.detach().cpu().numpy().astype(np.float16),
            bias=self.bias.detach().cpu().numpy(),
            crosses=np.round(np.clip(crosses * scale, -127, 127)).astype(np.int8),
            cross_bias=cross_bias,
            cross_scale=scale,
            second=second[0],
            second_bias=second[1],
            third=third[0],
            third_bias=third[1],
            last=blended(last[0][:, 0], last[0][:, 1]),
            last_bias=blended(last[1][:, 0], last[1][:, 1]),
        )


def _staged(units: int, goals: int) -> nn.Linear:
    """A layer for each stage, all the same at first."""
    layer = nn.Linear(units, STAGES * goals)
    with torch.no_grad():
        for part in (layer.weight, layer.bias):
            part.copy_(part[:goals].repeat(STAGES, *[1] * (part.dim() - 1)))
    return layer


def _at(stages: Tensor, units: Tensor) -> Tensor:
    """Of the units of all stages those of the one that counts."""
    return units.reshape(len(stages), STAGES, -1)[torch.arange(len(stages), device=DEVICE), stages]


def blended(value: Any, near: Any) -> Any:
    """What the bot goes by."""
    return (1 - HASTE) * value + HASTE * near


@torch.no_grad()
def value_right(net: Net, owns: Tensor, others: Tensor, values: Tensor) -> float:
    """How often the network names the value."""
    board, right = BoardTensors(), 0.0
    for part in range(0, len(owns), 1 << 16):
        some = slice(part, part + (1 << 16))
        score = torch.sigmoid(net(*board.seen(owns[some], others[some]))[:, 0]) * 2 - 1
        right += (torch.round(score) == values[some]).sum().item()
    return right / len(owns)


@torch.no_grad()
def kept(net: Net, test: Any) -> str:
    """How often the network keeps the value of test positions without any search: of drawn ones, and of won ones."""
    board, shares = BoardTensors(), []
    for value in (0, 1):
        of = np.flatnonzero(test["values"] == value)
        own, other = (
            torch.from_numpy(test[name][of].astype(np.int32)).to(DEVICE) for name in ("owns", "others")
        )
        moves = torch.from_numpy(test["moves"][of]).to(DEVICE)
        next_own, next_other = board.after(own, other)
        keeps, live = keeping(moves, board.over(next_own, next_other))
        logits = net(*board.seen(next_own.ravel(), next_other.ravel()))[:, 0].reshape(moves.shape)
        best = (-logits).masked_fill(~live, -1e9).argmax(1, keepdim=True)
        shares.append(keeps.gather(1, best)[keeps.any(1)].float().mean().item())
    return f"{shares[0]:.4f} {shares[1]:.4f}"


def choice_losses(logits: Tensor, keeps: Tensor, live: Tensor) -> Tensor:
    """How unlikely a player by the network is to keep the value; the logits speak for the next side to move."""
    none = torch.finfo(logits.dtype).min
    of_live, of_keeping = ((-logits).masked_fill(~some, none).logsumexp(1) for some in (live, keeps))
    return of_live - of_keeping


def keeping(moves: Tensor, over: Tensor) -> tuple[Tensor, Tensor]:
    """Which pushes keep the value, and which may be made; a push that ends the game needs no judgement."""
    live = (moves > -2) & ~over
    return live & (moves == moves.max(dim=1, keepdim=True).values), live
