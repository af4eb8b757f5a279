"""Trains the value networks of the Qwixx bots by self-play on a GPU.

    python -m training.qwixx.train --players 2 --seconds 60 --plain --out plain2.npz
    python -m training.qwixx.train --players 2 --seconds 300 --hidden 256 --second 32 --out p2.npz
    python -m training.qwixx.train --players 2 --seconds 60 --start p2.npz --rival plain2.npz --company 0.8 --out m2.npz
    python -m training.qwixx.train --players 2 --seconds 390 --start p2.npz --looks 12 --stray 0.05 --out better2.npz

Needs torch and CuPy, which Rowlock itself does not; with `--cpu` torch and g++ will do, for small networks. Every seat
decides as the bot `master` does, with the network as it stands (play.cu); then the network learns, for every
position before a roll, the chance of each seat to win, by TD(lambda) with shared first places split.

With `--looks`, the turn is also played with so many other rolls in every position, and the network learns the mean of
what it says after them. That takes most of the luck out of what it learns from. With `--stray`, the seats
misjudge their decisions by up to so much, in each game up to another part of it and each seat up to another part of
that, so that the network gets to know what it would not play itself, and games of unequals.

`--plain` trains the kind of network that others have published, to measure against: a few plain numbers for each
sheet, layers of 128 and 64; every seat decides as if the others did nothing in the same turn.

With `--company`, all seats but one belong to rivals in so many of the games: to a network that does not learn, or, in
a share of them, to the solved sheet. The network then learns the chances of its own seat there, so that they hold
against such rivals and not only against itself.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from rowlock.bots.qwixx.features import BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT, numbers
from rowlock.solve.qwixx.rows import row_codes
from rowlock.solve.qwixx.sheet import PACE, solve_sheet

CODES = row_codes()
SOURCE = Path(__file__).parent / "play.cu"
LONGEST = 96
"""Turns that are kept; the rare longer game teaches nothing."""
PLAIN = (128, 64)
"""The layers of a plain network."""
SHEETS = 128
"""Among the bits that give the seats of rivals: they are solved sheets."""
IMAGES = torch.tensor(
    [
        (0, 1, 2, 3),
        (1, 0, 2, 3),
        (0, 1, 3, 2),
        (1, 0, 3, 2),
        (2, 3, 0, 1),
        (3, 2, 0, 1),
        (2, 3, 1, 0),
        (3, 2, 1, 0),
    ]
)
"""The game is the same if red and yellow are exchanged, or green and blue, or both of one pair with the other."""


class ManyGames(NamedTuple):
    """What is learned from. By turn, the seat that rolls comes first; among the scores, the one that began."""

    facts: Tensor
    """`[game, turn, fact]`"""
    hopes: Tensor
    """`[game, turn, slot]`: the mean chances after the turn, over the rolls that were looked at."""
    turns: Tensor
    scores: Tensor
    """`[game, seat]`"""


Play = Callable[["Pupil", int, Tensor], ManyGames]
"""Plays games with a seed; some seats, given as bits for each game, are rivals."""


class Pupil(nn.Module):
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
        self.ahead = nn.Parameter(torch.zeros(()))
        """How much stronger than its rivals the network is: what that adds to the logits of its own seats."""

    def first(self) -> Tensor:
        first = self.facts @ self.weight
        return first if self.table is None else first + self.table

    def begin_with(self, path: str) -> None:
        """Take over what another network has learned."""
        with np.load(path) as arrays, torch.no_grad():
            self.weight.zero_()
            parameters: tuple[tuple[str, Any], ...] = (
                ("first", self.table), ("bias", self.bias), ("second", self.second.weight),
                ("second_bias", self.second.bias), ("third", self.third.weight), ("third_bias", self.third.bias),
            )  # fmt: skip
            for name, parameter in parameters:
                parameter.copy_(torch.tensor(arrays[name].astype(np.float32)))

    def forward(self, index: Tensor) -> Tensor:
        """Logits, from the numbers of the facts, `[position, fact]`."""
        hot = torch.zeros(len(index), len(self.facts), device=index.device)
        summed = hot.scatter_(1, index.long(), 1.0) @ self.first()
        return self.third(torch.relu(self.second(torch.relu(summed + self.bias))))

    def log_chances(self, index: Tensor, own: Tensor) -> Tensor:
        """The logarithms of the chances to win, where some slots are its own and the others its rivals'."""
        return (self(index) + self.ahead * own).log_softmax(-1)

    def arrays(self) -> dict[str, Tensor]:
        """What playing needs."""
        return {
            "first": self.first().detach(),
            "bias": self.bias.detach(),
            "second": self.second.weight.detach(),
            "second_bias": self.second.bias.detach(),
            "third": self.third.weight.detach(),
            "third_bias": self.third.bias.detach(),
        }


def weights(arrays: dict[str, Tensor]) -> list[Tensor]:
    """The arrays of a network as play.cu wants them."""
    return [
        arrays["first"].half(), arrays["bias"].float(), arrays["second"].half().contiguous(),
        arrays["second_bias"].float(), arrays["third"].float().contiguous(), arrays["third_bias"].float(),
    ]  # fmt: skip


def seated(players: int, games: int, company: float, sheets: float) -> Tensor:
    """For each game the seats of rivals, as bits: in a share of the games all but one, in the others none."""
    masks = (1 << players) - 1 - (1 << torch.randint(players, (games,)))
    masks[torch.rand(games) < sheets] |= SHEETS
    masks[torch.rand(games) >= company] = 0
    return masks.to(torch.uint8)


def defined(net: Pupil, other: dict[str, Tensor], options: argparse.Namespace) -> list[str]:
    """What play.cu is compiled with. Rivals of a plain network's size decide as such networks do."""
    layers = len(other["bias"]), len(other["second_bias"])
    sizes = {
        "PLAYERS": len(net.third.bias), "HIDDEN": len(net.bias), "WIDTH": len(net.second.bias), "BLOCK": BLOCK,
        "PENALTIES_AT": PENALTIES_AT, "SCORE_AT": SCORE_AT, "DIFFERENCE": DIFFERENCE, "LONGEST": LONGEST,
        "ALONE": int(options.plain), "RIVAL_HIDDEN": layers[0], "RIVAL_WIDTH": layers[1],
        "RIVAL_ALONE": int(layers == PLAIN),
    }  # fmt: skip
    return [f"-D{name}={value}" for name, value in sizes.items()]


def sheet(players: int, wanted: bool, device: str) -> list[Tensor]:
    """The solved sheet of a seat among so many, as play.cu wants it; where it gets no seat, not solved."""
    if not wanted:
        return [torch.zeros(1, device=device), torch.zeros(1, dtype=torch.int16, device=device)]
    values = solve_sheet(players, PACE, threads=os.cpu_count() or 1)
    return [
        torch.tensor(values.settled, dtype=torch.float32, device=device),
        torch.tensor(values.pairs, device=device),
    ]


def rival(players: int, options: argparse.Namespace, device: str) -> dict[str, Tensor]:
    """The network to play against; without one, any, since it gets no seat."""
    if not options.rival:
        return Pupil(players, True, *PLAIN).to(device).arrays()
    with np.load(options.rival) as arrays:
        return {name: torch.tensor(arrays[name], device=device) for name in arrays.files}


def room(games: int, players: int, device: str) -> ManyGames:
    """Where games are written down."""
    return ManyGames(
        torch.zeros((games, LONGEST, 6 * players), dtype=torch.int16, device=device),
        torch.zeros((games, LONGEST, players), device=device),
        torch.zeros(games, dtype=torch.int16, device=device),
        torch.zeros((games, players), dtype=torch.int16, device=device),
    )


def cpu_player(net: Pupil, options: argparse.Namespace) -> Play:
    """Plays on one core, some hundred times more slowly."""
    players = len(net.third.bias)
    other = rival(players, options, "cpu")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "play.so"
        compiling = [
            "g++",
            "-O3",
            "-march=native",
            "-ffast-math",
            "-std=c++17",
            "-shared",
            "-fPIC",
            "-x",
            "c++",
        ]
        subprocess.run(
            [*compiling, *defined(net, other, options), str(SOURCE), "-o", str(library)], check=True
        )
        play_games = ctypes.CDLL(str(library)).play
    rules = sheet(players, options.sheets > 0, "cpu")
    rules += [torch.tensor(CODES.after.astype(np.int8)), torch.tensor(CODES.gain.astype(np.uint8))]
    played = room(options.games, players, "cpu")

    def play(net: Pupil, seed: int, rivals: Tensor) -> ManyGames:
        given = [*(array.float().contiguous() for array in weights(net.arrays()) + weights(other)), *rules]
        play_games(
            *(ctypes.c_void_p(array.data_ptr()) for array in given), ctypes.c_uint64(seed), options.games,
            ctypes.c_void_p(rivals.data_ptr()), options.looks, ctypes.c_float(options.stray),
            *(ctypes.c_void_p(array.data_ptr()) for array in played),
        )  # fmt: skip
        return played

    return play


def gpu_player(net: Pupil, options: argparse.Namespace) -> Play:
    """Plays on the GPU."""
    import cupy

    games, players = options.games, len(net.third.bias)
    other = rival(players, options, "cuda")
    made = cupy.RawModule(
        code=SOURCE.read_text(encoding="utf-8"),
        options=("-std=c++17", f"-I{SOURCE.parent}", *defined(net, other, options)),
    )
    told = cupy.zeros(2, cupy.int32)
    made.get_function("size")((1,), (1,), (told,))
    shared, warps = map(int, told)
    kernel = made.get_function("play")
    kernel.max_dynamic_shared_size_bytes = shared
    cores = cupy.cuda.Device().attributes["MultiProcessorCount"]
    rules = [cupy.asarray(array) for array in sheet(players, options.sheets > 0, "cuda")]
    rules += [cupy.asarray(CODES.after.astype(np.int8)), cupy.asarray(CODES.gain.astype(np.uint8))]
    played = room(games, players, "cuda")

    def play(net: Pupil, seed: int, rivals: Tensor) -> ManyGames:
        kernel(
            (cores,),
            (32 * warps,),
            (
                *map(cupy.asarray, weights(net.arrays()) + weights(other)), *rules, np.uint64(seed), np.int32(games),
                cupy.asarray(rivals.cuda()), np.int32(options.looks), np.float32(options.stray),
                cupy.zeros(1, cupy.int32), *map(cupy.asarray, played),
            ),
            shared_mem=shared,
        )  # fmt: skip
        torch.cuda.synchronize()
        return played

    return play


def first_places(scores: Tensor) -> Tensor:
    """`[game, seat]`: 1 for the winner, winners share."""
    best = (scores == scores.amax(-1, keepdim=True)).float()
    return best / best.sum(-1, keepdim=True)


@torch.no_grad()
def lessons(
    net: Pupil, played: ManyGames, rivals: Tensor, decay: float, looked: bool
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The facts of every position before a roll, its own slots, what the network says, and what it should have said."""
    games, players = played.scores.shape
    turn = torch.arange(LONGEST, device=played.facts.device)
    turns = torch.where(played.turns <= LONGEST, played.turns, 0).unsqueeze(1)
    there = turn < turns
    index = played.facts[there]
    # By seat: the one that began is seat 0, and at turn t the seat that rolls, slot 0, is seat t % players.
    seat = torch.arange(players, device=index.device)
    slot_of_seat = ((seat - turn.unsqueeze(1)) % players).expand(games, -1, -1)
    seat_of_slot = ((seat + turn.unsqueeze(1)) % players).expand(games, -1, -1)
    own = (rivals.to(index.device).unsqueeze(1) >> seat & 1 == 0).unsqueeze(1).expand(-1, LONGEST, -1)
    own = own.gather(2, seat_of_slot)[there]
    parts = zip(index.split(1 << 17), own.split(1 << 17), strict=True)
    said = torch.cat([net.log_chances(*part).exp() for part in parts])
    chances = torch.zeros((games, LONGEST, players), device=index.device)
    chances[there] = said
    chances = chances.gather(2, slot_of_seat)
    if looked:
        hopes = played.hopes.gather(2, slot_of_seat)
    else:  # but one roll, the one that came
        last = (turn == turns - 1).unsqueeze(2)
        hopes = torch.where(last, first_places(played.scores).unsqueeze(1), chances.roll(-1, 1))
    targets = torch.empty_like(chances)
    surprise = torch.zeros((games, players), device=index.device)
    for t in reversed(range(LONGEST)):
        targets[:, t] = hopes[:, t] + decay * surprise
        surprise = torch.where(there[:, t : t + 1], targets[:, t] - chances[:, t], 0)
    return index, own, said, targets.gather(2, seat_of_slot)[there]


def mirrored(index: Tensor) -> Tensor:
    """Each position in one of its eight images."""
    slots = index.view(len(index), -1, 6)
    base = (torch.arange(slots.shape[1]) * BLOCK).view(1, -1, 1) + torch.arange(4) * len(CODES)
    base = base.to(index)
    image = IMAGES.to(index.device)[torch.randint(8, (len(index), 1), device=index.device)]
    rows = (slots[..., :4] - base).gather(2, image.expand(-1, slots.shape[1], -1)) + base
    return torch.cat([rows, slots[..., 4:]], 2).flatten(1)


def loss_of(said: Tensor, own: Tensor, target: Tensor) -> Tensor:
    """The cross entropy of the own slots and of "one of the rivals", since which of them wins is not its concern."""
    rivals = said.masked_fill(own, -1e4).logsumexp(-1)
    return -((target * own * said).sum(-1) + (target * ~own).sum(-1) * rivals).mean()


def learner(net: Pupil, rate: Tensor, batch: int) -> tuple[Callable[[Tensor, Tensor, Tensor], None], Tensor]:
    """What learns from one batch, and where it adds up its losses.

    On a GPU the work of a batch is recorded once and then repeated, since starting each of its many small parts takes
    longer than doing it.
    """
    facts = torch.zeros((batch, 6 * len(net.third.bias)), dtype=torch.int16, device=rate.device)
    target = torch.full((batch, len(net.third.bias)), 1 / len(net.third.bias), device=rate.device)
    own = torch.ones_like(target, dtype=torch.bool)
    facts += (torch.arange(facts.shape[1], device=rate.device) // 6 * BLOCK).to(torch.int16)
    total = torch.zeros((), device=rate.device)
    on_gpu = rate.device.type == "cuda"
    optimiser = torch.optim.Adam(net.parameters(), lr=rate, fused=on_gpu, capturable=on_gpu)

    def once() -> None:
        optimiser.zero_grad(set_to_none=True)
        loss = loss_of(net.log_chances(facts, own), own, target)
        loss.backward()
        optimiser.step()
        total.add_(loss.detach())

    repeat = once
    if on_gpu:
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                once()
        torch.cuda.current_stream().wait_stream(aside)
        recorded = torch.cuda.CUDAGraph()
        with torch.cuda.graph(recorded):
            once()
        repeat = recorded.replay

    def learn(some_facts: Tensor, its_own: Tensor, some_target: Tensor) -> None:
        facts.copy_(some_facts)
        own.copy_(its_own)
        target.copy_(some_target)
        repeat()

    return learn, total


def train(
    options: argparse.Namespace, device: str, player: Callable[[Pupil, argparse.Namespace], Play]
) -> None:
    """Play, learn, and so on until the time is over."""
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    net = Pupil(options.players, options.plain, options.hidden, options.second).to(device)
    if options.start:
        net.begin_with(options.start)
    rate = torch.zeros((), device=device)  # until the first round, so that recording teaches nothing
    learn, total = learner(net, rate, options.batch)
    play = player(net, options)
    began, step = time.time(), 0
    while (share := (time.time() - began) / options.seconds) < 1:
        rate.fill_(
            options.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * share)) / 2)
        )  # bold first, careful later
        rivals = seated(options.players, options.games, options.company, options.sheets)
        played = play(net, options.seed << 32 | step, rivals)
        index, own, said, target = lessons(net, played, rivals, options.decay, options.looks > 0)
        off = (target - said).square().mean().sqrt()
        total.zero_()
        count = len(index) // options.batch * options.batch
        for _ in range(options.passes):
            image = mirrored(index)
            for batch in torch.randperm(len(index), device=device)[:count].split(options.batch):
                learn(image[batch], own[batch], target[batch])
        step += 1
        if step % options.tell == 0:
            print(
                f"{time.time() - began:6.1f} s  {step * options.games:,} games  "
                f"{len(index) / options.games:.1f} turns  mean score {played.scores.float().mean():.2f}  "
                f"loss {float(total) * options.batch / count / options.passes:.4f}  "
                f"off by {float(off):.4f}  ahead by {float(net.ahead.detach()):.3f}",
                flush=True,
            )
            save(net, options.out)
    save(net, options.out)
    print(f"{options.out}: {step * options.games:,} games in {time.time() - began:.0f} s", flush=True)


def save(net: Pupil, path: str) -> None:
    halves = {name: array.cpu().numpy().astype(np.float16) for name, array in net.arrays().items()}
    np.savez_compressed(path, **halves)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--start", help="a network to begin with")
    parser.add_argument("--rival", help="a network to play against")
    parser.add_argument("--company", type=float, default=0.0, help="in which share of the games rivals play")
    parser.add_argument(
        "--sheets", type=float, default=0.0, help="in which share of these they are solved sheets"
    )
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--second", type=int, default=64)
    parser.add_argument("--games", type=int, default=1 << 16, help="games in a round")
    parser.add_argument("--batch", type=int, default=1 << 13)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.8, help="the lambda of TD(lambda)")
    parser.add_argument(
        "--looks", type=int, default=0, help="rolls to look at in every position: 6, 12, … 36"
    )
    parser.add_argument("--stray", type=float, default=0.0, help="how much the chances are misjudged in play")
    parser.add_argument("--passes", type=int, default=1, help="how often to learn from each position")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", type=int, default=10, help="report after so many rounds of games")
    parser.add_argument("--cpu", action="store_true", help="play and learn on one core, without a GPU")
    options = parser.parse_args()
    if options.cpu:
        torch.set_num_threads(1)
        train(options, "cpu", cpu_player)
    else:
        train(options, "cuda", gpu_player)


if __name__ == "__main__":
    main()
