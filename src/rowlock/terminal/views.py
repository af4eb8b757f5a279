"""How a game looks: as its part of this room draws it, or plainly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from rowlock.rules import Game, Outcome, State
from rowlock.terminal.scene import Scene

MOST_MOVES = 40
"""So many moves are shown beside a position; the command `moves` shows all of them."""


def _no_news(before: object, after: object, scene: Scene) -> Iterable[str]:  # noqa: ARG001
    return ()


def draw_plainly(state: State, looker: int, scene: Scene) -> RenderableType:
    """The position as text, who plays with how many points, and what the looker may play."""
    lines = [Text(str(state), "bold"), Text()]
    for seat in range(1, state.seats + 1):
        line = Text("▶ " if seat in state.awaiting else "  ", no_wrap=True)
        line.append(scene.column(scene.name(seat), scene.name_width))
        lines.append(line.append(f" {state.scores[seat - 1]:5}" if state.scores else ""))
    moves = state.legal_moves(looker)
    if moves:
        more = " …" if len(moves) > MOST_MOVES else ""
        lines += [Text(), Text("  ".join(moves[:MOST_MOVES]) + more)]
    return Group(*lines)


def places(state: State, outcome: Outcome, scene: Scene) -> RenderableType:  # noqa: ARG001 (others look at it)
    """The places with the points of each."""
    order = sorted(range(1, len(outcome.places) + 1), key=lambda seat: outcome.places[seat - 1])
    lines = []
    for seat in order:
        line = Text(f"{outcome.places[seat - 1]}. ", no_wrap=True)
        line.append(scene.column(scene.name(seat), scene.name_width))
        lines.append(line.append(f" {outcome.scores[seat - 1]:5}", "bold"))
    return Group(*lines)


class View(NamedTuple):
    """The pictures of one game."""

    draw: Callable[[Any, int, Scene], RenderableType] = draw_plainly
    """The state as a seat may see it."""
    news: Callable[[Any, Any, Scene], Iterable[str]] = _no_news
    """What the step from one state to the next has brought, beside the move itself."""
    result: Callable[[Any, Outcome, Scene], RenderableType] = places
    """The scores at the end, where there are any."""
    columns: int = 30
    """How wide a terminal must be for them."""
    shows_dice: bool = False
    """Is a roll to be seen in them? Otherwise it is told like a move."""


def view_of(game: Game) -> View:
    """The view that a game brings in its part of this room, as `VIEW`; a plain one if it brings none."""
    part = game.part("terminal")
    view: View = part.VIEW if part else View()
    return view
