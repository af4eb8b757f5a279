"""One who thinks about Quixo in teams, for any seat; it errs like those for two players (see `levels`)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rowlock.bots.question import Answer, Option, Question
from rowlock.bots.quixo.batches import TEAMS
from rowlock.bots.quixo.habits import own_lines
from rowlock.bots.quixo.levels import MASTER, TEAM_MANNERS
from rowlock.bots.quixo.mind import NET, network
from rowlock.bots.quixo.scores import DEEPEST
from rowlock.bots.quixo.worth import judged
from rowlock.rules.board import board
from rowlock.rules.game import Move
from rowlock.rules.quixo4 import SEATS, SKIP, Quixo4, partner

if TYPE_CHECKING:
    from rowlock.bots.quixo.searcher import Clock, Thought
    from rowlock.bots.quixo.teams import TeamSearcher


class TeamMind:
    """Remembers nothing of a question but how fast it can look."""

    def __init__(self, *, net: Path = NET, clock: Clock = time.perf_counter) -> None:
        self._net, self._clock = net, clock

    @staticmethod
    def given(means: Mapping[str, str]) -> TeamMind:  # noqa: ARG004 (there are no tables of positions with arrows)
        """A mind with what it is given."""
        return TeamMind()

    @cached_property
    def searcher(self) -> TeamSearcher:
        """Who looks ahead."""
        from rowlock.bots.quixo.teams import TeamSearcher

        return TeamSearcher(network(self._net), self._clock)

    def decide(self, level: str, question: Question) -> Answer:
        """What a level plays."""
        state, manner = _asked(question), TEAM_MANNERS[level]
        moves = state.legal_moves(question.seat)
        if moves == (SKIP,):
            return Answer(SKIP)
        if manner.overlook > question.chance.random():
            after = {move: state.play(question.seat, move) for move in moves}
            return Answer(question.chance.choice(own_lines(after, question.seat)))
        thought = self._think(state, question, manner.seconds, manner.depth, manner.margin)
        if not thought.pushes:  # all of them lose at once
            move = question.chance.choice(moves)
            return Answer(move, (Option(move, exact=True, value="loss", plies=1),))
        choice = manner.choose(thought.pushes, thought.scores, question.chance)
        score = thought.scores[thought.pushes.index(choice)]
        option = judged(_name(choice, question.seat, state.size), score)
        return Answer(option.move, (option,), thought.depth, thought.nodes)

    def options(self, question: Question) -> Answer:
        """Every move with the score of a search, best first; those that end the game at once are certain."""
        from rowlock.bots.quixo.searcher import ALL_OF_THEM

        state = _asked(question)
        moves = state.legal_moves(question.seat)
        if moves == (SKIP,):
            return Answer(SKIP, (Option(SKIP),))
        after = {move: state.play(question.seat, move) for move in moves}
        ends = {move: question.seat in then.outcome.winners for move, then in after.items() if then.outcome}
        sure = [Option(m, exact=True, value="win" if won else "loss", plies=1) for m, won in ends.items()]
        wins = [option for option in sure if option.value == "win"]
        losses = [option for option in sure if option.value == "loss"]
        if wins or len(losses) == len(moves):
            rest = [Option(move) for move in moves if move not in ends]
            ranked = (*wins, *rest, *losses)
            return Answer(ranked[0].move, ranked)
        thought = self._think(state, question, MASTER.seconds, None, ALL_OF_THEM)
        others = [
            judged(_name(choice, question.seat, state.size), score)
            for choice, score in zip(thought.pushes, thought.scores, strict=True)
        ]
        ranked = (*others, *losses)
        return Answer(ranked[0].move, ranked, thought.depth, thought.nodes)

    def _think(
        self, state: Quixo4, question: Question, seconds: float, depth: int | None, margin: int
    ) -> Thought:
        began = self._clock()
        TEAMS.get_ready(question.tell)
        searcher = self.searcher
        from rowlock.bots.quixo.searcher import Budget

        seat, cubes = question.seat, state.pointing_at
        sets = cubes[seat - 1], cubes[partner(seat) - 1], cubes[seat % 4], cubes[(seat + 2) % 4]
        deepest = min(depth or DEEPEST, question.limit.depth or DEEPEST)
        budget = Budget.of(question, seconds, self._clock)
        budget.wait(self._clock() - began)
        return searcher.think(sets, state.turns, state.size, budget, depth=deepest, margin=margin)


def _asked(question: Question) -> Quixo4:
    question.check()
    return cast(Quixo4, question.view)


def _name(choice: int, seat: int, size: int) -> Move:
    arrow = partner(seat) if choice % 2 else seat
    return board(size).pushes[choice // 2].name + SEATS[arrow - 1]
