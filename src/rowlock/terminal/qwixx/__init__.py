"""Qwixx in the terminal: the dice, the sheet of whoever decides, the others in short, and the scores."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from rowlock.rules import Outcome
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import COLOURS, MOST_PENALTIES, PENALTY_POINTS, Cell, Sheet
from rowlock.terminal.qwixx.dice import draw_dice, style
from rowlock.terminal.scene import Scene
from rowlock.terminal.views import View

ROOMY, NARROW = 72, 60
"""From the first width on the numbers of a sheet stand further apart; below the second the rows have no names, and
everything else stands closer."""
SHORT_NAME = 8


def draw(state: Qwixx, looker: int, scene: Scene) -> RenderableType:
    """The table as one player sees it."""
    parts: list[RenderableType] = []
    if state.dice:
        parts += [draw_dice(state.dice, scene), Text()]
    whose = {"name": scene.name(looker), "active": scene.name(state.active)}
    parts += [
        Text(scene.catalogue.text("qwixx.sheet", **whose), "bold"),
        *_sheet(state, looker, scene),
        Text(),
    ]
    parts += [_in_short(state, seat, scene) for seat in range(1, state.seats + 1) if seat != looker]
    return Group(*parts)


def _sheet(state: Qwixx, looker: int, scene: Scene) -> Iterator[Text]:
    sheet, catalogue = state.sheets[looker - 1], scene.catalogue
    now = state.legal_moves(looker)
    colours = {colour: catalogue.text(f"colour.{colour}") for colour in COLOURS}
    label_width = max(map(cell_len, colours.values()))
    for row, cells in enumerate(state.layout.rows):
        lock = state.layout.lock_colour(row)
        line = Text(f"{lock} ", style="bold", no_wrap=True)
        if scene.width >= NARROW:
            line.append(scene.column(colours[lock], label_width)).append(" ")
        for cell in cells:
            line.append(_cell(state, sheet, cell, cell.name in now, scene))
        closed = row in state.closed_rows
        mine = "✗" if sheet.locked(row, state.layout) else " "
        line.append(f" {'🔒' if closed else '🔓'}{mine}", style(lock, scene))
        line.append(f"{sheet.row_points(row, state.layout):{4 if scene.width >= NARROW else 3}}")
        yield line
    boxes = "".join("[✗]" if box < sheet.penalties else "[ ]" for box in range(MOST_PENALTIES))
    penalties = catalogue.text("qwixx.penalties", boxes=boxes, points=_minus(sheet))
    yield Text(f"{penalties}  = {catalogue.text('play.points', count=sheet.score(state.layout))}")


def _cell(state: Qwixx, sheet: Sheet, cell: Cell, now: bool, scene: Scene) -> Text:
    crossed, width = sheet.rows[cell.row], 4 if scene.width >= ROOMY else 3
    ink = style(cell.colour, scene)
    if crossed & cell.bit:
        return Text("✗".rjust(width), f"bold {ink}")
    if crossed > cell.bit or cell.row in state.closed_rows:
        return Text("–".rjust(width), f"dim {ink}")
    if now:
        return Text(" " * (width - 3), ink).append(f"›{cell.number}".rjust(3), "bold #000000 on #ffffff")
    return Text(str(cell.number).rjust(width), ink)


def _in_short(state: Qwixx, seat: int, scene: Scene) -> Text:
    """Another player's sheet in one line: for each row the last number crossed, and how many there are."""
    sheet, roomy = state.sheets[seat - 1], scene.width >= NARROW
    line = scene.column(scene.name(seat), scene.name_width if roomy else min(scene.name_width, SHORT_NAME))
    for row, cells in enumerate(state.layout.rows):
        lock = state.layout.lock_colour(row)
        last = [cell.number for cell in cells if sheet.rows[row] & cell.bit][-1:]
        reached = "🔒" if sheet.locked(row, state.layout) else "".join(map(str, last)).rjust(2)
        crosses = f"✗{sheet.crosses(row, state.layout)}" if last else ""
        shown = f"{lock} {reached} {crosses:3}" if roomy else f"{lock}{reached}{crosses:3}"
        line.append(" ").append(shown, style(lock, scene))
    line.append(f" {_minus(sheet):>3}{sheet.score(state.layout):{5 if roomy else 4}}")
    line.no_wrap = True
    return line


def _minus(sheet: Sheet) -> str:
    return f"−{sheet.penalties * PENALTY_POINTS}" if sheet.penalties else "0"


def news(before: Qwixx, after: Qwixx, scene: Scene) -> Iterator[str]:
    """What everybody should hear about: a penalty, a row that closes."""
    for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True), 1):
        if new.penalties > old.penalties:
            yield scene.catalogue.text("qwixx.takes-penalty", name=scene.name(seat))
    for row in after.closed_rows:
        if row not in before.closed_rows:
            colour = scene.catalogue.text(f"colour.{after.layout.lock_colour(row)}")
            yield scene.catalogue.text("qwixx.row-closes", colour=colour)


def result(state: Qwixx, outcome: Outcome, scene: Scene) -> RenderableType:
    """The scores as they stand at the foot of the paper: four rows, minus the penalties, and the total."""
    roomy = scene.width >= NARROW
    plus, minus, equals = (" + ", " − ", " = ") if roomy else ("+", "−", "=")
    lines = []
    for seat in sorted(range(1, state.seats + 1), key=lambda seat: outcome.places[seat - 1]):
        sheet = state.sheets[seat - 1]
        line = Text(f"{outcome.places[seat - 1]}. ", no_wrap=True)
        line.append(scene.column(scene.name(seat), scene.name_width))
        for row in range(len(state.layout.rows)):
            lock = state.layout.lock_colour(row)
            points = sheet.row_points(row, state.layout)
            shown = f"{lock} {points:2}" if roomy else f"{lock}{points}"
            line.append(plus if row else " ").append(shown, style(lock, scene))
        penalties = f"{sheet.penalties * PENALTY_POINTS:{2 if roomy else 1}}"
        line.append(f"{minus}{penalties}{equals}{sheet.score(state.layout):{3 if roomy else 1}}", "bold")
        lines.append(line)
    return Group(*lines)


VIEW = View(draw, news, result, columns=44, shows_dice=True)
