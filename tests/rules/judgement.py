"""Why a move may not be played, judged by the naive games: the code and its facts, written from their meaning."""

from __future__ import annotations

from tests.rules.games import Naive
from tests.rules.naive_quixo import NaiveQuixo
from tests.rules.naive_quixo4 import PARTNER, SEATS, NaiveQuixo4
from tests.rules.naive_qwixx import ROWS, NaiveQwixx

Reason = tuple[str, dict[str, object]]


def judge(game: Naive, seat: int, move: str) -> Reason | None:
    """None for a move that may be played."""
    if isinstance(game, NaiveQwixx):
        return judge_qwixx(game, seat, move)
    if isinstance(game, NaiveQuixo4):
        return judge_quixo4(game, seat, move)
    assert isinstance(game, NaiveQuixo)
    return judge_quixo(game, seat, move)


# Qwixx


def judge_qwixx(game: NaiveQwixx, seat: int, move: str) -> Reason | None:
    if game.over():
        return "game-over", {}
    if game.phase == "roll":
        return ("roll-first", {}) if seat != 0 else judge_roll(game, move)
    if seat in game.sealed:
        return "already-decided", {"seat": seat}
    if seat not in game.owed():
        return "not-your-turn", {"seat": seat}
    if move == "pass":
        return None
    if move not in [f"{colour}{number}" for colour, row in ROWS.items() for number in row]:
        return "not-a-move", {}
    return judge_cross(game, seat, move)


def judge_roll(game: NaiveQwixx, roll: str) -> Reason | None:
    if len(roll) != 6 or not set(roll) <= set("123456."):
        return "not-a-roll", {}
    for colour, face in zip("wwrygb", roll, strict=True):
        if colour in game.closed() and face != ".":
            return "die-has-left", {}
        if colour not in game.closed() and face == ".":
            return "die-missing", {}
    return None


def judge_cross(game: NaiveQwixx, seat: int, move: str) -> Reason | None:
    colour, number = move[0], int(move[1:])
    crossed = game.sheets[seat - 1][colour]
    if colour in game.closed():
        return "row-closed", {"cell": move}
    if (colour, number) not in game.offered():
        whites = sorted(int(face) for face in game.dice[:2])
        if game.phase == "white":
            return "not-the-white-sum", {"cell": move, "sum": whites[0] + whites[1]}
        die = int(game.dice["wwrygb".index(colour)])
        return "not-a-coloured-sum", {"cell": move, "low": whites[0] + die, "high": whites[1] + die}
    if number in crossed:
        return "already-crossed", {"cell": move, "crosses": len(crossed)}
    if any(ROWS[colour].index(number) < ROWS[colour].index(other) for other in crossed):
        return "passed-over", {"cell": move, "crosses": len(crossed)}
    if number == ROWS[colour][-1] and len(crossed) < 5:
        return "needs-five", {"cell": move, "crosses": len(crossed)}
    return None


# Quixo


def judge_turn(game: NaiveQuixo, seat: int) -> Reason | None:
    if game.ended:
        return "game-over", {}
    if seat != game.mover:
        return "not-your-turn", {"seat": seat, "to_move": game.mover}
    return None


def judge_push(game: NaiveQuixo, move: str) -> Reason | None:
    """The way of the cube, whatever it shows."""
    squares = [f"{file}{rank}" for file in "abcde" for rank in "12345"]
    leaves, enters = move[:2], move[2:]
    if leaves in game.cubes and not enters:  # only the beginning of a move: which cube
        return None if game.on_border(leaves) else ("not-on-border", {})
    if leaves in squares and not enters:
        return "off-board", {}
    if leaves not in squares or enters not in squares:
        return "not-a-move", {}
    if leaves not in game.cubes or enters not in game.cubes:
        return "off-board", {}
    if not game.on_border(leaves):
        return "not-on-border", {}
    if leaves == enters:
        return "same-place", {}
    if enters not in game.ends(leaves):
        return "not-an-end", {}
    return None


def judge_quixo(game: NaiveQuixo, seat: int, move: str) -> Reason | None:
    if reason := judge_turn(game, seat) or judge_push(game, move):
        return reason
    if game.cubes[move[:2]] not in (".", game.symbol(seat)):
        return "opponents-cube", {"square": move[:2]}
    return None if len(move) == 4 else ("not-a-move", {})


def judge_quixo4(game: NaiveQuixo4, seat: int, move: str) -> Reason | None:
    if reason := judge_turn(game, seat):
        return reason
    if not move:
        return "not-a-move", {}
    can_take = any(game.may_take(square) for square in game.cubes)
    if move == "skip":
        return ("must-move", {}) if can_take else None
    if not can_take:
        return "must-skip", {}
    if len(move) > 5 or (len(move) == 5 and move[4] not in SEATS):
        return "not-a-move", {}
    if reason := judge_push(game, move[:4]):
        return reason
    me, cube = SEATS[seat - 1], game.cubes[move[:2]]
    square: dict[str, object] = {"square": move[:2]}
    if len(move) == 5 and move[4] not in (me, PARTNER[me]):
        return "arrow-at-opponent", {"arrow": move[4]}
    if cube not in (".", me, PARTNER[me]):
        return "opponents-cube", square
    if cube != "." and game.turns < 4:
        return "blank-first", square
    if cube == PARTNER[me]:
        return "partners-cube", square
    return None if len(move) == 5 else ("not-a-move", {})
