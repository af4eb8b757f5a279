"""Puzzles of Quixo: one push keeps the draw, one push wins, or one push doesn't hand over the line.

They come from where tables know the value of every move: 5×5 with few cubes or almost no blank ones, and 4×4. In
how many plies a game is won or lost the tables tell for full boards and 4×4, else a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

from rowlock.bots import Option
from rowlock.bots.quixo import worth
from rowlock.rules import State
from rowlock.rules.board import Cubes
from rowlock.rules.quixo import Quixo
from rowlock.study.puzzles import GamePuzzles, Source, Task
from rowlock.study.quixo.images import images
from rowlock.study.quixo.proof import Proof, after
from rowlock.study.quixo.team_puzzles import TEAM_SOURCES, judge_team, team_image

Cubing = tuple[Cubes, Cubes]
"""The cubes of the side to move, and those of the other."""

FAR_WIN, FAR_LOSS = 7, 4
"""So many plies are proved where tables tell no distance: for the one push that wins, and for those that lose."""
FAR, LONGEST_WIN = 9, 13
"""Wins of so many plies and more are one kind of puzzle, and further nobody counts."""


def image(state: State) -> tuple[object, ...]:
    """Equal for mirror images, and where cross and nought have changed places."""
    quixo = cast(Quixo, state)
    return quixo.size, min(images(quixo.size, *quixo.sides))


# Which positions are puzzles


def judge(state: State) -> Task | None:
    """What every push is worth, if the tables know, and which theme that makes."""
    from rowlock.solve.quixo.table import built_in

    quixo = cast(Quixo, state)
    own, other = quixo.sides
    known, geometry = cache(built_in(quixo.size).probe), quixo.board
    options: dict[str, Option] = {}
    reached: dict[str, Cubing] = {}
    for move, mine, theirs in after(geometry, own, other):
        reached[move] = theirs, mine
        if geometry.has_line(theirs):
            options[move] = Option(move, exact=True, value="loss", plies=1)
        elif geometry.has_line(mine):
            options[move] = Option(move, exact=True, value="win", plies=1)
        elif verdict := known(theirs, mine):
            options[move] = worth.known(move, verdict)
        else:
            return None
    best = min(options.values(), key=worth.rank).value
    rest = [option.move for option in options.values() if option.value != best]
    answers = [option.move for option in options.values() if option.value == best]
    one_answer = len({min(images(quixo.size, *reached[move])) for move in answers}) == 1
    if best == "loss" or not rest or not one_answer:
        return None
    proof = Proof(quixo.size, known)
    moves = [_with_plies(option, proof, reached[option.move]) for option in options.values()]
    return _task(sorted(moves, key=lambda option: (*worth.rank(option), option.move)))


def _with_plies(option: Option, proof: Proof, then: Cubing) -> Option:
    """The same with the plies to the end, if a proof finds them."""
    if option.plies is not None or option.value == "draw":
        return option
    most = (FAR_WIN if option.value == "win" else FAR_LOSS) - 1
    verdict = proof.verdict(*then, most)
    return worth.known(option.move, verdict) if verdict else option


def _task(moves: list[Option]) -> Task | None:
    best, worst = moves[0], [option for option in moves if option.value == "loss"]
    if best.value == "draw":
        at_once = all(option.plies is not None and option.plies <= 2 for option in worst)
        return Task("hold" if at_once else "draw", tuple(moves))
    if best.plies is None or best.plies > LONGEST_WIN:
        return None
    return Task("win", tuple(moves), f"in {min(best.plies, FAR)}")


# Where they come from: games of players who look no further than the next push, and don't always do that


def _games(
    size: int, least: int, most: int, careful: float, longest: int
) -> Callable[[Random], Iterator[State]]:
    """Positions with so many marked cubes, from games that are given up after so many plies."""

    def positions(chance: Random) -> Iterator[State]:
        while True:
            proof = Proof(size)
            own, other, ply = 0, 0, chance.randrange(2)
            for _ in range(longest):
                now, steps = proof.steps(own, other)
                if now or not steps:
                    break
                own, other = _step(proof, steps, careful, chance)
                ply += 1
                marked = (own | other).bit_count()
                if marked > most:
                    break
                if marked >= least:
                    yield Quixo(own, other, 1, size) if ply % 2 else Quixo(other, own, 2, size)

    return positions


def _step(proof: Proof, steps: tuple[Cubing, ...], careful: float, chance: Random) -> Cubing:
    """Rather one that the other can't answer with a line, and rather one with a new cube."""
    if chance.random() < careful:
        steps = tuple(step for step in steps if not proof.steps(*step)[0]) or steps
    some = chance.choices(steps, k=2)
    return max(some, key=lambda step: (step[0] | step[1]).bit_count())


def _wins(plies: dict[int, int]) -> dict[str, int]:
    return {f"win in {far}": count for far, count in plies.items()}


SOURCES = {
    "5×5, few cubes": Source(_games(5, 5, 9, 0.5, 12), {"draw": 140, **_wins({1: 15})}, 40_000),
    "5×5, few blanks": Source(
        _games(5, 23, 25, 0.95, 150),
        {"draw": 140, "hold": 90, **_wins({1: 15, 3: 80, 5: 70, 7: 50, 9: 15})},
        24_000,
    ),
    "4×4": Source(
        _games(4, 3, 16, 0.9, 60),
        {"draw": 40, "hold": 30, **_wins({1: 10, 3: 20, 5: 20, 7: 20, 9: 20})},
        12_000,
    ),
}

DATA = Path(__file__).parent / "data"
PUZZLES = {
    "quixo": GamePuzzles(DATA / "puzzles.json", ("win", "draw", "hold"), SOURCES, judge, image),
    "quixo4": GamePuzzles(DATA / "team_puzzles.json", ("win", "hold"), TEAM_SOURCES, judge_team, team_image),
}
