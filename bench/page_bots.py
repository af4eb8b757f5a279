"""The bots that play in the page without a server, against the levels of the program.

python -m bench page_bots GAME [--level medium] [--against medium] [--games 200] [--seats 2]

The page's bot sits among so many of the level, as each seat equally often; ties are split. The page's own code plays,
in Node: `web/` must be set up.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rowlock.bots import BOTS, Question
from rowlock.bots.arena import arena
from rowlock.rules import GAMES, Move

WEB = Path(__file__).parents[1] / "web"


class PageBot:
    """A level of the page, asked line by line."""

    def __init__(self, script: Path, level: str) -> None:
        self._level = level
        self._node = subprocess.Popen(
            ["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, question: Question) -> Move:
        """What the page would play."""
        told, answers = self._node.stdin, self._node.stdout
        assert told
        assert answers
        told.write(json.dumps([self._level, question.seat, str(question.view)]) + "\n")
        told.flush()
        return answers.readline().strip()

    def close(self) -> None:
        """No more questions."""
        self._node.terminate()
        self._node.wait()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--level", default="medium", choices=["easy", "medium"])
    parser.add_argument("--against", default="medium")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2)
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "bots.mjs"
        bundle: list[str | Path] = [
            WEB / "node_modules/.bin/rolldown",
            "tests/page-bots.js",
            "-o",
            script,
            "--platform",
            "node",
        ]
        subprocess.run(bundle, cwd=WEB, check=True, stdout=subprocess.DEVNULL)
        page = PageBot(script, wanted.level)
        BOTS[wanted.game]["page"] = page
        # Partners play alike.
        others = [
            "page" if GAMES[wanted.game].side(1, wanted.seats).count(seat) else wanted.against
            for seat in range(1, wanted.seats + 1)
        ]
        try:
            first, *_ = arena(wanted.game, others, games=wanted.games, cores=1)
        finally:
            page.close()
            del BOTS[wanted.game]["page"]
    print(
        f"{wanted.game}, {wanted.seats} seats: the page's {wanted.level} among {wanted.against}, {wanted.games} games"
    )
    print(
        f"first places {first.wins:.1%} ± {first.wins_margin:.1%}, score {first.score:.1f} ± {first.score_margin:.1f}"
    )
