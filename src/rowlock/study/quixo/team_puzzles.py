"""Puzzles of Quixo in teams: one push wins, or one push doesn't hand over the line.

No table knows these positions. So a puzzle is only where a look at every push, and at four plies in all, proves enough:
that every other move loses, and that the one wins; or that the others lose at once, and this one doesn't within four
plies. What becomes of it later nobody knows, so nothing is told of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import cast

from rowlock.bots import Option
from rowlock.rules import State
from rowlock.rules.board import Cubes
from rowlock.rules.quixo4 import FIRST_TURNS, SEATS, Quixo4, partner
from rowlock.study.puzzles import Source, Task
from rowlock.study.quixo.images import images
from rowlock.study.quixo.team_proof import Pointing, TeamProof

FEW = 4
"""If more different boards than that don't lose at once, hardly ever one of them is best: nothing is proved then."""
LOOK = 3
"""So many plies after a move are looked at."""
LEAST_TURNS, TRIED = 6, 12
"""Positions come from games after so many turns, in which so many pushes by chance are looked at for the next one."""
OPEN, LOST = 1, 2
"""Ranks, behind a win."""


def team_image(state: State) -> tuple[object, ...]:
    """Equal for mirror images, and whoever sits where, seen from the player to move."""
    quixo = cast(Quixo4, state)
    return quixo.size, min(quixo.turns, FIRST_TURNS), min(images(quixo.size, *_seen(quixo)))


def _seen(quixo: Quixo4) -> Pointing:
    """The cubes as the player to move sees them."""
    first = quixo.to_move - 1
    return cast(Pointing, (*quixo.pointing_at[first:], *quixo.pointing_at[:first]))


# Which positions are puzzles


def judge_team(state: State) -> Task | None:
    """What every move is worth, if that can be proved, and one push is best."""
    quixo = cast(Quixo4, state)
    proof, now = TeamProof(quixo.size), _seen(quixo)
    has_line = proof.board.has_line
    arrows = SEATS[quixo.to_move - 1], SEATS[partner(quixo.to_move) - 1]
    options: list[Option] = []
    boards: dict[str, tuple[Cubes, ...]] = {}  # by push; the new cube apart, whatever its arrow
    later: dict[str, Pointing] = {}  # the moves that don't end the game, nor let the next player do so
    for push in proof.takeable(now):
        me, right, mate, left = [push.slide(cubes) for cubes in now]
        boards[push.name] = me, right, mate, left, push.placed
        thens = (right, mate, left, me | push.placed), (right, mate | push.placed, left, me)
        for arrow, then in zip(arrows, thens, strict=True):
            move = push.name + arrow
            if has_line(right | left):
                options.append(Option(move, exact=True, value="loss", plies=1))
            elif has_line(me | mate | push.placed):
                options.append(Option(move, exact=True, value="win", plies=1))
            elif proof.wins(then, 1):
                options.append(Option(move, exact=True, value="loss", plies=2))
            else:
                later[move] = then
    if len({boards[move[:4]] for move in later}) > FEW:
        return None
    options += [_later(move, proof, then) for move, then in later.items()]
    task = _task(options)
    answers = {boards[option.move[:4]] for option in task.moves if _rank(option) < LOST} if task else set()
    return task if len({min(images(quixo.size, *answer)) for answer in answers}) == 1 else None


def _later(move: str, proof: TeamProof, then: Pointing) -> Option:
    for plies in range(1, LOOK + 1):
        if proof.loses(then, plies):
            return Option(move, exact=True, value="win", plies=plies + 1)
        if proof.wins(then, plies):
            return Option(move, exact=True, value="loss", plies=plies + 1)
    return Option(move)


def _rank(option: Option) -> int:
    return {"win": 0, None: OPEN, "loss": LOST}[option.value]


def _task(options: list[Option]) -> Task | None:
    """One kind of answer, and all the others lose."""
    moves = tuple(sorted(options, key=lambda option: (_rank(option), -(option.plies or 0), option.move)))
    good = {(option.value, option.plies) for option in moves if _rank(option) < LOST}
    lost = {option.plies for option in moves if _rank(option) == LOST}
    if len(good) != 1 or not lost:
        return None
    value, plies = good.pop()
    if value == "win":
        return Task("win", moves, f"in {plies}")
    return Task("hold", moves) if lost <= {1, 2} else None


# Where they come from: games of players who look no further than the next push, and don't always do that


def _games(size: int, careful: float, longest: int) -> Callable[[Random], Iterator[State]]:
    """Positions from games that are given up after so many plies."""

    def positions(chance: Random) -> Iterator[State]:
        while True:
            proof = TeamProof(size)
            state = Quixo4.start(size=size)
            for _ in range(longest):
                state = _step(proof, state, careful, chance)
                if state.outcome:
                    break
                if state.turns >= LEAST_TURNS:
                    yield state

    return positions


def _step(proof: TeamProof, state: Quixo4, careful: float, chance: Random) -> Quixo4:
    """Rather one that doesn't end the game, and that the next player can't answer with a line."""
    seat = state.to_move
    moves = state.legal_moves(seat)
    some = [state.play(seat, move) for move in chance.sample(moves, min(len(moves), TRIED))]
    going_on = [then for then in some if not then.outcome] or some
    if chance.random() < careful:
        going_on = [then for then in going_on if not proof.wins(_seen(then), 1)] or going_on
    return going_on[0]


TEAM_SOURCES = {
    "5×5": Source(_games(5, 0.95, 150), {"hold": 240, "win in 1": 40, "win in 3": 60}, 60_000),
    "4×4": Source(_games(4, 0.9, 60), {"hold": 110, "win in 1": 60, "win in 3": 120}, 30_000),
}
