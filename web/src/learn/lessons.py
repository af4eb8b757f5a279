"""Makes lessons.json of every game: each step of its lessons, with what the rules say about it.

A step in a game's steps.json names a position, and the moves that the learner may choose from. The rules add the
position after each of them, completed lines, and for every other cell or cube why it can't be played now; so the
page itself needs to know no rules. Run it after a change: `python web/src/learn/lessons.py`.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rowlock.rules import GAMES, State, parse_position

ROOMS = Path(__file__).parents[1] / "games"


@dataclass(frozen=True)
class Step:
    """The name is a part of the keys of its texts. Without moves there is only something to look at."""

    name: str
    position: str
    moves: Iterable[str] = ()
    """Beginnings of the moves that are lit, the one that the hand shows first: `a3` is every push of the cube on a3."""
    seat: int = 1
    others: Mapping[str, str] = field(default_factory=dict)
    passed: str = ""
    """What the sentences say was passed over."""
    points: bool = False
    """Is the table of points shown?"""


def played(state: State, step: Step, move: str) -> State:
    """The state after a move of the learner, and of the others where they decide at the same time."""
    state = state.play(step.seat, move)
    for seat, decision in step.others.items():
        state = state.play(int(seat), decision)
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


def hints(state: State, step: Step, moves: list[str], targets: list[str]) -> dict[str, list[str]]:
    """The reason why each cell or cube that isn't lit can't be played; `other` if it could."""
    found: dict[str, list[str]] = {}
    for target in targets:
        if not any(move.startswith(target) for move in moves):
            refused = state.why_not(step.seat or 1, target)
            found.setdefault(refused.code if refused else "other", []).append(target)
    return found


def made(game: str, step: Step, targets: list[str]) -> dict[str, object]:
    state = parse_position(step.position)
    assert GAMES[game].parse(step.position) == state
    data: dict[str, object] = {"name": step.name, "position": str(state), "seat": step.seat or 1}
    if step.points:
        data["points"] = True
    if step.passed:
        data["passed"] = step.passed
    if lines := lines_of(state):
        data["lines"] = lines
    if step.moves:
        moves = chosen(state, step)
        after = {move: played(state, step, move) for move in moves}
        data["moves"] = {move: came(step, next_) for move, next_ in after.items()}
        data["hints"] = hints(state, step, moves, targets)
    if step.others:
        data["others"] = step.others
    return data


def texts() -> dict[Path, str]:
    """The files as they should be."""
    found = {}
    for file in sorted(ROOMS.glob("*/steps.json")):
        targets = runpy.run_path(str(file.with_name("facts.py")))["TARGETS"]
        steps = json.loads(file.read_text(encoding="utf-8"))
        lessons = {game: [made(game, Step(**one), targets) for one in all_] for game, all_ in steps.items()}
        text = json.dumps(lessons, separators=(",", ":")).replace('{"name"', '\n{"name"') + "\n"
        found[file.with_name("lessons.json")] = text
    return found


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
