"""What the evaluation network of Quixo learns from: positions of games and of searches, with exact values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from rowlock.solve.quixo.gpu import LOST_BIT, Card
from rowlock.solve.quixo.layout import bit_counts
from training.quixo.brain import DEVICE, BoardTensors, Net, choice_losses, keeping, value_right
from training.quixo.positions import CardGames

GAMES, PLIES = 1 << 18, 80
SLIPS = (0.0, 0.02, 0.03, 0.05, 0.05, 0.1, 0.2, 0.5)
NEAR_PERFECT = 0.1
WINS_AT_ONCE = 0.1
"""How many of the positions with a win in one are kept: the search sees those itself."""
DOUBT = 0.2
"""How much a network that likes the right moves may lose in a hard position."""
FADING = 30
"""A win in so many plies is worth an e-th part of one at once, where nearness counts."""
STARTS = 200_000
"""Of so many hard positions the processes that search choose theirs."""


def is_hard(moves: Any, values: Any) -> Any:
    """Not lost, and at most half of the legal moves keep the value."""
    legal, keeping = (moves > -2).sum(axis=1), (moves == values[:, None]).sum(axis=1)
    return (values >= 0) & (2 * keeping <= legal)


Examples = tuple[Tensor, Tensor, Tensor]


def examples(
    games: CardGames, excluded: Any, judge: Callable[[Any, Any], Any] | None
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


def allowed(games: CardGames, excluded: Any, owns: Any, others: Any) -> Any:
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
    board = BoardTensors()

    @torch.no_grad()
    def judge(owns: Any, others: Any) -> Any:
        mine, theirs = (torch.from_dlpack(cubes.view(xp.int32)) for cubes in (owns, others))
        parts = zip(mine.split(1 << 20), theirs.split(1 << 20), strict=True)
        return xp.from_dlpack(torch.cat([net(*board.seen(*part))[:, 0] for part in parts]))

    return judge


@torch.no_grad()
def in_doubt(net: Net, hard: Examples) -> Tensor:
    """The hard positions in which the network prefers a wrong move, or nearly does."""
    board, found = BoardTensors(), []
    for first in range(0, len(hard[0]), 1 << 14):
        owns, others, moves = (column[first : first + (1 << 14)] for column in hard)
        next_own, next_other = board.after(owns, others)
        keeps, live = keeping(moves, board.over(next_own, next_other))
        logits = net(*board.seen(next_own.ravel(), next_other.ravel()))[:, 0].reshape(moves.shape)
        losses = choice_losses(logits, keeps, live)
        found.append(first + torch.nonzero(keeps.any(1) & (losses > DOUBT))[:, 0])
    return torch.cat(found)


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
                won, lost = xp.exp((1 - codes) / FADING), -xp.exp((LOST_BIT - codes) / FADING)
                near[some] = xp.where(codes == 0, 0, xp.where(codes < LOST_BIT, won, lost))
    return torch.from_dlpack(near)


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


class School:
    """All that the network learns from."""

    def __init__(
        self, net: Net, games: Callable[[int], CardGames], excluded: Any, done: Callable[[str], None]
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
