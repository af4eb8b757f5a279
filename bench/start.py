"""How long the first answer of every level of every game takes, and how much memory those hold who think.

Each level is asked at a server of its own, as `make run` starts it in a folder that is set up: somebody opens a table
some seconds after the start and lets the bot begin. `rowlock engine` is timed from its start to its first move. Last,
two servers let Quixo's master play against itself for a while: how much memory its process holds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.serving import Server
from rowlock.rules import GAMES
from rowlock.rules.levels import LEVELS

LIMIT, ENGINE_LIMIT, MEMORY_LIMIT = 1.0, 1.5, 250
"""Seconds after the tap, seconds after the engine's start, and MB of one process."""
ROWLOCK = (sys.executable, "-c", "import sys; from rowlock.cli import main; sys.exit(main())")


@contextmanager
def served() -> Iterator[Server]:
    """A server that has just started."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), {})
        try:
            yield server
        finally:
            server.stop()


def ask(server: Server, path: str, body: object = None) -> Any:
    """One call."""
    asked = urllib.request.Request(f"http://127.0.0.1:{server.port}/api{path}")
    if body is not None:
        asked.data = json.dumps(body).encode()
        asked.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def first_answer(server: Server, game: str, level: str) -> float:
    """Seconds from opening a table to the first decision of the bot in seat 2, who begins."""
    others = min(count for count in GAMES[game].seat_counts if count > 1) - 1
    seats = [{"kind": "human", "name": "Ada"}] + [{"kind": "bot", "level": level}] * others
    began = time.perf_counter()
    table = ask(server, "/tables", {"game": game, "seats": seats, "options": {"first": 2}})
    rolls = int(GAMES[game].dice)  # by the bot, too, but that is no decision
    while ask(server, f"/tables/{table['id']}")["plies"] <= rolls:
        time.sleep(0.01)
    return time.perf_counter() - began


def first_move(game: str) -> float:
    """Seconds from the start of the engine to its first move."""
    began = time.perf_counter()
    engine = subprocess.run(
        [*ROWLOCK, "engine", game], input="go\n", capture_output=True, text=True, check=True
    )
    assert "bestmove" in engine.stdout
    return time.perf_counter() - began


def play(server: Server, seconds: float) -> None:
    """Let Quixo's master play against itself."""
    over = time.monotonic() + seconds
    while time.monotonic() < over:
        body = {"game": "quixo", "seats": [{"kind": "bot", "level": "master"}] * 2}
        table = ask(server, "/tables", body)["id"]
        while time.monotonic() < over and ask(server, f"/tables/{table}")["status"] != "over":
            time.sleep(0.2)


def memory(process: int) -> dict[str, int]:
    """MB of memory by kind, as the system tells them."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    facts = dict(line.split(":") for line in text.splitlines() if line.endswith("kB"))
    return {name: int(value.split()[0]) // 1024 for name, value in facts.items()}


def watch(seconds: float) -> Iterator[None]:
    """Often, for so long."""
    over = time.monotonic() + seconds
    while time.monotonic() < over:
        yield
        time.sleep(0.05)


def thinking_process(server: Server) -> int:
    """The number of the process in which a server thinks: of all its children the largest."""
    threads = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = [int(number) for thread in threads for number in thread.read_text().split()]
    return max(children, key=lambda child: memory(child)["Rss"])


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pause", type=float, default=4.0, help="seconds from the start to the tap (4)")
    options.add_argument("--seconds", type=float, default=60.0, help="how long master plays (60)")
    told = options.parse_args(arguments)
    for game in GAMES:
        for level in LEVELS:
            with served() as server:
                time.sleep(told.pause)
                took = first_answer(server, game, level)
            print(f"{game + ', ' + level:<30}{took:6.2f} s, limit {LIMIT} s", flush=True)
    for game in GAMES:
        print(f"{'rowlock engine ' + game:<30}{first_move(game):6.2f} s, limit {ENGINE_LIMIT} s", flush=True)
    with served() as one, served() as other:
        for server in (one, other):
            play(server, told.seconds / 4)
        thinking = thinking_process(one)
        seen = [memory(thinking) for _ in watch(told.seconds / 2)]
    rest = min(seen, key=lambda facts: facts["Rss"])
    own, most = rest["Private_Clean"] + rest["Private_Dirty"], max(facts["Pss"] for facts in seen)
    print(
        f"{'master, between thoughts':<30}{rest['Rss']:4} MB, limit {MEMORY_LIMIT} MB; {own} MB of them its own"
    )
    print(f"{'master, while it thinks':<30}{most:4} MB at most, its part of what it shares included")
