"""The puzzles verified once more, by a second program: plain enumeration by the rules, nothing of what made them.

It takes from the tables only whether a position is won, drawn or lost, with plies where they know them, and from the
solved sheet only what a sheet is worth a whole turn later.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import CLASSIC, COLOURS, Sheet
from rowlock.solve.quixo.table import built_in
from rowlock.solve.qwixx.solitaire import Solitaire, cached
from tests.rules.naive_quixo import NaiveQuixo
from tests.rules.naive_quixo4 import NaiveQuixo4

# Quixo

LOOK = {"win": 7, "loss": 4}
"""So far puzzles tell the plies where no table does."""
NAMES = {1: "win", 0: "draw", -1: "loss"}


def quixo_worth(position: str) -> dict[str, str]:
    """What every push is worth: `win 3`, `draw`, `loss`."""
    seat = NaiveQuixo.from_text(position).mover
    worth = {}
    for move in NaiveQuixo.from_text(position).legal(seat):
        game = NaiveQuixo.from_text(position)
        game.play(seat, move)
        ended = game.outcome()
        if ended:
            worth[move] = "win 1" if ended[1][seat - 1] == 1 else "loss 1"
            continue
        then = Quixo.parse(game.text())
        verdict = built_in(then.size).probe_state(then)
        assert verdict
        value = NAMES[-verdict.value]
        plies = verdict.plies
        if value != "draw" and plies is None:
            winner = seat if value == "win" else 3 - seat
            within = (n for n in range(LOOK[value]) if _ends_within(then, n, winner))
            plies = next(within, None)
        worth[move] = value if plies is None or value == "draw" else f"{value} {plies + 1}"
    return worth


@cache
def _ends_within(state: Quixo, plies: int, winner: int) -> bool:
    """Can the winner force the end within so many plies?"""
    if state.outcome:
        return winner in state.outcome.winners
    if plies == 0:
        return False
    if plies > 2:
        verdict = built_in(state.size).probe_state(state)
        if verdict and verdict.value != (1 if state.to_move == winner else -1):
            return False
    after = [state.play(state.to_move, move) for move in state.legal_moves(state.to_move)]
    after.sort(key=lambda then: then.outcome is None)
    can = any if state.to_move == winner else all
    return can(_ends_within(then, plies - 1, winner) for then in after)


def quixo_images(position: str) -> set[str]:
    """A position as the side to move sees it, in all mirror images."""
    _, board, symbol = position.split(" ")
    if symbol == "o":
        board = board.translate(str.maketrans("xo", "ox"))
    ranks, found = board.split("/"), set()
    for _ in range(4):
        ranks = ["".join(file) for file in zip(*ranks[::-1], strict=True)]
        found |= {"/".join(ranks), "/".join(ranks[::-1])}
    return found


def quixo_after(position: str, move: str) -> str:
    """The position after a push."""
    game = NaiveQuixo.from_text(position)
    game.play(game.mover, move)
    return game.text()


# Quixo in teams


TEAM_LOOK = 3
"""So many plies after a move tell what it is worth, or nobody knows."""


def team_worth(position: str) -> dict[str, str]:
    """What every move is worth: `win 3`, `loss 2`, or `open` where the plies don't tell."""
    us = NaiveQuixo4.from_text(position).mover
    worth = {}
    for move in NaiveQuixo4.from_text(position).legal(us):
        game = NaiveQuixo4.from_text(position)
        game.play(us, move)
        then = Quixo4.parse(game.text())
        ends = ((_team_ends(then, plies), plies + 1) for plies in range(TEAM_LOOK + 1))
        found = next(((winner, plies) for winner, plies in ends if winner is not None), None)
        worth[move] = f"{'win' if (found[0] - us) % 2 == 0 else 'loss'} {found[1]}" if found else "open"
    return worth


def team_after(position: str, move: str) -> str:
    """The position after a push, whoever the new arrow points at."""
    game = NaiveQuixo4.from_text(position)
    partners = {"n": "n", "s": "n", "e": "e", "w": "e"}
    game.play(game.mover, move[:4] + partners[move[4]])
    return game.text()


def _team_ends(game: Quixo4, plies: int) -> int | None:
    """Who wins within so many plies under best play, a seat of that team; None if nobody surely does."""
    if game.outcome:
        return game.outcome.winners[0]
    if plies == 0:
        return None
    us, sure = game.to_move, True
    after = [game.play(us, move) for move in game.legal_moves(us)]
    after.sort(key=lambda then: then.outcome is None)
    for then in after:
        winner = _team_ends(then, plies - 1)
        if winner is not None and (winner - us) % 2 == 0:
            return us
        sure = sure and winner is not None
    return us % 4 + 1 if sure else None


def team_images(position: str) -> set[str]:
    """A position as the player to move sees the others, in all mirror images."""
    _, board, seat, turns = position.split(" ")
    at = "nesw".index(seat)
    board = board.translate(str.maketrans("nesw"[at:] + "nesw"[:at], "nesw"))
    return {f"{image} {min(int(turns), 4)}" for image in quixo_images(f"quixo {board} x")}


# Qwixx


@cache
def solved() -> Solitaire:
    """The solved sheet."""
    return cached()


def qwixx_worth(position: str) -> dict[str, float]:
    """What every decision about one sheet is worth: before the next roll, the mean over all of them."""
    state = Qwixx.parse(position)
    return {move: _worth(state.play(1, move)) for move in state.legal_moves(1)}


def _worth(state: Qwixx) -> float:
    if state.phase == "over":
        return state.scores[0]
    if state.phase == "roll":
        return _mean(state.sheets[0])
    return max(_worth(state.play(1, move)) for move in state.legal_moves(1))


@cache
def _later(sheet: Sheet) -> float:
    """What a sheet is worth after a turn."""
    over = _locks(sheet) >= 2 or sheet.penalties == 4
    return solved().value(Qwixx((sheet,), 1, "over" if over else "roll"))


def _locks(sheet: Sheet) -> int:
    return sum(sheet.locked(row) for row in range(4))


@cache
def _mean(sheet: Sheet) -> float:
    """The mean over all rolls of both white dice and the four coloured ones: the best of every white decision, with the
    best coloured one after it."""
    total = 0.0
    for one, two in product(range(1, 7), repeat=2):
        best = np.full((6, 6, 6, 6), -np.inf)
        for white in (PASS, *(f"{colour}{one + two}" for colour in COLOURS)):
            first = crossed(sheet, white)
            if first is None:
                continue
            if _locks(first) >= 2:
                best = np.maximum(best, _later(first))
                continue
            idle = first.penalise() if white == PASS else first
            best = np.maximum(best, _later(idle))
            for axis, colour in enumerate(COLOURS):
                brings = np.full(6, -np.inf)
                for face, die in product(range(1, 7), (one, two)):
                    second = crossed(first, f"{colour}{die + face}")
                    if second is not None:
                        brings[face - 1] = max(brings[face - 1], _later(second))
                best = np.maximum(best, brings.reshape([6 if axis == other else 1 for other in range(4)]))
        total += float(best.mean())
    return total / 36


def crossed(sheet: Sheet, move: str) -> Sheet | None:
    """The sheet after a decision; None if it isn't allowed."""
    if move == PASS:
        return sheet
    cell = CLASSIC.named[move]
    if sheet.locked(cell.row) or sheet.why_not(cell):
        return None
    return sheet.cross(cell)


def qwixx_images(position: str) -> set[str]:
    """A position in all its symmetric forms; of a row only the last cross and the number of crosses are kept."""
    _, sheet, _, phase, dice = position.split(" ")
    *rows, penalties = sheet.split("/")
    rising, falling = rows[:2], rows[2:]
    faces = [0 if face == "." else int(face) for face in dice]

    def row(text: str, face: int, end: int, mirrored: bool) -> tuple[object, ...]:
        numbers = [] if text == "-" else [int(number) for number in text.split(",")]
        if not numbers:
            return ("empty", _turned(face, mirrored))
        if numbers[-1] == end:
            return ("closed",)
        return (14 - numbers[-1] if mirrored else numbers[-1], len(numbers), _turned(face, mirrored))

    found = set()
    for mirrored in (False, True):
        red, yellow = [row(text, face, 12, mirrored) for text, face in zip(rising, faces[2:4], strict=True)]
        green, blue = [row(text, face, 2, mirrored) for text, face in zip(falling, faces[4:], strict=True)]
        whites = sorted(_turned(face, mirrored) for face in faces[:2])
        for first, second in product(((red, yellow), (yellow, red)), ((green, blue), (blue, green))):
            pairs = (second, first) if mirrored else (first, second)
            found.add(f"{phase} {penalties} {whites} {pairs}")
    return found


def _turned(face: int, mirrored: bool) -> int:
    return 7 - face if face and mirrored else face
