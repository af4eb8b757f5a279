"""Puzzles of Qwixx: one sheet, and the exact expected final score under best play after every decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, cast

from rowlock.bots import Option, Question, bot
from rowlock.rules import DICE, State
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import CLASSIC
from rowlock.study.puzzles import GamePuzzles, Source, Task

if TYPE_CHECKING:
    from rowlock.solve.qwixx.solitaire import Solitaire

MARGIN = 1.0
"""By so many points the best decision is better than any other."""
HASTY = 0.4
"""How often whoever plays the games that puzzles come from doesn't think ahead."""
SHOWN = 0.2
"""Of a game not every decision, so that the puzzles come from many games."""
RED_YELLOW, MIRROR = 2, 7
"""Red and yellow rise, green and blue fall; seen in a mirror, 1 to 6 are 6 to 1."""


@cache
def _solved() -> Solitaire:
    from rowlock.solve.qwixx.solitaire import cached

    return cached()


def judge(state: State) -> Task | None:
    """What every decision about this one sheet is worth, and which theme that makes."""
    qwixx = cast(Qwixx, state)
    worth = {move: round(_solved().value(qwixx.play(1, move)), 2) for move in qwixx.legal_moves(1)}
    ranked = sorted(worth, key=lambda move: -worth[move])
    if len(ranked) < 2 or round(worth[ranked[0]] - worth[ranked[1]], 2) < MARGIN:
        return None
    moves = tuple(Option(move, exact=True, points=worth[move]) for move in ranked)
    theme = _theme(qwixx, ranked[0])
    plain = bot("qwixx", "greedy")(Question(qwixx, 1)) == ranked[0]
    return Task(theme, moves, "plain" if plain else "surprising")


def _theme(state: Qwixx, best: str) -> str:
    crosses = [move for move in state.legal_moves(1) if move != PASS]
    if any(CLASSIC.named[move].last for move in crosses):
        return "lock"
    if state.phase == "colour":
        return "penalty"
    return "cross" if best != PASS and len(crosses) > 1 else "wait"


def image(state: State) -> tuple[object, ...]:
    """Equal for sheets that are worth the same after the same dice: which numbers were crossed before the last one of
    a row doesn't matter, red and yellow may change places, green and blue too, and both pairs, seen in a mirror."""
    from rowlock.solve.qwixx.rows import sheet_codes

    qwixx = cast(Qwixx, state)
    sheet, (white, other, *coloured) = qwixx.sheets[0], qwixx.dice
    rows = list(zip(sheet_codes(sheet), coloured, strict=True))
    rising, falling = sorted(rows[:RED_YELLOW]), sorted(rows[RED_YELLOW:])
    mirrored = [
        sorted((code, MIRROR - face if face else 0) for code, face in pair) for pair in (falling, rising)
    ]
    views = [
        (sorted((white, other)), rising, falling),
        (sorted((MIRROR - white, MIRROR - other)), *mirrored),
    ]
    return qwixx.phase, sheet.penalties, str(min(views))


def positions(chance: Random) -> Iterator[State]:
    """Some decisions of games by somebody who mostly plays well."""
    hasty = bot("qwixx", "easy")
    while True:
        state = Qwixx.start(seats=1)
        while state.phase != "over":
            if state.phase == "roll":
                state = state.play(DICE, chance.choice(state.legal_moves(DICE)))
                continue
            if chance.random() < SHOWN:
                yield state
            careless = chance.random() < HASTY
            move = hasty(Question(state, 1, chance=chance)) if careless else _solved().best(state)[0]
            state = state.play(1, move)


def at_a_table(state: State) -> State:
    """Alone, all levels but one know the solved sheet. So they are asked at a table for two, against a twin."""
    qwixx = cast(Qwixx, state)
    decided = (None, None) if qwixx.phase == "white" else ()
    return replace(qwixx, sheets=qwixx.sheets * 2, decided=decided)


def _some(plain: int, surprising: int) -> dict[str, int]:
    themes = ("cross", "lock", "penalty", "wait")
    kinds = {"plain": plain, "surprising": surprising}
    return {f"{theme} {kind}": count for theme in themes for kind, count in kinds.items()}


PUZZLES = {
    "qwixx": GamePuzzles(
        data=Path(__file__).parent / "data" / "puzzles.json",
        themes=("cross", "lock", "penalty", "wait"),
        sources={"one sheet": Source(positions, _some(60, 90), 20_000)},
        judge=judge,
        image=image,
        seen_by_bots=at_a_table,
    )
}
