"""Quixo in the terminal, for two players and for teams: the board, always with rank 1, or the south, below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from rowlock.rules import Move
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import SEATS, SKIP, Quixo4
from rowlock.terminal.scene import Scene
from rowlock.terminal.views import View

Boards = Quixo | Quixo4

STYLES = {"X": "bold #ffffff on #b3261e", "O": "bold #ffffff on #1e56a0"}
FEW_STYLES = {"X": "bold bright_white on red", "O": "bold bright_white on blue"}
"""How the symbols look, and how where there are only the colours that have names."""
ARROWS = "↑→↓←"
"""Where the arrow of a cube points that north, east, south or west may take."""


class Looks(NamedTuple):
    """What the cubes of one seat look like."""

    symbol: str
    arrow: str
    style: str

    @property
    def face(self) -> str:
        """What stands on a cube."""
        return self.symbol + self.arrow


def draw(state: Boards, looker: int, scene: Scene) -> RenderableType:
    """The board, who plays what, and where the last cube was pushed in."""
    takeable = {move[:2] for move in state.legal_moves(looker) if move != SKIP}
    won = {square for line in (state.outcome.lines if state.outcome else ()) for square in line}
    parts: list[RenderableType] = [
        *_board(state, takeable, won, scene),
        Text(),
        *_players(state, scene),
    ]
    if isinstance(state, Quixo4):
        parts.append(Text(scene.catalogue.text("quixo.north-up"), style="dim"))
    return Group(*parts)


def _looks(state: Boards, scene: Scene) -> list[tuple[int, Looks]]:
    """The cubes of each seat, and what they look like."""
    styles = FEW_STYLES if scene.few_colours else STYLES
    teams = isinstance(state, Quixo4)
    cubes = state.pointing_at if isinstance(state, Quixo4) else (state.crosses, state.noughts)
    return [
        (cubes_of_seat, Looks("XO"[seat % 2], ARROWS[seat] if teams else "", styles["XO"[seat % 2]]))
        for seat, cubes_of_seat in enumerate(cubes)
    ]


def _board(state: Boards, takeable: set[str], won: set[str], scene: Scene) -> Iterator[Text]:
    size, looks = state.size, _looks(state, scene)
    inner = 2 + len(looks[0][1].face)
    above, below, left, right = _pushed(scene.last_move)
    files = "abcde"[:size]
    edge = f"─{'─' * inner}" * size
    yield Text("    " + "".join(f"{'▼' if file == above else file:^{inner + 1}}" for file in files))
    yield Text(f"   ┌{edge[1:]}┐")
    for rank in range(size, 0, -1):
        line = Text(f" {rank if str(rank) != left else '▶'} │", no_wrap=True)
        for i, file in enumerate(files):
            square = f"{file}{rank}"
            bit = 1 << state.board.squares.index(square)
            shown = next((look for cubes, look in looks if cubes & bit), None)
            line.append(" " if i else "").append(_cube(shown, inner, square in takeable, square in won))
        line.append(f"│ {rank if str(rank) != right else '◀'}")
        yield line
    yield Text(f"   └{edge[1:]}┘")
    yield Text("    " + "".join(f"{'▲' if file == below else file:^{inner + 1}}" for file in files))


def _pushed(last: Move | None) -> tuple[str, str, str, str]:
    """The file above or below which, or the rank left or right of which, the last cube was pushed in."""
    if last is None or last == SKIP:
        return "", "", "", ""
    from_file, from_rank, file, rank = list(last[:4])
    if from_file == file:
        return (file, "", "", "") if rank > from_rank else ("", file, "", "")
    return ("", "", "", rank) if file > from_file else ("", "", rank, "")


def _cube(looks: Looks | None, width: int, takeable: bool, won: bool) -> Text:
    face = looks.face if looks else "·".ljust(width - 2)
    style = looks.style if looks else ""
    if won:
        return Text(f"*{face}*", f"{style} reverse")
    if takeable:
        return Text("[", "bold").append(face, style).append("]", "bold")
    return Text(f" {face} ", style)


def _players(state: Boards, scene: Scene) -> Iterator[Text]:
    for seat, (_, looks) in enumerate(_looks(state, scene), 1):
        mark = "▶" if seat in state.awaiting else " "
        line = Text(f"{mark} ").append(f" {looks.face} ", looks.style).append(" ")
        if isinstance(state, Quixo4):
            line.append(f"{SEATS[seat - 1]} ", "bold")
        yield line.append(scene.column(scene.name(seat), scene.name_width))


VIEW = View(draw, columns=34)
