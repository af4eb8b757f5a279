"""How the visitors of the tests play: by tapping what the page offers them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import expect

from rowlock.rules import State, parse_position
from tests.page.visitor import Visitor
from tests.server.serving import PATIENCE, Opened

WAYS = """
() => {
  const there = (name) => document.querySelector(`[data-testid="${name}"]:not([disabled])`)
  document.querySelector('[data-testid="dice"]')?.click()  // seen enough
  if (there('result')) return 'over'
  for (const name of ['take-device', 'roll', 'penalty', 'pass']) if (there(name)) return name
  return document.querySelector('.cube.can') && !there('end-a1') ? 'push' : ''
}
"""
"""What the page asks of its reader now."""

GAPS = """
(sheet) => [...sheet.querySelectorAll('.cell.may')].map((cell) => {
  const cells = [...cell.parentElement.querySelectorAll('.cell')]
  const last = cells.findLastIndex((one) => one.classList.contains('crossed'))
  return [cells.indexOf(cell) - last, cell.dataset.testid]
})
"""
"""The cells that may be crossed, each with how many numbers it would pass over."""


def in_turns(visitors: Sequence[Visitor], step: Callable[[Visitor, str], None], most: int = 1000) -> int:
    """Everybody does what they are asked for until the game is over for all; how many things were done."""
    done = 0
    quiet_since = time.monotonic()
    while True:
        asked = [(visitor, visitor.page.evaluate(WAYS)) for visitor in visitors]
        if all(way == "over" for _, way in asked):
            return done
        busy = [(visitor, way) for visitor, way in asked if way not in ("", "over")]
        for visitor, way in busy:
            step(visitor, way)
            done += 1
            quiet_since = time.monotonic()
            if done >= most:
                return done
        if not busy:
            assert time.monotonic() - quiet_since < PATIENCE, [visitor.prompt() for visitor in visitors]
            visitors[0].page.wait_for_timeout(10)  # until the others' news arrive


def qwixx_step(visitor: Visitor, way: str) -> None:
    """Rolls; crosses what passes over the fewest numbers."""
    if way != "pass":
        visitor.tap(way)
        return
    cells: list[tuple[int, str]] = visitor.sheet.evaluate(GAPS)
    gap, cell = min(cells, default=(99, ""))
    if gap > 3:
        visitor.tap("pass")
        return
    visitor.sheet.get_by_test_id(cell).click()
    visitor.tap("cross")


def push(visitor: Visitor, move: str) -> None:
    """Takes a cube, pushes it in and, in teams, turns its arrow."""
    visitor.tap(f"cube-{move[:2]}")
    visitor.tap(f"end-{move[2:4]}")
    if len(move) == 5:
        visitor.tap("arrow-me" if me_of(visitor) == move[4] else "arrow-partner")


def me_of(visitor: Visitor) -> str:
    """The letter of this visitor's seat in a team game."""
    views = [message["table"] for message in visitor.heard if "table" in message]
    return "nesw"[views[-1]["you"][0] - 1]


class Pusher:
    """Plays Quixo with a plan for some of the seats, and anyhow for the others, so that games end."""

    def __init__(self, table: Opened, clever: Sequence[int], seed: int = 1) -> None:
        self._table, self._clever, self._chance = table, clever, Random(seed)

    def __call__(self, visitor: Visitor, way: str) -> None:
        assert way == "push"
        view = self._table.view()
        if view["status"] != "playing":
            return
        push(visitor, self.move(parse_position(view["position"]), view["awaiting"][0]))

    def move(self, state: State, seat: int) -> str:
        moves = list(state.legal_moves(seat))
        self._chance.shuffle(moves)
        if seat in self._clever:
            return max(moves, key=lambda move: self._worth(state.play(seat, move), seat))
        return next((move for move in moves if state.play(seat, move).outcome is None), moves[0])

    def _worth(self, state: State, seat: int) -> float:
        if state.outcome:
            return 100 if state.outcome.places[seat - 1] == 1 else -100
        ranks = str(state).split()[1].split("/")
        mine = "xns" if seat % 2 else "oew"
        size = len(ranks)
        lines = [*ranks, *("".join(line) for line in zip(*ranks, strict=True))]
        lines.append("".join(ranks[i][i] for i in range(size)))
        lines.append("".join(ranks[i][size - 1 - i] for i in range(size)))
        return max(sum(cube in mine for cube in line) for line in lines)


def until(visitor: Visitor, condition: Callable[[], bool]) -> None:
    """Waits for something that is not to be seen on the page, while the page goes on."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up
        visitor.page.wait_for_timeout(20)


def finish(visitors: Sequence[Visitor]) -> None:
    """Everybody sees how it ended."""
    for visitor in visitors:
        expect(visitor.by("result")).to_be_visible()


def last_view(visitor: Visitor) -> Any:
    """The table as the visitor's browser was told last."""
    return next(message["table"] for message in reversed(visitor.heard) if "table" in message)
