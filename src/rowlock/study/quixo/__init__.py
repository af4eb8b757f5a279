"""Quixo looked at again: the value of every move, exact where tables or a proof tell it, else searched."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from rowlock.bots import Limit, Means, Option, Question, of_game
from rowlock.bots.question import Mind
from rowlock.rules import GAMES, Ply, Record, State
from rowlock.study.review import WORTH_A_WORD, Cause, Choice, ReviewStep, Shares, difference, nothing, only

LONGEST_LINE = 8
A_GLANCE = Limit(nodes=1000)
HOPES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def hope_of(option: Option) -> float:
    """What a move lets its side hope for: a win is 1, a draw a half; a score is a chance to score."""
    if option.value is not None:
        return HOPES[option.value]
    return 0.5 + math.tanh((option.score or 0) / 200) / 2


def start_hopes(state: State, limit: Limit, means: Means) -> Shares:
    """What each seat may hope for at the start."""
    return _Judge(state, means).hopes(state, (), limit)


class _Judge:
    """Thinks about the positions of one game with one memory."""

    def __init__(self, start: State, means: Means) -> None:
        self.game = str(start).split(" ", 1)[0]
        make = of_game(self.game).mind
        assert make
        self._mind: Mind = make(means)

    def options(self, state: State, past: tuple[State, ...], limit: Limit) -> tuple[Option, ...]:
        """Every move with what it is worth."""
        return self._mind.options(Question(state, state.active, past, limit=limit)).options

    def hopes(self, state: State, past: tuple[State, ...], limit: Limit) -> Shares:
        """What each seat may hope for."""
        if state.outcome:
            winners = state.outcome.winners
            return tuple(1.0 if seat in winners else 0.0 for seat in range(1, state.seats + 1))
        return self.shared(state, max(map(hope_of, self.options(state, past, limit))))

    def line(self, state: State, best: Option) -> tuple[Ply, ...]:
        """How it might go on after a move; where that is certain, only as long as it stays so."""
        line, certain = [], best.exact
        while best.exact or not certain:
            line.append(Ply(state.active, best.move))
            state = state.play(state.active, best.move)
            if len(line) == LONGEST_LINE or not state.awaiting:
                break
            best = self.options(state, (), A_GLANCE)[0]
        return tuple(line)

    def shared(self, state: State, hope: float) -> Shares:
        """The same for all seats, from what the side to move may hope for."""
        side = GAMES[self.game].side(state.active, state.seats)
        return tuple(hope if seat in side else 1 - hope for seat in range(1, state.seats + 1))


def review_steps(record: Record, limit: Limit, means: Means) -> Iterator[ReviewStep]:
    """The plies of a record."""
    states = list(record.states())
    judge, seats = _Judge(states[0], means), len(record.seats)
    options: tuple[Option, ...] = ()
    before: Shares = ()
    for number, ply in enumerate(record.plies, 1):
        state, after, past = states[number - 1], states[number], tuple(states[: number - 1])
        if not options:
            options = judge.options(state, past, limit)
            before = judge.shared(state, max(map(hope_of, options)))
        worth = {option.move: hope_of(option) for option in options}
        best = max(worth, key=lambda move: worth[move])
        cost = worth[best] - worth[ply.move]
        better = next(one for one in options if one.move == best)
        line = judge.line(state, better) if cost >= WORTH_A_WORD else ()
        choices = [Choice(one.move, hope_of(one), one.value, one.plies) for one in options]
        exact = all(option.exact for option in options if option.move in (best, ply.move))
        options = judge.options(after, tuple(states[:number]), limit) if after.awaiting else ()
        hopes = (
            judge.shared(after, max(map(hope_of, options)))
            if options
            else judge.hopes(after, tuple(states[:number]), limit)
        )
        side = GAMES[judge.game].side(ply.seat, seats)
        moved = tuple(-cost if seat in side else cost for seat in range(1, seats + 1))
        mine = only(seats, ply.seat, -cost)
        correction = difference(difference(hopes, before), moved)
        free = len(worth) > 1
        yield ReviewStep(
            number,
            ply.seat,
            ply.move,
            hopes,
            Cause(nothing(seats), mine, difference(moved, mine), correction),
            cost if free else None,
            best if free else None,
            worth[best] - min(worth.values()) if free else None,
            exact,
            tuple(sorted(choices, key=lambda one: -one.hope)) if free else (),
            line,
        )
        before = hopes


START = {"quixo": start_hopes, "quixo4": start_hopes}
REVIEW = {"quixo": review_steps, "quixo4": review_steps}

DATA = Path(__file__).parent / "data"
SCALES = {"quixo": DATA / "scale.json", "quixo4": DATA / "team_scale.json"}
