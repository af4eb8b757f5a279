"""Plays matches of a Qwixx network against others on a GPU, a million games in seconds.

    python -m training.qwixx.match --own p2.npz --rival src/rowlock/bots/qwixx/data/plain-2.npz
    python -m training.qwixx.match --own p4.npz --rival sheet

One seat, each in turn, decides as the bot `master` does, with the given network; the rival has all the others: a plain
network, another one like the own, or the solved sheet. The share of first places, ties split, has its 95 % interval.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch

from training.qwixx.train import SHEETS, Pupil, first_places, gpu_player


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--own", required=True)
    parser.add_argument("--rival", required=True, help="a network, or `sheet`")
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with np.load(options.own) as arrays:
        hidden, second, players = len(arrays["bias"]), len(arrays["second_bias"]), len(arrays["third_bias"])
    options.plain, options.looks, options.stray = False, 0, 0.0
    options.sheets = float(options.rival == "sheet")
    if options.sheets:
        options.rival = None
    net = Pupil(players, False, hidden, second).cuda()
    net.begin_with(options.own)
    play = gpu_player(net, options)
    seat = torch.arange(options.games) % players
    began = time.time()
    rivals = (1 << players) - 1 - (1 << seat) + (SHEETS if options.sheets else 0)
    scores = play(net, options.seed, rivals.to(torch.uint8)).scores
    won = first_places(scores).cpu().gather(1, seat.unsqueeze(1)).double()
    margin = 1.96 * float(won.std()) / options.games**0.5
    print(
        f"{options.own}: {100 * float(won.mean()):.2f} % ± {100 * margin:.2f} "
        f"of {options.games:,} games with {players} players in {time.time() - began:.1f} s"
    )


if __name__ == "__main__":
    main()
