"""Trains the value networks of the Qwixx bots by self-play, on a GPU where there is one.

    python training/qwixx_train.py --players 2 --seconds 120 --out p2.npz
    python training/qwixx_train.py --players 2 --seconds 120 --plain --out plain2.npz

Needs torch, which Rowlock itself does not. Many games are played at once; each seat decides as the bot `master`
does (see src/rowlock/bots/qwixx_net.py), with the network as it stands. Then the network learns, for every
position before a roll, the chance of each seat to win, by TD(lambda) with shared first places split.

`--plain` trains the kind of network that others have published, to measure against: a few plain numbers for each
sheet, layers of 128 and 64.
"""

from __future__ import annotations

import argparse
import copy
import math
import time

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from rowlock.bots.qwixx_features import BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT, numbers
from rowlock.solve.qwixx_rows import row_codes

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
CODES = row_codes()
CLOSED = CODES.closed
AFTER = torch.tensor(CODES.after.astype(np.int64), device=DEVICE)
GAIN = torch.tensor(CODES.gain.astype(np.int64), device=DEVICE)
ROW = torch.arange(4, device=DEVICE)


class Net(nn.Module):
    """Sums one learned vector for every fact about the sheets, then two layers, then a logit for each seat."""

    def __init__(self, players: int, plain: bool, hidden: int, second: int) -> None:
        super().__init__()
        facts = torch.tensor(numbers(players), dtype=torch.float32)
        self.register_buffer("facts", facts)
        self.weight = nn.Parameter(torch.randn(facts.shape[1], hidden) / math.sqrt(facts.shape[1] / 3))
        self.table = None if plain else nn.Parameter(torch.zeros(len(facts), hidden))
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.second = nn.Linear(hidden, second)
        self.third = nn.Linear(second, players)

    def first(self) -> Tensor:
        first = self.facts @ self.weight
        return first if self.table is None else first + self.table

    def rest(self, summed: Tensor) -> Tensor:
        return self.third(torch.relu(self.second(torch.relu(summed + self.bias))))

    def forward(self, index: Tensor) -> Tensor:
        """Logits for learning: the facts as a matrix of zeros and ones."""
        hot = torch.zeros(len(index), len(self.facts), device=index.device)
        return self.rest(hot.scatter_(1, index.long(), 1.0) @ self.first())


class Judge:
    """The network as it stands, for playing."""

    def __init__(self, net: Net) -> None:
        self.net = copy.deepcopy(net)
        self.first = net.first().detach().contiguous()
        if DEVICE == "cuda":  # half precision plays as well, and faster
            self.net, self.first = self.net.half(), self.first.half()

    def chances(self, index: Tensor) -> Tensor:
        parts = [
            self.net.rest(functional.embedding_bag(part, self.first, mode="sum")).float().softmax(-1)
            for part in index.split(1 << 20)
        ]
        return torch.cat(parts) if parts else index.new_zeros((0, self.net.third.out_features)).float()


def features(rows: Tensor, penalties: Tensor, scores: Tensor) -> Tensor:
    """The numbers of the facts of each position, the seat that rolls next first."""
    players = scores.shape[-1]
    best = torch.stack(
        [torch.cat([scores[..., :j], scores[..., j + 1 :]], -1).amax(-1) for j in range(players)], -1
    )
    ahead = (scores - best).clamp(-DIFFERENCE, DIFFERENCE) + DIFFERENCE
    facts = torch.cat(
        [
            rows + ROW * len(CODES),
            (PENALTIES_AT + penalties).unsqueeze(-1),
            (SCORE_AT + ahead).unsqueeze(-1),
        ],
        -1,
    )
    facts = facts + (torch.arange(players, device=DEVICE) * BLOCK).unsqueeze(-1)
    return facts.flatten(-2)


def shares(scores: Tensor) -> Tensor:
    best = (scores == scores.amax(-1, keepdim=True)).float()
    return best / best.sum(-1, keepdim=True)


class Table:
    """Many games at the same moment; seat 0 is active. Every tensor has a dimension for options after the games."""

    def __init__(self, judge: Judge, rows: Tensor, penalties: Tensor, scores: Tensor) -> None:
        self.judge = judge
        self.rows, self.penalties, self.scores = rows, penalties, scores
        games = len(rows)
        self.dice = torch.randint(1, 7, (games, 6), device=DEVICE)
        self.players = rows.shape[1]

    def white(self, choice: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Rows, scores, legality for each seat and end after white decisions `choice[game, option, seat]`, -1: pass."""
        options = choice.shape[1]
        rows = self.rows.unsqueeze(1).expand(-1, options, -1, -1)
        row = choice.clamp(min=0)
        total = (self.dice[:, 0] + self.dice[:, 1]).view(-1, 1, 1)
        place = torch.where(row < 2, total - 2, 12 - total)
        code = rows.gather(3, row.unsqueeze(-1)).squeeze(-1)
        new = AFTER[code, place]
        takes = choice >= 0
        legal = (new >= 0) | ~takes
        takes = takes & legal
        rows = rows.scatter(3, row.unsqueeze(-1), torch.where(takes, new, code).unsqueeze(-1))
        scores = self.scores.unsqueeze(1) + GAIN[code, place] * takes
        return *close(rows), scores, legal

    def colour(
        self, rows: Tensor, over: Tensor, scores: Tensor, idle: Tensor, colour: Tensor, die: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """After the active seat's coloured decision, with one number a game and option each; -1: pass."""
        k = colour.clamp(min=0)
        number = self.dice.gather(1, die.expand(len(rows), -1)) + self.dice.gather(
            1, (k + 2).expand(len(rows), -1)
        )
        place = torch.where(k < 2, number - 2, 12 - number)
        code = rows[:, :, 0].gather(2, k.expand(len(rows), -1).unsqueeze(-1)).squeeze(-1)
        new = AFTER[code, place]
        takes = (colour >= 0).expand_as(new)
        legal = ((new >= 0) & ~over) | ~takes
        takes = takes & legal
        own = rows[:, :, 0].scatter(
            2, k.expand_as(new).unsqueeze(-1), torch.where(takes, new, code).unsqueeze(-1)
        )
        rows = torch.cat([own.unsqueeze(2), rows[:, :, 1:]], 2)
        scores = scores.clone()
        fined = idle & ~takes & ~over
        scores[:, :, 0] += GAIN[code, place] * takes - 5 * fined
        penalties = self.penalties.unsqueeze(1).expand(-1, rows.shape[1], -1).clone()
        penalties[:, :, 0] += fined
        rows, over_now = close(rows)
        return rows, over | over_now | (penalties[:, :, 0] >= 4), scores, penalties, legal

    def values(self, rows: Tensor, over: Tensor, scores: Tensor, penalties: Tensor, needed: Tensor) -> Tensor:
        """Each seat's chance to win after the turn, where needed."""
        values = shares(scores)
        ask = needed & ~over
        turned = [tensor[ask].roll(-1, 1) for tensor in (rows, penalties, scores)]
        values[ask] = self.judge.chances(features(*turned)).roll(1, -1)
        return values

    def best_white(self, choice: Tensor, options: Tensor, idle_active: Tensor, plan: Tensor) -> Tensor:
        """For each passive seat the best white decision, the others deciding as in `choice[game, seat]`.

        The active seat's coloured decision is `plan`, its place among the nine options.
        """
        games, passive = len(choice), self.players - 1
        trial = choice.view(games, 1, 1, -1).repeat(1, passive, 5, 1)
        for seat in range(1, self.players):
            trial[:, seat - 1, :, seat] = options
        rows, over, scores, legal = self.white(trial.flatten(1, 2))
        mine = legal.view(games, passive, 5, -1)
        mine = torch.stack([mine[:, s - 1, :, s] for s in range(1, self.players)], 1)
        colour, die = COLOUR[plan].unsqueeze(1), DIE[plan].unsqueeze(1)
        state = self.colour(
            rows,
            over,
            scores,
            idle_active.unsqueeze(1),
            colour.expand(-1, passive * 5),
            die.expand(-1, passive * 5),
        )
        values = self.values(*state[:4], mine.flatten(1)).view(games, passive, 5, -1)
        own = torch.stack([values[:, s - 1, :, s] for s in range(1, self.players)], 1)
        return own.masked_fill(~mine, -1).argmax(-1) - 1

    def turn(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Everybody decides; what the turn leads to."""
        games = len(self.rows)
        options = torch.arange(-1, 4, device=DEVICE)
        nothing = torch.zeros(games, dtype=torch.long, device=DEVICE)
        no = torch.zeros(games, dtype=torch.bool, device=DEVICE)
        passing = torch.full((games, self.players), -1, device=DEVICE)
        guess = passing.clone()
        guess[:, 1:] = self.best_white(passing, options, no, nothing)
        # The active seat: its white and coloured decision together, with the others as guessed.
        trial = guess.unsqueeze(1).repeat(1, 45, 1)
        trial[:, :, 0] = options.repeat_interleave(9)
        rows, over, scores, legal = self.white(trial)
        colour, die = COLOUR.repeat(5).unsqueeze(0), DIE.repeat(5).unsqueeze(0)
        state = self.colour(rows, over, scores, trial[:, :, 0] < 0, colour, die)
        legal = legal[:, :, 0] & state[4]
        plan = self.values(*state[:4], legal)[:, :, 0].masked_fill(~legal, -1).argmax(1)
        chosen = guess.clone()
        chosen[:, 0] = plan // 9 - 1
        chosen[:, 1:] = self.best_white(chosen, options, chosen[:, 0] < 0, plan % 9)
        # All is revealed, and the active seat looks again.
        rows, over, scores, _ = self.white(chosen.unsqueeze(1))
        rows, over, scores = (
            rows.repeat(1, 9, 1, 1),
            over.repeat(1, 9),
            scores.repeat(1, 9, 1),
        )
        state = self.colour(rows, over, scores, chosen[:, :1] < 0, COLOUR.unsqueeze(0), DIE.unsqueeze(0))
        best = self.values(*state[:4], state[4])[:, :, 0].masked_fill(~state[4], -1).argmax(1)
        every = torch.arange(games, device=DEVICE)
        rows, over, scores, penalties = (tensor[every, best] for tensor in state[:4])
        return rows, over, scores, penalties


COLOUR = torch.tensor([-1, 0, 0, 1, 1, 2, 2, 3, 3], device=DEVICE)
DIE = torch.tensor([0, 0, 1, 0, 1, 0, 1, 0, 1], device=DEVICE)


def close(rows: Tensor) -> tuple[Tensor, Tensor]:
    """A row that anyone has locked is closed for everyone; two closed rows end the game."""
    closed = (rows == CLOSED).any(2, keepdim=True)
    return rows.masked_fill(closed, CLOSED), closed.sum((2, 3)) >= 2


@torch.no_grad()
def play(net: Net, players: int, games: int, decay: float) -> tuple[Tensor, Tensor, dict[str, float]]:
    """Whole games: the features of every position before a roll, and what the network should have said."""
    judge = Judge(net)
    rows = torch.zeros((games, players, 4), dtype=torch.long, device=DEVICE)
    penalties = torch.zeros((games, players), dtype=torch.long, device=DEVICE)
    scores = penalties.clone()
    who = torch.arange(games, device=DEVICE)
    result = torch.zeros((games, players), device=DEVICE)
    final = torch.zeros((games, players), device=DEVICE)
    seen: list[tuple[Tensor, Tensor, Tensor]] = []
    turn = 0
    while len(who):
        facts = features(rows, penalties, scores)
        # Chances are kept by seat: seat 0 began, and seat `turn % players` is active now.
        seen.append((who, facts.to(torch.int16), judge.chances(facts).roll(turn, -1)))
        rows, over, scores, penalties = Table(judge, rows, penalties, scores).turn()
        result[who[over]] = shares(scores[over]).roll(turn, -1)
        final[who[over]] = scores[over].float().roll(turn, -1)
        turn += 1
        rows, scores, penalties = (tensor[~over].roll(-1, 1) for tensor in (rows, scores, penalties))
        who = who[~over]
    targets = []
    future = result.clone()
    for turn, (who, _, chances) in reversed(list(enumerate(seen))):
        targets.append(future[who].roll(-turn, -1))
        future[who] = (1 - decay) * chances + decay * future[who]
    index = torch.cat([facts for _, facts, _ in reversed(seen)])
    told = {"score": final.mean().item(), "turns": len(index) / games}
    return index, torch.cat(targets), told


def train(options: argparse.Namespace) -> None:
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    net = Net(options.players, options.plain, options.hidden, options.second).to(DEVICE)
    optimiser = torch.optim.Adam(net.parameters(), lr=options.rate)
    began, played, step = time.time(), 0, 0
    while True:
        share = (time.time() - began) / options.seconds
        if share >= 1:
            break
        # Bold at first, careful at the end; and first from results, then from the network's own later opinion.
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1.0, 0.02 + 0.98 * (1 + math.cos(math.pi * share)) / 2)
        index, target, told = play(net, options.players, options.games, options.decay)
        played += options.games
        order = torch.randperm(len(index), device=DEVICE)
        total = 0.0
        batches = order.split(options.batch)
        for batch in batches:
            loss = functional.cross_entropy(net(index[batch]), target[batch])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            total = total + loss.detach()
        step += 1
        if step % options.tell == 0:
            print(
                f"{time.time() - began:6.1f} s  {played:,} games  {told['turns']:.1f} turns  "
                f"mean score {told['score']:.2f}  loss {float(total) / len(batches):.4f}",
                flush=True,
            )
            save(net, options.out)
    save(net, options.out)
    print(f"{options.out}: {played:,} games in {time.time() - began:.0f} s on {DEVICE}", flush=True)


def save(net: Net, path: str) -> None:
    arrays = {
        "first": net.first(),
        "bias": net.bias,
        "second": net.second.weight,
        "second_bias": net.second.bias,
        "third": net.third.weight,
        "third_bias": net.third.bias,
    }
    halves = {name: array.detach().cpu().numpy().astype(np.float16) for name, array in arrays.items()}
    np.savez_compressed(path, **halves)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--second", type=int, default=64)
    parser.add_argument("--games", type=int, default=1 << 14, help="games played at once")
    parser.add_argument("--batch", type=int, default=1 << 13)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.8, help="the lambda of TD(lambda)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", type=int, default=10, help="report after so many rounds of games")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
