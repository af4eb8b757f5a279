"""Puzzles of Quixo in teams: one push wins, and every other loses at once.

No table knows these positions. So a puzzle is only where a look at every push, every answer and every push after that
proves what each move is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import cast

from rowlock.bots import Option
from rowlock.rules import Move, State
from rowlock.rules.quixo4 import FIRST_TURNS, Quixo4
from rowlock.study.puzzles import Source, Task
from rowlock.study.quixo.images import images

LONGEST_GAME, TRIED = 40, 4
"""Where positions come from: games of so many plies, each the first of so many pushes by chance that doesn't end it."""
LEAST_TURNS = 6


def team_image(state: State) -> tuple[object, ...]:
    """Equal for mirror images, and whoever sits where, seen from the player to move."""
    quixo = cast(Quixo4, state)
    first = quixo.to_move - 1
    cubes = (*quixo.pointing_at[first:], *quixo.pointing_at[:first])
    return quixo.size, min(quixo.turns, FIRST_TURNS), min(images(quixo.size, *cubes))


def judge_team(state: State) -> Task | None:
    """What every move is worth, if three plies tell it, and one push is best."""
    quixo = cast(Quixo4, state)
    steps = {move: quixo.play(quixo.to_move, move) for move in quixo.legal_moves(quixo.to_move)}
    moves: list[Option] = []
    pushes: set[Move] = set()
    for move, then in steps.items():
        if then.outcome:
            won = quixo.to_move in then.outcome.winners
            option = Option(move, exact=True, value="win" if won else "loss", plies=1)
        elif _wins_at_once(then):
            option = Option(move, exact=True, value="loss", plies=2)
        elif pushes - {move[:4]}:
            return None  # two different pushes that don't lose at once
        elif _loses_at_once(then):
            option = Option(move, exact=True, value="win", plies=3)
        else:
            return None
        if option.value == "win":
            pushes.add(move[:4])
        moves.append(option)
    plies = {option.plies for option in moves if option.value == "win"}
    if len(pushes) != 1 or len(plies) != 1 or all(option.value == "win" for option in moves):
        return None
    moves.sort(key=lambda option: (option.value != "win", -(option.plies or 0), option.move))
    return Task("win", tuple(moves), f"in {plies.pop()}")


def _wins_at_once(state: Quixo4) -> bool:
    seat = state.to_move
    ends = (state.play(seat, move).outcome for move in state.legal_moves(seat))
    return any(end is not None and seat in end.winners for end in ends)


def _loses_at_once(state: Quixo4) -> bool:
    """Whatever the player to move does, it loses by that, or the next player wins."""
    seat = state.to_move
    for move in state.legal_moves(seat):
        then = state.play(seat, move)
        if seat in then.outcome.winners if then.outcome else not _wins_at_once(then):
            return False
    return True


def _games(size: int) -> Callable[[Random], Iterator[State]]:
    def positions(chance: Random) -> Iterator[State]:
        while True:
            state = Quixo4.start(size=size)
            for _ in range(LONGEST_GAME):
                moves = chance.choices(state.legal_moves(state.to_move), k=TRIED)
                going_on = (
                    then for then in (state.play(state.to_move, m) for m in moves) if not then.outcome
                )
                then = next(going_on, None)
                if then is None:
                    break
                state = then
                if state.turns >= LEAST_TURNS:
                    yield state

    return positions


TEAM_SOURCES = {
    "5×5": Source(_games(5), {"win in 1": 60, "win in 3": 10}, 50_000),
    "4×4": Source(_games(4), {"win in 1": 50, "win in 3": 80}, 80_000),
}
