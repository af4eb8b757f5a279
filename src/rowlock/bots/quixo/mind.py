"""One who thinks about Quixo for two players: network, tables, memory and clock in one place."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from rowlock.bots.question import Answer, Limit, Option, Question
from rowlock.bots.quixo import worth
from rowlock.bots.quixo.batches import needed
from rowlock.bots.quixo.habits import own_lines
from rowlock.bots.quixo.levels import MANNERS, Manner
from rowlock.bots.quixo.past import Past
from rowlock.bots.quixo.scores import DEEPEST, RELUCTANCE
from rowlock.rules.board import board
from rowlock.rules.game import Move
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.verdict import Verdict

if TYPE_CHECKING:
    from rowlock.bots.quixo.master import Master
    from rowlock.bots.quixo.net import ValueNet
    from rowlock.bots.quixo.searcher import Budget, Clock, Root

NET = Path(__file__).parent / "data" / "net.npz"
TABLEBASE = "tablebase"
"""The name of the means by which a folder with a solution of 5×5 is given."""
TIRED = -10
"""How reluctant to draw a bot is after many moves: not at all."""
LOOKING, JUDGING = 0.6, 1.0
"""Of the budget for all options: the part for the best one, and of what is left the part for the others."""
LONGEST_LINE = 8


class Probe(Protocol):
    """A table of solved positions."""

    def probe(self, own: int, other: int) -> Verdict | None:
        """What a position is worth for the side to move, if the table knows it."""


@lru_cache
def tables_in(folder: str) -> Probe:
    """The tables of a folder. Raises `ValueError` if it holds none."""
    from rowlock.solve.quixo.table import Tablebase

    return Tablebase(Path(folder))


@lru_cache
def network(path: Path = NET) -> ValueNet:
    """A network, once for all who think in this process."""
    from rowlock.bots.quixo.net import load_net

    return load_net(path)


@dataclass(frozen=True, slots=True)
class Choices:
    """The moves of a state, and where they lead: those that end the game at once, and the others."""

    after: dict[Move, Quixo]
    winning: list[Move]
    open: list[Move]

    @staticmethod
    def of(state: Quixo) -> Choices:
        after = {move: state.play(state.to_move, move) for move in state.legal_moves(state.to_move)}
        winning = [m for m, then in after.items() if then.outcome and state.to_move in then.outcome.winners]
        return Choices(after, winning, [move for move, then in after.items() if not then.outcome])


class QuixoMind:
    """Remembers what it learnt about positions from question to question."""

    def __init__(
        self,
        tables: Probe | None = None,
        *,
        net: Path = NET,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.tables, self._net, self._clock = tables, net, clock

    @staticmethod
    def given(means: Mapping[str, str]) -> QuixoMind:
        """A mind with what it is given. Raises `ValueError`."""
        folder = means.get(TABLEBASE)
        return QuixoMind(tables_in(folder) if folder else None)

    @cached_property
    def master(self) -> Master:
        """Who looks ahead on the board of 5×5."""
        from rowlock.bots.quixo.master import Master

        return Master(network(self._net), self._clock)

    def verdict(self, state: Quixo) -> Verdict | None:
        """What the tables know about a position: those given, else those that come with Rowlock. Of full boards these
        know more: the plies to the end."""
        from rowlock.solve.quixo.table import built_in

        full = (state.crosses | state.noughts).bit_count() == state.size**2
        found = self.tables.probe(*state.sides) if self.tables and state.size == 5 and not full else None
        return found or built_in(state.size).probe(*state.sides)

    # What a level plays

    def decide(self, level: str, question: Question) -> Answer:
        """What a level plays, and what is known of that move."""
        state, chance, manner = _asked(question), question.chance, MANNERS[level]
        choices = Choices.of(state)
        if manner.overlook > chance.random():
            move = chance.choice(own_lines(choices.after, state.to_move))
            return Answer(move, self._at_once(choices, [move]))
        if choices.winning:
            return _answer(Option(chance.choice(choices.winning), exact=True, value="win", plies=1))
        if not choices.open:
            return _answer(Option(chance.choice(list(choices.after)), exact=True, value="loss", plies=1))
        if state.size < 5:
            return self._by_distance(choices, manner, question)
        verdicts = self._verdicts(choices) if manner.tables else {}
        if len(verdicts) < len(choices.open):
            return self._by_search(state, choices.open, manner, question)
        best = max(-known.value for known in verdicts.values())
        only = [move for move in choices.open if -verdicts[move].value == best]
        plies = {move: known.plies for move, known in verdicts.items() if known.plies is not None}
        if best and all(move in plies for move in only):  # win soon, lose late
            goal = (min if best > 0 else max)(plies[move] for move in only)
            move = chance.choice([move for move in only if plies[move] == goal])
            return _answer(worth.known(move, verdicts[move]))
        found = self._by_search(state, only, manner, question)
        return replace(found, options=(worth.known(found.move, verdicts[found.move]),))

    def _at_once(self, choices: Choices, moves: Sequence[Move]) -> tuple[Option, ...]:
        """What is certain of moves that end the game."""
        ends = {move: move in choices.winning for move in moves if choices.after[move].outcome}
        return tuple(
            Option(m, exact=True, value="win" if won else "loss", plies=1) for m, won in ends.items()
        )

    def _verdicts(self, choices: Choices) -> dict[Move, Verdict]:
        """What the tables know of where each move leads."""
        found = {move: self.verdict(choices.after[move]) for move in choices.open}
        return {move: known for move, known in found.items() if known}

    def _by_distance(self, choices: Choices, manner: Manner, question: Question) -> Answer:
        """On small boards everything is known: win soon, lose late. Lower levels see only what ends soon."""
        horizon = manner.depth or math.inf
        scores: dict[Move, float] = {}
        verdicts = self._verdicts(choices)
        for move in choices.after:
            known = verdicts.get(move)
            if move not in choices.open:
                scores[move] = -100
            elif known is None or known.plies is None or known.plies >= horizon:
                scores[move] = -known.value * (1 if manner.tables else 0.1) if known else 0
            else:
                scores[move] = -known.value * (100 - known.plies)
        best = max(scores.values())
        move = question.chance.choice(
            [move for move, score in scores.items() if score >= best - manner.spread / 100]
        )
        options = [worth.known(move, verdicts[move])] if move in verdicts else self._at_once(choices, [move])
        return Answer(move, tuple(options))

    def _by_search(self, state: Quixo, only: list[Move], manner: Manner, question: Question) -> Answer:
        from rowlock.solve import shelf

        budget, root = self._budget(question, manner), self._root(state, only, question)
        depth = question.limit.depth
        if manner.depth is None and depth is None:
            thought = self.master.think(root, budget)
            shelf.give_back()  # it has read much, and the next question may be long in coming
        else:
            thought = self.master.searcher.think(
                replace(root, tables=manner.tables),
                budget,
                depth=min(manner.depth or DEEPEST, depth or DEEPEST),
                margin=manner.margin,
            )
        push = manner.choose(thought.pushes, thought.scores, question.chance)
        score = thought.scores[thought.pushes.index(push)]
        move = _name(push)
        return Answer(
            move, (worth.judged(move, score, self._line(state, move)),), thought.depth, thought.nodes
        )

    def _root(self, state: Quixo, only: list[Move], question: Question) -> Root:
        from rowlock.bots.quixo.searcher import Root

        past = Past.of(cast(Sequence[Quixo], question.past), state)
        return Root(
            *state.sides,
            once=past.left,
            twice=past.twice,
            only=[_number(move) for move in only],
            reluctance=TIRED if past.tired else RELUCTANCE,
        )

    def _budget(self, question: Question, manner: Manner) -> Budget:
        """What a question is worth to a level, once it is ready to think about it."""
        began = self._clock()
        for batch in needed(manner):
            batch.get_ready(question.tell)
        _ = self.master
        from rowlock.bots.quixo.searcher import Budget

        budget = Budget.of(question, manner.seconds, self._clock)
        budget.wait(self._clock() - began)
        return budget

    # What every move is worth

    def options(self, question: Question) -> Answer:
        """Every move, best first: what is known for certain, else the score of a search. Where tables don't tell all,
        the first one is what master plays."""
        state = _asked(question)
        choices = Choices.of(state)
        verdicts = self._verdicts(choices)
        third = Past.of(cast(Sequence[Quixo], question.past), state).twice[1]
        verdicts |= {move: Verdict(0) for move in choices.open if choices.after[move].sides in third}
        sure = [*self._at_once(choices, list(choices.after))]
        sure += [worth.known(move, verdict) for move, verdict in verdicts.items()]
        unknown = [move for move in choices.open if move not in verdicts]
        if not unknown or choices.winning:
            return _answer(*sorted([*sure, *map(Option, unknown)], key=worth.rank))
        manner, budget = MANNERS["master"], self._budget(question, MANNERS["master"])
        first = budget.share(LOOKING)
        limit = Limit(first.seconds, first.nodes, question.limit.depth)
        found = self._by_search(state, choices.open, manner, replace(question, limit=limit))
        return self._judge_all(state, unknown, sure, found, budget, question)

    def _judge_all(
        self,
        state: Quixo,
        unknown: list[Move],
        sure: list[Option],
        found: Answer,
        budget: Budget,
        question: Question,
    ) -> Answer:
        from rowlock.bots.quixo.searcher import ALL_OF_THEM

        root = replace(self._root(state, unknown, question), once=(), reluctance=0)
        rest = budget.share(JUDGING, found.nodes or 0)
        depth = question.limit.depth or DEEPEST
        thought = self.master.searcher.think(root, rest, depth=depth, margin=ALL_OF_THEM)
        moves = [_name(push) for push in thought.pushes]
        judged = [
            worth.judged(m, s, self._line(state, m)) for m, s in zip(moves, thought.scores, strict=True)
        ]
        ranked = sorted([*sure, *judged], key=worth.rank)
        # The graph of positions has seen what a search of the same time has not.
        certain = ranked[0].value == "win"
        if not certain:
            ranked.sort(key=lambda option: option.move != found.move)
        return Answer(ranked[0].move, tuple(ranked), thought.depth, (found.nodes or 0) + thought.nodes)

    def _line(self, state: Quixo, move: Move) -> tuple[Move, ...]:
        """How the search thinks that it goes on."""
        line, seen = [move], {state.key}
        state = state.play(state.to_move, move)
        while len(line) < LONGEST_LINE and not state.outcome and state.key not in seen:
            seen.add(state.key)
            push = self.master.searcher.best_push(*state.sides)
            if push is None or _name(push) not in state.legal_moves(state.to_move):
                break
            line.append(_name(push))
            state = state.play(state.to_move, line[-1])
        return tuple(line)


def _asked(question: Question) -> Quixo:
    question.check()
    return cast(Quixo, question.view)


def _answer(*options: Option) -> Answer:
    return Answer(options[0].move, options)


def _name(push: int) -> Move:
    return board(5).pushes[push].name


def _number(move: Move) -> int:
    return board(5).pushes.index(board(5).push_named[move])
