"""Makes lessons.json: each step of the lessons, with what the rules say about it.

A step here names a position, and the moves that the learner may choose from. The rules add the position after
each of them, completed lines, and for every other cell or cube why it can't be played now; so the page itself
needs to know no rules. Run it after a change: `python web/src/learn/lessons.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rowlock.rules import GAMES, IllegalMove, State, parse_position

FILE = Path(__file__).with_name("lessons.json")
BLANK = "...../...../...../...../....."
CELLS = [colour + str(number) for colour in "rygb" for number in range(2, 13)]
SQUARES = [file + rank for file in "abcde" for rank in "12345"]
ENDS = {"a": "e", "e": "a", "1": "5", "5": "1"}


@dataclass(frozen=True)
class Step:
    """The name is a part of the keys of its texts. Without moves there is only something to look at."""

    name: str
    position: str
    moves: Iterable[str] = ()
    """Beginnings of the moves that are lit, the one that the hand shows first: `a3` is every push of the cube on a3."""
    seat: int = 1
    others: Mapping[int, str] = field(default_factory=dict)
    points: bool = False
    """Is the table of points shown?"""


LESSONS: dict[str, list[Step]] = {
    "qwixx": [
        Step("roll", "qwixx -/-/-/-/0 -/-/-/-/0 1 roll -", ["413526"], seat=0),
        Step("white", "qwixx -/-/-/-/0 -/-/-/-/0 1 white 413526", ["r5", "y5", "g5", "b5"], others={2: "y5"}),
        Step("colour", "qwixx 5/-/-/-/0 -/5/-/-/0 1 colour+ 413526", ["b10"]),
        Step("skip", "qwixx 5/-/-/10/0 -/5/-/-/0 2 white 342651", ["r7"], others={2: "g7"}),
        Step("gone", "qwixx 5,7/-/-/10/0 -/5/7/-/0 1 white 332514", ["y6", "g6", "b6"], others={2: "pass"}),
        Step("penalty", "qwixx 5,7,10/4,9/8,6,5/10,9,6/0 2,6/5,8/11,7/12,9/0 1 colour 664324", ["pass"]),
        Step(
            "lock",
            "qwixx 2,4,5,8,10/4,9/8,6,5/10,9,6/1 2,6/5,8/11,7/12,9/0 1 white 663254",
            ["r12"],
            others={2: "pass"},
        ),
        Step("end", "qwixx 2,4,5,8,10,12/4,9,10/8,6,5,4/10,9,6/1 2,6/5,8/12,11,9,8,5,2/12,9/0 2 over -"),
        Step(
            "points",
            "qwixx 2,4,5,8,10,12/4,9,10/8,6,5,4/10,9,6/1 2,6/5,8/12,11,9,8,5,2/12,9/0 2 over -",
            points=True,
        ),
    ],
    "quixo": [
        Step("take", f"quixo {BLANK} x", ["e3a3", ""]),
        Step("own", "quixo .o..x/...../x.o../...../.x..o x", ["a3e3", "a3", "e5", "b1"]),
        Step("win", "quixo o.o../...../xxxx./..o../o.... x", ["e3a3"]),
        Step("lines", "quixo o...x/...x./o.x../.x..o/x.o.. o"),
        Step("careful", "quixo ..x../..o../oo.oo/x..../x...x x", ["c1c5"]),
    ],
    "quixo4": [
        Step("teams", f"quixo4 {BLANK} n 0"),
        Step("first", "quixo4 ..s../....e/...../...../..... s 2", ["a3e3s", ""], seat=3),
        Step("yours", "quixo4 n.s.e/w..../..s../e...n/s..w. s 10", ["a1a5n", "a1", "c5"], seat=3),
        Step("partner", "quixo4 n.s.e/w..../..s../e...n/s..w. s 10", ["c5c1n"], seat=3),
        Step("skip", "quixo4 nenwn/e...w/n...n/w...e/nwnen s 30", ["skip"], seat=3),
        Step("win", "quixo4 w.e../...../nsns./..e../w.... s 14", ["e3a3"], seat=3),
        Step("careful", "quixo4 ..n../..w../ew.we/n..../s...n s 18", ["c1c5"], seat=3),
    ],
}


def played(state: State, step: Step, move: str) -> State:
    """The state after a move of the learner, and of the others where they decide at the same time."""
    for seat, decision in {step.seat: move, **step.others}.items():
        state = state.play(seat, decision)
    return state


def lines_of(state: State) -> list[list[str]]:
    return [list(line) for line in state.outcome.lines] if state.outcome else []


def came(step: Step, state: State) -> dict[str, object]:
    """What a move has led to: the position, and where the game is over, its line and whether the learner has lost."""
    data: dict[str, object] = {"after": str(state)}
    if outcome := state.outcome:
        data |= {"lines": lines_of(state), "lost": step.seat not in outcome.winners}
    return data


def chosen(state: State, step: Step) -> list[str]:
    """The moves that are lit. At the dice there are thousands, so theirs is named in full."""
    if step.seat == 0:
        return list(step.moves)
    legal = state.legal_moves(step.seat)
    return list(dict.fromkeys(move for start in step.moves for move in legal if move.startswith(start)))


def tried(game: str, target: str) -> str:
    """A move that would use a cell, or take the cube of a square."""
    if game == "qwixx":
        return target
    file, rank = tuple(target)
    end = file + ENDS[rank] if rank in ENDS else ENDS.get(file, file) + rank
    return target + (end if end != target else "a1") + ("s" if game == "quixo4" else "")


def hints(game: str, state: State, step: Step, moves: list[str]) -> dict[str, list[str]]:
    """The reason why each cell or cube that isn't lit can't be played; `other` if it could."""
    found: dict[str, list[str]] = {}
    for target in CELLS if game == "qwixx" else SQUARES:
        if any(move.startswith(target) and (len(target) == len(move) or game != "qwixx") for move in moves):
            continue
        try:
            state.play(step.seat or 1, tried(game, target))
            code = "other"
        except IllegalMove as refused:
            code = refused.code
        found.setdefault(code, []).append(target)
    return found


def made(game: str, step: Step) -> dict[str, object]:
    state = parse_position(step.position)
    assert GAMES[game].parse(step.position) == state
    data: dict[str, object] = {"name": step.name, "position": str(state), "seat": step.seat or 1}
    if step.points:
        data["points"] = True
    if lines := lines_of(state):
        data["lines"] = lines
    if step.moves:
        moves = chosen(state, step)
        after = {move: played(state, step, move) for move in moves}
        data["moves"] = {move: came(step, next_) for move, next_ in after.items()}
        data["hints"] = hints(game, state, step, moves)
    if step.others:
        data["others"] = {str(seat): move for seat, move in step.others.items()}
    return data


def text() -> str:
    """The file as it should be."""
    lessons = {game: [made(game, step) for step in steps] for game, steps in LESSONS.items()}
    return json.dumps(lessons, separators=(",", ":")).replace('{"name"', '\n{"name"') + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
